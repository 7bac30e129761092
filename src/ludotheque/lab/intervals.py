"""The one way in which figures get intervals, in `simulate`, `compare`, `tournament`, `balance` and its page.

A share of games (won games, games that ended in a way) has Wilson's interval, a difference of shares over pairs that of A. Agresti and
Y. Min, and a mean of anything else (lengths, results of games that all win or lose together) Student's, as has a difference of means.
Each misses the truth with the chance `level`, 5 % unless several figures are looked at together (`holm`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan, cos, erfc, inf, pi, sin, sqrt
from statistics import NormalDist

import numpy as np

from ludotheque.core.shares import Z_95, wilson

LEVEL = 0.05
_EXACT = 400
"""Up to this many degrees of freedom, a chance is computed exactly; above, nearly that of a normal distribution is used."""

LEAST = 30
"""From this many games on a difference of shares, or of different games, has an interval: below it, a normal distribution says too much."""

Interval = tuple[float, float]


@dataclass(frozen=True)
class Mean:
    """A mean with its 95 % interval.

    Attributes:
        value: the mean.
        low: the lower bound.
        high: the upper bound. Both are None where no interval can be given: games repeat, or all values are alike.
    """

    value: float
    low: float | None
    high: float | None


def normal(level: float = LEVEL) -> float:
    """The number of standard deviations from the mean beyond which this much of a normal distribution lies."""
    return Z_95 if level == LEVEL else NormalDist().inv_cdf(1 - level / 2)


def spread(values: Sequence[float]) -> tuple[float, float, float]:
    """The mean of some numbers, its standard error (0 if all are alike), and the degrees of freedom of that."""
    middle = float(np.mean(values))
    if len(values) < 2 or np.ptp(values) == 0:
        return middle, 0.0, max(1, len(values) - 1)
    return middle, float(np.std(values, ddof=1)) / sqrt(len(values)), len(values) - 1


def student(freedom: float, level: float = LEVEL) -> float:
    """How many standard errors on both sides leave out this much of Student's t (G. W. Hill, Algorithm 396, 1970; exact for 1 and 2)."""
    if freedom == inf:
        return normal(level)
    if freedom == 1:
        return cos(level * pi / 2) / sin(level * pi / 2)
    if freedom == 2:
        return sqrt(2 / (level * (2 - level)) - 2)
    a = 1 / (freedom - 0.5)
    b = 48 / (a * a)
    c = ((20700 * a / b - 98) * a - 16) * a + 96.36
    d = ((94.5 / (b + c) - 3) / b + 1) * sqrt(a * pi / 2) * freedom
    x = d * level
    y = x ** (2 / freedom)
    if y > 0.05 + a:
        x = -normal(level)
        y = x * x
        if freedom < 5:
            c += 0.3 * (freedom - 4.5) * (x + 0.6)
        c = (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b + c
        y = (((((0.4 * y + 6.3) * y + 36) * y + 94.5) / c - y - 3) / b + 1) * x
        y = a * y * y
        y = y * (1 + y / 2) if y <= 0.002 else float(np.expm1(y))
    else:
        tail = 1 / (((freedom + 6) / (freedom * y) - 0.089 * d - 0.822) * (freedom + 2) * 3)
        y = ((tail + 0.5 / (freedom + 4)) * y - 1) * ((freedom + 1) / (freedom + 2)) + 1 / y
    return float(sqrt(freedom * y))


def chance(errors: float, freedom: float = inf) -> float:
    """The chance, from 0 to 1, of a value at least this many standard errors from the truth: Student's t, or a normal distribution."""
    whole = int(freedom) if freedom <= _EXACT else 0
    if not whole:
        return erfc(abs(errors) / sqrt(2))
    angle = atan(abs(errors) / sqrt(whole))
    term = total = 1.0 if whole % 2 == 0 else cos(angle)
    for power in range(2 + whole % 2, whole, 2):  # Abramowitz and Stegun, 26.7.3 and 26.7.4
        term *= cos(angle) ** 2 * (power - 1) / power
        total += term
    inside = (
        sin(angle) * total
        if whole % 2 == 0
        else (2 / pi) * (angle + sin(angle) * (total if whole > 1 else 0.0))
    )
    return max(0.0, 1 - inside)


# -- figures, alone and among others ----------------------------------------------------------------------------------


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
        return chance((self.value - self.none) / error, self.freedom)

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
    """A mean difference of shares, from -1 to 1 each, with the two pairs that A. Agresti and Y. Min add (2005), one each way."""
    count = len(differences)
    total, squares = sum(differences), sum(each * each for each in differences) + 1.0
    middle = total / (count + 2)
    error = sqrt(max(0.0, squares - total * total / (count + 2))) / (count + 2)
    return Estimate(
        middle,
        0.0,
        count,
        error,
        known=known and count >= LEAST,
        shown=total / count if count else 0.0,
        least=-1.0,
        most=1.0,
    )


def agresti_min(differences: Sequence[float]) -> Interval:
    """The 95 % interval for a mean difference of shares."""
    return mean_difference(differences).interval(LEVEL)


def mean_of(values: Sequence[float], none: float = 0.0, known: bool = True) -> Estimate:
    """A mean of any numbers, or of their differences."""
    if not values:
        return Estimate(none, none, 0, 0.0, known=False)
    middle, error, freedom = spread(values)
    return Estimate(middle, none, len(values), error, freedom, known=known and error > 0.0)


def mean(values: Sequence[float], known: bool = True) -> Mean:
    """The mean of some numbers, at least one, with Student's interval if one can be given and is `known` to mean something."""
    found = mean_of(values, known=known)
    return Mean(found.value, *(found.interval(LEVEL) if found.known else (None, None)))


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
    """The intervals of a family of figures, in their order; None where none can be given. Such figures do not count.

    Of many figures some look remarkable by luck alone. S. Holm's test (Scandinavian Journal of Statistics 6, 1979) orders them by how
    unlikely they are without any effect. The first of m is tested at 5 % / m, the next at 5 % / (m - 1), and so on up to the first that is
    not remarkable; it and all after it are tested at the level reached. Each interval is that of its figure's level, so it leaves out "no
    effect" exactly where Holm's test does (R. C. Serlin, 1993).
    """
    counted = [number for number, each in enumerate(estimates) if each.known]
    ordered = sorted(counted, key=lambda number: (estimates[number].chance, number))
    found: list[tuple[float, float] | None] = [None] * len(estimates)
    level, stopped = LEVEL, False
    for place, number in enumerate(ordered):
        if not stopped:
            level = LEVEL / (len(ordered) - place)
            low, high = estimates[number].interval(level)
            stopped = low <= estimates[number].none <= high
        found[number] = estimates[number].interval(level)
    return found
