"""Compare two sets of conditions, A and B, over pairs of games with the same seed and luck.

Intervals (`lab.intervals`) are for the mean difference B − A over pairs, at 95 %. For means, of lengths and of the results of games that all
win or lose together, they are those of Student's paired t. For shares they are those of A. Agresti and Y. Min (Statistics in Medicine 24,
2005), which add two pairs, one each way. So a sample with few differing pairs, or none, does not look certain.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Literal

import numpy as np

from ludotheque.lab.intervals import agresti_min, mean
from ludotheque.lab.matches import Match, Result, is_cooperative, play_many, series
from ludotheque.lab.tally import Summary, distinct, grade, summary

What = Literal["bot", "order", "result", "grade", "length", "ending"]
MEANS = ("result", "length")
"""Figures that are means; the others are shares."""


@dataclass(frozen=True)
class Difference:
    """One figure, compared between A and B.

    Attributes:
        what: the kind of figure: the share of the wins of a bot (`bot`), the share of the wins by order of play (`order`), the length in
            actions (`length`), or the share of the games with an ending (`ending`). Where all win or lose together, there are instead of wins
            the mean result (`result`) and the share of the games with a result (`grade`).
        name: which bot or place in the order, counted from 0, which result, or which ending; empty for a mean.
        a: the mean under A.
        b: the mean under B.
        difference: `b` − `a`.
        low: the lower bound of the 95 % interval of the difference.
        high: its upper bound. Both are None if no interval can be given: games repeat, or all values of a mean differ by the same amount.
        same: whether the two games of every pair agree in this figure.
    """

    what: What
    name: str
    a: float
    b: float
    difference: float
    low: float | None
    high: float | None
    same: bool = False

    @property
    def found(self) -> Literal["more", "less", "equal", "same", "unknown"]:
        """What the interval shows about B compared with A.

        `more` or `less`: the interval leaves out 0. `equal`: it does not. `same`: no pair differs. `unknown`: there is no interval.
        """
        if self.same:
            return "same"
        if self.low is None or self.high is None:
            return "unknown"
        return "more" if self.low > 0 else "less" if self.high < 0 else "equal"


@dataclass(frozen=True)
class Comparison:
    """What pairs of games showed.

    Attributes:
        pairs: the number of pairs.
        same: the number of pairs in which both games had the same trajectory.
        distinct: the number of distinct games, under A or under B, whichever has fewer.
        a: the summary of the games under A.
        b: the summary of the games under B.
        differences: each figure, compared.
    """

    pairs: int
    same: int
    distinct: int
    a: Summary
    b: Summary
    differences: tuple[Difference, ...]


def pairs(a: Match, b: Match, games: int, rotate: bool = True) -> Iterator[tuple[Match, Match]]:
    """Pair the matches of two series.

    Args:
        a: the first match under A.
        b: the first match under B, with the same game, seats and seed.
        games: the number of pairs.
        rotate: as for `series`.

    Raises:
        ValueError: game, seats or seed differ.
    """
    if (a.game, a.seats, a.seed) != (b.game, b.seats, b.seed):
        raise ValueError("A and B must have the same game, seats and seed")
    return zip(series(a, games, rotate), series(b, games, rotate), strict=True)


def play_pairs(matches: Iterable[tuple[Match, Match]], workers: int = 1) -> Iterator[tuple[Result, Result]]:
    """Play pairs of matches and give their results in order, as `play_many` does."""
    results = iter(play_many(chain.from_iterable(matches), workers))
    return zip(results, results, strict=True)


def compare(a: Match, b: Match, played: Iterable[tuple[Result, Result]], rotate: bool = True) -> Comparison:
    """Compare the results of pairs.

    Args:
        a: the match that the series under A started from.
        b: the match that the series under B started from.
        played: the results, as `play_pairs` gives them.
        rotate: as it was for `pairs`.

    Raises:
        ValueError: there is no pair.
    """
    both = list(played)
    if not both:
        raise ValueError("no pairs to compare")
    ours, theirs = [each for each, _ in both], [each for _, each in both]
    different = min(distinct(ours), distinct(theirs))
    repeat = different < len(both)
    return Comparison(
        pairs=len(both),
        same=sum(one.trajectory is not None and one.trajectory == other.trajectory for one, other in both),
        distinct=different,
        a=summary(ours, is_cooperative(a)),
        b=summary(theirs, is_cooperative(b)),
        differences=tuple(_differences(a, b, ours, theirs, repeat, rotate)),
    )


def _differences(
    a: Match, b: Match, ours: list[Result], theirs: list[Result], repeat: bool, rotate: bool
) -> Iterator[Difference]:
    together = [is_cooperative(match) for match in (a, b)]
    if all(together):
        yield from _results(ours, theirs, repeat)
    elif not any(together):  # one of each kind: a share of a win is no result of all
        yield from _wins(a, b, ours, theirs, repeat, rotate)
    lengths = [[float(each.actions) for each in results] for results in (ours, theirs)]
    yield _of("length", "", lengths[0], lengths[1], repeat)
    for ending in dict.fromkeys(each.ending for each in (*ours, *theirs)):
        ended = [[float(each.ending == ending) for each in results] for results in (ours, theirs)]
        yield _of("ending", ending, ended[0], ended[1], repeat)


def _results(ours: list[Result], theirs: list[Result], repeat: bool) -> Iterator[Difference]:
    """What all reached together: the mean, and how often each result came."""
    ends = [[grade(each) for each in results] for results in (ours, theirs)]
    yield _of("result", "", ends[0], ends[1], repeat)
    for result in sorted({*ends[0], *ends[1]}):
        came = [[float(each == result) for each in end] for end in ends]
        yield _of("grade", f"{result:g}", came[0], came[1], repeat)


def _wins(
    a: Match, b: Match, ours: list[Result], theirs: list[Result], repeat: bool, rotate: bool
) -> Iterator[Difference]:
    """Shares of the wins: of each bot if there are several, and by order of play."""
    seats = range(a.seats)
    if len({*a.levels}) > 1 or len({*b.levels}) > 1:
        for bot in seats:
            won = [_wins_of_bot(match, results, bot, rotate) for match, results in ((a, ours), (b, theirs))]
            yield _of("bot", str(bot), won[0], won[1], repeat)
    for place in seats:
        yield _of("order", str(place), _wins_by_order(ours, place), _wins_by_order(theirs, place), repeat)


def _wins_of_bot(match: Match, results: list[Result], bot: int, rotate: bool) -> list[float]:
    """The returns of the bot at position `bot` of the first match's levels. With `rotate` it moves on by one seat from game to game."""
    moved = [(each.seed - match.seed) * rotate for each in results]
    return [each.returns[(bot - by) % match.seats] for each, by in zip(results, moved, strict=True)]


def _wins_by_order(results: list[Result], place: int) -> list[float]:
    return [each.returns[(each.first + place) % len(each.returns)] for each in results]


def _of(what: What, name: str, a: Sequence[float], b: Sequence[float], repeat: bool) -> Difference:
    gained = np.subtract(b, a)
    found = mean(gained.tolist(), not repeat)
    low, high = found.low, found.high
    if what not in MEANS:
        low, high = (None, None) if repeat else agresti_min(gained.tolist())
    return Difference(
        what, name, float(np.mean(a)), float(np.mean(b)), found.value, low, high, not gained.any()
    )


def share_by_deals(scores: Sequence[float], equal: float) -> tuple[float, float, float]:
    """The mean share of the wins over deals, and its 95 % interval.

    The games of a deal share their luck, so a deal counts as one observation; the interval is that of `agresti_min`.

    Args:
        scores: for each deal the share of the wins, from 0 to 1.
        equal: the share that equals would have.
    """
    reach = max(equal, 1 - equal)
    low, high = agresti_min([(score - equal) / reach for score in scores])
    mean = sum(scores) / len(scores)
    return mean, max(0.0, equal + reach * low), min(1.0, equal + reach * high)
