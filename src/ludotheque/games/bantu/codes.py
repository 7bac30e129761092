"""Actions as consecutive integers. How many there are depends on the number of circles in the box, `b.circles`.

| action | code |
|---|---|
| pass | 0 |
| put or move a pawn on a circle | 1 + pawn × (circles + 1) + circle |
| bring a pawn to the finish | 1 + pawn × (circles + 1) + circles |
"""

from __future__ import annotations

from typing import Any

from ludotheque.core.entry_point import Box, entry_point
from ludotheque.core.jit import compiled
from ludotheque.games.bantu.state import MAX_CIRCLES, PAWNS, wide

PASS = 0
MAX_MOVES = PAWNS * (MAX_CIRCLES + 1)
"""Actions of a turn on the largest board: no turn can have more."""


@compiled
def move_code(b: Any, pawn: int, circle: int) -> int:
    """A pawn enters or moves to a circle; `b.circles` stands for the finish."""
    return 1 + pawn * (wide(b.circles) + 1) + circle


@entry_point()
def finish_of(b: Box) -> int:
    """What stands for the finish where circles are counted: one more than the last of them."""
    return wide(b.circles)


@entry_point()
def mover(b: Box, action: int) -> int:
    """The pawn of an action that is no pass, 0 to 3."""
    return (action - 1) // (wide(b.circles) + 1)


@entry_point()
def destination(b: Box, action: int) -> int:
    """The circle of an action that is no pass, or `finish_of(b)`."""
    return (action - 1) % (wide(b.circles) + 1)


def count(b: Any) -> int:
    """The number of actions in this box, legal or not."""
    return 1 + PAWNS * (int(b["circles"]) + 1)
