"""Whether something grows: a straight line through what was measured, with its interval."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean

SURE = 0.95


@dataclass(frozen=True)
class Trend:
    """By how much something grows in a minute, with its interval (95 %), beside its mean."""

    mean: float
    slope: float
    low: float
    high: float

    def verdict(self, bound: float) -> str:
        """`flat` if the whole interval is within ± `bound`; `grows` or `shrinks` if it leaves out 0; else `unclear`."""
        if -bound <= self.low and self.high <= bound:
            return "flat"
        if self.low > 0:
            return "grows"
        return "shrinks" if self.high < 0 else "unclear"


def trend(minutes: Sequence[float], values: Sequence[float]) -> Trend:
    """The line of least squares through at least four points.

    What is left beside the line is often like what was left a moment before. So the interval counts as many points as would be independent, by
    the correlation of neighbours.
    """
    count, middle, mean = len(values), fmean(minutes), fmean(values)
    spread = sum((minute - middle) ** 2 for minute in minutes)
    slope = (
        sum((minute - middle) * (value - mean) for minute, value in zip(minutes, values, strict=True))
        / spread
    )
    left = [value - mean - slope * (minute - middle) for minute, value in zip(minutes, values, strict=True)]
    square = sum(each**2 for each in left)
    alike = sum(a * b for a, b in itertools.pairwise(left)) / square if square else 0.0
    alike = min(max(alike, 0.0), 0.95)
    free = max(2.0, count * (1 - alike) / (1 + alike) - 2)
    error = (square / free / spread) ** 0.5
    normal = NormalDist().inv_cdf((1 + SURE) / 2)
    width = error * (normal + (normal**3 + normal) / (4 * free))  # Student's quantile, nearly
    return Trend(mean, slope, slope - width, slope + width)
