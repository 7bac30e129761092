"""The dtypes of Bantu: the box (the track) and the state (where every pawn is).

Circles stand in ranks across the track, a lane each: `circle = rank * lanes + lane`, ranks counted along the lap from 0, lanes
`a` (inner), `b`, `c`, … outwards. In words a circle is `r15b`: rank 15, lane b. A quarter of the default box:

    r0  (a)==(b)==(c)==(d)     ==  brown ground: the same row         r0, r7, r14, r21 are the start lines of
         |    |    |    |       |  link to the next rank              pawns 4, 3, 2 and 1, each a whole row
    r1  (a)  (b)==(c)  (d)
         |    |    |    |
    r2  (a)==(b)  (c)==(d)
         |    |    |    |
    r3  (a)==(b)==(c)  (d)
         |    |    |    |
    r4  (a)  (b)  (c)==(d)
         |      X       |      the two middle lanes change places
    r5  (a)==(b)  (c)  (d)
         |    |    |    |
    r6  (a)==(b)==(c)==(d)     after r27, the last rank: four arrows to the finish

A seat's pawns are numbered 0–3 here and 1–4 in print: pawn `p` has the number `p + 1`.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import Any

from ludotheque.core import lazy
from ludotheque.core.memory import Struct
from ludotheque.core.weights import Weight

wide: Any = lazy.int64
"""Small fields of a record are made wide before arithmetic, so that compiled and interpreted rules agree."""

MAX_SEATS = 4
PAWNS = 4
"""Pawns of a seat, numbered 1 to 4 in print."""
SHORT_PAWNS = 3
"""Pawns of a seat in the short game."""

MAX_RANKS = 40
MAX_LANES = 6
MAX_CIRCLES = MAX_RANKS * MAX_LANES
MAX_TURNS = 1000

AT_START = -2
AT_FINISH = -1
"""In `at`: a pawn on its start square, and one that has reached the finish."""

NO_ROW = -1
"""In `row`: there is no circle."""

COLOURS = ("red", "blue", "yellow", "green")
"""The colour of each seat's pawns."""


class Ending(IntEnum):
    """Why a game is over, in the order of `Game.terminations`."""

    NONE = 0
    ALL_HOME = 1
    TURN_LIMIT = 2


WEIGHTS = (
    Weight("entering", 0.05, 8.0),
    Weight("step_2", 0.1, 2.0),
    Weight("step_3", 0.05, 2.0),
    Weight("step_4", 0.05, 2.0),
    Weight("lead", 0.25, 6.0),
)

ENTERING = 0
"""Turns that a pawn on its start square needs before its first step."""
STEP_2 = 1
"""Turns that a step takes with pawn 2; those of pawns 3 and 4 follow. With pawn 1 it is one."""
LEAD = 4
"""How much a lead counts: the share of both ways by which one is shorter is multiplied by it."""


BOX = Struct(
    [
        ("ranks", "int16"),
        ("lanes", "int16"),
        ("circles", "int16"),  # ranks × lanes, those that do not exist included
        ("turn_limit", "int16"),  # the technical limit, a seat
        ("start_rank", "int16", (PAWNS,)),  # the rank of each pawn's start line
        ("row", "int16", (MAX_CIRCLES,)),  # the row a circle lies in, NO_ROW where there is no circle
        ("first", "int16", (MAX_CIRCLES,)),  # of each row: its innermost circle
        ("width", "uint8", (MAX_CIRCLES,)),  # of each row: how many circles, side by side
        ("joined", "uint8", (MAX_CIRCLES,)),  # the brown ground goes on to the circle one lane outwards
        ("start_line", "uint8", (MAX_CIRCLES,)),  # the circle is part of a start line
        ("arrow", "uint8", (MAX_CIRCLES,)),  # an arrow leads from the circle to the finish
        ("links", "uint8", (MAX_CIRCLES,)),  # how many circles of the next rank are linked
        ("link", "int16", (MAX_CIRCLES, MAX_LANES)),  # and which
        ("weights", "float64", (len(WEIGHTS),)),  # of the evaluation
    ]
)

STATE = Struct(
    [
        ("bantu", "int8"),
        ("seats", "int8"),
        ("first", "int8"),  # the seat that goes first
        ("short", "int8"),  # pawns 1, 2 and 3 only
        ("teams", "int8"),  # seats 0 and 2 against 1 and 3; only with four seats
        ("to_play", "int8"),
        ("ended", "int8"),  # Ending
        ("home", "int8", (MAX_SEATS,)),  # how many pawns of each seat are at the finish
        ("turns", "int16", (MAX_SEATS,)),  # turns that each seat has had, lost ones included
        ("at", "int16", (MAX_SEATS, PAWNS)),  # the circle of each pawn, AT_START or AT_FINISH
        (
            "pawn_on",
            "int8",
            (MAX_CIRCLES,),
        ),  # the pawn on each circle, 1 + 4 × seat + pawn; 0 if there is none (follows from `at`)
    ]
)

RANGES: dict[str, tuple[int, int]] = {
    "bantu": (1, 1),
    "seats": (2, MAX_SEATS),
    "first": (0, MAX_SEATS - 1),
    "short": (0, 1),
    "teams": (0, 1),
    "to_play": (0, MAX_SEATS - 1),
    "ended": (0, 2),
    "home": (0, PAWNS),
    "turns": (0, 32000),
    "at": (AT_START, MAX_CIRCLES - 1),
    "pawn_on": (0, MAX_SEATS * PAWNS),
}


def pawns_of(s: Any) -> range:
    """The pawns of a seat, from 0: the number printed on one is one more."""
    return range(SHORT_PAWNS if s["short"] else PAWNS)


def is_team_game(s: Any) -> bool:
    """Whether the seats opposite each other play together."""
    return bool(s["teams"]) and int(s["seats"]) == MAX_SEATS


def circles_of(b: Any) -> Iterator[int]:
    """The circles that the track has, rank by rank, from the inside outwards."""
    for circle in range(int(b["circles"])):
        if int(b["row"][circle]) != NO_ROW:
            yield circle


def row_of(b: Any, circle: int) -> range:
    """The circles of the row in which a circle lies."""
    row = int(b["row"][circle])
    return range(int(b["first"][row]), int(b["first"][row]) + int(b["width"][row]))


def pawn_on(s: Any, circle: int) -> tuple[int, int] | None:
    """The seat and the pawn (from 0) on a circle; None if nobody stands there."""
    held = int(s["pawn_on"][circle])
    return divmod(held - 1, PAWNS) if held else None


def numbers_beside(b: Any, s: Any, circle: int) -> list[int]:
    """The numbers of the pawns in the row of a circle, in its order: what a pawn there adds up."""
    on = s["pawn_on"]
    return [(int(on[other]) - 1) % PAWNS + 1 for other in row_of(b, circle) if on[other]]


def conserved(b: Any, s: Any) -> dict[str, int]:
    """The pawns of each seat, and the number of contradictions, always 0, in the counters of pawns at home and on circles."""
    found: dict[str, int] = {}
    track = set(circles_of(b))
    on: dict[int, int] = {}
    for seat in range(int(s["seats"])):
        places = [int(s["at"][seat, pawn]) for pawn in pawns_of(s)]
        standing = {circle for circle in places if circle in track and circle not in on}
        on |= {circle: 1 + PAWNS * seat + places.index(circle) for circle in standing}
        home = places.count(AT_FINISH)
        found[f"pawns of seat {seat}"] = places.count(AT_START) + home + len(standing)
        found[f"miscounted at the finish, seat {seat}"] = home - int(s["home"][seat])
    wrong = [circle for circle in range(MAX_CIRCLES) if int(s["pawn_on"][circle]) != on.get(circle, 0)]
    found["circles marked wrongly"] = len(wrong)
    return found
