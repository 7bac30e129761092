"""The reasons why actions are refused: their codes for the rules, and their rulebook rows."""

from __future__ import annotations

from enum import IntEnum

from ludotheque.core.game import Reason, reasons_of


class Why(IntEnum):
    """The codes of the reasons. 0 stands for "legal"; the messages of the others are `banzai.reason.<name in lower case>`."""

    LEGAL = 0
    GAME_OVER = 1
    NO_SUCH_ACTION = 2
    NOT_AT_THE_TABLE = 3
    NOT_NOW = 4
    ALL_STANDS_STILL = 5
    NOT_YOUR_CARD = 6
    ALREADY_LAID = 7
    CALL_FIRST = 8
    NO_SUCH_FAMILY = 9
    NAME_A_FAMILY = 10
    NAME_NO_FAMILY = 11
    NOT_AGREED = 12
    NOT_IN_FINAL = 13
    HAND_LACKS = 14
    CALL_SPENT = 15
    FAMILY_USED = 16
    LORD_USED = 17
    TOO_LATE = 18
    UNITED = 19
    THIRD_MAY_NOT = 20
    NO_SUCH_PAWN = 21
    PAWN_TAKEN = 22
    HAS_A_PAWN = 23
    TOO_EARLY = 24
    VOID = 25
    NOBODY_IN_A_HURRY = 26
    ALREADY_TOUCHED = 27
    NOT_YOUR_STOP = 28
    OTHER_STOP = 29
    NO_MORE_MOVES = 30
    OFF_TABLE = 31
    TOO_CLOSE = 32
    ALREADY_MOVED = 33
    ONLY_ONE_PAWN = 34
    NOT_YOURSELF = 35
    WAIT_A_SECOND = 36
    FINISH_FIRST = 37
    ALREADY_GIVEN = 38
    TWO_CARDS = 39
    NOT_IN_POOL = 40
    HAS_TWO = 41
    NOT_ASKED = 42
    NOT_A_PRINCESS = 43
    LAST_PAWN = 44
    WRONG_SEATS = 45
    LOOK_FIRST = 46
    NO_WHIM = 47
    ALREADY_LOOKED = 48
    ALREADY_READY = 49
    HAND_TOO_SMALL = 50
    NO_CHANCE = 51
    ALREADY_AIMING = 52


REASONS: tuple[Reason, ...] = reasons_of(
    Why,
    GAME_OVER="BNZ-54",
    NOT_AT_THE_TABLE="BNZ-43",
    NOT_NOW="BNZ-12",
    ALL_STANDS_STILL="BNZ-32",
    NOT_YOUR_CARD="BNZ-09",
    CALL_FIRST="BNZ-16",
    NO_SUCH_FAMILY="BNZ-03",
    NAME_A_FAMILY="BNZ-42",
    NOT_AGREED="BNZ-55",
    NOT_IN_FINAL="BNZ-53",
    HAND_LACKS=("BNZ-41", "BNZ-56"),
    CALL_SPENT=("BNZ-27", "BNZ-31", "BNZ-57"),
    FAMILY_USED="BNZ-40",
    LORD_USED="BNZ-82",
    TOO_LATE="BNZ-81",
    UNITED="BNZ-42",
    THIRD_MAY_NOT=("BNZ-50", "BNZ-51"),
    PAWN_TAKEN="BNZ-18",
    HAS_A_PAWN="BNZ-18",
    TOO_EARLY="BNZ-22",
    VOID="BNZ-49",
    NOBODY_IN_A_HURRY="BNZ-87",
    ALREADY_TOUCHED="BNZ-36",
    NOT_YOUR_STOP="BNZ-32",
    OTHER_STOP="BNZ-32",
    NO_MORE_MOVES="BNZ-25",
    OFF_TABLE="BNZ-25",
    TOO_CLOSE="BNZ-25",
    ALREADY_MOVED="BNZ-25",
    ONLY_ONE_PAWN="BNZ-25",
    NOT_YOURSELF="BNZ-30",
    WAIT_A_SECOND="BNZ-38",
    FINISH_FIRST="BNZ-62",
    ALREADY_GIVEN="BNZ-61",
    TWO_CARDS="BNZ-61",
    NOT_IN_POOL="BNZ-62",
    HAS_TWO="BNZ-62",
    NOT_ASKED="BNZ-71",
    NOT_A_PRINCESS="BNZ-71",
    LAST_PAWN="BNZ-58",
    WRONG_SEATS=("BNZ-78", "BNZ-83"),
    LOOK_FIRST="BNZ-83",
    NO_WHIM="BNZ-79",
    ALREADY_LOOKED=("BNZ-79", "BNZ-83"),
    HAND_TOO_SMALL="BNZ-65",
    ALREADY_AIMING="BNZ-87",
)
