"""The torrent of lava: whoever stops in it goes back to firm ground."""

from __future__ import annotations

from typing import Any

from ludotheque.core.rule import rule
from ludotheque.games.banjooli_cross.course import (
    bird_on,
    exists,
    ground,
    is_passable,
    lane_of,
    space_at,
    step_of,
    tile_of,
)
from ludotheque.games.banjooli_cross.state import BACK_IN_NEST, LANES, MAX_STEPS, NOBODY, Ground, wide

UNREACHED = -1
"""In lists of destinations: the bird cannot end there."""
DRIVEN_BACK = 100
"""In lists of destinations: the bird ends there after the lava, and nothing is triggered."""


@rule("BJC-57")
def drive_back(b: Any, s: Any, bird: int, space: int, reached: Any) -> None:
    """Mark the free high or earth spaces of the nearest rank behind that has any: own lane, else the next, else the far one."""
    for tile in range(tile_of(space), -1, -1):
        for step in range(MAX_STEPS - 1, -1, -1):
            if tile == tile_of(space) and step >= step_of(space):
                continue
            for apart in range(LANES):
                if mark_at(b, s, bird, tile, step, lane_of(space), apart, reached):
                    return
    reached[BACK_IN_NEST] = DRIVEN_BACK


@rule("BJC-57")
def mark_at(b: Any, s: Any, bird: int, tile: int, step: int, lane: int, apart: int, reached: Any) -> bool:
    """The spaces of a rank so many lanes apart; among equals the mover chooses. Whether there was one."""
    found = False
    for side in range(-1, 2, 2):
        to_lane = lane + side * apart
        if 0 <= to_lane < LANES:
            to = space_at(wide(tile), to_lane, wide(step))
            if is_firm(b, s, bird, to):
                found = True
                if reached[to] == UNREACHED:
                    reached[to] = DRIVEN_BACK
    return found


@rule("BJC-57")
def is_firm(b: Any, s: Any, bird: int, space: int) -> bool:
    """High ground or earth where no other bird stands (it may be the space that this one left)."""
    if not exists(b, s, space) or not is_passable(b, s, space):
        return False
    kind = ground(b, s, space)
    other = bird_on(s, space)
    return (kind == Ground.HIGH.value or kind == Ground.EARTH.value) and (other == NOBODY or other == bird)
