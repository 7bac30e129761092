"""The rules: who acts, what is legal and why not, what an action does, and the end. For who holds the rulebook."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from ludotheque.core.game import reasons_of
from ludotheque.core.jit import compiled
from ludotheque.core.rule import rule

from mu_torere.state import MAX_PIECES, MIDDLE, NOWHERE, POINTS, SEATS, Ending


class Why(IntEnum):
    """Why an action is refused: the messages `mu_torere.reason.<name in lower case>`."""

    LEGAL = 0
    GAME_OVER = 1
    NOT_YOUR_TURN = 2
    NO_SUCH_ACTION = 3
    NOT_YOURS = 4
    OCCUPIED = 5
    NO_LINE = 6
    NOT_BESIDE = 7


REASONS = reasons_of(
    Why,
    GAME_OVER=("MUT-07", "MUT-08"),
    NOT_YOUR_TURN="MUT-06",
    NOT_YOURS="MUT-04",
    OCCUPIED="MUT-04",
    NO_LINE=("MUT-01", "MUT-04"),
    NOT_BESIDE="MUT-05",
)


@rule("MUT-01", "MUT-02")
def setup(b: Any, s: Any) -> None:
    """Each seat's pieces follow one another on the ring, and whoever was agreed on (`s.first`) begins."""
    for seat in range(SEATS):
        for piece in range(MAX_PIECES):
            s.at[seat, piece] = 1 + seat * b.pieces + piece if piece < b.pieces else NOWHERE
    s.turns = 0
    s.to_play = s.first


@compiled
def owner(b: Any, s: Any, point: int) -> int:
    """The seat whose piece stands on a point, -1 where it is empty."""
    for seat in range(SEATS):
        for piece in range(b.pieces):
            if s.at[seat, piece] == point:
                return seat
    return -1


@compiled
def empty_point(b: Any, s: Any) -> int:
    """The one point on which nothing stands."""
    for point in range(2 * b.pieces + 1):
        if owner(b, s, point) == -1:
            return point
    return NOWHERE


@rule("MUT-05")
def may_enter(b: Any, s: Any, seat: int, point: int) -> bool:
    """Whether an opposing piece is beside this point of the ring."""
    return owner(b, s, b.beside[point, 0]) == 1 - seat or owner(b, s, b.beside[point, 1]) == 1 - seat


@rule("MUT-01", "MUT-04", "MUT-05")
def why_not_push(b: Any, s: Any, seat: int, start: int, end: int) -> int:
    """A code of `Why`: the piece is the seat's own, and a line leads to the empty point."""
    if owner(b, s, start) != seat:
        return Why.NOT_YOURS
    if owner(b, s, end) != -1:
        return Why.OCCUPIED
    if b.joined[start, end] == 0:
        return Why.NO_LINE
    if end == MIDDLE and not may_enter(b, s, seat, start):
        return Why.NOT_BESIDE
    return Why.LEGAL


@rule("MUT-04", "MUT-05")
def moves(b: Any, s: Any, seat: int) -> int:
    """How many of the seat's pieces could be pushed, were it its turn."""
    end = empty_point(b, s)
    n = 0
    for piece in range(b.pieces):
        if why_not_push(b, s, seat, s.at[seat, piece], end) == Why.LEGAL:
            n += 1
    return n


@rule("MUT-07", "MUT-08")
def ending(b: Any, s: Any) -> int:
    """Why the game is over, 0 while it is not: who cannot move has lost, even on the last turn."""
    if moves(b, s, s.to_play) == 0:
        return Ending.BLOCKED
    return Ending.TURN_LIMIT if s.turns >= b.turn_limit else Ending.NONE


@rule("MUT-06", "MUT-07", "MUT-08")
def actors(b: Any, s: Any) -> int:
    """One player at a time; nobody when the game is over."""
    return 1 << s.to_play if ending(b, s) == Ending.NONE else 0


@rule("MUT-04", "MUT-05", "MUT-06", "MUT-07", "MUT-08")
def why_not(b: Any, s: Any, seat: int, action: int) -> int:
    """A code of `Why`: it is the seat's turn, and its piece may go there."""
    if ending(b, s) != Ending.NONE:
        return Why.GAME_OVER
    if seat != s.to_play:
        return Why.NOT_YOUR_TURN
    points = 2 * b.pieces + 1
    if action < 0 or action // POINTS >= points or action % POINTS >= points:
        return Why.NO_SUCH_ACTION
    return why_not_push(b, s, seat, action // POINTS, action % POINTS)


@rule("MUT-04")
def legal(b: Any, s: Any, seat: int, out: Any) -> int:
    """Every action that nothing forbids, in the order of the points: only the empty one can be gone to."""
    end = empty_point(b, s)
    n = 0
    for start in range(2 * b.pieces + 1):
        action = start * POINTS + end
        if why_not(b, s, seat, action) == Why.LEGAL:
            out[n] = action
            n += 1
    return n


@rule("MUT-04", "MUT-06")
def play(b: Any, s: Any, seat: int, action: int) -> None:
    """The piece goes to the empty point, and it is the other seat's turn."""
    for piece in range(b.pieces):
        if s.at[seat, piece] == action // POINTS:
            s.at[seat, piece] = action % POINTS
            break
    s.turns += 1
    s.to_play = 1 - seat


@rule("MUT-07", "MUT-08")
def ranking(b: Any, s: Any, out: Any) -> None:
    """Who cannot move is second; at the limit both share the first rank."""
    ended = ending(b, s)
    for seat in range(s.seats):
        if ended == Ending.NONE:
            out[seat] = 0
        else:
            out[seat] = 2 if ended == Ending.BLOCKED and seat == s.to_play else 1
