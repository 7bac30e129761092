"""The rules: whose turn it is, what is legal and why not, what an action does, and when the game ends."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from ludotheque.core.game import reasons_of
from ludotheque.core.rule import rule

from newgame.state import MAX_PEBBLES, MAX_SEATS, Ending, Last


class Why(IntEnum):
    """Why an action is refused: the messages `newgame.reason.<name in lower case>`."""

    LEGAL = 0
    GAME_OVER = 1
    NOT_YOUR_TURN = 2
    NO_SUCH_ACTION = 3
    TOO_MANY = 4
    NOT_THERE = 5


REASONS = reasons_of(
    Why,
    GAME_OVER="NEWGAME-04",
    NOT_YOUR_TURN="NEWGAME-03",
    TOO_MANY="NEWGAME-02",
    NOT_THERE="NEWGAME-02",
)


@rule("NEWGAME-01")
def setup(b: Any, s: Any) -> None:
    """All pebbles are in the row, and the seat `s.first` begins."""
    s.left = b.pebbles
    for seat in range(MAX_SEATS):
        s.taken[seat] = 0
    s.to_play = s.first


@rule("NEWGAME-03", "NEWGAME-04")
def actors(b: Any, s: Any) -> int:
    """One player at a time; nobody when the row is empty."""
    return 0 if s.left == 0 else 1 << s.to_play


@rule("NEWGAME-02", "NEWGAME-03", "NEWGAME-04")
def why_not(b: Any, s: Any, seat: int, action: int) -> int:
    """0 if it is the seat's turn and it may take that many, else a code of `Why`."""
    if s.left == 0:
        return Why.GAME_OVER
    if seat != s.to_play:
        return Why.NOT_YOUR_TURN
    if action < 0 or action >= MAX_PEBBLES:
        return Why.NO_SUCH_ACTION
    if pebbles(action) > b.most:
        return Why.TOO_MANY
    if pebbles(action) > s.left:
        return Why.NOT_THERE
    return Why.LEGAL


@rule("NEWGAME-02")
def pebbles(action: int) -> int:
    """How many pebbles an action takes: `take 1` is action 0 of the notation."""
    return action + 1


@rule("NEWGAME-02")
def legal(b: Any, s: Any, seat: int, out: Any) -> int:
    """Lists every action that `why_not` allows, so that no rule is written twice."""
    n = 0
    for action in range(b.most):
        if why_not(b, s, seat, action) == Why.LEGAL:
            out[n] = action
            n += 1
    return n


@rule("NEWGAME-02", "NEWGAME-03")
def play(b: Any, s: Any, seat: int, action: int) -> None:
    """The pebbles leave the row; if any are left, it is the next seat's turn."""
    s.left -= pebbles(action)
    s.taken[seat] += pebbles(action)
    if s.left > 0:
        s.to_play = (seat + 1) % s.seats


@rule("NEWGAME-04")
def ending(b: Any, s: Any) -> int:
    """Why the game is over; 0 until then."""
    return Ending.ROW_EMPTY if s.left == 0 else Ending.NONE


@rule("NEWGAME-05", "NEWGAME-06")
def ranking(b: Any, s: Any, out: Any) -> None:
    """Whoever took the last pebble is first or, if the option says so, last. The others share the other rank."""
    for seat in range(s.seats):
        if s.left > 0:
            out[seat] = 0
        elif s.last == Last.LOSES:
            out[seat] = s.seats if seat == s.to_play else 1
        else:
            out[seat] = 1 if seat == s.to_play else 2
