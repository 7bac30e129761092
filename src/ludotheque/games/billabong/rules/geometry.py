"""Straight lines on the board: who stands on them, how far they are free, where the stream crosses them.

The kangaroos on each line are the bits of one word, so that one instruction finds the next kangaroo in a direction. A ray is a cell and
one of the eight directions of `state.DIRECTIONS`; directions 0–3 go towards higher bits of their line.

Nothing here checks first whether there is a kangaroo at all: an imaginary one stands behind the edge, further away than any ray is long.
A processor is fastest without branches.
"""

from __future__ import annotations

from typing import Any

from ludotheque.core.bits import highest_bit, lowest_bit
from ludotheque.core.jit import compiled
from ludotheque.games.billabong.state import AXES, MAX_HEIGHT, MAX_WIDTH, index, wide

FAR = 31
"""More steps than any ray has, and few enough for every shift below to stay within a word of 64 bits."""

assert max(MAX_WIDTH, MAX_HEIGHT) < FAR


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
    """Steps in the direction that end beyond the stream; more than any board has if the ray does not meet it."""
    return b.stream_after[index(cell), index(direction)]


@compiled
def ahead(b: Any, cell: int, direction: int, steps: int) -> int:
    """The cell `steps` steps away in the direction."""
    return cell + steps * b.step[index(direction)]


@compiled
def distance_to_next(b: Any, s: Any, cell: int, direction: int) -> int:
    """Steps from the cell to the next kangaroo in the direction (even across the lake); beyond the edge if there is none."""
    at, axis = index(cell), index(direction & 3)
    line = wide(s.lines[b.line[at, axis]])
    mark = wide(b.mark[at, axis])
    if direction < 4:
        return 1 + lowest_bit((line >> (mark + 1)) | (1 << FAR))
    return 1 + mark - highest_bit(2 * (line & ((1 << mark) - 1)) + 1)


@compiled
def is_clear(b: Any, s: Any, cell: int, direction: int, start: int, steps: int) -> bool:
    """Whether no kangaroo stands on the `steps` cells that follow the `start`-th step of the ray.

    Both may go beyond the edge, up to what `distance_to_next` gives; the answer then means nothing.
    """
    at, axis = index(cell), index(direction & 3)
    line = wide(s.lines[b.line[at, axis]])
    mark = wide(b.mark[at, axis])
    wanted = (1 << steps) - 1
    if direction < 4:
        return (line >> (mark + start + 1)) & wanted == 0
    return ((line << FAR) >> (FAR + mark - start - steps)) & wanted == 0
