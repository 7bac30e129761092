"""The figures of a balance: what is counted of many games, with intervals corrected for many comparisons, and games that show it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

import numpy as np

from ludotheque.lab.balance import PlayedGame, VariantGames, distinct_games
from ludotheque.lab.intervals import LEVEL, Estimate, apart, holm, mean_difference, mean_of, share
from ludotheque.lab.measures import TENTHS
from ludotheque.lab.tally import grade

QUARTERS = {"least": 0.0, "q1": 0.25, "median": 0.5, "q3": 0.75, "most": 1.0}
"""The quantiles of lengths and choices, by name."""
ALIKE = 200
"""Of many games that show a figure equally well, at most this many are considered for the page."""
COLUMNS = 12
"""Columns of a histogram, at most: each is a link, and wide enough for a finger."""
NEAR = 0.01
"""A quartile is shown by any game whose rank is within this share of it."""
COMEBACK = 0.25
"""A game is a comeback if its winner was once behind by at least this much."""

Games = tuple[tuple[int, ...], ...]
"""For each link of a figure, the numbers of the games that show it equally well."""


@dataclass(frozen=True)
class Figure:
    """A number on the page.

    Attributes:
        what: what it is: `order`, `seat`, `skill`, a key of `MEANS`, `mean` (the mean result of games that all win or lose together; under
            the name `skill` that of the strong bot with weak ones), `result` (how often such a result came), `ending`, `share` (what a thing
            is worth to its user), `longer` (how much longer games are with a thing), `column` (of a histogram, see `columns`), or a
            difference of variants, `d.` and one of these.
        name: which place, seat, ending or thing; empty if there is only one.
        variant: the number of the variant.
        games: the number of games behind it.
        replays: the games that show it. Lengths and choices have a link for each of `QUARTERS`, all others one.
        estimate: what was counted; None if nothing was, and on a page.
        family: the figures together with which its interval is corrected; empty for none.
        value: the share, the mean or the difference; None if nothing shows it.
        low: the lower bound of its corrected interval; None if there is none.
        high: the upper bound.
        none: its value if there is no effect; None where that means nothing.
        skill: whether these are games of the strong bot among weak ones.
        more: further numbers, by name.
    """

    what: str
    name: str
    variant: int
    games: int
    replays: Games
    estimate: Estimate | None = None
    family: str = ""
    value: float | None = None
    low: float | None = None
    high: float | None = None
    none: float | None = None
    skill: bool = False
    more: Mapping[str, float] = field(default_factory=dict)

    @property
    def found(self) -> bool:
        """Whether the interval leaves out "no effect"."""
        return None not in (self.low, self.high, self.none) and not self.low <= self.none <= self.high  # type: ignore[operator]


def figures(variants: Sequence[VariantGames]) -> list[Figure]:
    """All figures, with the intervals of three families corrected each by itself: seats and beginners, things, differences of variants.

    Args:
        variants: the variants with their games, the standard game first.
    """
    counted = [_Counted(number, each) for number, each in enumerate(variants)]
    found = [figure for each in counted for figure in each.figures()]
    found += [figure for each in counted[1:] for figure in each.differences(variants[0])]
    families: dict[str, list[tuple[int, Estimate]]] = {}
    for number, each in enumerate(found):
        if each.estimate is not None:
            families.setdefault(each.family, []).append((number, each.estimate))
    for family, members in families.items():
        estimates = [estimate for _, estimate in members]
        # No value of a figure without a family would mean "no effect", so each of these stands by itself.
        intervals = holm(estimates) if family else [e.interval(LEVEL) if e.known else None for e in estimates]
        for (number, estimate), interval in zip(members, intervals, strict=True):
            low, high = interval or (None, None)
            none = estimate.none if family else None
            found[number] = replace(found[number], value=estimate.counted, low=low, high=high, none=none)
    return found


class _Counted:
    """What is counted of the games of one variant."""

    def __init__(self, number: int, of: VariantGames) -> None:
        self.number, self.of = number, of
        self.games = of.games

    def figures(self) -> Iterator[Figure]:
        """Its figures, without intervals."""
        if not self.games:
            return
        if self.of.rivals:
            yield from self.fairness()
        if self.of.skilled and self.of.seats > 1:
            yield self.skill()
        yield from self.shape()
        yield from self.endings()
        yield from self.things()

    def part(self, what: str, name: str, games: Sequence[PlayedGame]) -> Figure:
        """Which part of all games these are."""
        total = len(self.games)
        estimate = share(len(games), total, self.of.distinct, 0.0, self.of.known)
        return Figure(what, name, self.number, total, _typical(games), estimate)

    def fairness(self) -> Iterator[Figure]:
        """Who goes first and where one sits; of two, one is enough."""
        seats, total = self.of.seats, len(self.games)
        for what in ("order", "seat") if self.of.first else ("seat",):
            for place in range(seats if seats > 2 else 1):
                won = [
                    game.won([(game.result.first * (what == "order") + place) % seats]) for game in self.games
                ]
                estimate = share(sum(won), total, self.of.distinct, 1 / seats, self.of.known)
                winners = [game for game, part in zip(self.games, won, strict=True) if part > 0]
                yield Figure(
                    what, str(place), self.number, total, _typical(winners or self.games), estimate, "seats"
                )

    def skill(self) -> Figure:
        """What the strong bot won; luck alone would give it as much as the others."""
        games, equal = self.of.skilled, 1 / self.of.seats
        different, known = distinct_games(games)
        if self.of.together:  # compare with the mean result between equals, not with a seat's part
            estimate = mean_of([grade(game.result) for game in games], 0.0, known)
            return Figure("mean", "skill", self.number, len(games), _typical(games), estimate, skill=True)
        estimate = share(sum(game.won_by_strong for game in games), len(games), different, equal, known)
        lost = [game for game in games if game.won_by_strong == 0]
        scale = {"scale": (estimate.value - equal) / (1 - equal)}
        shown = _typical(lost or games)
        return Figure("skill", "", self.number, len(games), shown, estimate, "seats", skill=True, more=scale)

    def shape(self) -> Iterator[Figure]:
        """Length, choices, leads."""
        for what, value in MEANS.items():
            if what in OF_LEADERS and not self.of.rivals:
                continue
            games = [game for game in self.games if value(game) is not None]
            values = [float(value(game) or 0.0) for game in games]
            if not games or (what == "clock" and not any(values)):
                continue
            more = dict(zip(QUARTERS, np.quantile(values, [*QUARTERS.values()]).tolist(), strict=True))
            if what == "comeback":
                more["deepest"] = max(game.measures.behind for game in games)
            if what in SHARES:
                different, _ = distinct_games(games)
                estimate = share(sum(values), len(values), different, 0.0, self.of.known)
            else:
                estimate = mean_of(values, 0.0, self.of.known)
            yield Figure(what, "", self.number, len(values), _shown(what, self.games), estimate, more=more)

    def endings(self) -> Iterator[Figure]:
        """How games ended; where all win or lose together, with what result."""
        for ending, _ in Counter(game.result.ending for game in self.games).most_common():
            yield self.part("ending", ending, [game for game in self.games if game.result.ending == ending])
        if self.of.together:
            results = [grade(game.result) for game in self.games]
            middle = mean_of(results, 0.0, self.of.known)
            yield Figure("mean", "", self.number, len(results), _typical(self.games), middle)
            for value in sorted(set(results)):
                yield self.part(
                    "result", f"{value:g}", [game for game in self.games if grade(game.result) == value]
                )

    def things(self) -> Iterator[Figure]:
        """How often each thing was there, what it is worth to those who use it most, and how much longer games with it are."""
        for name in sorted({name for game in self.games for name in game.measures.things}):
            there = [game for game in self.games if name in game.measures.things]
            without = [float(game.result.actions) for game in self.games if name not in game.measures.things]
            times = sum(sum(game.measures.things[name]) for game in there)
            more = {"games": len(there) / len(self.games), "times": times / len(self.games)}
            shown = _with(name, there)
            if not self.of.together:
                gains = [gain for game in there if (gain := _gain(game, name)) is not None]
                estimate = mean_difference(gains, self.of.known) if gains else None
                yield Figure("share", name, self.number, len(gains), shown, estimate, "things", more=more)
            if without or self.of.together:
                lengths = [float(game.result.actions) for game in there]
                estimate = apart(lengths, without, self.of.known) if without else None
                yield Figure("longer", name, self.number, len(there), shown, estimate, "things", more=more)

    def differences(self, standard: VariantGames) -> Iterator[Figure]:
        """Each figure less that of the standard game, game by game with the same seed."""
        of = self.of
        pairs = list(zip(standard.games, of.games, strict=False))
        if not pairs:
            return
        same = (standard.seats, standard.together) == (of.seats, of.together)
        if same and of.rivals and of.first:
            gains = [theirs.won_by_first - ours.won_by_first for ours, theirs in pairs]
            yield self.difference("order", gains, standard)
        if same and of.together:
            gains = [grade(theirs.result) - grade(ours.result) for ours, theirs in pairs]
            yield self.difference("mean", gains, standard)
        elif same and standard.skilled and of.skilled:
            skilled = zip(standard.skilled, of.skilled, strict=False)
            gains = [theirs.won_by_strong - ours.won_by_strong for ours, theirs in skilled]
            yield self.difference("skill", gains, standard)
        for what, value in MEANS.items():
            if what in OF_LEADERS and not (standard.rivals and of.rivals):
                continue
            values = [(value(ours), value(theirs)) for ours, theirs in pairs]
            gains = [b - a for a, b in values if a is not None and b is not None]
            if gains and (what != "clock" or any(gains)):
                yield self.difference(what, gains, standard)

    def difference(self, what: str, gains: Sequence[float], standard: VariantGames) -> Figure:
        """What a figure gained over that of the standard game."""
        known, skill = standard.known and self.of.known, what == "skill"
        is_share = skill or what == "order" or what in SHARES
        estimate = mean_difference(gains, known) if is_share else mean_of(gains, 0.0, known)
        shown = _typical(self.of.skilled if skill else self.games)
        return Figure(f"d.{what}", "", self.number, len(gains), shown, estimate, "variants", skill=skill)


# -- a game, and games that show something ----------------------------------------------------------------------------


def _half(game: PlayedGame) -> float | None:
    """What the leaders at half-time won; None if nobody led."""
    seats = [seat for seat in range(len(game.result.returns)) if game.measures.half >> seat & 1]
    return min(1.0, game.won(seats)) if seats else None


MEANS: Mapping[str, Callable[[PlayedGame], float | None]] = {
    "length": lambda game: float(game.result.actions),
    "turns": lambda game: float(game.measures.turns),
    "clock": lambda game: game.measures.clock_ms / 1000,
    "choices": lambda game: game.choices,
    "leads": lambda game: float(game.measures.leads),
    "comeback": lambda game: float(game.measures.behind >= COMEBACK),
    "half": _half,
}
"""What has a mean, by name."""
SHARES = ("comeback", "half")
"""Those of `MEANS` that are shares of the games."""
OF_LEADERS = ("leads", *SHARES)
"""Those of `MEANS` that need seats that play against each other."""


def _gain(game: PlayedGame, thing: str) -> float | None:
    """The mean win of seats that used a thing more than the table's average, less that of the others; None if all used it alike."""
    counts = game.counts(thing)
    average = sum(counts) / len(counts)
    much = [seat for seat, count in enumerate(counts) if count > average]
    little = [seat for seat, count in enumerate(counts) if count <= average]
    if not much or not little:
        return None
    return game.won(much) / len(much) - game.won(little) / len(little)


def _shown(what: str, games: Sequence[PlayedGame]) -> Games:
    """Games for a mean: those at `QUARTERS`; for leads and comebacks the greatest."""
    if what == "half":
        return _typical([game for game in games if _half(game) == 0.0] or games)
    if what == "comeback":
        most = max(round(game.measures.behind, 3) for game in games)
        return (_numbers(game for game in games if round(game.measures.behind, 3) == most),)
    by = MEANS[what]
    values = {game.number: round(by(game) or 0.0, 1) for game in games}
    ordered = sorted(games, key=lambda game: (values[game.number], game.number))
    if what == "leads":
        return (_numbers(game for game in games if values[game.number] == values[ordered[-1].number]),)
    slots = []
    for part in QUARTERS.values():
        place, room = part * (len(ordered) - 1), NEAR * len(ordered) * (0.0 < part < 1.0)
        same = values[ordered[round(place)].number]
        near = ordered[max(0, round(place - room)) : round(place + room) + 1] if room else []
        alike = [game for game in ordered if values[game.number] == same]
        slots.append(_numbers([*alike, *(game for game in near if values[game.number] != same)]))
    return tuple(slots)


def _numbers(games: Iterable[PlayedGame]) -> tuple[int, ...]:
    return tuple(game.number for game in islice(games, ALIKE))


def _typical(games: Sequence[PlayedGame]) -> Games:
    """Games that all show it, those of about the middle length first."""
    if not games:
        return ()
    middle = float(np.median([game.result.actions for game in games]))
    return (_numbers(sorted(games, key=lambda game: (abs(game.result.actions - middle), game.number))),)


def _with(thing: str, there: Sequence[PlayedGame]) -> Games:
    """All games with a thing may show it; the page takes one that it shows anyway. Games in which a winner used it come first."""
    used_by_winner = [
        game
        for game in there
        if any(count and won for count, won in zip(game.counts(thing), game.result.returns, strict=True))
    ]
    return (_numbers(used_by_winner or there),)


# -- plots ------------------------------------------------------------------------------------------------------------


def columns(number: int, games: Sequence[PlayedGame]) -> list[Figure]:
    """The columns of a histogram of the lengths: how many games had from `least` to `most` actions, the shortest first; none is empty.

    Args:
        number: the number of the variant.
        games: its games.
    """
    lengths = [game.result.actions for game in games]
    least, most = min(lengths), max(lengths)
    width = -(-(most - least + 1) // COLUMNS)  # rounded up
    found = []
    for place, begin in enumerate(range(least, most + 1, width)):
        here = [game for game in games if begin <= game.result.actions < begin + width]
        if here:
            more = {"least": begin, "most": begin + width - 1, "place": place}
            found.append(
                Figure("column", "", number, len(here), (_numbers(here),), value=len(here), more=more)
            )
    return found


def along(games: Sequence[PlayedGame]) -> list[float]:
    """The mean number of legal actions of a decision in each tenth of the game."""
    sums: Any = np.zeros((TENTHS, 2))
    for game in games:
        sums += np.array(game.measures.choices)
    return [float(total / count) if count else 0.0 for count, total in sums.tolist()]
