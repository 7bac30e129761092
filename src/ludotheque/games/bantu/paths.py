"""The path of a move, circle by circle: found in order to show it, and checked if a player gives one. The rules need only its ends."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Any

from ludotheque.core.entry_point import Box, Int32s, State, entry_point
from ludotheque.core.game import ActionPath
from ludotheque.core.jit import compiled
from ludotheque.core.lazy import np
from ludotheque.core.memory import room
from ludotheque.games.bantu.codes import finish_of
from ludotheque.games.bantu.labels import FINISH, circle_named, name_of_circle
from ludotheque.games.bantu.rules.moving import may_pass, steps_of
from ludotheque.games.bantu.state import MAX_LANES, PAWNS, wide
from ludotheque.scene import snapshot

MAX_STEPS = MAX_LANES * PAWNS
"""A row is full of pawns with the highest number: no pawn goes farther."""

NOWHERE = -1


@entry_point()
def step_from(b: Box, s: State, start: int, circle: int, aside: int, number: int) -> tuple[int, int]:
    """Where step `number` (from 0) leads from a circle, `NOWHERE` where it leads nowhere, with the `aside` that it leaves.

    First forward along the links, the finish included, then aside, inwards and outwards; `aside` is the direction of the side
    steps made in this rank before (0 where there were none): a path never turns round.
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
    """How many numbers `step_from` has to be asked for."""
    return wide(b.links[circle]) + 3


@entry_point()
def circles_to(b: Box, s: State, start: int, to: int, path: Int32s) -> int:
    """A path from `start` that ends at `to` (a circle or `finish_of(b)`) in the number of steps of the pawn there, written into `path`.

    It steps aside as late as it can; of the paths to the finish it is the shortest. `path` has `MAX_STEPS` (int32); returns how long
    it is, 0 where there is none.
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


def onward(b: Any, s: Any, start: int, circle: int, aside: int) -> dict[int, int]:
    """Where a step may lead from a circle, and the `aside` that it leaves."""
    found = (step_from(b, s, start, circle, aside, number) for number in range(int(steps_from(b, circle))))
    return {int(after): int(then) for after, then in found if after != NOWHERE}


def path_to(b: Any, s: Any, seat: int, pawn: int, to: int) -> ActionPath:
    """A path of the pawn that ends at `to` (a circle or `finish_of(b)`) in its number of steps, as names; `()` if none does."""
    start = int(s["at"][seat, pawn])
    if start < 0:
        return ()
    path = room("int32", MAX_STEPS)
    length = int(circles_to(snapshot.record(b), snapshot.record(s), start, to, path))
    return named(b, path[:length].tolist())


def named(b: Any, path: Iterable[int]) -> ActionPath:
    """The names of the circles of a path."""
    return _named(int(b["circles"]), int(b["lanes"]), tuple(path))


@functools.lru_cache(20_000)
def _named(finish: int, lanes: int, path: tuple[int, ...]) -> ActionPath:
    return tuple(FINISH if circle == finish else name_of_circle(circle, lanes) for circle in path)


def is_path(b: Any, s: Any, seat: int, pawn: int, path: ActionPath) -> bool:
    """Whether the names are those of a true path of the pawn, of its number of steps, or fewer to the finish."""
    start = int(s["at"][seat, pawn])
    if start < 0 or not path:
        return False
    finish, circle, aside = int(finish_of(b)), start, 0
    for name in path:
        to = finish if name == FINISH else circle_named(b, name)
        if circle == finish:
            return False
        aside = onward(b, s, start, circle, aside).get(to, 2)
        if aside == 2:
            return False
        circle = to
    most = int(steps_of(b, s, start))
    return len(path) == most or (circle == finish and len(path) < most)
