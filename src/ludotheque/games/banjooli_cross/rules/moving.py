"""How an ostrich runs: every place where it can end its move with a given number of points.

`reached` has an entry for each destination, the spaces and `PODIUM`: `UNREACHED`; or the points left on arrival (only on a berry, and
then the most possible); or `DRIVEN_BACK` if the lava sends the bird there.
"""

from __future__ import annotations

from typing import Any

from ludotheque.core.entry_point import Box, Int8s, State, entry_point
from ludotheque.core.lazy import np
from ludotheque.core.rule import rule
from ludotheque.games.banjooli_cross.rules.course import (
    berry_on,
    bird_on,
    ground,
    is_free,
    is_passable,
    next_space,
    space_at,
)
from ludotheque.games.banjooli_cross.rules.lava import DRIVEN_BACK, UNREACHED, drive_back
from ludotheque.games.banjooli_cross.state import (
    DESTINATIONS,
    LANES,
    NEST,
    NO_SPACE,
    NOBODY,
    OVER_LINE,
    PODIUM,
    SPACES,
    Ground,
    wide,
)


@entry_point()
@rule("BJC-28", "BJC-29", "BJC-30", "BJC-32")
def mark_ends(b: Box, s: State, bird: int, points: int, reached: Int8s) -> bool:
    """Mark where the bird may end a move of `points` points. Returns whether it can move at all.

    All points are used if possible, else as many as possible. What stops a bird completes its move.
    """
    here, ahead = np.zeros(SPACES, np.uint8), np.zeros(SPACES, np.uint8)
    complete = first_point(b, s, bird, points, here, reached)
    spent, alive = wide(1), here.any()
    if not alive and not complete:
        return False
    while spent < points and alive:
        stopped = one_point(b, s, here, points - spent - 1, ahead, reached)
        complete = complete or stopped
        alive = ahead.any()
        if alive or complete:
            here, ahead = ahead, here
            ahead[:] = 0
        spent += 1
    if spent == points or not complete:
        for space in range(SPACES):
            if here[space]:
                stop_on(b, s, bird, space, reached)
    return True


@rule("BJC-75")
def first_point(b: Any, s: Any, bird: int, points: int, here: Any, reached: Any) -> bool:
    """One step or jump from where the bird stands; from the nest into any lane of the start, jumping straight ahead only."""
    if s.at[bird] != NEST:
        standing = np.zeros(SPACES, np.uint8)
        standing[s.at[bird]] = 1
        return one_point(b, s, standing, points - 1, here, reached)
    stopped = False
    for lane in range(LANES):
        stopped = land(b, s, space_at(0, lane, wide(0)), wide(0), points - 1, here, reached) or stopped
    return stopped


@rule("BJC-28", "BJC-33", "BJC-34")
def one_point(b: Any, s: Any, here: Any, left: int, ahead: Any, reached: Any) -> bool:
    """From every space in `here`, one step or jump straight or to a side; whether something stopped the bird."""
    stopped = False
    for space in range(SPACES):
        if here[space]:
            for across in range(-1, 2):
                to = next_space(b, s, wide(space), across)
                stopped = land(b, s, to, across, left, ahead, reached) or stopped
    return stopped


@rule("BJC-31", "BJC-33", "BJC-35", "BJC-76")
def land(b: Any, s: Any, to: int, across: int, left: int, ahead: Any, reached: Any) -> bool:
    """Onto a free space, or over the one bird that stands there to the free space beyond; whether that stops the bird."""
    if to >= 0 and is_passable(b, s, to) and bird_on(s, to) != NOBODY:
        to = next_space(b, s, to, across)
    if to == OVER_LINE:
        reached[PODIUM] = 0
        return True
    if to == NO_SPACE or not is_free(b, s, to):
        return False
    if stops(b, s, to):
        if reached[to] == UNREACHED or reached[to] == DRIVEN_BACK or reached[to] < left:
            reached[to] = left if berry_on(s, to) != NOBODY else 0
        return True
    ahead[to] = 1
    return False


@entry_point()
@rule("BJC-36", "BJC-58", "BJC-62")
def stops(b: Box, s: State, space: int) -> bool:
    """Quicksand, the vortex and berries stop a bird that enters. Jumping over them has no effect."""
    kind = ground(b, s, space)
    return kind == Ground.QUICKSAND.value or kind == Ground.VORTEX.value or berry_on(s, space) != NOBODY


@rule("BJC-57")
def stop_on(b: Any, s: Any, bird: int, space: int, reached: Any) -> None:
    """Where the points end: on the space itself, or, on lava, on the ground behind it."""
    if ground(b, s, space) == Ground.LAVA.value:
        drive_back(b, s, bird, space, reached)
    else:
        reached[space] = 0


@entry_point()
@rule("BJC-30")
def can_move(b: Box, s: State, bird: int) -> bool:
    """Whether a bird in the race can make a single step."""
    return mark_ends(b, s, bird, wide(1), np.full(DESTINATIONS, UNREACHED, np.int8))
