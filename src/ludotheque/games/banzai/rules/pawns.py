"""Where pawns lie and may be laid, and how far a hand reaches from a seat at the rim to a pawn."""

from __future__ import annotations

import math
from typing import Any

from ludotheque.core.jit import compiled
from ludotheque.core.numerics import cosine, sine
from ludotheque.core.rule import rule
from ludotheque.games.banzai.codes import GRAB, MOVE, moved_more, moved_pawn, moved_x, moved_y
from ludotheque.games.banzai.rules.choosing import place_of
from ludotheque.games.banzai.state import APART, FAR, GONE, NONE, START


@compiled
def lies(s: Any, pawn: int) -> bool:
    """Whether a pawn belongs to this round and has not been taken off."""
    return bool(0 <= pawn < s.pawns and s.pawn_by[pawn] != GONE)


@compiled
def pawns_left(s: Any) -> int:
    """How many pawns there are, held or free."""
    found = 0
    for pawn in range(s.pawns):
        if lies(s, pawn):
            found += 1
    return found


@rule("BNZ-25")
def is_on_table(x: int, y: int) -> bool:
    """Whether a point lies on the disc."""
    return x * x + y * y <= FAR * FAR


@rule("BNZ-25")
def is_clear(s: Any, pawn: int, x: int, y: int) -> bool:
    """Whether a pawn put there would lie far enough from every other one."""
    for other in range(s.pawns):
        if other != pawn and lies(s, other):
            dx, dy = s.pawn_x[other] - x, s.pawn_y[other] - y
            if dx * dx + dy * dy < APART * APART:
                return False
    return True


@rule("BNZ-25")
def move_pawn(s: Any, action: int) -> None:
    """A pawn is moved: the last one, or another one follows."""
    pawn = moved_pawn(action)
    s.pawn_x[pawn] = moved_x(action)
    s.pawn_y[pawn] = moved_y(action)
    s.moves_left = 1 if moved_more(action) == 1 else 0
    s.moved = int(s.moved) | 1 << pawn


# -- distances --------------------------------------------------------------------------------------------------------


@compiled
def place_x(s: Any, place: int) -> float:
    """Where a place is on the rim, in thousandths of the radius."""
    return FAR * sine(2 * math.pi * place / s.placed)


@compiled
def place_y(s: Any, place: int) -> float:
    """Where a place is on the rim, in thousandths of the radius."""
    return FAR * cosine(2 * math.pi * place / s.placed)


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
