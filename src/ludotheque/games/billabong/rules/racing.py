"""The race: each turn one kangaroo slides, or hops in a series; all its destinations, and what a move does."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludotheque.core.rule import rule
from ludotheque.games.billabong.codes import PASS, crossings_then, destination, move_code, mover
from ludotheque.games.billabong.geometry import ahead, lift, put
from ludotheque.games.billabong.rules.finish import come_home, end_turn
from ludotheque.games.billabong.rules.moving import can_slide, crossings_after, hop_length
from ludotheque.games.billabong.state import HOME_CROSSINGS, MAX_KANGAROOS, Phase, index, wide


@rule("BIL-16")
def list_turns(b: Any, s: Any, seat: int, out: Any) -> int:
    """Any move of any kangaroo of the seat; a pass where there is none."""
    reached = np.zeros(2 * b.cells, np.uint8)
    n = wide(0)
    for kangaroo in range(MAX_KANGAROOS):
        if s.cell[seat, kangaroo] >= 0:
            n = list_moves_of(b, s, seat, kangaroo, reached, out, n)
    if n == 0:
        out[0] = PASS
        n = wide(1)
    return n


@rule("BIL-41")
def binds_to_kangaroo(s: Any) -> bool:
    """Whether the first hop of a series, once made on the screen, settles which kangaroo its player moves this turn.

    No rule of the turn changes by it: a turn is one action, and a series that is not finished is not part of it yet.
    """
    return s.phase == Phase.RACE.value and s.touch_move != 0


@rule("BIL-17", "BIL-19", "BIL-27", "BIL-28", "BIL-45", "BIL-49")
def list_moves_of(b: Any, s: Any, seat: int, kangaroo: int, reached: Any, out: Any, n: int) -> int:
    """Series of hops, or one slide, never both; a cell reached with other crossings is another move, home is one move.

    `reached` has an entry for each cell and crossings, with this kangaroo's number + 1 where it has been already.
    """
    n, home = list_series(b, s, seat, kangaroo, reached, out, n)
    cell, crossings = wide(s.cell[seat, kangaroo]), wide(s.crossings[seat, kangaroo])
    for direction in range(8):
        if can_slide(b, s, cell, direction):
            after = crossings_after(b, cell, direction, 1, crossings)
            to = ahead(b, cell, direction, 1)
            if after == HOME_CROSSINGS:
                home = True
            elif reached[index(after * b.cells + to)] != kangaroo + 1:
                out[n] = move_code(b, kangaroo, to, after)
                n += 1
    if home:
        out[n] = move_code(b, kangaroo, 0, HOME_CROSSINGS)
        n += 1
    return n


@rule("BIL-20", "BIL-23", "BIL-38", "BIL-39", "BIL-42", "BIL-45")
def list_series(b: Any, s: Any, seat: int, kangaroo: int, reached: Any, out: Any, n: int) -> tuple[int, bool]:
    """As many hops as one likes, over the same kangaroos too, and over the referee: the departure stays an occupied cell.

    Each landing in `out` is hopped on from in its turn; a landing with two crossings is home and ends the series.
    """
    cell, crossings = wide(s.cell[seat, kangaroo]), wide(s.crossings[seat, kangaroo])
    home, upcoming = False, n
    while True:
        for direction in range(8):
            length = hop_length(b, s, cell, direction)
            if length == 0:
                continue
            after = crossings_after(b, cell, direction, length, crossings)
            to = ahead(b, cell, direction, length)
            if after == HOME_CROSSINGS:
                home = True
            elif reached[index(after * b.cells + to)] != kangaroo + 1:
                reached[index(after * b.cells + to)] = kangaroo + 1
                out[n] = move_code(b, kangaroo, to, after)
                n += 1
        if upcoming == n:
            return n, home
        upcoming_move = wide(out[upcoming]) - move_code(b, kangaroo, 0, 0)
        crossings = wide(upcoming_move >= b.cells)
        cell = upcoming_move - crossings * b.cells
        upcoming += 1


@rule("BIL-11", "BIL-16", "BIL-19", "BIL-45")
def move(b: Any, s: Any, seat: int, action: int) -> None:
    """The kangaroo leaves its cell and stands on another, or bathes in the lake; the turn is over."""
    kangaroo, crossings = mover(b, wide(action)), crossings_then(b, wide(action))
    lift(b, s, wide(s.cell[seat, kangaroo]))
    s.crossings[seat, kangaroo] = crossings
    if crossings == HOME_CROSSINGS:
        come_home(b, s, seat, kangaroo)
    else:
        cell = destination(b, wide(action))
        s.cell[seat, kangaroo] = cell
        put(b, s, cell)
    end_turn(b, s, seat)
