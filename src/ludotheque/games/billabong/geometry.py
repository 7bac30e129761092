"""Straight lines on the board: who stands on them, how far they are free, where the stream crosses them.

The kangaroos of each line are the bits of one word, so that the next kangaroo in a direction is found in one instruction.
A ray is a cell and one of the eight directions of `state.DIRECTIONS`; directions 0–3 go towards higher bits of their line.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludotheque.core.jit import compiled
from ludotheque.games.billabong.bits import highest_bit, lowest_bit
from ludotheque.games.billabong.state import AXES


@compiled
def put(b: Any, s: Any, cell: int) -> None:
    """Mark the cell as occupied on its four lines."""
    for axis in range(AXES):
        line = b.line[cell, axis]
        s.lines[line] = np.int64(s.lines[line]) | (1 << np.int64(b.mark[cell, axis]))


@compiled
def lift(b: Any, s: Any, cell: int) -> None:
    """Mark the cell as free on its four lines."""
    for axis in range(AXES):
        line = b.line[cell, axis]
        s.lines[line] = np.int64(s.lines[line]) & ~(1 << np.int64(b.mark[cell, axis]))


@compiled
def is_occupied(b: Any, s: Any, cell: int) -> bool:
    """Whether a kangaroo stands on the cell."""
    return (np.int64(s.lines[b.line[cell, 0]]) >> np.int64(b.mark[cell, 0])) & 1 != 0


@compiled
def distance_to_next(b: Any, s: Any, cell: int, direction: int) -> int:
    """Steps from the cell to the next kangaroo in the direction, 0 if there is none (the lake is not looked at)."""
    axis = direction & 3
    line = np.int64(s.lines[b.line[cell, axis]])
    mark = np.int64(b.mark[cell, axis])
    if direction < 4:
        ahead = line >> (mark + 1)
        return lowest_bit(ahead) + 1 if ahead != 0 else 0
    behind = line & ((1 << mark) - 1)
    return mark - highest_bit(behind) if behind != 0 else 0


@compiled
def is_clear(b: Any, s: Any, cell: int, direction: int, start: int, steps: int) -> bool:
    """Whether no kangaroo stands on the `steps` cells that follow the `start`-th step of the ray (all on the board)."""
    axis = direction & 3
    line = np.int64(s.lines[b.line[cell, axis]])
    mark = np.int64(b.mark[cell, axis])
    wanted = (1 << steps) - 1
    if direction < 4:
        return (line >> (mark + start + 1)) & wanted == 0
    return (line >> (mark - start - steps)) & wanted == 0
