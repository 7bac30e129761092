"""How an ostrich runs: every place where it can end its move with a given number of points, and why not elsewhere.

`reached` has an entry for each destination, the spaces and `PODIUM`: `UNREACHED`; or the points left on arrival (only on a berry, and
then the most possible); or `DRIVEN_BACK` if the lava sends the bird there.
"""

from __future__ import annotations

from typing import Any

from ludotheque.core.entry_point import Box, Int8s, State, entry_point
from ludotheque.core.jit import compiled
from ludotheque.core.lazy import np
from ludotheque.core.rule import rule
from ludotheque.games.banjooli_cross.codes import Why
from ludotheque.games.banjooli_cross.rules.course import (
    berry_on,
    bird_on,
    exists,
    ground,
    is_free,
    is_passable,
    lane_of,
    length,
    next_space,
    space_at,
    space_behind,
    step_of,
    tile_of,
)
from ludotheque.games.banjooli_cross.state import (
    BACK_IN_NEST,
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

UNREACHED = -1
"""In lists of destinations: the bird cannot end there."""
DRIVEN_BACK = 100
"""In lists of destinations: the bird ends there after the lava, and nothing is triggered."""


@rule("BJC-22", "BJC-27", "BJC-29")
def ends_of(b: Any, s: Any, bird: int, points: Any, n: int) -> Any:
    """Every destination of a bird with any of the `n` numbers of points, as `reached`."""
    reached = np.full(DESTINATIONS, UNREACHED, np.int8)
    for i in range(n):
        mark_ends(b, s, bird, wide(points[i]), reached)
    return reached


@compiled
def add_ends(reached: Any, first: int, out: Any, n: int) -> int:
    """List an action for each destination reached, `first` for destination 0; returns how many there are then."""
    for destination in range(DESTINATIONS):
        if reached[destination] != UNREACHED:
            out[n] = first + destination
            n += 1
    return n


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


# -- lava: a bird that stops in it goes back to firm ground ------------------------------------------------------------


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


# -- why a bird cannot end its move on a space --------------------------------------------------------------------------


@rule("BJC-22", "BJC-28", "BJC-29", "BJC-30", "BJC-31", "BJC-32", "BJC-38", "BJC-57")
def why_not_there(b: Any, s: Any, bird: int, destination: int, reached: Any, most: int) -> int:
    """0 if a move ends there; else what is wrong with the space, or with the number of points (`most` at most)."""
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
