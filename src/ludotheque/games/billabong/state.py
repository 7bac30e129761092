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
a colour, the last of each five do not exist: they stay in hand, and nobody counts them.)
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import Any

from ludotheque.core import lazy
from ludotheque.core.memory import Struct
from ludotheque.core.weights import Weight

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


WEIGHTS = (
    Weight("arrival", 0.02, 2.0),
    Weight("last", 0.05, 5.0),
    Weight("power", 1.0, 16.0),
)

ARRIVAL = 0
"""Added to every way, in laps: at the very end a few cells more or less do not decide everything."""
LAST = 1
"""How much more the way of the last kangaroo counts, since it will have nobody to hop over."""
POWER = 2
"""A seat with half the other's way has odds of 2 to this power."""


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
        # share of a clockwise lap done at this cell, from the stream, 0 to 1
        ("lap", "float64", (MAX_CELLS,)),
        ("step", "int16", (8,)),  # difference of cell numbers in each direction
        ("run", "uint8", (MAX_CELLS, 8)),  # cells in this direction before the edge or the lake
        # steps in this direction that end beyond the stream, or NEVER
        ("stream_after", "uint8", (MAX_CELLS, 8)),
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


def colours_of(s: Any, seat: int) -> tuple[str, ...]:
    """The colours a seat runs: one, or two in `two-teams`."""
    if int(s["seats"]) == 2 and int(s["mode"]) == Mode.TWO_TEAMS.value:
        return COLOURS[seat], COLOURS[seat + 2]
    return (COLOURS[seat],)


def colour_of(s: Any, seat: int, kangaroo: int) -> str:
    """The colour of a seat's kangaroo."""
    return colours_of(s, seat)[kangaroo // MAX_PER_COLOUR]


def kangaroos_of(b: Any, s: Any, seat: int) -> Iterator[int]:
    """The numbers of a seat's kangaroos, colour by colour."""
    for colour in range(len(colours_of(s, seat))):
        yield from range(colour * MAX_PER_COLOUR, colour * MAX_PER_COLOUR + int(b["kangaroos"]))


def kangaroo_on(b: Any, s: Any, cell: int) -> tuple[int, int] | None:
    """The seat and the number of the kangaroo on a cell; None if nobody stands there."""
    for seat in range(int(s["seats"])):
        for kangaroo in kangaroos_of(b, s, seat):
            if cell >= 0 and int(s["cell"][seat, kangaroo]) == cell:
                return seat, kangaroo
    return None


def in_hand(b: Any, s: Any, seat: int) -> list[int]:
    """The seat's kangaroos that are not placed yet, the next one of each colour first."""
    cells = s["cell"][seat].tolist()
    return [kangaroo for kangaroo in kangaroos_of(b, s, seat) if cells[kangaroo] == IN_HAND]


def conserved(b: Any, s: Any) -> dict[str, int]:
    """The kangaroos of each seat, and the number of contradictions, always 0, in the counters of those at home and the marks on lines."""
    found: dict[str, int] = {}
    standing: list[int] = []
    for seat in range(int(s["seats"])):
        cells = [int(s["cell"][seat, kangaroo]) for kangaroo in kangaroos_of(b, s, seat)]
        on_land = {cell for cell in cells if cell >= 0 and not b["is_lake"][cell]} - set(standing)
        standing += on_land
        home = cells.count(AT_HOME)
        found[f"kangaroos of seat {seat}"] = cells.count(IN_HAND) + home + len(on_land)
        found[f"miscounted at home, seat {seat}"] = home - int(s["home"][seat])
    lines = [0] * MAX_LINES
    for cell in standing:
        for axis in range(AXES):
            lines[b["line"][cell, axis]] |= 1 << int(b["mark"][cell, axis])
    found["lines marked wrongly"] = sum(
        wanted != there for wanted, there in zip(lines, s["lines"].tolist(), strict=True)
    )
    return found
