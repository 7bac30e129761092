"""How a kangaroo moves: it slides or hops, and each step may cross the stream."""

from __future__ import annotations

from typing import Any

from ludotheque.core.rule import rule
from ludotheque.games.billabong.rules.geometry import (
    ahead,
    distance_to_next,
    free_run,
    is_clear,
    is_occupied,
    steps_to_stream,
)
from ludotheque.games.billabong.state import DIRECTIONS, MAX_HEIGHT, MAX_WIDTH

SOUTH = DIRECTIONS.index("S")

BYTE = 8
"""Bits for the length of a hop: no board is too wide or too high for them."""

assert max(MAX_WIDTH, MAX_HEIGHT) < 1 << BYTE - 1


@rule("BIL-17", "BIL-18", "BIL-50")
def can_slide(b: Any, s: Any, cell: int, direction: int) -> bool:
    """To the neighbouring cell in a direction: free, on the board, and not in the lake."""
    return free_run(b, cell, direction) > 0 and not is_occupied(b, s, ahead(b, cell, direction, 1))


@rule("BIL-03", "BIL-20", "BIL-24", "BIL-25", "BIL-26", "BIL-29", "BIL-30", "BIL-31", "BIL-32", "BIL-43")
def hop_length(b: Any, s: Any, cell: int, direction: int) -> int:
    """The cells covered by a hop over the next kangaroo, anyone's or the referee; 0 where no hop is possible."""
    to_pivot = distance_to_next(b, s, cell, direction)
    dry = stays_dry(b, cell, direction, 2 * to_pivot)
    return 2 * to_pivot if dry & lands_freely(b, s, cell, direction, to_pivot) else 0


@rule("BIL-22", "BIL-33", "BIL-37", "BIL-50")
def stays_dry(b: Any, cell: int, direction: int, steps: int) -> bool:
    """No cell on the way is in the lake or off the board; brushing the point of a corner enters no cell."""
    return steps <= free_run(b, cell, direction)


@rule("BIL-21", "BIL-24", "BIL-34", "BIL-35", "BIL-36")
def lands_freely(b: Any, s: Any, cell: int, direction: int, to_pivot: int) -> bool:
    """Beyond the pivot, as far as it was before it, nobody stands: neither on the way nor on the landing cell."""
    return is_clear(b, s, cell, direction, to_pivot, to_pivot)


@rule("BIL-12", "BIL-44", "BIL-48")
def crossings_after(b: Any, cell: int, direction: int, steps: int, crossings: int) -> int:
    """Clockwise (westward) over the stream counts one more, backwards one less but never below none."""
    if steps < steps_to_stream(b, cell, direction):
        return crossings
    if direction > SOUTH:
        return crossings + 1
    return crossings - 1 if crossings > 0 else 0
