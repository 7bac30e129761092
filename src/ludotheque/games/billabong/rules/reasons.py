"""Why an action is refused: codes for the rules, and for each the rows of the rulebook that say so."""

from __future__ import annotations

from enum import IntEnum

from ludotheque.core.game import Reason


class Why(IntEnum):
    """0 is no refusal; the others are the messages `billabong.reason.<name in lower case>`."""

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
    NO_TOUCHING = 14
    TOUCH_FIRST = 15
    TOUCHED_OTHER = 16
    CANNOT_MOVE = 17
    SAME_CELL = 18
    OTHER_CROSSINGS = 19
    NOT_HOME = 20
    OVER_LAKE = 21
    NOBODY_TO_HOP_OVER = 22
    TWO_KANGAROOS_IN_THE_WAY = 23
    WRONG_DISTANCE = 24
    LANDS_ON_KANGAROO = 25
    NO_SUCH_WAY = 26


_ROWS: dict[Why, tuple[str, ...]] = {
    Why.GAME_OVER: ("BIL-46",),
    Why.NOT_YOUR_TURN: ("BIL-16",),
    Why.NOT_WHILE_PLACING: ("BIL-14",),
    Why.NOT_WHILE_RACING: ("BIL-14",),
    Why.NOT_YOUR_COLOUR: ("BIL-04",),
    Why.NONE_IN_HAND: ("BIL-02",),
    Why.CELL_TAKEN: ("BIL-10",),
    Why.LAKE: ("BIL-50",),
    Why.BEHIND_STREAM: ("BIL-09",),
    Why.MUST_MOVE: ("BIL-16",),
    Why.NOT_YOUR_KANGAROO: ("BIL-16",),
    Why.ALREADY_HOME: ("BIL-45",),
    Why.NO_TOUCHING: ("BIL-41",),
    Why.TOUCH_FIRST: ("BIL-41",),
    Why.TOUCHED_OTHER: ("BIL-41",),
    Why.CANNOT_MOVE: ("BIL-17",),
    Why.SAME_CELL: ("BIL-39",),
    Why.OTHER_CROSSINGS: ("BIL-49",),
    Why.NOT_HOME: ("BIL-45",),
    Why.OVER_LAKE: ("BIL-37", "BIL-22"),
    Why.NOBODY_TO_HOP_OVER: ("BIL-20",),
    Why.TWO_KANGAROOS_IN_THE_WAY: ("BIL-35", "BIL-24"),
    Why.WRONG_DISTANCE: ("BIL-34", "BIL-24"),
    Why.LANDS_ON_KANGAROO: ("BIL-36", "BIL-21"),
    Why.NO_SUCH_WAY: ("BIL-17",),
}

REASONS: tuple[Reason, ...] = tuple(Reason(why.name.lower(), _ROWS.get(why, ())) for why in Why)
