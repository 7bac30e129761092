"""Photo finishes: tries the claims of a race in order on a copy of the table, and makes the photos of recorded games again."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import msgspec
from msgspec import UNSET

from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import HIDDEN
from ludotheque.core.journal import Journal
from ludotheque.core.racing import FALSE_START_MS, TIE_MS, Cue, Racing
from ludotheque.server.room.log_events import RacedClaim, Resolved
from ludotheque.server.room.races.race import Claim, Race
from ludotheque.server.room.refused import Refused
from ludotheque.server.room.wire import Photo, PhotoRow
from ludotheque.table import Table


@dataclass
class Finish:
    """The result of one claim: the instant on the game's clock at which it counts, or why it does not."""

    claim: Claim
    ms: int
    text: str
    result: Literal["taken", "late", "early", "void"]
    refused: Refused | None
    secret: bool = False
    """Whether it is a call that is held or had no effect. Its content would reveal the caller's hand, so only its sender and the log know it."""


def develop(
    table: Table, racing: Racing, race: Race, claims: list[Claim], before_them: list[Finish]
) -> tuple[list[Finish], int]:
    """Try these claims in order. Returns their results, and the seat whose call gave the next cue (-1 if none did).

    `before_them` are the claims of the same race that were decided before.
    """
    scratch = table.copy()
    floor = scratch.journal.clock_ms
    before, caller = racing.cue(scratch.journal.b, scratch.journal.s), -1
    taken = {finish.claim.action for finish in before_them if finish.refused is None}
    found: list[Finish] = []
    for claim in claims:
        ms = max(floor, round(race.base_ms + claim.key_ms))
        now = racing.cue(scratch.journal.b, scratch.journal.s)
        if race.kind == "call" and now is not None and now.kind == "grab" and claim.seat != caller:
            # The hand was moving before anybody could know of the earlier call.
            claim.early = claim.early or racing.is_claim(scratch.journal.b, scratch.journal.s, claim.action)
            ms = max(floor, min(ms, now.at_ms + FALSE_START_MS - 1))
        finish = _try(scratch, claim, ms)
        finish.secret = racing.holds(scratch.journal.b, scratch.journal.s, claim.action)
        if finish.refused is not None:
            beaten = claim.action in taken or (race.kind == "call" and bool(taken))
            finish.result = "late" if beaten else "void"
        else:
            if now is not None and ms >= now.at_ms + FALSE_START_MS:
                finish.result = (
                    "taken"  # heard after others were decided: for the rules it is no longer a false start
                )
            floor = ms
            taken.add(claim.action)
            after = racing.cue(scratch.journal.b, scratch.journal.s)
            if not same(before, after):
                before, caller = after, claim.seat
        found.append(finish)
    return found, caller


def _try(scratch: Table, claim: Claim, ms: int) -> Finish:
    """Play a claim if it is legal. If not, no time has passed either, since a quicker hand may come next."""
    text, before = str(claim.action), scratch.journal.checkpoint()
    try:
        scratch.advance(ms)
        text = scratch.game.codec.text(scratch.journal.b, scratch.journal.s, claim.seat, claim.action, ())
        if claim.seat not in scratch.actors:
            raise Refused("error.not_your_turn")
        scratch.play(claim.action, claim.seat, at_ms=ms)
    except (Refused, LudothequeError) as error:
        scratch.journal.restore(before)
        refused = error if isinstance(error, Refused) else Refused.of(error)
        return Finish(claim, ms, text, "void", refused)
    return Finish(claim, ms, text, "early" if claim.early else "taken", None)


def same(one: Cue | None, other: Cue | None) -> bool:
    """Whether these are the same cue."""
    return (one and (one.kind, one.at_ms)) == (other and (other.kind, other.at_ms))


MEASURED = (
    "elapsed_ms", "reaction_ms", "trusted_ms", "quota_ms", "compensation_ms", "reach_ms", "handicap_ms", "key_ms",
)  # fmt: skip


def raw(finish: Finish) -> RacedClaim:
    """Everything measured of a claim, for the log."""
    claim = finish.claim
    return RacedClaim(
        seat=claim.seat,
        action=claim.action,
        ms=finish.ms,
        result=finish.result,
        held=True if finish.secret else UNSET,
        travel_ms=round(claim.travel_ms, 3) if claim.travel_ms else UNSET,
        lot=UNSET if claim.lot is None else claim.lot,
        **{name: round(getattr(claim, name), 3) for name in MEASURED},
    )


SHOWN = tuple(name for name in PhotoRow.__struct_fields__ if name in RacedClaim.__struct_fields__)


def photo(claims: list[tuple[RacedClaim, str]]) -> list[PhotoRow]:
    """The rows of the photo: all claims of a race so far, each with the text of its action, in order and with their places.

    Nobody learns what a secret claim was.
    """
    rows = []
    for place, (claim, text) in enumerate(sorted(claims, key=_arrival), 1):
        shown = {name: getattr(claim, name) for name in SHOWN} | {"text": text, "place": place}
        rows.append(PhotoRow(**shown | ({"action": HIDDEN, "text": ""} if claim.held is True else {})))
    return rows


def _arrival(claim: tuple[RacedClaim, str]) -> tuple[bool, int]:
    return claim[0].result != "early", claim[0].ms


def is_doubtful(kind: str, claims: list[RacedClaim], pause_ms: float) -> bool:
    """Whether a pause of the server of `pause_ms` could have changed the result of a race.

    A pause can have cost a hand at most the difference between its time and what its own page reports. So a result is only doubtful if a hand
    that came too late would have been first or level without that, or if a hand was decided after a slower one.
    """
    got = [claim for claim in claims if claim.result == "taken"]
    beaten = [claim for claim in claims if claim.result in ("late", "void")]
    return any(
        _could_turn(one, other, pause_ms)
        for one in got
        for other in beaten
        if one.seat != other.seat and (kind == "call" or one.action == other.action)
    )


def _could_turn(first: RacedClaim, second: RacedClaim, pause_ms: float) -> bool:
    """Whether without the pause the second would have come before the first, level with it, or no longer level."""
    counted = max(0.0, second.elapsed_ms - second.compensation_ms - second.reaction_ms)
    apart = second.key_ms - first.key_ms
    without = apart - min(counted, pause_ms)
    if apart > TIE_MS:
        return without <= TIE_MS
    return without < -TIE_MS


# -- games that are looked at again ---------------------------------------------------------------------------------------


LONGEST_MS = 600_000
"""No hand takes longer."""


class Finished(msgspec.Struct, frozen=True):
    """The photo finish of a race, and when it was: after the first `begun` moves its cue had come, after `done` all hands were decided."""

    begun: int
    done: int
    photo: Photo


@dataclass
class _Race:
    """A race as far as it has been read: its hands may have been decided a few at a time."""

    begun: int
    done: int = 0
    slow: bool = False
    doubtful: bool = False
    window_ms: float = 0.0
    claims: list[RacedClaim] = field(default_factory=list)
    texts: dict[int, str] = field(default_factory=dict)


def photos(journal: Journal) -> list[Finished]:
    """The photo finishes of all races for things, in order. Impossible ones are left out."""
    journal.spell()
    races: dict[str, _Race] = {}
    for before, noted in journal.races:
        found = _read(noted)
        if found is None or any(claim.seat >= journal.setup.seats for claim in found.claims):
            continue
        race = races.setdefault(found.cue, _Race(before))
        decided = [claim for claim in found.claims if claim.result in ("taken", "early")]
        played = journal.events[before : before + len(decided)]
        race.texts |= {event.code: event.text for event in played}
        race.claims += found.claims
        race.done = before + len(played)
        race.slow |= found.slow
        race.window_ms = max(race.window_ms, found.window_ms)
        pause = found.pause_ms if isinstance(found.pause_ms, float) else 0.0
        race.doubtful |= found.slow and is_doubtful(found.race, race.claims, pause)
    return [
        Finished(
            race.begun,
            race.done,
            Photo(
                "",
                cue,
                "grab",
                race.slow,
                race.doubtful,
                race.window_ms,
                photo([(claim, race.texts.get(claim.action, "")) for claim in race.claims]),
            ),
        )
        for cue, race in races.items()
        if race.claims
    ]


def _read(noted: dict[str, object]) -> Resolved | None:
    """The measurements of a race for things; None for another kind of race, and for anything unreadable."""
    try:
        found = msgspec.convert({"kind": "resolved"} | noted, Resolved)
    except msgspec.ValidationError:
        return None
    measured = [getattr(claim, name) for claim in found.claims for name in SHOWN if name.endswith("_ms")]
    possible = all(abs(each) <= LONGEST_MS for each in measured)  # false for NaN, too
    return found if found.race == "grab" and possible else None
