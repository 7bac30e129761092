"""Intervals for many figures at once, after S. Holm (Scandinavian Journal of Statistics 6, 1979).

Of many figures some look remarkable by luck alone. Holm's test orders them by how unlikely they are without any effect. The first of m is
tested at 5 % / m, the next at 5 % / (m - 1), and so on up to the first that is not remarkable; it and all after it are tested at the level
reached. Each interval is that of its figure's level, so it leaves out "no effect" exactly where Holm's test does (R. C. Serlin, 1993).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, sqrt

from ludotheque.lab import intervals
from ludotheque.lab.intervals import added_pairs, normal, spread, student, wilson

ALPHA = intervals.LEVEL
LEAST = 30
"""From this many games on a difference of shares, or of different games, has an interval: below it, a normal distribution says too much."""


@dataclass(frozen=True)
class Estimate:
    """What was counted of a figure, before it is seen among others.

    Attributes:
        value: the share, mean or difference.
        none: its value if there is no effect.
        games: the number of distinct games it comes from.
        error: its standard error; None for a share of wins, which has Wilson's interval.
        freedom: the degrees of freedom of that error.
        wins: for such a share, the wins.
        known: whether an interval can be given at all.
        shown: the value as it was counted, where the interval is laid round another one.
        least: no value can be less.
        most: no value can be more.
    """

    value: float
    none: float
    games: int
    error: float | None = None
    freedom: float = inf
    wins: float = 0.0
    known: bool = True
    shown: float | None = None
    least: float = -inf
    most: float = inf

    @property
    def counted(self) -> float:
        """The value as it was counted."""
        return self.value if self.shown is None else self.shown

    @property
    def chance(self) -> float:
        """How likely a value at least so far from "no effect" is by luck alone, from 0 to 1."""
        error = sqrt(self.none * (1 - self.none) / self.games) if self.error is None else self.error
        if error == 0.0:
            return 1.0 if self.value == self.none else 0.0
        return intervals.chance((self.value - self.none) / error, self.freedom)

    def interval(self, level: float) -> tuple[float, float]:
        """The interval that misses the truth with this chance."""
        if self.error is None:
            return wilson(self.wins, self.games, normal(level))
        half = student(self.freedom, level) * self.error
        return max(self.least, self.value - half), min(self.most, self.value + half)


def share(wins: float, games: int, distinct: int, none: float, known: bool = True) -> Estimate:
    """A share of wins. Games that came again do not count twice towards its certainty."""
    value = wins / games
    return Estimate(value, none, distinct, wins=value * distinct, known=known and distinct > 0)


def mean_difference(differences: Sequence[float], known: bool = True) -> Estimate:
    """A mean difference of shares, from -1 to 1 each, with the two pairs that A. Agresti and Y. Min add (2005)."""
    count = len(differences)
    middle, error = added_pairs(differences)
    return Estimate(
        middle,
        0.0,
        count,
        error,
        known=known and count >= LEAST,
        shown=sum(differences) / count if count else 0.0,
        least=-1.0,
        most=1.0,
    )


def mean(values: Sequence[float], none: float, known: bool = True) -> Estimate:
    """A mean of any numbers, or of their differences."""
    if not values:
        return Estimate(none, none, 0, 0.0, known=False)
    middle, error, freedom = spread(values)
    return Estimate(middle, none, len(values), error, freedom, known=known and error > 0.0)


def apart(ours: Sequence[float], theirs: Sequence[float], known: bool = True) -> Estimate:
    """The difference of two means of different games (B. L. Welch, 1947)."""
    (one, error, freedom), (other, wrong, free) = spread(ours), spread(theirs)
    squares = error**2, wrong**2
    total = sum(squares)
    degrees = total**2 / (squares[0] ** 2 / freedom + squares[1] ** 2 / free) if total else 1.0
    games = min(len(ours), len(theirs))
    return Estimate(
        one - other, 0.0, games, sqrt(total), degrees, known=known and games >= LEAST and total > 0
    )


def holm(estimates: Sequence[Estimate]) -> list[tuple[float, float] | None]:
    """The intervals of a family of figures, in their order; None where none can be given. Such figures do not count."""
    counted = [number for number, each in enumerate(estimates) if each.known]
    ordered = sorted(counted, key=lambda number: (estimates[number].chance, number))
    found: list[tuple[float, float] | None] = [None] * len(estimates)
    level, stopped = ALPHA, False
    for place, number in enumerate(ordered):
        if not stopped:
            level = ALPHA / (len(ordered) - place)
            low, high = estimates[number].interval(level)
            stopped = low <= estimates[number].none <= high
        found[number] = estimates[number].interval(level)
    return found
