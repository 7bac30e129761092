"""Why a bird cannot end its move on a space."""

from __future__ import annotations

from typing import Any

from ludotheque.core.rule import rule
from ludotheque.games.banjooli_cross.rules.course import (
    bird_on,
    exists,
    ground,
    is_passable,
    lane_of,
    step_of,
    tile_of,
)
from ludotheque.games.banjooli_cross.rules.lava import UNREACHED
from ludotheque.games.banjooli_cross.rules.moving import can_move, stops
from ludotheque.games.banjooli_cross.rules.reasons import Why
from ludotheque.games.banjooli_cross.state import NOBODY, SPACES, Ground, wide


@rule("BJC-28", "BJC-29", "BJC-30", "BJC-31", "BJC-32", "BJC-57")
def why_not_there(b: Any, s: Any, bird: int, destination: int, reached: Any) -> int:
    """0 if a move ends there; else what is wrong with the space, or with the number of points."""
    if reached[destination] != UNREACHED:
        return Why.LEGAL.value
    if not can_move(b, s, bird):
        return Why.CANNOT_MOVE.value
    if destination >= SPACES:
        return Why.WRONG_COUNT.value
    if not exists(b, s, destination):
        return Why.NO_SUCH_SPACE.value
    if not is_passable(b, s, destination):
        return Why.ROCK.value
    if bird_on(s, destination) != NOBODY:
        return Why.OCCUPIED.value
    if is_behind(s, destination, wide(s.at[bird])):
        return Why.BEHIND.value
    if ground(b, s, destination) == Ground.LAVA.value:
        return Why.LAVA.value
    return Why.STOPPED_BEFORE.value if is_stopped_before(b, s, bird, destination) else Why.WRONG_COUNT.value


@rule("BJC-28")
def is_behind(s: Any, space: int, at: int) -> bool:
    """Not further along than where the bird stands."""
    if at < 0:
        return False
    return tile_of(space) < tile_of(at) or (tile_of(space) == tile_of(at) and step_of(space) <= step_of(at))


@rule("BJC-36", "BJC-58", "BJC-62")
def is_stopped_before(b: Any, s: Any, bird: int, destination: int) -> bool:
    """Whether something that stops a bird lies on the way, in the lane of the destination."""
    for space in range(SPACES):
        if (
            lane_of(wide(space)) == lane_of(destination)
            and exists(b, s, wide(space))
            and stops(b, s, wide(space))
        ):
            if is_behind(s, wide(space), destination) and not is_behind(s, wide(space), wide(s.at[bird])):
                return True
    return False
