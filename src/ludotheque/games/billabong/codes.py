"""Actions as consecutive integers. How many there are depends on the number of cells in the box, `b.cells`.

| action | code |
|---|---|
| pass | 0 |
| place a kangaroo of the seat's first or second colour | PLACE + colour × cells + cell |
| race: move a kangaroo to a cell, with its crossings after that | PLACE + 2 cells + kangaroo × (2 cells + 1) + crossings × cells + cell |
| race: bring a kangaroo home | PLACE + 2 cells + kangaroo × (2 cells + 1) + 2 cells |
"""

from __future__ import annotations

from typing import Any

from ludotheque.core.entry_point import Box, entry_point
from ludotheque.core.jit import compiled
from ludotheque.games.billabong.state import HOME_CROSSINGS, MAX_CELLS, MAX_KANGAROOS

PASS = 0
PLACE = 1
MAX_MOVES = MAX_KANGAROOS * (2 * MAX_CELLS + 1)
"""Actions of a race turn on the largest board: no turn can have more."""


@entry_point()
def race_start(b: Box) -> int:
    """The first code of a race move; all before are the pass and the placings."""
    return PLACE + 2 * b.cells


@compiled
def place_code(b: Any, colour: int, cell: int) -> int:
    """Placing a kangaroo of the seat's colour 0 or 1 on a cell."""
    return PLACE + colour * b.cells + cell


@entry_point()
def move_code(b: Box, kangaroo: int, cell: int, crossings: int) -> int:
    """Moving a kangaroo; with two crossings it comes home, whatever the cell."""
    kangaroo_start = PLACE + 2 * b.cells + kangaroo * (2 * b.cells + 1)
    if crossings == HOME_CROSSINGS:
        return kangaroo_start + 2 * b.cells
    return kangaroo_start + crossings * b.cells + cell


@entry_point()
def mover(b: Box, action: int) -> int:
    """The kangaroo of a race move."""
    return (action - race_start(b)) // (2 * b.cells + 1)


@entry_point()
def crossings_then(b: Box, action: int) -> int:
    """The crossings of the moved kangaroo after a race move."""
    return (action - race_start(b)) % (2 * b.cells + 1) // b.cells


@entry_point()
def destination(b: Box, action: int) -> int:
    """The cell where a race move ends; 0, to no purpose, if it ends at home."""
    return (action - race_start(b)) % (2 * b.cells + 1) % b.cells


def count(b: Any) -> int:
    """The number of actions in this box, legal or not."""
    cells = int(b["cells"])
    return PLACE + 2 * cells + MAX_KANGAROOS * (2 * cells + 1)


MAX_ACTIONS = PLACE + 2 * MAX_CELLS + MAX_MOVES
