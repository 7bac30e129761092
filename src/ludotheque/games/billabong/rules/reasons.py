"""The reasons why actions are refused: their codes for the rules, and their rulebook rows."""

from __future__ import annotations

from enum import IntEnum

from ludotheque.core.game import Reason, reasons_of


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
    OTHER_CROSSINGS="BIL-49",
    NOT_HOME="BIL-45",
    OVER_LAKE=("BIL-37", "BIL-22"),
    NOBODY_TO_HOP_OVER="BIL-20",
    TWO_KANGAROOS_IN_THE_WAY=("BIL-35", "BIL-24"),
    WRONG_DISTANCE=("BIL-34", "BIL-24"),
    LANDS_ON_KANGAROO=("BIL-36", "BIL-21"),
    NO_SUCH_WAY="BIL-17",
    TOO_MANY_HOPS="BIL-23",
)
