"""One race, from its cue on: claims come in, wait until no other player can have been quicker, and are put in order. Pure.

All times are milliseconds on one clock that never runs back; keys count from the cue.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ludotheque.core.racing import FALSE_START_MS, TIE_MS, CueKind
from ludotheque.server.room.races.credit import MAX_MS, Credit
from ludotheque.server.room.races.timing import MIN_GAIN_MS, Quota, Trusted, compensation, explained

MAX_WINDOW_MS = 400.0
SPARE_MS = 30.0
"""How much longer than the 95th percentile of its line's round trips a press may take and still be waited for."""

SETS_OFF_MS = 400.0
"""A pointer that has a way to go never arrives sooner than this: an earlier press was made on the spot."""


@dataclass(frozen=True)
class Rival:
    """A player who may still answer: the 95th percentile of the line's round trips, and the handicap."""

    p95_ms: float
    handicap_ms: float = 0.0


@dataclass
class Claim:
    """A press: the measurements, and the values computed from them."""

    seat: int
    action: int
    received_ms: float
    elapsed_ms: float
    reaction_ms: float
    travel_ms: float = 0.0
    """How long before the press a pointer was moving, according to its page."""
    trusted_ms: float = 0.0
    quota_ms: float = 0.0
    compensation_ms: float = 0.0
    reach_ms: float = 0.0
    handicap_ms: float = 0.0
    key_ms: float = 0.0
    early: bool = False
    lot: int | None = None
    rivals: dict[int, Rival] = field(default_factory=dict)
    credit: Credit | None = None
    """Among strangers, in a race to grab: whose reaction is compared with the others'."""
    sender: Any = None
    """The sender, who gets the answer; not used here."""

    @property
    def fair_ms(self) -> float:
        """The time that passed at the server, less the compensation for the network."""
        return self.elapsed_ms - self.compensation_ms

    def closes_ms(self) -> float:
        """When it can be decided: by then no player who may still answer can have been quicker."""
        late = self.key_ms - self.elapsed_ms
        waits = (
            max(0.0, late + rival.handicap_ms) + min(MAX_WINDOW_MS, rival.p95_ms + SPARE_MS)
            for rival in self.rivals.values()
        )
        return self.received_ms + max(waits, default=0.0)


class Race:
    """What players do about one cue.

    Attributes:
        fired_ms: when the cue was sent.
        by: the seat whose call gave it; -1 for none.
        base_ms: the instant on the game's clock from which keys count.
        before_ms: how long before the cue was sent the caller had called. The caller's own hand is timed from that call.
        decided_ms: the key of the last claim that the rules took; they take no earlier one.
    """

    def __init__(
        self, identity: str, kind: CueKind, fired_ms: float, base_ms: float, seats: int,
        by: int = -1, before_ms: float = 0.0,
    ) -> None:  # fmt: skip
        self.identity, self.kind, self.fired_ms, self.base_ms = identity, kind, fired_ms, base_ms
        self.seats, self.by, self.before_ms = seats, by, before_ms
        self.pending: list[Claim] = []
        self.idle_ms: dict[int, float] = {}
        self.first_claim_ms: float | None = None
        self.decided_ms = 0.0
        self.doubtful = False
        """Whether a pause of the server could have changed the result."""
        self._refilled: set[int] = set()
        self._compared: list[Claim] = []

    def may_act(self, seat: int) -> bool:
        """Whether the seat may act in this race."""
        return bool(self.seats >> seat & 1)

    def since(self, seat: int, sent_ms: float) -> float:
        """The instant from which a seat's answers are timed, if the cue was written to its socket at `sent_ms`."""
        return self.fired_ms - self.before_ms if seat == self.by else sent_ms

    def note_idle(self, seat: int, ms: float, now_ms: float, sent_ms: float) -> None:
        """Note that the seat had pressed nothing `ms` after it saw the cue. Nobody can say so before that moment."""
        ms = min(ms, now_ms - sent_ms)
        if ms > self.idle_ms.get(seat, 0.0):
            self.idle_ms[seat] = ms
            self._drop_answered()

    def judge(
        self, claim: Claim, trusted: Trusted, quota: Quota, reach_ms: float, handicap_ms: float,
        credit: Credit | None = None,
    ) -> Claim:  # fmt: skip
        """Give a claim its key. A reaction that contradicts what its own page said before is not believed.

        Nor is an impossibly quick reaction to a cue to grab. If the elapsed time shows that it was no false start, the press counts as made
        `FALSE_START_MS` after the cue. Time that the line does not explain is counted, as for any other press.

        `credit` is how much the line is still believed among strangers; None among friends.
        """
        now = claim.received_ms
        if claim.seat not in self._refilled:
            self._refilled.add(claim.seat)
            if trusted.is_measured(now):
                jitter = trusted.jitter(now) if credit is None else trusted.steady_jitter(now)
                quota.refill(max(jitter, MIN_GAIN_MS) if trusted.is_known(now) else jitter)
            if credit is not None and (raced := trusted.take_raced()) is not None:
                credit.raced(*raced)
        reaction = max(claim.reaction_ms, self.idle_ms.get(claim.seat, 0.0))
        claim.trusted_ms = trusted.least(now) if credit is None else trusted.least(now, MAX_MS)
        claim.quota_ms = max(0.0, quota.level_ms)
        vouched = min(claim.trusted_ms, trusted.kernel_ms or 0.0)
        if self.kind == "grab" and claim.seat != self.by:
            least = claim.elapsed_ms - explained(
                claim.elapsed_ms, 0.0, claim.trusted_ms, quota, credit, vouched
            )
            claim.early = self.is_early(claim.seat, max(reaction, least))
            if not claim.early:
                reaction = max(reaction, float(FALSE_START_MS))
                if credit is not None:
                    reaction = credit.believed(reaction)
                    claim.credit = credit
        claim.compensation_ms = compensation(
            claim.elapsed_ms, reaction, claim.trusted_ms, quota, credit, vouched
        )
        return self.place(claim, claim.fair_ms, reach_ms, handicap_ms)

    def is_early(self, seat: int, reaction_ms: float) -> bool:
        """Whether a press is a false start, and the rules can still take it for one."""
        can_be = self.kind == "grab" and seat != self.by and self.decided_ms < FALSE_START_MS
        return can_be and reaction_ms < FALSE_START_MS

    def place(self, claim: Claim, fair_ms: float, reach_ms: float, handicap_ms: float) -> Claim:
        """Set the key of a claim whose fair reaction is known: a bot's, which no network delays, or a judged one.

        A pointer that travelled has covered part of the way already. Only its page says how long it travelled, so this is believed only for the
        time that a person needs to see, choose and move. It reduces nothing but the simulated way.
        """
        claim.travel_ms = min(claim.travel_ms, reach_ms, max(0.0, fair_ms - SETS_OFF_MS))
        claim.reach_ms, claim.handicap_ms = reach_ms - claim.travel_ms, handicap_ms
        if claim.early:
            claim.key_ms = max(0.0, min(claim.reaction_ms, FALSE_START_MS - 1.0))
        else:
            least = FALSE_START_MS if self.kind == "grab" else 0.0
            claim.key_ms = max(least, fair_ms + claim.reach_ms - handicap_ms)
        return claim

    def enter(self, claim: Claim, rivals: Mapping[int, Rival]) -> None:
        """Take a claim in. `rivals` are all others who can answer, by seat."""
        claim.rivals = {seat: rival for seat, rival in rivals.items() if seat != claim.seat}
        self.pending.append(claim)
        if self.first_claim_ms is None:
            self.first_claim_ms = claim.received_ms
        self._drop_answered()

    def gone(self, seat: int) -> None:
        """Stop waiting for a seat whose player has left."""
        for claim in self.pending:
            claim.rivals.pop(seat, None)

    def _drop_answered(self) -> None:
        """Stop waiting for seats that have claimed, or said that they had not pressed by then."""
        claimed = {claim.seat for claim in self.pending}
        for claim in self.pending:
            for seat in list(claim.rivals):
                late = claim.key_ms + claim.rivals[seat].handicap_ms
                if seat in claimed or self.idle_ms.get(seat, -1.0) >= late:
                    del claim.rivals[seat]

    def closes_ms(self) -> float | None:
        """When the next claim can be decided; None if there is none."""
        return min((claim.closes_ms() for claim in self.pending), default=None)

    def take(self, now_ms: float, draw: Callable[[], int]) -> list[Claim]:
        """The claims that can be decided now, in order. The others keep waiting."""
        last = max((claim.key_ms for claim in self.pending if claim.closes_ms() <= now_ms), default=None)
        if last is None:
            return []
        taken = [claim for claim in self.pending if claim.key_ms <= last + TIE_MS]
        self.pending = [claim for claim in self.pending if claim.key_ms > last + TIE_MS]
        self._compare(taken)
        return ordered(taken, draw)

    def _compare(self, taken: Iterable[Claim]) -> None:
        """Tell the credits of strangers, for each pair, whose reaction was quicker."""
        for claim in taken:
            if claim.credit is None:
                continue
            for other in self._compared:
                if other.credit is not None and other.fair_ms != claim.fair_ms:
                    claim.credit.compared(claim.fair_ms < other.fair_ms, other.credit)
                    other.credit.compared(other.fair_ms < claim.fair_ms, claim.credit)
            self._compared.append(claim)


def ordered(claims: Iterable[Claim], draw: Callable[[], int]) -> list[Claim]:
    """Claims in the order of their keys. Among equal ones the shorter reach wins, then a lot, which is noted."""
    rest = sorted(claims, key=lambda claim: (not claim.early, claim.key_ms))
    found: list[Claim] = []
    while rest:
        first = rest[0]
        tied = [c for c in rest if c.early == first.early and c.key_ms <= first.key_ms + TIE_MS]
        for claim in tied if len(tied) > 1 else ():
            claim.lot = draw()
        found += sorted(tied, key=lambda claim: (claim.reach_ms, claim.lot or 0))
        rest = rest[len(tied) :]
    return found


def grace_ms(rivals: Iterable[Rival]) -> float:
    """How long it may take to hear from the players who have not answered."""
    return max((min(MAX_WINDOW_MS, rival.p95_ms + SPARE_MS) for rival in rivals), default=0.0)
