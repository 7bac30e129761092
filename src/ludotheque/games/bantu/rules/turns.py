"""A turn: who acts, what is legal, what an action does, and why another one is refused."""

from __future__ import annotations

from typing import Any

from ludotheque.core.lazy import np
from ludotheque.core.rule import rule
from ludotheque.games.bantu.codes import PASS, Why, destination, finish_of, move_code, mover
from ludotheque.games.bantu.rules.finish import come_home, end_turn
from ludotheque.games.bantu.rules.moving import can_finish, reach, send_back, steps_of, waits, why_not_end_on
from ludotheque.games.bantu.rules.setting import pawns_of_a_seat, stand
from ludotheque.games.bantu.state import AT_FINISH, NO_ROW, PAWNS, Ending, wide

LOOKED_AHEAD = 40
"""How many steps are searched to tell a wrong count from circles that are not connected; no row adds up to more."""


@rule("BAN-14", "BAN-41")
def actors(b: Any, s: Any) -> int:
    """The seat on turn; nobody when the game is over."""
    return 0 if s.ended != Ending.NONE.value else 1 << s.to_play


@rule("BAN-14", "BAN-17")
def legal(b: Any, s: Any, seat: int, out: Any) -> int:
    """The legal actions of the seat on turn."""
    if s.ended != Ending.NONE.value or seat != s.to_play:
        return 0
    return list_turns(b, s, seat, out)


@rule("BAN-19", "BAN-40")
def play(b: Any, s: Any, seat: int, action: int) -> None:
    """Move one pawn, or lose the turn."""
    if action != PASS:
        move(b, s, seat, mover(b, wide(action)), destination(b, wide(action)))
    end_turn(b, s, seat)


@rule("BAN-13", "BAN-19", "BAN-32", "BAN-37", "BAN-43")
def move(b: Any, s: Any, seat: int, pawn: int, to: int) -> None:
    """Move the pawn. On the finish it is home; on a circle it sends back any pawn that stood there."""
    if s.at[seat, pawn] >= 0:
        s.pawn_on[s.at[seat, pawn]] = 0
    if to == finish_of(b):
        come_home(s, seat, pawn)
        return
    if s.pawn_on[to] > 0:
        send_back(s, to)
    stand(s, seat, pawn, to)


# -- the list: enter a pawn, move one, or lose the turn ---------------------------------------------------------------


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
    """Every circle that the pawn reaches in exactly its steps and on which it may end, and the finish if it is near enough."""
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


# -- refusals: the same checks, and what to say about any other circle ------------------------------------------------


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


@rule("BAN-22", "BAN-24", "BAN-27", "BAN-28", "BAN-31", "BAN-38", "BAN-42", "BAN-43")
def why_not_go(b: Any, s: Any, seat: int, start: int, to: int) -> int:
    """The pawn must get there in exactly its steps, and may end there; or the finish is near enough."""
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


@rule("BAN-24", "BAN-27", "BAN-28", "BAN-31", "BAN-38")
def why_never_there(b: Any, s: Any, start: int, most: int, to: int, arrivals: Any, steps: Any) -> int:
    """Too far ahead; beyond another pawn; at another number of steps; or not connected."""
    if to // b.lanes - start // b.lanes > most:
        return Why.TOO_FAR.value
    last_rank = reach(b, s, start, LOOKED_AHEAD, True, arrivals, steps)
    ways = steps[to] if to // b.lanes <= last_rank else 0
    if ways >> most & 1 == 1:
        return Why.BLOCKED.value
    return Why.WRONG_COUNT.value if ways != 0 else Why.NOT_CONNECTED.value
