"""What a game is made of: the box (the row of pebbles) and the state (what is left of it, how many each seat took).

The pebbles of the row are numbered from 1. The player takes the last ones that are left:

     1   2   3   4   5
     6   7   8   9  10      15 pebbles, 12 left: the next player takes 12, or 12 and 11, or 12, 11 and 10
    11  12   ·   ·   ·
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from ludotheque.core.memory import Struct

MIN_SEATS = 2
MAX_SEATS = 4
MAX_PEBBLES = 40
MAX_TAKEN = 5
"""The most that a component file may have of each: the records below have room for no more."""


class Last(IntEnum):
    """What whoever takes the last pebble does, in the order of the option's choices."""

    WINS = 0
    LOSES = 1


class Ending(IntEnum):
    """Why the game is over, in the order of `Game.terminations`."""

    NONE = 0
    ROW_EMPTY = 1


BOX = Struct(
    [
        ("pebbles", "int32"),  # in the row at the start
        ("most", "int32"),  # pebbles that may be taken at once
    ]
)

STATE = Struct(
    [
        ("newgame", "int32"),  # always 1: only its name matters
        ("seats", "int32"),
        ("first", "int32"),  # the seat that goes first
        ("last", "int32"),  # the option, a value of Last
        ("to_play", "int32"),  # the seat whose turn it is; at the end, who took the last pebble
        ("left", "int32"),  # pebbles in the row
        ("taken", "int32", (MAX_SEATS,)),  # pebbles that each seat has taken
    ]
)

RANGES: dict[str, tuple[int, int]] = {
    "to_play": (0, MAX_SEATS - 1),
    "left": (0, MAX_PEBBLES),
    "taken": (0, MAX_PEBBLES),
}


def conserved(b: Any, s: Any) -> dict[str, int]:
    """Every pebble is in the row, or somebody has taken it."""
    return {"pebbles": int(s["left"]) + sum(s["taken"])}
