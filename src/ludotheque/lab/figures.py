"""The figures of a balance: what is counted of many games, with intervals corrected for many comparisons, and games that show it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import numpy as np

from ludotheque.lab import corrected
from ludotheque.lab.balance import Row, Variant
from ludotheque.lab.corrected import Estimate
from ludotheque.lab.measures import TENTHS
from ludotheque.lab.tally import distinct, grade

ENOUGH_DISTINCT = 0.99
"""Intervals are given where at least this share of the games are distinct: the others would be the same evidence twice."""
QUARTERS = (0.0, 0.25, 0.5, 0.75, 1.0)
ALIKE = 200
"""Of many games that show a figure alike, so many are considered for the page."""
COLUMNS = 12
"""Columns of a histogram, at most: each is a link, and wide enough for a finger."""
NEAR = 0.01
"""A quartile is shown by any game whose rank is within this share of it."""
COMEBACK = 0.25
"""A game is a comeback if its winner was once behind by at least this much."""


@dataclass(frozen=True)
class Figure:
    """A number on the page.

    Attributes:
        what: what it is: `order`, `seat`, `skill`, `length`, `choices`, `leads`, `comeback`, `half`, `mean` (the mean result of games that all
            win or lose together, of the strong bot with weak ones under the name `skill`), `result` (how often such a result came), `ending`, `share` (what a thing is worth to its user), `longer`
            (how much longer games are with a thing), `column` (of a histogram, see `columns`), or a difference of variants, `d.` and one of
            these.
        name: which place, seat, ending or thing; empty if there is only one.
        variant: the number of the variant.
        value: the share, the mean or the difference; None if nothing shows it.
        low: the lower bound of its corrected interval; None if there is none.
        high: the upper bound.
        none: its value if there is no effect; None where that means nothing.
        games: the number of games behind it.
        replays: for each of its links, the numbers of games that show it alike. Lengths and choices have a link for each of `QUARTERS`, all
            others one.
        skill: whether these are games of the strong bot among weak ones.
        more: further numbers, by name.
    """

    what: str
    name: str
    variant: int
    value: float | None
    low: float | None
    high: float | None
    none: float | None
    games: int
    replays: tuple[tuple[int, ...], ...]
    skill: bool = False
    more: Mapping[str, float] = field(default_factory=dict)

    @property
    def found(self) -> bool:
        """Whether the interval leaves out "no effect"."""
        return None not in (self.low, self.high, self.none) and not self.low <= self.none <= self.high  # type: ignore[operator]


@dataclass(frozen=True)
class Played:
    """A variant with its games.

    Attributes:
        variant: the variant.
        rows: the games between equals.
        skilled: the games of a strong bot among weak ones.
        together: whether all seats win or lose together.
        first: whether it matters who goes first.
    """

    variant: Variant
    rows: Sequence[Row]
    skilled: Sequence[Row]
    together: bool
    first: bool

    @property
    def distinct(self) -> int:
        """The number of distinct games between equals."""
        return distinct(row.result for row in self.rows)

    @property
    def known(self) -> bool:
        """Whether so few games repeat that intervals may be given."""
        return self.distinct >= ENOUGH_DISTINCT * len(self.rows)


@dataclass(frozen=True)
class _Draft:
    """A figure before its interval is known."""

    what: str
    name: str
    variant: int
    estimate: Estimate | None
    games: int
    replays: tuple[tuple[int, ...], ...]
    family: str = ""
    tested: bool = True
    skill: bool = False
    more: Mapping[str, float] = field(default_factory=dict)


def figures(played: Sequence[Played]) -> list[Figure]:
    """All figures, with the intervals of three families corrected each by itself: seats and beginners, things, differences of variants."""
    drafts = [draft for number, each in enumerate(played) for draft in _of_variant(number, each)]
    drafts += [
        draft for number in range(1, len(played)) for draft in _differences(number, played[0], played[number])
    ]
    intervals: dict[int, tuple[float, float] | None] = {}
    for family in dict.fromkeys(draft.family for draft in drafts if draft.estimate is not None):
        members = [
            n for n, draft in enumerate(drafts) if draft.family == family and draft.estimate is not None
        ]
        estimates = [draft.estimate for n in members if (draft := drafts[n]).estimate is not None]
        if family:
            found = corrected.holm([each for each in estimates if each is not None])
        else:  # by themselves: no value of these would mean "no effect"
            found = [each.interval(corrected.ALPHA) if each and each.known else None for each in estimates]
        intervals.update(zip(members, found, strict=True))
    return [_finished(draft, intervals.get(number)) for number, draft in enumerate(drafts)]


def _finished(draft: _Draft, interval: tuple[float, float] | None) -> Figure:
    low, high = interval or (None, None)
    value = None if draft.estimate is None else draft.estimate.counted
    none = draft.estimate.none if draft.estimate is not None and draft.family else None
    return Figure(
        draft.what, draft.name, draft.variant, value, low, high, none, draft.games, draft.replays, draft.skill, draft.more
    )  # fmt: skip


# -- a variant --------------------------------------------------------------------------------------------------------


def _of_variant(number: int, each: Played) -> Iterator[_Draft]:
    rows = each.rows
    if not rows:
        return
    seats = each.variant.match.seats
    if not each.together and seats > 1:
        yield from _fairness(number, each, seats)
    if each.skilled and seats > 1:
        yield _skill(number, each, seats)
    yield from _shape(number, each)
    yield from _endings(number, each)
    yield from _things(number, each)


def _fairness(number: int, each: Played, seats: int) -> Iterator[_Draft]:
    """Who goes first and where one sits; of two, one is enough."""
    for what in ("order", "seat") if each.first else ("seat",):
        for place in range(seats if seats > 2 else 1):
            won = [row.won([(row.result.first * (what == "order") + place) % seats]) for row in each.rows]
            estimate = corrected.share(sum(won), len(each.rows), each.distinct, 1 / seats, each.known)
            shown = _typical(
                [row for row, share in zip(each.rows, won, strict=True) if share > 0] or each.rows
            )
            yield _Draft(what, str(place), number, estimate, len(each.rows), shown, "seats")


def _skill(number: int, each: Played, seats: int) -> _Draft:
    """What the strong bot won; luck alone would give it as much as the others."""
    different = distinct(row.result for row in each.skilled)
    known = different >= ENOUGH_DISTINCT * len(each.skilled)
    if each.together:  # compare with the mean result between equals, not with a seat's part
        estimate = corrected.mean([grade(row.result) for row in each.skilled], 0.0, known)
        return _Draft(
            "mean", "skill", number, estimate, len(each.skilled), _typical(each.skilled), skill=True
        )
    where = [(-row.number) % seats for row in each.skilled]
    wins = sum(row.won([seat]) for row, seat in zip(each.skilled, where, strict=True))
    lost = [row for row, seat in zip(each.skilled, where, strict=True) if row.won([seat]) == 0]
    estimate = corrected.share(wins, len(each.skilled), different, 1 / seats, known)
    share = wins / len(each.skilled)
    scale = {"scale": (share - 1 / seats) / (1 - 1 / seats)} if seats > 1 else {}
    return _Draft(
        "skill", "", number, estimate, len(each.skilled), _typical(lost or each.skilled), "seats", skill=True, more=scale
    )  # fmt: skip


def _shape(number: int, each: Played) -> Iterator[_Draft]:
    """Length, choices, leads."""
    rows = each.rows
    for what, value in MEANS.items():
        if what in ("leads", "comeback", "half") and (each.together or each.variant.match.seats < 2):
            continue
        if what == "clock" and not any(row.measures.clock_ms for row in rows):
            continue
        values = [value(row) for row in rows]
        kept = [each for each in values if each is not None]
        if not kept:
            continue
        more = dict(
            zip(("least", "q1", "median", "q3", "most"), np.quantile(kept, QUARTERS).tolist(), strict=True)
        )
        if what == "comeback":
            more["deepest"] = max(row.measures.behind for row in rows)
        if what in ("comeback", "half"):
            different = distinct(
                row.result for row, told in zip(rows, values, strict=True) if told is not None
            )
            estimate = corrected.share(sum(kept), len(kept), different, 0.0, each.known)
        else:
            estimate = corrected.mean(kept, 0.0, each.known)
        yield _Draft(what, "", number, estimate, len(kept), _shown(what, rows), more=more)


def _half(row: Row) -> float | None:
    """Whether whoever led in the middle won; None if nobody led."""
    seats = [seat for seat in range(len(row.result.returns)) if row.measures.half >> seat & 1]
    return min(1.0, row.won(seats)) if seats else None


MEANS: Mapping[str, Callable[[Row], float | None]] = {
    "length": lambda row: float(row.result.actions),
    "turns": lambda row: float(row.measures.turns),
    "clock": lambda row: row.measures.clock_ms / 1000,
    "choices": lambda row: row.choices,
    "leads": lambda row: float(row.measures.leads),
    "comeback": lambda row: float(row.measures.behind >= COMEBACK),
    "half": _half,
}
"""What has a mean, by name."""


def _shown(what: str, rows: Sequence[Row]) -> tuple[tuple[int, ...], ...]:
    """Games for a mean: those at `QUARTERS`; for leads and comebacks the greatest."""
    if what == "half":
        return _typical([row for row in rows if _half(row) == 0.0] or rows)
    if what == "comeback":
        most = max(round(row.measures.behind, 3) for row in rows)
        return (_numbers(row for row in rows if round(row.measures.behind, 3) == most),)
    by = MEANS[what]
    values = {row.number: round(by(row) or 0.0, 1) for row in rows}
    ordered = sorted(rows, key=lambda row: (values[row.number], row.number))
    if what == "leads":
        return (_numbers(row for row in rows if values[row.number] == values[ordered[-1].number]),)
    slots = []
    for part in QUARTERS:
        place, room = part * (len(ordered) - 1), NEAR * len(ordered) * (0.0 < part < 1.0)
        same = values[ordered[round(place)].number]
        near = ordered[max(0, round(place - room)) : round(place + room) + 1] if room else []
        alike = [row for row in ordered if values[row.number] == same]
        slots.append(_numbers([*alike, *(row for row in near if values[row.number] != same)]))
    return tuple(slots)


def _numbers(rows: Iterable[Row]) -> tuple[int, ...]:
    return tuple(row.number for row in islice(rows, ALIKE))


def _typical(rows: Sequence[Row]) -> tuple[tuple[int, ...], ...]:
    """Games that all show it, those of about the middle length first."""
    if not rows:
        return ()
    middle = float(np.median([row.result.actions for row in rows]))
    ordered = sorted(rows, key=lambda row: (abs(row.result.actions - middle), row.number))
    return (_numbers(ordered),)


def _endings(number: int, each: Played) -> Iterator[_Draft]:
    """How games ended; where all win or lose together, with what result."""
    total = len(each.rows)
    for ending, count in Counter(row.result.ending for row in each.rows).most_common():
        shown = _typical([row for row in each.rows if row.result.ending == ending])
        estimate = corrected.share(count, total, each.distinct, 0.0, each.known)
        yield _Draft("ending", ending, number, estimate, total, shown)
    if each.together:
        results = [grade(row.result) for row in each.rows]
        middle = corrected.mean(results, 0.0, each.known)
        yield _Draft("mean", "", number, middle, total, _typical(each.rows))
        for value, count in sorted(Counter(results).items()):
            shown = _typical([row for row in each.rows if grade(row.result) == value])
            estimate = corrected.share(count, total, each.distinct, 0.0, each.known)
            yield _Draft("result", f"{value:g}", number, estimate, total, shown)


# -- things -----------------------------------------------------------------------------------------------------------


def _things(number: int, each: Played) -> Iterator[_Draft]:
    """How often each thing was there, what it is worth to those who use it more than the others, and how much longer games are with it."""
    names = sorted({name for row in each.rows for name in row.measures.things})
    for name in names:
        there = [row for row in each.rows if name in row.measures.things]
        times = sum(sum(row.measures.things[name]) for row in there)
        more = {"games": len(there) / len(each.rows), "times": times / len(each.rows)}
        shown = _with(name, there)
        if not each.together:
            gains = [gain for row in there if (gain := _gain(row, name)) is not None]
            estimate = corrected.mean_difference(gains, each.known) if gains else None
            yield _Draft("share", name, number, estimate, len(gains), shown, "things", more=more)
        without = [float(row.result.actions) for row in each.rows if name not in row.measures.things]
        if without:
            lengths = [float(row.result.actions) for row in there]
            yield _Draft(
                "longer", name, number, corrected.apart(lengths, without, each.known), len(there), shown, "things", more=more
            )  # fmt: skip
        elif each.together:
            yield _Draft("longer", name, number, None, len(there), shown, "things", more=more)


def _gain(row: Row, name: str) -> float | None:
    """What those won on average who used it more than the table's average, less what the others won; None if all used it alike."""
    counts = row.counts(name)
    average = sum(counts) / len(counts)
    much = [seat for seat, count in enumerate(counts) if count > average]
    little = [seat for seat, count in enumerate(counts) if count <= average]
    if not much or not little:
        return None
    return row.won(much) / len(much) - row.won(little) / len(little)


def _with(name: str, there: Sequence[Row]) -> tuple[tuple[int, ...], ...]:
    """All games with a thing may show it; the page takes one that it shows anyway. The winner's use comes first."""
    told = [
        row
        for row in there
        if any(c and r for c, r in zip(row.counts(name), row.result.returns, strict=True))
    ]
    return (_numbers(told or there),)


# -- variants beside the standard game --------------------------------------------------------------------------------


def _differences(number: int, standard: Played, other: Played) -> Iterator[_Draft]:
    """Each figure of a variant less that of the standard game, game by game with the same seed."""
    pairs = list(zip(standard.rows, other.rows, strict=False))
    known = standard.known and other.known
    same = standard.variant.match.seats == other.variant.match.seats and standard.together == other.together
    if not pairs:
        return
    if same and not other.together and other.first and standard.variant.match.seats > 1:
        gains = [theirs.won([theirs.result.first]) - ours.won([ours.result.first]) for ours, theirs in pairs]
        yield _difference("order", number, gains, known, True, other)
    if same and other.together:
        told = [grade(theirs.result) - grade(ours.result) for ours, theirs in pairs]
        yield _difference("mean", number, told, known, False, other)
    elif same and standard.skilled and other.skilled:
        seats = other.variant.match.seats
        both = zip(standard.skilled, other.skilled, strict=False)
        gains = [
            theirs.won([-theirs.number % seats]) - ours.won([-ours.number % seats]) for ours, theirs in both
        ]
        yield _difference("skill", number, gains, known, True, other)
    for what, value in MEANS.items():
        values = [(value(ours), value(theirs)) for ours, theirs in pairs]
        told = [b - a for a, b in values if a is not None and b is not None]
        alone = (
            standard.together or other.together or min(p.variant.match.seats for p in (standard, other)) < 2
        )
        if (
            not told
            or (what in ("leads", "comeback", "half") and alone)
            or (what == "clock" and not any(told))
        ):
            continue
        yield _difference(what, number, told, known, what in ("comeback", "half"), other)


def _difference(
    what: str, number: int, told: Sequence[float], known: bool, shares: bool, other: Played
) -> _Draft:
    estimate = corrected.mean_difference(told, known) if shares else corrected.mean(told, 0.0, known)
    shown = _typical(other.skilled) if what == "skill" else _typical(other.rows)
    return _Draft(f"d.{what}", "", number, estimate, len(told), shown, "variants", skill=what == "skill")


def columns(number: int, rows: Sequence[Row]) -> list[Figure]:
    """The columns of a histogram of the lengths: how many games had from `least` to `most` actions, the shortest first; none is empty.

    Args:
        number: the number of the variant.
        rows: its games.
    """
    lengths = [row.result.actions for row in rows]
    least, most = min(lengths), max(lengths)
    width = -(-(most - least + 1) // COLUMNS)  # rounded up
    found = []
    for begin in range(least, most + 1, width):
        here = [row for row in rows if begin <= row.result.actions < begin + width]
        if here:
            more = {"least": begin, "most": begin + width - 1, "place": (begin - least) // width}
            found.append(
                Figure("column", "", number, len(here), None, None, None, len(here), (_numbers(here),), more=more)
            )  # fmt: skip
    return found


def along(rows: Sequence[Row]) -> list[float]:
    """The mean number of legal actions of a decision in each tenth of the game."""
    sums: Any = np.zeros((TENTHS, 2))
    for row in rows:
        sums += np.array(row.measures.choices)
    return [float(total / count) if count else 0.0 for count, total in sums.tolist()]
