"""What scenes and notation ask the rules: the path of a move, circle by circle, and all about every pawn and every move at once.

The rules need only the ends of a path. It is found in order to show it, and checked if a player gives one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ludotheque.core.entry_point import BoolTable, Box, Int32s, Int32Table, State, entry_point
from ludotheque.core.game import ActionPath
from ludotheque.core.jit import compiled
from ludotheque.core.lazy import np
from ludotheque.core.memory import room
from ludotheque.games.bantu.codes import destination, finish_of, mover
from ludotheque.games.bantu.labels import FINISH, circle_named, end_names
from ludotheque.games.bantu.rules.moving import is_protected, may_pass, steps_of, waits
from ludotheque.games.bantu.rules.setting import pawns_of_a_seat
from ludotheque.games.bantu.state import MAX_LANES, PAWNS, wide
from ludotheque.scene import snapshot

MAX_STEPS = MAX_LANES * PAWNS
"""A row is full of pawns with the highest number: no pawn goes farther."""

NOWHERE = -1


@entry_point()
def step_from(b: Box, s: State, start: int, circle: int, aside: int, number: int) -> tuple[int, int]:
    """Where step `number` (from 0) leads from a circle, or `NOWHERE`; and the `aside` after it.

    The steps forward along the links come first, to the finish too, then those aside, inwards and outwards. `aside` is the
    direction of the side steps made in this rank before (0 if there were none): a path never turns round.
    """
    links = wide(b.links[circle])
    if not may_pass(s, start, circle, False):
        return NOWHERE, 0
    if number < links:
        return wide(b.link[circle, number]), 0
    if number == links and b.arrow[circle] != 0:
        return finish_of(b), 0
    if number == links + 1 and aside <= 0 and circle % wide(b.lanes) > 0 and b.joined[circle - 1] != 0:
        return circle - 1, -1
    if number == links + 2 and aside >= 0 and b.joined[circle] != 0:
        return circle + 1, 1
    return NOWHERE, 0


@entry_point()
def steps_from(b: Box, circle: int) -> int:
    """How many numbers `step_from` knows at a circle."""
    return wide(b.links[circle]) + 3


@entry_point()
def circles_to(b: Box, s: State, start: int, to: int, path: Int32s) -> int:
    """A path from `start` that ends at `to` (a circle or `finish_of(b)`) in the number of steps of the pawn there, written into `path`.

    It steps aside as late as it can; of the paths to the finish it is the shortest. `path` has room for `MAX_STEPS` (int32).
    Returns the length of the path, 0 if there is none.
    """
    most = steps_of(b, s, start)
    for length in range(1 if to == finish_of(b) else most, most + 1):
        if _find(b, s, start, to, length, path):
            return length
    return 0


@compiled
def _find(b: Any, s: Any, start: int, to: int, length: int, path: Any) -> bool:
    """The first path of this length in the order of `step_from`, by depth-first search. Dead ends are remembered."""
    finish = finish_of(b)
    dead = np.zeros((length + 1, finish + 1, 3), np.bool_)
    circles, asides, numbers = (
        np.zeros(length + 1, np.int64),
        np.zeros(length + 1, np.int64),
        np.zeros(length + 1, np.int64),
    )
    circles[0], depth = start, 0
    while depth >= 0:
        circle, aside, left = circles[depth], asides[depth], length - depth
        if circle == finish or dead[left, circle, aside + 1] or numbers[depth] == steps_from(b, circle):
            dead[left, circle, aside + 1] = True
            depth -= 1
            continue
        after, then = step_from(b, s, start, circle, aside, numbers[depth])
        numbers[depth] += 1
        if after == NOWHERE:
            continue
        path[depth] = after
        if left == 1:
            if after == to:
                return True
            continue
        depth += 1
        circles[depth], asides[depth], numbers[depth] = after, then, 0
    return False


def path_to(b: Any, s: Any, seat: int, pawn: int, to: int) -> ActionPath:
    """A path of the pawn that ends at `to` (a circle or `finish_of(b)`) in its number of steps, as names; `()` if none does."""
    start = int(s["at"][seat, pawn])
    if start < 0:
        return ()
    path = room("int32", MAX_STEPS)
    length = int(circles_to(snapshot.record(b), snapshot.record(s), start, to, path))
    return named(b, path[:length].tolist())


def named(b: Any, path: Iterable[int]) -> ActionPath:
    """The names of the places of a path."""
    names = end_names(b)
    return tuple(names[place] for place in path)


def is_path(b: Any, s: Any, seat: int, pawn: int, path: ActionPath) -> bool:
    """Whether the names are those of a path that the pawn may go: in its number of steps, or in fewer to the finish."""
    start = int(s["at"][seat, pawn])
    if start < 0 or not path:
        return False
    finish, circle, aside = int(finish_of(b)), start, 0
    for name in path:
        if circle == finish:
            return False
        steps = (step_from(b, s, start, circle, aside, n) for n in range(int(steps_from(b, circle))))
        asides = {int(after): int(then) for after, then in steps if after != NOWHERE}
        circle = finish if name == FINISH else circle_named(b, name)
        if circle not in asides:
            return False
        aside = asides[circle]
    most = int(steps_of(b, s, start))
    return len(path) == most or (circle == finish and len(path) < most)


# -- all pawns, all moves: a call into compiled code takes longer than the rules do ------------------------------------


@entry_point()
def read_pawns(b: Box, s: State, waiting: BoolTable, safe: BoolTable) -> None:
    """Which pawns wait on their start square, and which are safe on the track (both bool, seats × pawns)."""
    for seat in range(s.seats):
        for pawn in range(pawns_of_a_seat(s)):
            waiting[seat, pawn] = waits(s, seat, pawn)
            at = wide(s.at[seat, pawn])
            safe[seat, pawn] = at >= 0 and is_protected(b, s, at)


PAWN, TO, WAITS, STEPS, LENGTH = range(5)
"""The columns of `read_moves`."""


@entry_point()
def read_moves(b: Box, s: State, seat: int, codes: Int32s, moves: Int32Table, paths: Int32Table) -> None:
    """Describe each action (int32, none a pass) in a row of `moves` (int32) with the columns above, and write a path of it into `paths` (int32).

    `STEPS` is how far the pawn goes, 0 if it waits.
    """
    for row in range(len(codes)):
        code = wide(codes[row])
        pawn, to = mover(b, code), destination(b, code)
        waiting, start = waits(s, seat, pawn), wide(s.at[seat, pawn])
        moves[row, PAWN], moves[row, TO], moves[row, WAITS] = pawn, to, waiting
        moves[row, STEPS] = 0 if waiting else steps_of(b, s, start)
        moves[row, LENGTH] = 0 if waiting else circles_to(b, s, start, to, paths[row])
