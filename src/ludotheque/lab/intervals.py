"""The one way in which figures get intervals, in `simulate`, `compare`, `tournament`, `balance` and its page.

A share of games (won games, games that ended in a way) has Wilson's interval, a difference of shares over pairs that of A. Agresti and
Y. Min, and a mean of anything else (lengths, results of games that all win or lose together) Student's, as has a difference of means.
Each misses the truth with the chance `level`, 5 % unless more figures than one are looked at (`lab.corrected`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan, cos, erfc, inf, pi, sin, sqrt
from statistics import NormalDist

import numpy as np

LEVEL = 0.05
Z_95 = 1.959963984540054
"""95 % of a normal distribution lie within this many standard deviations of its mean."""
_EXACT = 400
"""Up to this many degrees of freedom, a chance is computed exactly; above, nearly that of a normal distribution is used."""

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


def wilson(wins: float, games: int, z: float = Z_95) -> Interval:
    """The interval that holds the true share of wins (E. B. Wilson, 1927).

    With shared wins it is a little too wide, never too narrow.

    Args:
        wins: the number of wins; a shared win counts in part.
        games: the number of games. For 0 the interval is from 0 to 1.
        z: half its width in standard deviations; by default for 95 %.

    Returns:
        The lower and upper bounds, from 0 to 1.
    """
    if games == 0:
        return 0.0, 1.0
    share, square = wins / games, z * z / games
    middle = (share + square / 2) / (1 + square)
    half = z / (1 + square) * sqrt(share * (1 - share) / games + square / (4 * games))
    return max(0.0, middle - half), min(1.0, middle + half)


def agresti_min(differences: Sequence[float], z: float = Z_95) -> Interval:
    """The interval for a mean difference of shares (A. Agresti, Y. Min, 2005). Each difference is from −1 to 1."""
    middle, error = added_pairs(differences)
    return max(-1.0, middle - z * error), min(1.0, middle + z * error)


def added_pairs(differences: Sequence[float]) -> tuple[float, float]:
    """The middle and the standard error of that interval: those of the differences with two more, one each way."""
    count = len(differences) + 2
    total, squares = sum(differences), sum(each * each for each in differences) + 1.0
    return total / count, sqrt(max(0.0, squares - total * total / count)) / count


def mean(values: Sequence[float], known: bool = True) -> Mean:
    """The mean of some numbers, at least one, with Student's interval if one can be given and is `known` to mean something."""
    middle, error, freedom = spread(values)
    if not known or error == 0.0:
        return Mean(middle, None, None)
    half = student(freedom) * error
    return Mean(middle, middle - half, middle + half)


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
