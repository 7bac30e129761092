"""A turn: who acts, what is legal and why not, and what an action does. Each passes on to the current part of the game."""

from __future__ import annotations

from typing import Any

from ludotheque.core.lazy import np
from ludotheque.core.rule import rule
from ludotheque.games.billabong.codes import (
    MAX_ACTIONS,
    PASS,
    PLACE,
    Why,
    crossings_then,
    destination,
    mover,
    race_start,
)
from ludotheque.games.billabong.rules.finish import end_turn
from ludotheque.games.billabong.rules.geometry import distance_to_next, is_clear, is_occupied
from ludotheque.games.billabong.rules.placing import exists, list_placings, place, why_not_place
from ludotheque.games.billabong.rules.racing import list_series, list_slides, list_turns, move
from ludotheque.games.billabong.state import (
    AT_HOME,
    HOME_CROSSINGS,
    MAX_CELLS,
    MAX_KANGAROOS,
    Ending,
    Phase,
    wide,
)


@rule("BIL-16", "BIL-46")
def actors(b: Any, s: Any) -> int:
    """The seat on turn; nobody when the game is over."""
    return 0 if s.ended != Ending.NONE.value else 1 << s.to_play


@rule("BIL-14", "BIL-16")
def legal(b: Any, s: Any, seat: int, out: Any) -> int:
    """Placings first, then moves of the race."""
    if s.ended != Ending.NONE.value or seat != s.to_play:
        return 0
    if s.phase == Phase.PLACEMENT.value:
        return list_placings(b, s, seat, out)
    return list_turns(b, s, seat, out)


@rule("BIL-14", "BIL-16")
def play(b: Any, s: Any, seat: int, action: int) -> None:
    """Place, pass or move."""
    if action == PASS:
        end_turn(b, s, seat)
    elif action < race_start(b):
        place(b, s, seat, (action - PLACE) // b.cells, (action - PLACE) % b.cells)
    else:
        move(b, s, seat, action)


# -- refusals ---------------------------------------------------------------------------------------------------------


@rule("BIL-14", "BIL-16", "BIL-46")
def why_not(b: Any, s: Any, seat: int, action: int) -> int:
    """0 if the action is legal, else a code of `Why`."""
    if s.ended != Ending.NONE.value:
        return Why.GAME_OVER.value
    if seat != s.to_play:
        return Why.NOT_YOUR_TURN.value
    if action < 0 or action >= race_start(b) + MAX_KANGAROOS * (2 * b.cells + 1):
        return Why.NO_SUCH_ACTION.value
    is_placing = PLACE <= action < race_start(b)
    if s.phase == Phase.PLACEMENT.value:
        if not is_placing:
            return Why.NOT_WHILE_PLACING.value
        return why_not_place(b, s, seat, (action - PLACE) // b.cells, (action - PLACE) % b.cells)
    if is_placing:
        return Why.NOT_WHILE_RACING.value
    if action == PASS:
        return why_not_pass(b, s, seat)
    return why_not_move(b, s, seat, action)


@rule("BIL-16")
def why_not_pass(b: Any, s: Any, seat: int) -> int:
    """Only a player who cannot move may pass."""
    out = np.empty(MAX_ACTIONS, np.int32)
    return Why.LEGAL.value if list_turns(b, s, seat, out) == 1 and out[0] == PASS else Why.MUST_MOVE.value


@rule("BIL-16", "BIL-45")
def why_not_yours(b: Any, s: Any, seat: int, kangaroo: int) -> int:
    """Players move their own kangaroos, while they are on the board."""
    if not exists(b, s, kangaroo):
        return Why.NOT_YOUR_KANGAROO.value
    if s.cell[seat, kangaroo] == AT_HOME:
        return Why.ALREADY_HOME.value
    return Why.LEGAL.value


@rule("BIL-12", "BIL-16", "BIL-45", "BIL-49")
def why_not_move(b: Any, s: Any, seat: int, action: int) -> int:
    """One of the seat's kangaroos, and a move in its list."""
    kangaroo = mover(b, action)
    why = why_not_yours(b, s, seat, kangaroo)
    if why != Why.LEGAL.value:
        return why
    out = np.empty(2 * MAX_CELLS + 1, np.int32)
    landed, home = list_series(b, s, seat, kangaroo, out, wide(0))
    n = list_slides(b, s, seat, kangaroo, out, wide(0), landed, home)
    cell, otherwise = destination(b, action), False
    for i in range(n):
        if out[i] == action:
            return Why.LEGAL.value
        otherwise = otherwise or (
            crossings_then(b, wide(out[i])) != HOME_CROSSINGS and destination(b, wide(out[i])) == cell
        )
    if crossings_then(b, action) == HOME_CROSSINGS:
        return Why.NOT_HOME.value
    if otherwise:
        return Why.OTHER_CROSSINGS.value
    return why_not_there_from(b, s, wide(s.cell[seat, kangaroo]), cell)


@rule("BIL-10", "BIL-18", "BIL-20", "BIL-21", "BIL-39", "BIL-50")
def why_not_there_from(b: Any, s: Any, cell: int, to: int) -> int:
    """What is wrong with a cell that no move reaches, and, where it lies straight ahead, with one hop to it."""
    if to == cell:
        return Why.SAME_CELL.value
    if b.is_lake[to]:
        return Why.LAKE.value
    direction, steps = straight_line(b, cell, to)
    if steps > 1:
        return why_not_hop(b, s, cell, direction, steps)
    return Why.CELL_TAKEN.value if is_occupied(b, s, to) else Why.NO_SUCH_WAY.value


@rule("BIL-10", "BIL-20", "BIL-21", "BIL-22", "BIL-24", "BIL-34", "BIL-35", "BIL-36", "BIL-37")
def why_not_hop(b: Any, s: Any, cell: int, direction: int, steps: int) -> int:
    """The forbidden hops: over the lake, onto a kangaroo, over two, over none, or with the wrong distance."""
    if steps > b.run[cell, direction]:
        return Why.OVER_LAKE.value
    to_pivot = distance_to_next(b, s, cell, direction)
    if is_occupied(b, s, cell + steps * b.step[direction]):
        return Why.CELL_TAKEN.value if to_pivot == steps else Why.LANDS_ON_KANGAROO.value
    if to_pivot > steps:
        return Why.NOBODY_TO_HOP_OVER.value
    if not is_clear(b, s, cell, direction, to_pivot, steps - to_pivot):
        return Why.TWO_KANGAROOS_IN_THE_WAY.value
    return Why.WRONG_DISTANCE.value


@rule("BIL-20")
def straight_line(b: Any, cell: int, to: int) -> tuple[int, int]:
    """The direction of one cell from another and the steps there; no steps where no straight line joins them."""
    east = wide(b.column[to]) - wide(b.column[cell])
    south = wide(b.row[to]) - wide(b.row[cell])
    steps = max(abs(east), abs(south))
    for direction in range(8):
        if (
            steps > 0
            and cell + steps * b.step[direction] == to
            and (east == 0 or south == 0 or abs(east) == abs(south))
        ):
            return direction, steps
    return 0, 0
