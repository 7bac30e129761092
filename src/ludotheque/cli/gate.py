"""Measures whether races are fair: thousands of them between two equal players on a simulated clock, decided as at real tables.

Reactions are ex-Gaussian (μ 230, σ 30, τ 40 ms). Each way over the network takes its share of the round trip, exponential jitter, and once
in a hundred times 100 to 250 ms more. `ludotheque bench races` prints the results.

It is part of `cli` because it calls the server's functions, which the laboratory may not import.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from ludotheque.cli.options import report
from ludotheque.cli.stopping import until_stopped
from ludotheque.core.output import say
from ludotheque.core.racing import FALSE_START_MS, TIE_MS
from ludotheque.server.room.races.credit import MAX_MS, QUICK_MS, Credit
from ludotheque.server.room.races.race import Claim, Race, Rival
from ludotheque.server.room.races.timing import Quota, Trusted

if TYPE_CHECKING:
    from ludotheque.cli.words import Words

Rule = Literal["arrival", "synchronised", "flat", "quota", "strangers"]

FLAT_MS = 100.0
PINGS, PING_MS = 8, 2500.0
"""The number of pings between two races, and the time in ms from one to the next."""
LOT = 1 << 32
SOONEST_MS = 150.0
"""A page that measures less than this knows that it was late itself, and counts from when the cue came (`client/src/live/clock.ts`)."""
GRABBED_MS = 160.0
"""The key of a caller who has grabbed before anybody else presses."""
EARLY_MS, LATE_MS = 45.0, 180.0
"""What a page that pretends to have started too soon reports, and by how much an honest one may take its cue to be painted too late."""


@dataclass(frozen=True)
class NetworkPath:
    """A network: its round trip without jitter, the share of it on the way to the player, and the mean jitter of each way."""

    round_trip_ms: float
    jitter_ms: float = 10.0
    down: float = 0.5
    spikes: float = 0.01

    def one_way(self, share: float, luck: random.Random) -> float:
        """How long a message takes over this share of the way."""
        spike = luck.uniform(100.0, 250.0) if luck.random() < self.spikes else 0.0
        return self.round_trip_ms * share + luck.expovariate(1.0) * self.jitter_ms + spike


@dataclass(frozen=True)
class Cheat:
    """What a dishonest page does.

    Attributes:
        less_ms: how much less than the true reaction it reports.
        pongs_ms: how long it delays its pongs.
        every: it reports less in every `every`-th race.
        min_ms: the least reaction that it reports.
        slower_ms: how much later than an honest player it presses.
        pongs: which pongs it delays: all, every second one, or those behind a cue.
    """

    less_ms: float = 0.0
    pongs_ms: float = 0.0
    every: int = 1
    min_ms: float = FALSE_START_MS
    slower_ms: float = 0.0
    pongs: Literal["all", "second", "raced"] = "all"


@dataclass(frozen=True)
class Scenario:
    """Two players. The second is the one measured: far away, or dishonest.

    Attributes:
        direct: the kernel's round trip is known.
        late_ms: how much later than it was seen the second player's honest page takes its cue to be painted.
        grabbed: the caller has grabbed before either of them presses, so that the rules take nothing for a false start any more.
    """

    name: str
    rule: Rule
    near: NetworkPath
    far: NetworkPath
    cheat: Cheat | None = None
    direct: bool = True
    late_ms: float = 0.0
    grabbed: bool = False


@dataclass
class Side:
    """One side of a scenario, with what the server knows of its network."""

    network: NetworkPath
    cheat: Cheat = field(default_factory=Cheat)
    direct: bool = True
    late_ms: float = 0.0
    trusted: Trusted = field(default_factory=Trusted)
    quota: Quota = field(default_factory=Quota)
    credit: Credit = field(default_factory=Credit)
    races: int = 0
    pings: int = 0

    def ping(self, at_ms: float, luck: random.Random) -> None:
        """Let the server measure a round trip."""
        self.pings += 1
        round_trip = self._round_trip(luck)
        held = self.cheat.pongs == "all" or (self.cheat.pongs == "second" and self.pings % 2 == 0)
        self.trusted.add(at_ms, round_trip + self.cheat.pongs_ms * held)

    def ping_raced(self, at_ms: float, luck: random.Random) -> None:
        """The ping right behind a cue."""
        self.trusted.add_raced(
            at_ms, self._round_trip(luck) + self.cheat.pongs_ms * (self.cheat.pongs != "second")
        )

    def _round_trip(self, luck: random.Random) -> float:
        """There and back. On a direct line the kernel measures it too: the shortest, and a running mean."""
        round_trip = self.network.one_way(self.network.down, luck) + self.network.one_way(
            1 - self.network.down, luck
        )
        if self.direct:
            trusted = self.trusted
            usual = round_trip if trusted.kernel_usual_ms is None else trusted.kernel_usual_ms
            trusted.kernel_ms = (
                round_trip if trusted.kernel_ms is None else min(trusted.kernel_ms, round_trip)
            )
            trusted.kernel_usual_ms = usual + (round_trip - usual) / 8
        return round_trip

    def claimed(self, reaction_ms: float) -> float:
        """The reaction that the page reports, once for each race."""
        self.races += 1
        if self.late_ms:
            measured = reaction_ms - self.late_ms
            return measured if measured >= SOONEST_MS else reaction_ms
        if not self.cheat.less_ms or self.races % self.cheat.every:
            return reaction_ms
        return max(self.cheat.min_ms, reaction_ms - self.cheat.less_ms)


@dataclass(frozen=True)
class Press:
    """A press as it happened: the true reaction, and how long each way took."""

    reaction_ms: float
    down_ms: float
    up_ms: float

    @property
    def elapsed_ms(self) -> float:
        """The time that passed at the server since it sent the cue."""
        return self.down_ms + self.reaction_ms + self.up_ms


def reaction(luck: random.Random) -> float:
    """How long a person takes from seeing to pressing."""
    return luck.gauss(230.0, 30.0) + luck.expovariate(1.0) * 40.0


def run(scenario: Scenario, races: int, seed: int = 1) -> dict[str, Any]:
    """Run `races` races of a scenario. Returns the share, in percent, of the second player's wins and of right winners.

    A winner is right if they were not slower than the other by more than a tie.
    """
    luck = random.Random(seed)
    sides = (
        Side(scenario.near, direct=scenario.direct),
        Side(scenario.far, scenario.cheat or Cheat(), scenario.direct, scenario.late_ms),
    )
    wins = right = 0
    now = 0.0
    for _ in range(races):
        for _ in range(PINGS):
            now += PING_MS
            for side in sides:
                side.ping(now, luck)
        presses = tuple(
            Press(
                reaction(luck) + side.cheat.slower_ms,
                side.network.one_way(side.network.down, luck),
                side.network.one_way(1 - side.network.down, luck),
            )
            for side in sides
        )
        winner = RULES[scenario.rule](sides, presses, now, luck, scenario.grabbed)
        wins += winner
        right += presses[winner].reaction_ms <= presses[1 - winner].reaction_ms + TIE_MS
    return _row(scenario, races, 100.0 * wins / races, 100.0 * right / races)


def _row(scenario: Scenario, races: int, wins: float, right: float) -> dict[str, Any]:
    honest = scenario.cheat is None
    return {
        "scenario": scenario.name,
        "rule": scenario.rule,
        "near_ms": scenario.near.round_trip_ms,
        "far_ms": scenario.far.round_trip_ms,
        "jitter_ms": scenario.far.jitter_ms,
        "less_ms": scenario.cheat.less_ms if scenario.cheat else 0.0,
        "pongs_ms": scenario.cheat.pongs_ms if scenario.cheat else 0.0,
        "least_ms": scenario.cheat.min_ms if scenario.cheat else 0.0,
        "slower_ms": scenario.cheat.slower_ms if scenario.cheat else 0.0,
        "late_ms": scenario.late_ms,
        "grabbed": scenario.grabbed,
        "direct": scenario.direct,
        "races": races,
        "far_wins_pct": round(wins, 2) if honest else None,
        "right_pct": round(right, 2) if honest else None,
        "liar_pct": None if honest else round(wins, 2),
    }


Sides = tuple[Side, ...]
Presses = tuple[Press, ...]


def _first(scores: tuple[float, ...]) -> int:
    return int(scores[1] < scores[0])


def by_arrival(_sides: Sides, presses: Presses, *_: object) -> int:
    """The first to be heard wins."""
    return _first(tuple(press.elapsed_ms for press in presses))


def by_synchronised_clocks(sides: Sides, presses: Presses, *_: object) -> int:
    """The cue is shown at an agreed instant, by clocks set over the network as if both ways took equally long. The first to be heard wins."""
    early = [side.network.round_trip_ms * (0.5 - side.network.down) for side in sides]
    return _first(
        tuple(press.reaction_ms + press.up_ms - ahead for press, ahead in zip(presses, early, strict=True))
    )


def by_flat_trust(sides: Sides, presses: Presses, *_: object) -> int:
    """The reaction that the page reports counts if it gains no more than `FLAT_MS`."""
    scores = []
    for side, press in zip(sides, presses, strict=True):
        off = press.elapsed_ms - side.claimed(press.reaction_ms)
        scores.append(press.elapsed_ms - min(max(0.0, off), FLAT_MS))
    return _first(tuple(scores))


def by_quota(sides: Sides, presses: Presses, now: float, luck: random.Random, grabbed: bool) -> int:
    """As tables do among friends: a `Race`, whose claims come in one by one while its window is open."""
    return _raced(sides, presses, now, luck, (None, None), grabbed)


def by_credit(sides: Sides, presses: Presses, now: float, luck: random.Random, grabbed: bool) -> int:
    """As tables do among strangers: the same, with a credit for each side."""
    for side in sides:
        side.ping_raced(now, luck)
    return _raced(sides, presses, now, luck, tuple(side.credit for side in sides), grabbed)


def _raced(
    sides: Sides, presses: Presses, now: float, luck: random.Random, trust: tuple[Credit | None, ...],
    grabbed: bool,
) -> int:  # fmt: skip
    race = Race("", "grab", now, 0.0, 3)
    race.decided_ms = GRABBED_MS if grabbed else 0.0
    taken: list[Claim] = []
    for seat in sorted(range(2), key=lambda seat: presses[seat].elapsed_ms):
        side, press = sides[seat], presses[seat]
        received = now + press.elapsed_ms
        closes = race.closes_ms()
        if closes is not None and closes < received:
            taken += race.take(closes, lambda: luck.randrange(LOT))
        claim = Claim(seat, 0, received, press.elapsed_ms, side.claimed(press.reaction_ms))
        race.judge(claim, side.trusted, side.quota, 0.0, 0.0, trust[seat])
        other = sides[1 - seat].trusted
        race.enter(claim, {1 - seat: Rival(other.p95(received))})
    while (closes := race.closes_ms()) is not None:
        taken += race.take(closes, lambda: luck.randrange(LOT))
    hands = [claim for claim in taken if not claim.early]
    return (hands or taken[::-1])[0].seat


RULES: Mapping[Rule, Callable[[Sides, Presses, float, random.Random, bool], int]] = {
    "arrival": by_arrival,
    "synchronised": by_synchronised_clocks,
    "flat": by_flat_trust,
    "quota": by_quota,
    "strangers": by_credit,
}

EVEN = NetworkPath(60.0)
LIES = (20.0, 50.0, 1000.0)


def scenarios() -> Iterator[Scenario]:
    """All scenarios: first the ways that are not fair, then the one that tables use, then dishonest players."""
    near, far = NetworkPath(20.0), NetworkPath(90.0)
    skewed = NetworkPath(90.0, down=0.25)
    yield Scenario("honest", "arrival", near, far)
    yield Scenario("honest", "arrival", NetworkPath(2.0), NetworkPath(120.0))
    yield Scenario("asymmetric", "synchronised", near, skewed)
    yield Scenario("honest", "flat", near, far)
    for jitter in (2.0, 10.0, 20.0):
        yield Scenario("honest", "quota", NetworkPath(20.0, jitter), NetworkPath(90.0, jitter))
        yield Scenario("honest", "quota", NetworkPath(2.0, jitter), NetworkPath(120.0, jitter))
    yield Scenario("asymmetric", "quota", near, skewed)
    yield Scenario("far_wavers", "quota", NetworkPath(2.0, 1.0), NetworkPath(120.0, 20.0))
    yield from _liars()
    yield from _among_strangers()


def _liars() -> Iterator[Scenario]:
    yield Scenario("liar", "flat", EVEN, EVEN, Cheat(50.0))
    for less in LIES:
        yield Scenario("liar", "quota", EVEN, EVEN, Cheat(less))
    for jitter in (2.0, 20.0):
        network = NetworkPath(60.0, jitter)
        yield Scenario("liar", "quota", network, network, Cheat(50.0))
    yield Scenario("saving_liar", "quota", EVEN, EVEN, Cheat(100.0, every=4))
    yield Scenario("pong_liar", "quota", EVEN, EVEN, Cheat(50.0, 50.0))
    yield Scenario("pong_liar", "quota", EVEN, EVEN, Cheat(1000.0, 300.0))
    yield from _too_soon("quota", True)
    yield Scenario("proxy_liar", "quota", EVEN, EVEN, Cheat(50.0, 50.0), False)


def _too_soon(rule: Rule, direct: bool) -> Iterator[Scenario]:
    """Pages that report what no person can do, before the caller has grabbed and afterwards, and honest ones whose cue was painted late."""
    for grabbed in (False, True):
        when = "_grabbed" if grabbed else ""
        for slower in (20.0, 120.0):
            lie = Cheat(1000.0, min_ms=EARLY_MS, slower_ms=slower)
            yield Scenario(f"early_liar{when}", rule, EVEN, EVEN, lie, direct, grabbed=grabbed)
        yield Scenario(f"late_page{when}", rule, EVEN, EVEN, None, direct, LATE_MS, grabbed)


GAINS = (50.0, 200.0, 400.0)
"""By how much dishonest players among strangers try to be quicker than they are."""


def _among_strangers() -> Iterator[Scenario]:
    """Distant and dishonest players at tables of strangers, on direct connections and behind a proxy that reports nothing."""
    for direct in (True, False):
        for jitter in (2.0, 10.0):
            for far in (90.0, MAX_MS):
                yield Scenario(
                    "honest", "strangers", NetworkPath(20.0, jitter), NetworkPath(far, jitter), direct=direct
                )
        for gain in GAINS:
            yield Scenario("pong_liar", "strangers", EVEN, EVEN, Cheat(gain, gain), direct)
            careful = Cheat(gain, gain, min_ms=QUICK_MS + 1)
            yield Scenario("careful_liar", "strangers", EVEN, EVEN, careful, direct)
        late = Cheat(1000.0, 400.0, min_ms=FALSE_START_MS + 1, slower_ms=100.0)
        yield Scenario("late_liar", "strangers", EVEN, EVEN, late, direct)
        yield Scenario("wavering_liar", "strangers", EVEN, EVEN, Cheat(50.0, 100.0, pongs="second"), direct)
        yield Scenario("race_liar", "strangers", EVEN, EVEN, Cheat(50.0, 150.0, pongs="raced"), direct)
        yield from _too_soon("strangers", direct)


COLUMNS = (("far_wins_pct", 9), ("right_pct", 8), ("liar_pct", 9))
WIDE = 92


def print_races(races: int, words: Words, as_json: bool) -> None:
    """Run `races` races of every scenario, and print the shares in percent, or JSON."""
    rows = []
    if not as_json:
        heads = "".join(f"{words(f'cli.races.{name}'):>{width}}" for name, width in COLUMNS)
        say(f"{words('cli.races.rule'):20} {words('cli.races.scenario'):{WIDE}}{heads}")
    with until_stopped() as stopped:
        for scenario in scenarios():
            row = run(scenario, races)
            rows.append(row)
            if not as_json:
                say(_line(row, words))
    foot = words("cli.races.stopped") if stopped else words("cli.races.foot", n=races)
    report({"races": races, "stopped": bool(stopped), "rows": rows}, [foot], as_json, stopped.code)


def _line(row: dict[str, Any], words: Words) -> str:
    names = ("near_ms", "far_ms", "jitter_ms", "less_ms", "pongs_ms", "least_ms", "slower_ms", "late_ms")
    numbers = {name.removesuffix("_ms"): words.number(row[name], 0) for name in names}
    figures = "".join(
        f"{'' if row[name] is None else words.number(row[name], 1):>{width}}" for name, width in COLUMNS
    )
    rule = words(f"cli.races.rule.{row['rule']}")
    what = words(f"cli.races.scenario.{row['scenario']}", **numbers)
    if row["rule"] == "strangers" and not row["direct"]:
        what = words("cli.races.proxied", what=what)
    return f"{rule:20} {what:{WIDE}}{figures}".rstrip()
