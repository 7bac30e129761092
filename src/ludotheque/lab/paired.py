"""Compare two sets of conditions, A and B, over pairs of games with the same seed and luck.

Intervals are for the mean difference B − A over pairs, at 95 %. For lengths the interval is that of Student's paired t. For shares,
which lie between 0 and 1, it is that of A. Agresti and Y. Min (Statistics in Medicine 24, 2005), which adds two pairs, one each way. So
a sample with few differing pairs, or none, does not look certain.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from math import cos, pi, sqrt
from typing import Literal

import numpy as np

from ludotheque.lab.matches import Match, Result, play_many, series
from ludotheque.lab.tally import Z_95, Summary, distinct, summary

What = Literal["bot", "order", "length", "ending"]


@dataclass(frozen=True)
class Difference:
    """One figure, compared between A and B.

    Attributes:
        what: the kind of figure: the share of the wins of a bot (`bot`), the share of the wins by order of play (`order`), the length in
            actions (`length`), or the share of the games with an ending (`ending`).
        name: which bot or place in the order, counted from 0, or which ending; empty for the length.
        a: the mean under A.
        b: the mean under B.
        difference: `b` − `a`.
        low: the lower bound of the 95 % interval of the difference.
        high: its upper bound. Both are None if no interval can be given: games repeat, or all lengths differ by the same amount.
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
        a=summary(ours),
        b=summary(theirs),
        differences=tuple(_differences(a, b, ours, theirs, repeat, rotate)),
    )


def _differences(
    a: Match, b: Match, ours: list[Result], theirs: list[Result], repeat: bool, rotate: bool
) -> Iterator[Difference]:
    seats = range(a.seats)
    if len({*a.levels}) > 1 or len({*b.levels}) > 1:
        for bot in seats:
            won = [_wins_of_bot(match, results, bot, rotate) for match, results in ((a, ours), (b, theirs))]
            yield _of("bot", str(bot), won[0], won[1], repeat)
    for place in seats:
        yield _of("order", str(place), _wins_by_order(ours, place), _wins_by_order(theirs, place), repeat)
    lengths = [[float(each.actions) for each in results] for results in (ours, theirs)]
    yield _of("length", "", lengths[0], lengths[1], repeat)
    for ending in dict.fromkeys(each.ending for each in (*ours, *theirs)):
        ended = [[float(each.ending == ending) for each in results] for results in (ours, theirs)]
        yield _of("ending", ending, ended[0], ended[1], repeat)


def _wins_of_bot(match: Match, results: list[Result], bot: int, rotate: bool) -> list[float]:
    """The returns of the bot at position `bot` of the first match's levels. With `rotate` it moves on by one seat from game to game."""
    moved = [(each.seed - match.seed) * rotate for each in results]
    return [each.returns[(bot - by) % match.seats] for each, by in zip(results, moved, strict=True)]


def _wins_by_order(results: list[Result], place: int) -> list[float]:
    return [each.returns[(each.first + place) % len(each.returns)] for each in results]


def _of(what: What, name: str, a: Sequence[float], b: Sequence[float], repeat: bool) -> Difference:
    gained = np.subtract(b, a)
    low = high = None
    if not repeat and what != "length":
        low, high = agresti_min(gained.tolist())
    elif (
        not repeat and np.ptp(gained) > 0
    ):  # if all lengths differ by the same amount, nothing shows how others would vary
        low, high = paired_t(gained.tolist())
    mean_a, mean_b, gain = (float(np.mean(each)) for each in (a, b, gained))
    return Difference(what, name, mean_a, mean_b, gain, low, high, not gained.any())


def agresti_min(differences: Sequence[float]) -> tuple[float, float]:
    """The 95 % interval for a mean difference of shares (A. Agresti, Y. Min, 2005). Each difference is from −1 to 1."""
    count = len(differences) + 2
    total, squares = sum(differences), sum(each * each for each in differences) + 1.0
    middle = total / count
    half = Z_95 * sqrt(max(0.0, squares - total * total / count)) / count
    return max(-1.0, middle - half), min(1.0, middle + half)


def paired_t(differences: Sequence[float]) -> tuple[float, float]:
    """The interval of a mean difference by Student's t; `ValueError` of fewer than two."""
    count = len(differences)
    if count < 2:
        raise ValueError("an interval needs at least two differences")
    half = student(count - 1) * float(np.std(differences, ddof=1)) / sqrt(count)
    middle = float(np.mean(differences))
    return middle - half, middle + half


def student(freedom: int) -> float:
    """The 0.975 quantile of Student's t (G. W. Hill, Algorithm 396, 1970; exact for 1 and 2 degrees of freedom)."""
    tails = 0.05
    if freedom == 1:
        return cos(tails * pi / 2) / sqrt(1 - cos(tails * pi / 2) ** 2)
    if freedom == 2:
        return sqrt(2 / (tails * (2 - tails)) - 2)
    a = 1 / (freedom - 0.5)
    b = 48 / (a * a)
    c = ((20700 * a / b - 98) * a - 16) * a + 96.36
    d = ((94.5 / (b + c) - 3) / b + 1) * sqrt(a * pi / 2) * freedom
    x = d * tails
    y = x ** (2 / freedom)
    if y > 0.05 + a:
        x = -Z_95
        y = x * x
        if freedom < 5:
            c += 0.3 * (freedom - 4.5) * (x + 0.6)
        c = (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b + c
        y = (((((0.4 * y + 6.3) * y + 36) * y + 94.5) / c - y - 3) / b + 1) * x
        y = a * y * y
        y = y * (1 + y / 2) if y <= 0.002 else np.expm1(y)
    else:
        y = (
            (
                1 / (((freedom + 6) / (freedom * y) - 0.089 * d - 0.822) * (freedom + 2) * 3)
                + 0.5 / (freedom + 4)
            )
            * y
            - 1
        ) * ((freedom + 1) / (freedom + 2)) + 1 / y
    return float(sqrt(freedom * y))


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
