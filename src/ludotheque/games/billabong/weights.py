"""The weights of the evaluation: what `judgement` reads from `b.weights`. Their values are in `weights.json`."""

from __future__ import annotations

from ludotheque.core.weights import Weight

WEIGHTS = (
    Weight("arrival", 0.02, 2.0),
    Weight("last", 0.05, 5.0),
    Weight("power", 1.0, 16.0),
)

ARRIVAL = 0
"""Added to every way, in laps: at the very end a few cells more or less do not decide everything."""
LAST = 1
"""How much more the way of the last kangaroo counts, since it will have nobody to hop over."""
POWER = 2
"""A seat with half the other's way has odds of 2 to this power."""
