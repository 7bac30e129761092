"""Straight lines on the board: who stands on them, how far they are free, where the stream crosses them.

The kangaroos of each line are the bits of one word, so that the next kangaroo in a direction is found in one instruction.
A ray is a cell and one of the eight directions of `state.DIRECTIONS`; directions 0–3 go towards higher bits of their line.
"""

from __future__ import annotations

from typing import Any

from ludotheque.core.jit import compiled
from ludotheque.games.billabong.bits import highest_bit, lowest_bit
from ludotheque.games.billabong.state import AXES, index, wide


@compiled
def put(b: Any, s: Any, cell: int) -> None:
    """Mark the cell as occupied on its four lines."""
    for axis in range(AXES):
        line = b.line[cell, axis]
        s.lines[line] = wide(s.lines[line]) | (1 << wide(b.mark[cell, axis]))


@compiled
def lift(b: Any, s: Any, cell: int) -> None:
    """Mark the cell as free on its four lines."""
    for axis in range(AXES):
        line = b.line[cell, axis]
        s.lines[line] = wide(s.lines[line]) & ~(1 << wide(b.mark[cell, axis]))


@compiled
def is_occupied(b: Any, s: Any, cell: int) -> bool:
    """Whether a kangaroo stands on the cell."""
    at = index(cell)
    return (wide(s.lines[b.line[at, 0]]) >> wide(b.mark[at, 0])) & 1 != 0


@compiled
def free_run(b: Any, cell: int, direction: int) -> int:
    """Cells in the direction before the edge or the lake."""
    return b.run[index(cell), index(direction)]


@compiled
def steps_to_stream(b: Any, cell: int, direction: int) -> int:
    """Steps in the direction that end beyond the stream; more than any board has where it is not met."""
    return b.stream_after[index(cell), index(direction)]


@compiled
def ahead(b: Any, cell: int, direction: int, steps: int) -> int:
    """The cell so many steps in the direction."""
    return cell + steps * b.step[index(direction)]


@compiled
def distance_to_next(b: Any, s: Any, cell: int, direction: int) -> int:
    """Steps from the cell to the next kangaroo in the direction, 0 if there is none (the lake is not looked at)."""
    at, axis = index(cell), index(direction & 3)
    line = wide(s.lines[b.line[at, axis]])
    mark = wide(b.mark[at, axis])
    if direction < 4:
        after = line >> (mark + 1)
        return lowest_bit(after) + 1 if after != 0 else 0
    before = line & ((1 << mark) - 1)
    return mark - highest_bit(before) if before != 0 else 0


@compiled
def is_clear(b: Any, s: Any, cell: int, direction: int, start: int, steps: int) -> bool:
    """Whether no kangaroo stands on the `steps` cells that follow the `start`-th step of the ray (all on the board)."""
    at, axis = index(cell), index(direction & 3)
    line = wide(s.lines[b.line[at, axis]])
    mark = wide(b.mark[at, axis])
    wanted = (1 << steps) - 1
    if direction < 4:
        return (line >> (mark + start + 1)) & wanted == 0
    return (line >> (mark - start - steps)) & wanted == 0
