"""The lion, our own extension (an option, off by default): white dice set it on the birds, and white sorcery wakes it."""

from __future__ import annotations

from typing import Any

from ludotheque.core.lazy import np
from ludotheque.core.rule import rule
from ludotheque.games.banjooli_cross.codes import LION, WAKE
from ludotheque.games.banjooli_cross.rules.course import (
    bird_on,
    is_free,
    length,
    space_at,
    space_behind,
    step_of,
    tile_of,
)
from ludotheque.games.banjooli_cross.rules.dice import thrown
from ludotheque.games.banjooli_cross.state import NEST, NO_SPACE, NOBODY, SORCERY, SPACES, WHITE, wide


@rule("BJC-74")
def lair(b: Any, s: Any) -> int:
    """Where the lion begins: the centre of the last rank of the finish."""
    last = wide(s.laid) - 1
    return space_at(last, wide(1), length(b, s, last, wide(1)) - 1)


@rule("BJC-74")
def mark_prowls(b: Any, s: Any, reached: Any) -> bool:
    """Mark where as many ranks as white dice lead it, straight or diagonal, over anything; past the start, its lair.

    Returns whether it may move at all.
    """
    ranks = thrown(s, WHITE)
    if s.lion == 0 or s.lion_awake == 0 or ranks == 0:
        return False
    here, behind = np.zeros(SPACES, np.uint8), np.zeros(SPACES, np.uint8)
    here[s.lion_at] = 1
    for _ in range(ranks):
        behind[:] = 0
        for space in range(SPACES):
            if here[space]:
                one_rank_back(b, s, wide(space), behind, reached)
        here, behind = behind, here
    for space in range(SPACES):
        if here[space]:
            reached[space] = 1
    return True


@rule("BJC-74")
def one_rank_back(b: Any, s: Any, space: int, behind: Any, reached: Any) -> None:
    """Towards the start, straight or to a side, never across a barrier; from the start's rank back to the lair."""
    if tile_of(space) == 0 and step_of(space) == 0:
        reached[lair(b, s)] = 1
        return
    for across in range(-1, 2):
        to = space_behind(b, s, space, across)
        if to != NO_SPACE:
            behind[to] = 1


@rule("BJC-74")
def list_prowls(b: Any, s: Any, out: Any, n: int) -> int:
    """Where the lion may be sent, and waking it."""
    reached = np.zeros(SPACES, np.uint8)
    if mark_prowls(b, s, reached):
        for space in range(SPACES):
            if reached[space]:
                out[n] = LION + space
                n += 1
    if may_wake(s):
        out[n] = WAKE
        n += 1
    return n


@rule("BJC-74")
def may_wake(s: Any) -> bool:
    """A white sorcery die wakes an exhausted lion."""
    return s.lion != 0 and s.lion_awake == 0 and s.thrown[SORCERY] == WHITE


@rule("BJC-74")
def prowl(b: Any, s: Any, space: int) -> None:
    """The lion lies down there, exhausted; a bird on that space flees."""
    bird = bird_on(s, space)
    s.lion_at, s.lion_awake = space, 0
    if bird == NOBODY:
        return
    if s.scared[bird]:
        s.at[bird], s.scared[bird] = NEST, 0
    else:
        s.at[bird] = flight(b, s, bird)


@rule("BJC-74")
def flight(b: Any, s: Any, bird: int) -> int:
    """Straight back a rank for each die of its colour, one at least, then on to the first free space, else the nest."""
    space, ranks = wide(s.at[bird]), max(thrown(s, bird), 1)
    while space != NO_SPACE:
        space = space_behind(b, s, space, wide(0))
        ranks -= 1
        if space != NO_SPACE and ranks <= 0 and is_free(b, s, space):
            return space
    return NEST
