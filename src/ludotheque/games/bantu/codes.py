"""Actions and the reasons for refusing them, as numbers.

How many actions there are depends on the number of circles in the box, `b.circles`.

| action | code |
|---|---|
| pass | 0 |
| put or move a pawn on a circle | 1 + pawn × (circles + 1) + circle |
| bring a pawn to the finish | 1 + pawn × (circles + 1) + circles |
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from ludotheque.core.entry_point import Box, entry_point
from ludotheque.core.game import Reason, reasons_of
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


# -- reasons ----------------------------------------------------------------------------------------------------------


class Why(IntEnum):
    """The codes of the reasons. 0 stands for "legal"; the messages of the others are `bantu.reason.<name in lower case>`."""

    LEGAL = 0
    GAME_OVER = 1
    NOT_YOUR_TURN = 2
    NO_SUCH_ACTION = 3
    MUST_MOVE = 4
    NOT_IN_SHORT_GAME = 5
    ALREADY_HOME = 6
    OTHER_START_LINE = 7
    START_CIRCLE_TAKEN = 8
    SAME_CIRCLE = 9
    BEHIND = 10
    OWN_PAWN = 11
    PARTNERS_PAWN = 12
    SAFE_START_LINE = 13
    SAFE_IN_ROW = 14
    WRONG_COUNT = 15
    TOO_FAR = 16
    NOT_CONNECTED = 17
    BLOCKED = 18
    FINISH_TOO_FAR = 19
    FINISH_BLOCKED = 20


REASONS: tuple[Reason, ...] = reasons_of(
    Why,
    GAME_OVER="BAN-41",
    NOT_YOUR_TURN="BAN-14",
    MUST_MOVE="BAN-39",
    NOT_IN_SHORT_GAME="BAN-44",
    ALREADY_HOME="BAN-02",
    OTHER_START_LINE="BAN-13",
    START_CIRCLE_TAKEN=("BAN-37", "BAN-34"),
    SAME_CIRCLE="BAN-22",
    BEHIND="BAN-23",
    OWN_PAWN=("BAN-51", "BAN-37"),
    PARTNERS_PAWN=("BAN-51", "BAN-49"),
    SAFE_START_LINE="BAN-34",
    SAFE_IN_ROW="BAN-35",
    WRONG_COUNT=("BAN-31", "BAN-27", "BAN-28"),
    TOO_FAR=("BAN-27", "BAN-28"),
    NOT_CONNECTED="BAN-24",
    BLOCKED="BAN-38",
    FINISH_TOO_FAR=("BAN-43", "BAN-27", "BAN-28"),
    FINISH_BLOCKED=("BAN-38", "BAN-43"),
)
