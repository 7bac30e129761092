"""Steps along the course: where a step leads, what lies there, and how far it is to the line.

A direction across is -1 (left), 0 (straight) or 1 (right). Running always goes towards higher tiles and steps.
"""

from __future__ import annotations

from typing import Any

from ludotheque.core.entry_point import Box, State, entry_point
from ludotheque.core.jit import compiled
from ludotheque.core.rule import rule
from ludotheque.games.banjooli_cross.state import (
    BIRDS,
    FAR,
    LANES,
    MAX_STEPS,
    NO_SPACE,
    NOBODY,
    OVER_LINE,
    SPACES,
    Bend,
    Ground,
    wide,
)


@compiled
def space_at(tile: int, lane: int, step: int) -> int:
    """The number of a space."""
    return (tile * LANES + lane) * MAX_STEPS + step


@compiled
def tile_of(space: int) -> int:
    """The tile of a space, 0 for the start."""
    return space // (LANES * MAX_STEPS)


@compiled
def lane_of(space: int) -> int:
    """The lane of a space: 0 left, 1 centre, 2 right."""
    return space // MAX_STEPS % LANES


@compiled
def step_of(space: int) -> int:
    """The step of a space in its lane, from 0."""
    return space % MAX_STEPS


@compiled
def written_lane(s: Any, tile: int, lane: int) -> int:
    """The lane as the box writes it: in a curve from the inside, so the other way round in a right turn."""
    return LANES - 1 - lane if s.bend[tile] == Bend.RIGHT.value else lane


@compiled
def length(b: Any, s: Any, tile: int, lane: int) -> int:
    """Spaces of a lane on a tile."""
    return wide(b.length[s.face[tile], written_lane(s, tile, lane)])


@entry_point()
def ground(b: Box, s: State, space: int) -> int:
    """What a space is, see `Ground`."""
    tile = tile_of(space)
    return wide(b.ground[s.face[tile], written_lane(s, tile, lane_of(space)), step_of(space)])


@compiled
def exists(b: Any, s: Any, space: int) -> bool:
    """Whether the course has this space."""
    return (
        0 <= space < SPACES
        and tile_of(space) < s.laid
        and step_of(space) < length(b, s, tile_of(space), lane_of(space))
    )


@entry_point()
@rule("BJC-28", "BJC-38", "BJC-76")
def next_space(b: Box, s: State, space: int, across: int) -> int:
    """One step ahead, straight or to a side: never aside nor back, and not across the barriers of a curve.

    `OVER_LINE` beyond the last rank, `NO_SPACE` where the step would leave the lanes.
    """
    tile, lane, step = tile_of(space), lane_of(space) + across, step_of(space)
    if lane < 0 or lane >= LANES:
        return NO_SPACE
    if step + 1 < length(b, s, tile, lane_of(space)):
        if across != 0 and s.bend[tile] != Bend.STRAIGHT.value:
            return NO_SPACE
        return space_at(tile, lane, step + 1)
    if tile + 1 == s.laid:
        return OVER_LINE
    return space_at(tile + 1, lane, wide(0))


@rule("BJC-28", "BJC-38")
def space_behind(b: Any, s: Any, space: int, across: int) -> int:
    """The space from which a step the other way across leads here; `NO_SPACE` behind the first rank."""
    tile, lane = tile_of(space), lane_of(space) + across
    if lane < 0 or lane >= LANES:
        return NO_SPACE
    if step_of(space) > 0:
        if across != 0 and s.bend[tile] != Bend.STRAIGHT.value:
            return NO_SPACE
        return space_at(tile, lane, step_of(space) - 1)
    if tile == 0:
        return NO_SPACE
    return space_at(tile - 1, lane, length(b, s, tile - 1, lane) - 1)


@entry_point()
@rule("BJC-31", "BJC-54", "BJC-56", "BJC-74")
def is_passable(b: Box, s: State, space: int) -> bool:
    """No rock, no water, and no lion on it."""
    kind = ground(b, s, space)
    return kind != Ground.ROCK.value and kind != Ground.WATER.value and space != s.lion_at


@entry_point()
def bird_on(s: State, space: int) -> int:
    """The bird on a space, or `NOBODY`."""
    for bird in range(BIRDS):
        if s.at[bird] == space:
            return bird
    return NOBODY


@entry_point()
def is_free(b: Box, s: State, space: int) -> bool:
    """Whether a bird could stand on the space: passable, and no other bird there."""
    return is_passable(b, s, space) and bird_on(s, space) == NOBODY


@entry_point()
def berry_on(s: State, space: int) -> int:
    """The token on a space, or `NOBODY`."""
    for token in range(len(s.berry_space)):
        if s.berry_space[token] == space:
            return token
    return NOBODY


@rule("BJC-79")
def measure(b: Any, s: Any) -> None:
    """Work out the fewest steps from each space over the line: no birds, no lion; sand, lava and vortex are ground."""
    for space in range(SPACES):
        s.steps_left[space] = FAR
    for tile in range(s.laid - 1, -1, -1):
        for step in range(MAX_STEPS - 1, -1, -1):
            for lane in range(LANES):
                if step < length(b, s, tile, lane):
                    s.steps_left[space_at(tile, lane, step)] = steps_from(b, s, space_at(tile, lane, step))


@rule("BJC-79")
def steps_from(b: Any, s: Any, space: int) -> int:
    """One more than from the best space ahead."""
    kind = ground(b, s, space)
    best = wide(FAR)
    if kind == Ground.ROCK.value or kind == Ground.WATER.value:
        return best
    for across in range(-1, 2):
        after = next_space(b, s, space, across)
        if after == OVER_LINE:
            best = wide(1)
        elif after != NO_SPACE:
            best = min(best, wide(s.steps_left[after]) + 1)
    return best


@rule("BJC-75", "BJC-79")
def steps_from_nest(b: Any, s: Any) -> int:
    """The fewest steps from a nest over the line: one more than from the best space of the start."""
    best = wide(FAR)
    for lane in range(LANES):
        best = min(best, wide(s.steps_left[space_at(0, lane, 0)]))
    return best + 1


@rule("BJC-79")
def distance_left(b: Any, s: Any, bird: int) -> int:
    """The fewest steps a bird still has to run; 0 once it has arrived."""
    at = wide(s.at[bird])
    if at >= 0:
        return wide(s.steps_left[at])
    return steps_from_nest(b, s) if s.place[bird] == 0 else wide(0)
