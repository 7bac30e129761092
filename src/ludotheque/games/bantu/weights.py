"""The weights of the evaluation: what `judgement` reads from `b.weights`. Their values are in `weights.json`."""

from __future__ import annotations

from ludotheque.core.weights import Weight

WEIGHTS = (
    Weight("entering", 0.05, 8.0),
    Weight("step_2", 0.1, 2.0),
    Weight("step_3", 0.05, 2.0),
    Weight("step_4", 0.05, 2.0),
    Weight("lead", 0.25, 6.0),
)

ENTERING = 0
"""Turns that a pawn on its start square needs before it goes its first step."""
STEP_2 = 1
"""Turns that a step takes with pawn 2; those of pawns 3 and 4 follow. With pawn 1 it is one."""
LEAD = 4
"""How much a lead counts: the share of both ways by which one is shorter is multiplied by it."""
