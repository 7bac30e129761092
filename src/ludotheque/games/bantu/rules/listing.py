"""The list of legal actions: enter a pawn, move one, or, if neither is possible, lose the turn."""

from __future__ import annotations

from typing import Any

from ludotheque.core.lazy import np
from ludotheque.core.rule import rule
from ludotheque.games.bantu.codes import PASS, finish_of, move_code
from ludotheque.games.bantu.rules.capturing import why_not_end_on
from ludotheque.games.bantu.rules.moving import can_finish, reach, steps_of, waits
from ludotheque.games.bantu.rules.reasons import Why
from ludotheque.games.bantu.rules.setting import pawns_of_a_seat
from ludotheque.games.bantu.state import wide


@rule("BAN-17", "BAN-19", "BAN-39", "BAN-40", "BAN-45", "BAN-48")
def list_turns(b: Any, s: Any, seat: int, out: Any) -> int:
    """One pawn a turn: a waiting one enters or one on the track advances. A pass if nothing else is possible."""
    arrivals, steps = np.empty(b.circles, np.int64), np.empty(b.circles, np.int64)
    n = wide(0)
    for pawn in range(pawns_of_a_seat(s)):
        if waits(s, seat, pawn):
            n = list_entries(b, s, pawn, out, n)
        elif s.at[seat, pawn] >= 0:
            n = list_moves_of(b, s, seat, pawn, arrivals, steps, out, n)
    if n == 0:
        out[0] = PASS
        n = wide(1)
    return n


@rule("BAN-06", "BAN-13", "BAN-15", "BAN-16", "BAN-33", "BAN-37")
def list_entries(b: Any, s: Any, pawn: int, out: Any, n: int) -> int:
    """Every free circle of the start line with the pawn's number."""
    inner = wide(b.start_rank[pawn]) * b.lanes
    for circle in range(inner, inner + b.lanes):
        if b.start_line[circle] and why_not_enter(b, s, pawn, circle) == Why.LEGAL.value:
            out[n] = move_code(b, pawn, circle)
            n += 1
    return n


@rule("BAN-13", "BAN-34", "BAN-37")
def why_not_enter(b: Any, s: Any, pawn: int, to: int) -> int:
    """A pawn enters on a free circle of the start line with its own number."""
    if to == finish_of(b) or to // b.lanes != b.start_rank[pawn]:
        return Why.OTHER_START_LINE.value
    return Why.START_CIRCLE_TAKEN.value if s.pawn_on[to] > 0 else Why.LEGAL.value


@rule("BAN-17", "BAN-20", "BAN-31", "BAN-32", "BAN-43", "BAN-50")
def list_moves_of(b: Any, s: Any, seat: int, pawn: int, arrivals: Any, steps: Any, out: Any, n: int) -> int:
    """Every circle that the pawn reaches in exactly its steps and where it may end, and the finish if it is near enough."""
    start = wide(s.at[seat, pawn])
    most = steps_of(b, s, start)
    last_rank = reach(b, s, start, most, False, arrivals, steps)
    exactly = wide(1) << most
    for circle in range(start // b.lanes * b.lanes, (last_rank + 1) * b.lanes):
        if steps[circle] & exactly != 0 and why_not_end_on(b, s, seat, circle) == Why.LEGAL.value:
            out[n] = move_code(b, pawn, circle)
            n += 1
    if can_finish(b, s, start, most, last_rank, False, steps):
        out[n] = move_code(b, pawn, finish_of(b))
        n += 1
    return n
