"""Why a bird cannot end its move on a space."""

from __future__ import annotations

from typing import Any

from ludotheque.core.entry_point import Box, State, entry_point
from ludotheque.core.lazy import np
from ludotheque.core.rule import rule
from ludotheque.games.banjooli_cross.rules.course import (
    berry_on,
    bird_on,
    exists,
    ground,
    is_passable,
    lane_of,
    step_of,
    tile_of,
)
from ludotheque.games.banjooli_cross.rules.lava import UNREACHED
from ludotheque.games.banjooli_cross.rules.moving import can_move, first_point, one_point, stops
from ludotheque.games.banjooli_cross.rules.reasons import Why
from ludotheque.games.banjooli_cross.state import DESTINATIONS, NOBODY, SPACES, Ground, wide


@rule("BJC-28", "BJC-29", "BJC-30", "BJC-31", "BJC-32", "BJC-38", "BJC-57")
def why_not_there(b: Any, s: Any, bird: int, destination: int, reached: Any, most: int) -> int:
    """0 if a move ends there; else what is wrong with the space, or with the number of points, of which there are at most `most`."""
    if reached[destination] != UNREACHED:
        return Why.LEGAL.value
    if not can_move(b, s, bird):
        return Why.CANNOT_MOVE.value
    if destination < SPACES:
        wrong = why_not_on(b, s, bird, destination)
        if wrong != Why.LEGAL.value:
            return wrong
    fewest = fewest_points(b, s, bird, destination)
    if fewest > 0:
        return Why.TOO_FAR.value if fewest > most else Why.WRONG_COUNT.value
    return what_stops_before(b, s, bird, destination) if destination < SPACES else Why.NO_WAY.value


@rule("BJC-28", "BJC-31", "BJC-32", "BJC-57")
def why_not_on(b: Any, s: Any, bird: int, space: int) -> int:
    """0 if a bird could end a move on the space, whatever its points."""
    if not exists(b, s, space):
        return Why.NO_SUCH_SPACE.value
    if not is_passable(b, s, space):
        return what_bars(b, s, space)
    if bird_on(s, space) != NOBODY:
        return Why.OCCUPIED.value
    if is_behind(s, space, wide(s.at[bird])):
        return Why.BEHIND.value
    return Why.LAVA.value if ground(b, s, space) == Ground.LAVA.value else Why.LEGAL.value


@rule("BJC-31", "BJC-54", "BJC-56", "BJC-74")
def what_bars(b: Any, s: Any, space: int) -> int:
    """What keeps every bird off a space: a rock, water, or the lion."""
    if space == s.lion_at:
        return Why.LION_THERE.value
    return Why.WATER.value if ground(b, s, space) == Ground.WATER.value else Why.ROCK.value


@entry_point()
@rule("BJC-28", "BJC-32")
def fewest_points(b: Box, s: State, bird: int, destination: int) -> int:
    """With how many points the bird could get there, whatever its dice show; 0 if no number is enough."""
    reached = np.full(DESTINATIONS, UNREACHED, np.int8)
    here, ahead = np.zeros(SPACES, np.uint8), np.zeros(SPACES, np.uint8)
    first_point(b, s, bird, wide(1), here, reached)
    spent = wide(1)
    while reached[destination] == UNREACHED and not (destination < SPACES and here[destination]):
        if not here.any():
            return wide(0)
        ahead[:] = 0
        one_point(b, s, here, wide(0), ahead, reached)
        here, ahead = ahead, here
        spent += 1
    return spent


@rule("BJC-28")
def is_behind(s: Any, space: int, at: int) -> bool:
    """Not further along than where the bird stands."""
    if at < 0:
        return False
    return tile_of(space) < tile_of(at) or (tile_of(space) == tile_of(at) and step_of(space) <= step_of(at))


@rule("BJC-31", "BJC-36", "BJC-38", "BJC-58", "BJC-62")
def what_stops_before(b: Any, s: Any, bird: int, destination: int) -> int:
    """What stops a bird on the way, in the lane of the destination; `NO_WAY` if it is nothing of that kind."""
    for space in range(SPACES):
        if (
            lane_of(wide(space)) == lane_of(destination)
            and exists(b, s, wide(space))
            and stops(b, s, wide(space))
        ):
            if is_behind(s, wide(space), destination) and not is_behind(s, wide(space), wide(s.at[bird])):
                if berry_on(s, wide(space)) != NOBODY:
                    return Why.BERRY.value
                sand = ground(b, s, wide(space)) == Ground.QUICKSAND.value
                return Why.QUICKSAND.value if sand else Why.VORTEX.value
    return Why.NO_WAY.value
