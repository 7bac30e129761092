"""The reasons why actions are refused: their codes for the rules, and their rulebook rows."""

from __future__ import annotations

from enum import IntEnum

from ludotheque.core.game import Reason, reasons_of


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
    WRONG_COUNT=("BAN-31", "BAN-26"),
    TOO_FAR="BAN-26",
    NOT_CONNECTED="BAN-24",
    BLOCKED="BAN-38",
    FINISH_TOO_FAR=("BAN-43", "BAN-26"),
    FINISH_BLOCKED=("BAN-38", "BAN-43"),
)
