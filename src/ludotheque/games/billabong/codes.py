"""Actions and the reasons for refusing them, as numbers.

How many actions there are depends on the number of cells in the box, `b.cells`.

| action | code |
|---|---|
| pass | 0 |
| place a kangaroo of the seat's first or second colour | PLACE + colour × cells + cell |
| race: move a kangaroo to a cell, with its crossings after that | PLACE + 2 cells + kangaroo × (2 cells + 1) + crossings × cells + cell |
| race: bring a kangaroo home | PLACE + 2 cells + kangaroo × (2 cells + 1) + 2 cells |
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from ludotheque.core.entry_point import Box, entry_point
from ludotheque.core.game import Reason, reasons_of
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
    """Moving a kangaroo; with two crossings it comes home, and the cell does not matter."""
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
    """The cell where a race move ends; 0, which means nothing, if it ends at home."""
    return (action - race_start(b)) % (2 * b.cells + 1) % b.cells


def count(b: Any) -> int:
    """The number of actions in this box, legal or not."""
    cells = int(b["cells"])
    return PLACE + 2 * cells + MAX_KANGAROOS * (2 * cells + 1)


MAX_ACTIONS = PLACE + 2 * MAX_CELLS + MAX_MOVES


# -- reasons ----------------------------------------------------------------------------------------------------------


class Why(IntEnum):
    """The codes of the reasons. 0 stands for "legal"; the messages of the others are `billabong.reason.<name in lower case>`."""

    LEGAL = 0
    GAME_OVER = 1
    NOT_YOUR_TURN = 2
    NO_SUCH_ACTION = 3
    NOT_WHILE_PLACING = 4
    NOT_WHILE_RACING = 5
    NOT_YOUR_COLOUR = 6
    NONE_IN_HAND = 7
    CELL_TAKEN = 8
    LAKE = 9
    BEHIND_STREAM = 10
    MUST_MOVE = 11
    NOT_YOUR_KANGAROO = 12
    ALREADY_HOME = 13
    SAME_CELL = 14
    OTHER_CROSSINGS = 15
    NOT_HOME = 16
    OVER_LAKE = 17
    NOBODY_TO_HOP_OVER = 18
    TWO_KANGAROOS_IN_THE_WAY = 19
    WRONG_DISTANCE = 20
    LANDS_ON_KANGAROO = 21
    NO_SUCH_WAY = 22
    TOO_MANY_HOPS = 23


REASONS: tuple[Reason, ...] = reasons_of(
    Why,
    GAME_OVER="BIL-46",
    NOT_YOUR_TURN="BIL-16",
    NOT_WHILE_PLACING="BIL-14",
    NOT_WHILE_RACING="BIL-14",
    NOT_YOUR_COLOUR="BIL-04",
    NONE_IN_HAND="BIL-02",
    CELL_TAKEN="BIL-10",
    LAKE="BIL-50",
    BEHIND_STREAM="BIL-09",
    MUST_MOVE="BIL-16",
    NOT_YOUR_KANGAROO="BIL-16",
    ALREADY_HOME="BIL-45",
    SAME_CELL="BIL-39",
    OTHER_CROSSINGS=("BIL-12", "BIL-49"),
    NOT_HOME="BIL-45",
    OVER_LAKE=("BIL-37", "BIL-22"),
    NOBODY_TO_HOP_OVER="BIL-20",
    TWO_KANGAROOS_IN_THE_WAY=("BIL-35", "BIL-24"),
    WRONG_DISTANCE=("BIL-34", "BIL-24"),
    LANDS_ON_KANGAROO=("BIL-36", "BIL-21"),
    NO_SUCH_WAY=("BIL-18", "BIL-20"),
    TOO_MANY_HOPS="BIL-23",
)
