"""What a game is made of: the box (how large the board is) and the state (where the pieces stand, whose turn it is).

The points of the ring (kawai) are numbered clockwise from the top, from 1; the middle (pūtahi) is point 0:

            1
        8       2
      7     0     3       the first seat's pieces begin on 1 to 4, the other's on 5 to 8
        6       4
            5
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from ludotheque.core.memory import Struct

SEATS = 2
MAX_PIECES = 6
MAX_TURNS = 400
"""The most of everything that a component file may have: room in the records below."""
POINTS = 2 * MAX_PIECES + 1
"""The points of the largest board."""
MIDDLE = 0
NOWHERE = -1
"""Where a piece stands that is not in this box."""


class Ending(IntEnum):
    """Why the game is over, in the order of `Game.terminations`."""

    NONE = 0
    BLOCKED = 1
    TURN_LIMIT = 2


BOX = Struct(
    [
        ("pieces", "int32"),  # that each player has
        ("turn_limit", "int32"),  # turns of both players together
        ("joined", "int32", (POINTS, POINTS)),  # 1 where a line joins two points
        ("beside", "int32", (POINTS, 2)),  # the two neighbours of a point on the ring
    ]
)

STATE = Struct(
    [
        ("mu_torere", "int32"),  # always 1: only its name matters
        ("seats", "int32"),
        ("first", "int32"),  # the seat that begins
        ("to_play", "int32"),  # the seat whose turn it is; at the end, who cannot move
        ("turns", "int32"),  # that have been played
        ("at", "int32", (SEATS, MAX_PIECES)),  # the point on which each piece stands
    ]
)

RANGES: dict[str, tuple[int, int]] = {
    "to_play": (0, SEATS - 1),
    "turns": (0, MAX_TURNS),
    "at": (NOWHERE, POINTS - 1),
}


def conserved(b: Any, s: Any) -> dict[str, int]:
    """Each seat's pieces stand on the board, never two on a point."""
    mine, theirs = ([int(point) for point in s["at"][seat] if point != NOWHERE] for seat in range(SEATS))
    return {"pieces": len(mine), "opposing": len(theirs), "points": len({*mine, *theirs})}
