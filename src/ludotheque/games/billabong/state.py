"""The dtypes of Billabong: the box (board, lake, stream) and the state (where every kangaroo stands).

Cells are numbered row by row from the north-west corner: `cell = y * width + x`, x west→east, y north→south. In words a
cell is its file (a, b, c … from the west) and its row (1, 2, 3 … from the south). The board of the default box:

        a b c d e f g h i j k l m n o p
    14  . . . . . . . . . . . . . . . .     y = 0
        …
     8  . . . . . . ~ ~ ~ ~ . . . . . .     y = 6      ~ the lake (the billabong)
     7  . . . . . . ~ ~ ~ ~ . . . . . .     y = 7
     6  . . . . . . . .|. . . . . . . .     y = 8      | the stream, between files h and i
     5  . . . . . . . .|. . . . . . . .                  start and finish, crossed westward: ← clockwise
        …
     1  . . . . . . . .|. . . . . . . .     y = 13

A seat's kangaroos are numbered 0–4; in `two-teams` 0–4 are of its first colour and 5–9 of its second. (In a box with fewer of
a colour, the last of each five do not exist: they stay in hand for ever, and nobody counts them.)
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from ludotheque.core import lazy
from ludotheque.core.memory import Struct
from ludotheque.games.billabong.weights import WEIGHTS

wide: Any = lazy.int64
"""Where small fields of a record meet in arithmetic, they are made wide first, alike compiled and interpreted."""

index: Any = lazy.uint64
"""A whole number that is never negative, for looking up: it spares the compiled rules a check at each cell."""

MAX_WIDTH = 24
MAX_HEIGHT = 24
MAX_CELLS = MAX_WIDTH * MAX_HEIGHT
MAX_SEATS = 4
MAX_PER_COLOUR = 5
MAX_KANGAROOS = 2 * MAX_PER_COLOUR
MAX_RACE_TURNS = 1000

DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
EAST_STEP = (0, 1, 1, 1, 0, -1, -1, -1)
SOUTH_STEP = (-1, -1, 0, 1, 1, 1, 0, -1)

COLOURS = ("red", "blue", "yellow", "green")

AXES = 4
LINES_OF_AXIS = (MAX_WIDTH, MAX_WIDTH + MAX_HEIGHT - 1, MAX_HEIGHT, MAX_WIDTH + MAX_HEIGHT - 1)
MAX_LINES = sum(LINES_OF_AXIS)
"""Straight lines of the largest board: files (N–S), rising diagonals (NE–SW), rows (E–W), falling diagonals (SE–NW)."""

NEVER = 255
"""In `stream_after`: a ray that meets no stream."""

IN_HAND = -2
AT_HOME = -1
"""In `cell`: a kangaroo not placed yet, and one that has finished and bathes in the lake."""

HOME_CROSSINGS = 2
"""Crossings that bring a kangaroo home: the first begins its lap, the second ends it."""


class Mode(IntEnum):
    """What two players share out, in the order of the option's choices."""

    TWO_TEAMS = 0
    DUEL = 1


class Placement(IntEnum):
    """Where kangaroos may be placed, in the order of the option's choices."""

    ANYWHERE = 0
    BEHIND_STREAM = 1


class Phase(IntEnum):
    """The two parts of a game."""

    PLACEMENT = 0
    RACE = 1


class Ending(IntEnum):
    """Why a game is over, in the order of `Game.terminations`."""

    NONE = 0
    ALL_HOME = 1
    TURN_LIMIT = 2


BOX = Struct(
    [
        ("width", "int16"),
        ("height", "int16"),
        ("cells", "int32"),  # width × height
        ("lake_x", "int16"),  # west column, north row, columns and rows of the lake
        ("lake_y", "int16"),
        ("lake_width", "int16"),
        ("lake_height", "int16"),
        ("stream", "int16"),  # the stream runs between this column and the next one
        ("kangaroos", "int16"),  # of each colour
        ("race_turns", "int16"),  # the technical limit, a seat
        ("column", "uint8", (MAX_CELLS,)),
        ("row", "uint8", (MAX_CELLS,)),
        ("is_lake", "uint8", (MAX_CELLS,)),
        (
            "lap",
            "float64",
            (MAX_CELLS,),
        ),  # share of a clockwise lap done at this cell, from the stream, 0 to 1
        ("step", "int16", (8,)),  # difference of cell numbers in each direction
        ("run", "uint8", (MAX_CELLS, 8)),  # cells in this direction before the edge or the lake
        (
            "stream_after",
            "uint8",
            (MAX_CELLS, 8),
        ),  # steps in this direction that end beyond the stream, or NEVER
        ("line", "uint8", (MAX_CELLS, AXES)),  # which line of each axis the cell lies on
        ("mark", "uint8", (MAX_CELLS, AXES)),  # and its bit there, growing northward, else eastward
        ("weights", "float64", (len(WEIGHTS),)),  # of the evaluation
    ]
)

STATE = Struct(
    [
        ("billabong", "int8"),
        ("seats", "int8"),
        ("first", "int8"),  # the seat that places first and moves first in the race
        ("mode", "int8"),  # Mode, matters only with two seats
        ("placement", "int8"),  # Placement
        ("play_on", "int8"),
        ("touch_move", "int8"),  # affects only the screen; no rule reads it
        ("phase", "int8"),  # Phase
        ("to_play", "int8"),
        ("ended", "int8"),  # Ending
        ("home", "int8", (MAX_SEATS,)),  # how many kangaroos of each seat are home
        ("rank", "int8", (MAX_SEATS,)),  # 1 for the seat that came home first, and so on; 0 while it races
        ("turns", "int16", (MAX_SEATS,)),  # turns that each seat has had in the race
        ("cell", "int16", (MAX_SEATS, MAX_KANGAROOS)),  # the cell of each kangaroo, IN_HAND or AT_HOME
        (
            "crossings",
            "int8",
            (MAX_SEATS, MAX_KANGAROOS),
        ),  # crossings of each kangaroo: 0 before its lap (blank face), 1 on its lap, 2 home
        (
            "lines",
            "uint32",
            (MAX_LINES,),
        ),  # the kangaroos on each straight line, as bits (follows from `cell`)
    ]
)

RANGES: dict[str, tuple[int, int]] = {
    "billabong": (1, 1),
    "seats": (2, MAX_SEATS),
    "first": (0, MAX_SEATS - 1),
    "mode": (0, 1),
    "placement": (0, 1),
    "play_on": (0, 1),
    "touch_move": (0, 1),
    "phase": (0, 1),
    "to_play": (0, MAX_SEATS - 1),
    "ended": (0, 2),
    "home": (0, MAX_KANGAROOS),
    "rank": (0, MAX_SEATS),
    "turns": (0, 32000),
    "cell": (IN_HAND, MAX_CELLS - 1),
    "crossings": (0, HOME_CROSSINGS),
    "lines": (0, 2**MAX_WIDTH - 1),
}
