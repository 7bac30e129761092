"""How far a hand reaches, from a seat at the rim to a pawn."""

from __future__ import annotations

import math
from typing import Any

from ludotheque.core.rule import rule
from ludotheque.games.banzai.codes import GRAB, MOVE
from ludotheque.games.banzai.rules.choosing import place_of
from ludotheque.games.banzai.rules.optional import place_x, place_y
from ludotheque.games.banzai.state import FAR, NONE, START


@rule("BNZ-06", "BNZ-07")
def distance(s: Any, seat: int, pawn: int) -> int:
    """From a seat to a pawn, in thousandths of the table's radius; to pawns on their first circle it is as far for everybody."""
    out = s.pawn_x[pawn] * s.pawn_x[pawn] + s.pawn_y[pawn] * s.pawn_y[pawn]
    if abs(out - START * START) <= 2 * START:
        return FAR - START
    place = place_of(s, seat)
    dx = place_x(s, place) - s.pawn_x[pawn]
    dy = place_y(s, place) - s.pawn_y[pawn]
    return math.floor(math.sqrt(dx * dx + dy * dy) + 0.5)


@rule("BNZ-86")
def reach_ms(b: Any, s: Any, seat: int, pawn: int) -> float:
    """The time in milliseconds that a hand takes from a seat to a pawn; 0 for a player who is not at the table."""
    if place_of(s, seat) == NONE:
        return 0.0
    return float(distance(s, seat, pawn) * b.hand_ms) / FAR


@rule("BNZ-86")
def reach(b: Any, s: Any, seat: int, action: int) -> float:
    """How long a hand takes for an action. A pawn takes time; a call is heard at once."""
    if GRAB <= action < MOVE:
        return reach_ms(b, s, seat, action - GRAB)
    return 0.0
