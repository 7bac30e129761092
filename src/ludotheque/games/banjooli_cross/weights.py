"""The weights of the evaluation: what `judgement` reads from `b.weights`. Their values are in `weights.json`."""

from __future__ import annotations

from ludotheque.core.weights import Weight

WEIGHTS = (
    Weight("steps_of_doubt", 0.5, 20.0),
    Weight("steps_of_fear", 0.25, 20.0),
    Weight("points_of_doubt", 0.5, 20.0),
)

STEPS_OF_DOUBT = 0
"""A bird this much farther on is ahead with a chance of about three in four."""
STEPS_OF_FEAR = 1
"""A scared bird counts as so much farther back."""
POINTS_OF_DOUBT = 2
"""A score this much higher wins with a chance of about three in four."""
