"""Where a move may end: on a free circle, or on an opponent's pawn that nothing protects."""

from __future__ import annotations

from typing import Any

from ludotheque.core.rule import rule
from ludotheque.games.bantu.rules.moving import pawns_in_row
from ludotheque.games.bantu.rules.reasons import Why
from ludotheque.games.bantu.rules.setting import on_one_side, seat_on
from ludotheque.games.bantu.state import AT_START, PAWNS


@rule("BAN-32", "BAN-34", "BAN-35", "BAN-36", "BAN-37", "BAN-49", "BAN-51", "BAN-52")
def why_not_end_on(b: Any, s: Any, seat: int, circle: int) -> int:
    """What forbids a pawn of the seat to end on a circle that it reaches exactly."""
    owner = seat_on(s, circle)
    if owner < 0:
        return Why.LEGAL.value
    if owner == seat:
        return Why.OWN_PAWN.value
    if on_one_side(s, seat, owner):
        return Why.PARTNERS_PAWN.value
    if b.start_line[circle]:
        return Why.SAFE_START_LINE.value
    if pawns_in_row(b, s, circle) > 1:
        return Why.SAFE_IN_ROW.value
    return Why.LEGAL.value


@rule("BAN-34", "BAN-35", "BAN-36")
def is_protected(b: Any, s: Any, circle: int) -> bool:
    """Whether no opponent may send the pawn on a circle back: on a start line, or not alone in its row."""
    return b.start_line[circle] != 0 or pawns_in_row(b, s, circle) > 1


@rule("BAN-32", "BAN-33")
def send_back(s: Any, circle: int) -> None:
    """The pawn on a circle returns to its start square; it may enter again in any later turn."""
    owner, pawn = seat_on(s, circle), (s.pawn_on[circle] - 1) % PAWNS
    s.at[owner, pawn] = AT_START
    s.pawn_on[circle] = 0
