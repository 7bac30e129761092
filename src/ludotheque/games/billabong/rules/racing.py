"""The race: a kangaroo slides, or makes a series of hops; each step may cross the stream. All its moves, and what a move does."""

from __future__ import annotations

from typing import Any

from ludotheque.core.bits import lowest_bit
from ludotheque.core.entry_point import State, entry_point
from ludotheque.core.rule import rule
from ludotheque.games.billabong.codes import PASS, move_code, mover
from ludotheque.games.billabong.rules.finish import come_home, end_turn
from ludotheque.games.billabong.rules.geometry import (
    ahead,
    distance_to_next,
    free_run,
    is_clear,
    is_occupied,
    lift,
    put,
    steps_to_stream,
)
from ludotheque.games.billabong.state import (
    DIRECTIONS,
    HOME_CROSSINGS,
    MAX_HEIGHT,
    MAX_KANGAROOS,
    MAX_WIDTH,
    Phase,
    index,
    wide,
)

SOUTH = DIRECTIONS.index("S")

BYTE = 8
"""Bits for the length of a hop: no board is too wide or too high for them."""

assert max(MAX_WIDTH, MAX_HEIGHT) < 1 << BYTE - 1


@rule("BIL-17", "BIL-18", "BIL-50")
def can_slide(b: Any, s: Any, cell: int, direction: int) -> bool:
    """To the neighbouring cell in a direction: free, on the board, and not in the lake."""
    return free_run(b, cell, direction) > 0 and not is_occupied(b, s, ahead(b, cell, direction, 1))


@rule("BIL-03", "BIL-20", "BIL-24", "BIL-25", "BIL-26", "BIL-29", "BIL-30", "BIL-31", "BIL-32", "BIL-43")
def hop_length(b: Any, s: Any, cell: int, direction: int) -> int:
    """The cells covered by a hop over the next kangaroo, anyone's or the referee; 0 where no hop is possible."""
    to_pivot = distance_to_next(b, s, cell, direction)
    dry = stays_dry(b, cell, direction, 2 * to_pivot)
    return 2 * to_pivot if dry & lands_freely(b, s, cell, direction, to_pivot) else 0


@rule("BIL-22", "BIL-33", "BIL-37", "BIL-50")
def stays_dry(b: Any, cell: int, direction: int, steps: int) -> bool:
    """No cell on the way is in the lake or off the board; brushing the point of a corner enters no cell."""
    return steps <= free_run(b, cell, direction)


@rule("BIL-21", "BIL-24", "BIL-34", "BIL-35", "BIL-36")
def lands_freely(b: Any, s: Any, cell: int, direction: int, to_pivot: int) -> bool:
    """Beyond the pivot, as far as it was before it, nobody stands: neither on the way nor on the landing cell."""
    return is_clear(b, s, cell, direction, to_pivot, to_pivot)


@rule("BIL-12", "BIL-44", "BIL-48")
def crossings_after(b: Any, cell: int, direction: int, steps: int, crossings: int) -> int:
    """Clockwise (westward) over the stream counts one more, backwards one less but never below none."""
    if steps < steps_to_stream(b, cell, direction):
        return crossings
    if direction > SOUTH:
        return crossings + 1
    return crossings - 1 if crossings > 0 else 0


# -- the moves of a turn ----------------------------------------------------------------------------------------------


@rule("BIL-16")
def list_turns(b: Any, s: Any, seat: int, out: Any) -> int:
    """Any move of any kangaroo of the seat; a pass where there is none."""
    n = wide(0)
    for kangaroo in range(MAX_KANGAROOS):
        if s.cell[seat, kangaroo] >= 0:
            landed, home = list_series(b, s, seat, kangaroo, out, n)
            n = list_slides(b, s, seat, kangaroo, out, n, landed, home)
    if n == 0:
        out[0] = PASS
        n = wide(1)
    return n


@entry_point()
@rule("BIL-41")
def binds_to_kangaroo(s: State) -> bool:
    """Whether the first hop of a series, once made on the screen, settles which kangaroo its player moves this turn.

    No rule of the turn changes by it: a turn is one action, and a series that is not finished is not part of it yet.
    """
    return s.phase == Phase.RACE.value and s.touch_move != 0


@rule("BIL-20", "BIL-23", "BIL-38", "BIL-39", "BIL-42", "BIL-45")
def list_series(b: Any, s: Any, seat: int, kangaroo: int, out: Any, first: int) -> tuple[int, bool]:
    """As many hops as one likes, over the same kangaroos too, and over the referee: the departure stays an occupied cell.

    Lists the landings in `out` from `first` on, and hops on from each. Returns where the list ends, and whether a series
    ends at home: with its second crossing it does.
    """
    cells, start = wide(b.cells), move_code(b, kangaroo, 0, 0)
    cell, crossings = wide(s.cell[seat, kangaroo]), wide(s.crossings[seat, kangaroo])
    home, upcoming, n = False, first, first
    while True:
        hops = wide(0)
        for direction in range(8):
            hops |= hop_length(b, s, cell, direction) << BYTE * direction
        while hops != 0:
            direction = lowest_bit(hops) // BYTE
            length = hops >> BYTE * direction & (1 << BYTE) - 1
            hops ^= length << BYTE * direction
            after = crossings_after(b, cell, direction, length, crossings)
            action = start + after * cells + ahead(b, cell, direction, length)
            if after == HOME_CROSSINGS:
                home = True
            elif not is_listed(out, first, n, action):
                out[index(n)] = action
                n += 1
        if upcoming == n:
            return n, home
        landing = wide(out[index(upcoming)]) - start
        crossings = wide(landing >= cells)
        cell = landing - crossings * cells
        upcoming += 1


@rule("BIL-49")
def is_listed(out: Any, first: int, end: int, action: int) -> bool:
    """Whether the action is in the list already, from `first` on and before `end`. The list is short, so looking is quick."""
    for i in range(first, end):
        if out[index(i)] == action:
            return True
    return False


@rule("BIL-17", "BIL-19", "BIL-27", "BIL-28", "BIL-45", "BIL-49")
def list_slides(
    b: Any, s: Any, seat: int, kangaroo: int, out: Any, first: int, landed: int, home: bool
) -> int:
    """Series of hops, or one slide, never both; a cell reached with other crossings is another move, home is one move.

    `list_series` has listed the kangaroo's landings from `first` to before `landed`; a slide to one of them is the same move.
    """
    cells, start, n = wide(b.cells), move_code(b, kangaroo, 0, 0), landed
    cell, crossings = wide(s.cell[seat, kangaroo]), wide(s.crossings[seat, kangaroo])
    for direction in range(8):
        if can_slide(b, s, cell, direction):
            after = crossings_after(b, cell, direction, 1, crossings)
            action = start + after * cells + ahead(b, cell, direction, 1)
            if after == HOME_CROSSINGS:
                home = True
            elif not is_listed(out, first, landed, action):
                out[index(n)] = action
                n += 1
    out[index(n)] = move_code(b, kangaroo, 0, HOME_CROSSINGS)  # counts only if a way leads home
    return n + wide(home)


@rule("BIL-11", "BIL-16", "BIL-19", "BIL-45")
def move(b: Any, s: Any, seat: int, action: int) -> None:
    """The kangaroo leaves its cell and stands on another, or bathes in the lake; the turn is over."""
    kangaroo = mover(b, wide(action))
    landing = wide(action) - move_code(b, kangaroo, 0, 0)
    crossings = landing // wide(b.cells)
    lift(b, s, wide(s.cell[seat, kangaroo]))
    s.crossings[seat, kangaroo] = crossings
    if crossings == HOME_CROSSINGS:
        come_home(b, s, seat, kangaroo)
    else:
        cell = landing - crossings * wide(b.cells)
        s.cell[seat, kangaroo] = cell
        put(b, s, cell)
    end_turn(b, s, seat)
