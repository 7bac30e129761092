"""The reasons why actions are refused: their codes for the rules, and their rulebook rows."""

from __future__ import annotations

from enum import IntEnum

from ludotheque.core.game import Reason, reasons_of


class Why(IntEnum):
    """The codes of the reasons. 0 stands for "legal"; the messages of the others are `boussanga.reason.<name in lower case>`."""

    LEGAL = 0
    GAME_OVER = 1
    NOT_YOUR_TURN = 2
    NO_SUCH_ACTION = 3
    DRAW_FIRST = 4
    PUT_BACK_FIRST = 5
    NOTHING_TO_PUT_BACK = 6
    NO_SUCH_CARD = 7
    OFF_BOARD = 8
    WRONG_COLOUR = 9
    NOTHING_TO_PLACE = 10
    RESERVE_SHORT = 11
    NOT_ON_BOARD = 12
    PASS_NOT_ALLOWED = 13
    NO_COLOUR_TO_NAME = 14
    NAME_A_COLOUR = 15
    NOT_COLLECTED = 16
    OTHER_COLOUR_FIRST = 17
    CELL_TAKEN = 18
    NOT_YOUR_CARD = 19
    FLIPPED = 20
    NOT_THIS_CARD = 21


REASONS: tuple[Reason, ...] = reasons_of(
    Why,
    GAME_OVER=("BOU-22", "BOU-50"),
    NOT_YOUR_TURN="BOU-05",
    DRAW_FIRST="BOU-13",
    PUT_BACK_FIRST="BOU-42",
    NOTHING_TO_PUT_BACK="BOU-42",
    NO_SUCH_CARD="BOU-07",
    OFF_BOARD="BOU-09",
    WRONG_COLOUR="BOU-10",
    NOTHING_TO_PLACE="BOU-10",
    RESERVE_SHORT="BOU-11",
    NOT_ON_BOARD="BOU-37",
    PASS_NOT_ALLOWED="BOU-45",
    NO_COLOUR_TO_NAME="BOU-47",
    NAME_A_COLOUR="BOU-47",
    NOT_COLLECTED="BOU-47",
    OTHER_COLOUR_FIRST="BOU-44",
    CELL_TAKEN="BOU-42",
    NOT_YOUR_CARD="BOU-07",
    FLIPPED="BOU-26",
    NOT_THIS_CARD="BOU-08",
)
