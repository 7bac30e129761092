"""What the two Stops allow: moving pawns, and changing seats."""

from __future__ import annotations

from typing import Any

from ludotheque.core.jit import compiled
from ludotheque.core.rule import rule
from ludotheque.games.banzai.codes import moved_more, moved_pawn, moved_x, moved_y
from ludotheque.games.banzai.state import APART, FAR, GONE


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
