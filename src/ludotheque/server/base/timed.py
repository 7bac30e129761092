"""Counts how long things take, in buckets that only grow, as Prometheus wants them. Costs one search in a short list."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field

BOUNDS_S = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""The upper bounds of the buckets, in seconds; a last one has all that took longer."""


class Timed:
    """How often something took how long, since the process began. One thread adds.

    Attributes:
        counts: how many there are in each bucket of `BOUNDS_S` alone, and behind the last.
        sum_s: all of them together, in seconds.
    """

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS_S) + 1)
        self.sum_s = 0.0

    def add(self, seconds: float) -> None:
        """Count one; less than 0 counts as 0."""
        seconds = max(seconds, 0.0)
        self.counts[bisect_left(BOUNDS_S, seconds)] += 1
        self.sum_s += seconds

    def buckets(self) -> list[tuple[str, float]]:
        """For each upper bound, as text, how many took at most that long; the last bound is `+Inf`."""
        found, so_far = [], 0
        for bound, count in zip((*BOUNDS_S, None), self.counts, strict=True):
            so_far += count
            found.append(("+Inf" if bound is None else str(bound), float(so_far)))
        return found


@dataclass
class Times:
    """How long people at pages wait, in seconds.

    Attributes:
        decided: from the receipt of a command to its answer being known: written down, a duplicate, or refused.
        answered: from its receipt until the answer is written to its sender's socket.
        told: from a change at a table until it is written to the socket of a page that shows it.
    """

    decided: Timed = field(default_factory=Timed)
    answered: Timed = field(default_factory=Timed)
    told: Timed = field(default_factory=Timed)
