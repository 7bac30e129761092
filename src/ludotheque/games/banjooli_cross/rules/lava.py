"""The torrent of lava: a bird that stops in it goes back to firm ground."""

from __future__ import annotations

from typing import Any

from ludotheque.core.entry_point import Box, Int8s, State, entry_point
from ludotheque.core.lazy import np
from ludotheque.core.rule import rule
from ludotheque.games.banjooli_cross.rules.course import (
    bird_on,
    exists,
    ground,
    is_passable,
    lane_of,
    length,
    space_at,
    space_behind,
    step_of,
    tile_of,
)
from ludotheque.games.banjooli_cross.state import BACK_IN_NEST, LANES, NO_SPACE, NOBODY, Ground, wide

UNREACHED = -1
"""In lists of destinations: the bird cannot end there."""
DRIVEN_BACK = 100
"""In lists of destinations: the bird ends there after the lava, and nothing is triggered."""


@entry_point()
@rule("BJC-57")
def drive_back(b: Box, s: State, bird: int, space: int, reached: Int8s) -> None:
    """Mark the free high or earth spaces of the nearest rank behind that has any: own lane, else the next, else the far one.

    A rank behind is the space behind in each lane: behind the first rank of a tile lies the last space of each lane before it.
    """
    rank, tile = np.zeros(LANES, np.int64), tile_of(space)
    for lane in range(LANES):
        rank[lane] = space_at(tile, wide(lane), min(step_of(space), length(b, s, tile, wide(lane)) - 1))
    while go_back_a_rank(b, s, rank):
        for apart in range(LANES):
            if mark_at(b, s, bird, rank, lane_of(space), apart, reached):
                return
    reached[BACK_IN_NEST] = DRIVEN_BACK


@rule("BJC-57")
def go_back_a_rank(b: Any, s: Any, rank: Any) -> bool:
    """Move from each lane's space to the one behind it. Returns whether there is any."""
    any_left = False
    for lane in range(LANES):
        if rank[lane] != NO_SPACE:
            rank[lane] = space_behind(b, s, rank[lane], wide(0))
            any_left = any_left or rank[lane] != NO_SPACE
    return any_left


@rule("BJC-57")
def mark_at(b: Any, s: Any, bird: int, rank: Any, lane: int, apart: int, reached: Any) -> bool:
    """Mark the spaces of a rank that are `apart` lanes away; among equals the player chooses. Returns whether there was one."""
    found = False
    for side in range(-1, 2, 2):
        to_lane = lane + side * apart
        if 0 <= to_lane < LANES and is_firm(b, s, bird, rank[to_lane]):
            found = True
            if reached[rank[to_lane]] == UNREACHED:
                reached[rank[to_lane]] = DRIVEN_BACK
    return found


@rule("BJC-57")
def is_firm(b: Any, s: Any, bird: int, space: int) -> bool:
    """Whether this is high ground or earth without another bird. It may be the space that this bird left."""
    if not exists(b, s, space) or not is_passable(b, s, space):
        return False
    kind = ground(b, s, space)
    other = bird_on(s, space)
    return (kind == Ground.HIGH.value or kind == Ground.EARTH.value) and (other == NOBODY or other == bird)
