"""Where a bot wants pawns to be, and where it wants to sit."""

from __future__ import annotations

import math
from typing import Any

from ludotheque.core.jit import compiled
from ludotheque.games.banzai import codes
from ludotheque.games.banzai.bots.luck import share
from ludotheque.games.banzai.rules.choosing import place_of
from ludotheque.games.banzai.rules.optional import place_x, place_y
from ludotheque.games.banzai.rules.reach import distance
from ludotheque.games.banzai.rules.refusals import why_not
from ludotheque.games.banzai.state import FAR, GRID, NONE, STEP

ENDLESS = 1 << 40
NEAREST = 51
NEAR = 750
"""How far out towards its own seat a bot puts a pawn, in thousandths of the radius."""
MUCH = 100
"""A seat must be so much nearer to a pawn to be worth a change."""


@compiled
def gap(s: Any, place: int, pawn: int) -> float:
    """From a place to a pawn, in thousandths of the radius."""
    dx, dy = place_x(s, place) - s.pawn_x[pawn], place_y(s, place) - s.pawn_y[pawn]
    return math.sqrt(dx * dx + dy * dy)


@compiled
def nearest_gap(s: Any, place: int) -> float:
    """From a place to the free pawn nearest to it."""
    least = float(ENDLESS)
    for pawn in range(s.pawns):
        if s.pawn_by[pawn] == NONE:
            least = min(least, gap(s, place, pawn))
    return least


@compiled
def pawn_to_grab(s: Any, seat: int, luck: int) -> int:
    """The free pawn nearest to a seat, one of several at random; NONE if there is none."""
    best, least = NONE, float(ENDLESS)
    for pawn in range(s.pawns):
        if s.pawn_by[pawn] == NONE:
            far = distance(s, seat, pawn) + share(luck, pawn, NEAREST)
            if far < least:
                best, least = pawn, far
    return best


@compiled
def best_seat(s: Any, seat: int) -> int:
    """Whose seat lies much nearer to a pawn than one's own; NONE if nobody's does."""
    best, least = NONE, nearest_gap(s, place_of(s, seat)) - MUCH
    for place in range(s.placed):
        if nearest_gap(s, place) < least:
            best, least = int(s.seating[place]), nearest_gap(s, place)
    return best


@compiled
def pawn_to_move(b: Any, s: Any, seat: int) -> int:
    """The code that brings the nearest pawn in front of the bot's own seat; KEEP if none can come nearer."""
    place = place_of(s, seat)
    x, y = place_x(s, place) * NEAR / FAR, place_y(s, place) * NEAR / FAR
    column, row = nearest_line(x), nearest_line(y)
    best, least = int(codes.KEEP), float(ENDLESS)
    for pawn in range(s.pawns):
        code = codes.move_code(pawn, 0, column, row)
        if gap(s, place, pawn) < least and why_not(b, s, seat, code) == 0:
            best, least = int(code), gap(s, place, pawn)
    if least <= FAR - NEAR + STEP:
        return int(codes.KEEP)
    return best


@compiled
def nearest_line(at: float) -> int:
    """The line of the grid nearest to a coordinate."""
    return min(GRID - 1, max(0, math.floor((at + FAR) / STEP + 0.5)))
