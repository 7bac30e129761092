"""The verb `why_not`: the same checks as in the list of legal actions, and what to tell a player who tapped elsewhere."""

from __future__ import annotations

from typing import Any

from ludotheque.core.lazy import np
from ludotheque.core.rule import rule
from ludotheque.games.bantu.codes import PASS, destination, finish_of, mover
from ludotheque.games.bantu.rules.capturing import why_not_end_on
from ludotheque.games.bantu.rules.listing import list_turns, why_not_enter
from ludotheque.games.bantu.rules.moving import can_finish, reach, steps_of, waits
from ludotheque.games.bantu.rules.reasons import Why
from ludotheque.games.bantu.rules.setting import pawns_of_a_seat
from ludotheque.games.bantu.state import AT_FINISH, NO_ROW, PAWNS, Ending, wide

LOOKED_AHEAD = 40
"""Steps that are looked at to tell a wrong count from circles that are not connected; no row's sum is that large."""


@rule("BAN-14", "BAN-41")
def why_not(b: Any, s: Any, seat: int, action: int) -> int:
    """0 if the action is legal, else a code of `Why`."""
    if s.ended != Ending.NONE.value:
        return Why.GAME_OVER.value
    if seat != s.to_play:
        return Why.NOT_YOUR_TURN.value
    if action < 0 or action > PAWNS * (wide(b.circles) + 1):
        return Why.NO_SUCH_ACTION.value
    if action == PASS:
        return why_not_pass(b, s, seat)
    return why_not_move(b, s, seat, mover(b, wide(action)), destination(b, wide(action)))


@rule("BAN-39", "BAN-40")
def why_not_pass(b: Any, s: Any, seat: int) -> int:
    """Only a player who cannot move loses a turn, and entering a pawn is a move."""
    out = np.empty(PAWNS * (b.circles + 1), np.int32)
    return Why.LEGAL.value if list_turns(b, s, seat, out) == 1 and out[0] == PASS else Why.MUST_MOVE.value


@rule("BAN-02", "BAN-17", "BAN-22", "BAN-23", "BAN-44")
def why_not_move(b: Any, s: Any, seat: int, pawn: int, to: int) -> int:
    """A pawn that is in the game, entering from its start square or going on from its circle."""
    if to != finish_of(b) and b.row[to] == NO_ROW:
        return Why.NO_SUCH_ACTION.value
    if pawn >= pawns_of_a_seat(s):
        return Why.NOT_IN_SHORT_GAME.value
    if s.at[seat, pawn] == AT_FINISH:
        return Why.ALREADY_HOME.value
    if waits(s, seat, pawn):
        return why_not_enter(b, s, pawn, to)
    start = wide(s.at[seat, pawn])
    if to == start:
        return Why.SAME_CIRCLE.value
    if to // b.lanes < start // b.lanes:
        return Why.BEHIND.value
    return why_not_go(b, s, seat, start, to)


@rule("BAN-22", "BAN-24", "BAN-26", "BAN-31", "BAN-38", "BAN-42", "BAN-43")
def why_not_go(b: Any, s: Any, seat: int, start: int, to: int) -> int:
    """Exactly the pawn's steps lead there, and it may end there; or the finish is near enough."""
    arrivals, steps = np.zeros(b.circles + 1, np.int64), np.zeros(b.circles + 1, np.int64)
    most = steps_of(b, s, start)
    last_rank = reach(b, s, start, most, False, arrivals, steps)
    if to == finish_of(b):
        if can_finish(b, s, start, most, last_rank, False, steps):
            return Why.LEGAL.value
        last_rank = reach(b, s, start, most, True, arrivals, steps)
        if can_finish(b, s, start, most, last_rank, True, steps):
            return Why.FINISH_BLOCKED.value
        return Why.FINISH_TOO_FAR.value
    if to // b.lanes <= last_rank and steps[to] >> most & 1 == 1:
        return why_not_end_on(b, s, seat, to)
    return why_never_there(b, s, start, most, to, arrivals, steps)


@rule("BAN-24", "BAN-26", "BAN-31", "BAN-38")
def why_never_there(b: Any, s: Any, start: int, most: int, to: int, arrivals: Any, steps: Any) -> int:
    """Too far ahead; in the way of another pawn; another number of steps; or not connected."""
    if to // b.lanes - start // b.lanes > most:
        return Why.TOO_FAR.value
    last_rank = reach(b, s, start, LOOKED_AHEAD, True, arrivals, steps)
    ways = steps[to] if to // b.lanes <= last_rank else 0
    if ways >> most & 1 == 1:
        return Why.BLOCKED.value
    return Why.WRONG_COUNT.value if ways != 0 else Why.NOT_CONNECTED.value
