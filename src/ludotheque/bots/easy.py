"""The level `easy`: overlooks most of what it could do, and plays what looks best among the rest.

It looks at no more than a few of its promising actions, drawn by lot, and makes a single guess at what it cannot see. So it plays sensible
moves and often misses a better one, as people do in their first games. It needs little time, also while rules are interpreted.
"""

from __future__ import annotations

from typing import Any

from ludotheque.bots.judging import chances_of, look_ahead, wide
from ludotheque.core import entry
from ludotheque.core.game import Game
from ludotheque.core.jit import compiled
from ludotheque.core.luck import Luck
from ludotheque.core.memory import filled, room

MAX_LOOKED_AT = 12
"""The most actions that the level looks at."""


@compiled
def looked_at(count: int) -> int:
    """How many of `count` promising actions the level looks at: half of them, and no more than a few."""
    return wide(min((count + 1) // 2, MAX_LOOKED_AT))  # type: ignore[no-any-return]  # compiled code is not typed


def easy_action(game: Game, boxes: Any, states: Any, seat: int, rng: Luck) -> int:
    """The action that looks best among a few. `states` is the seat's view, one record; it is not changed."""
    listed, shares = room("int32", game.max_legal), room("float64", int(states[0]["seats"]))
    guess, tried = states.copy(), states.copy()
    entry.redeal(boxes, guess, 1 << seat, rng)
    count = int(entry.promising(boxes, guess, seat, listed))
    few = rng.permutation(listed[:count])[: looked_at(count)]
    worths = room("float64", len(few))
    actions = filled("int32", few)
    look_ahead(boxes, guess, seat, actions, len(few), worths, tried, shares, chances_of(game), rng)
    found = worths.tolist()
    return int(few[found.index(max(found))])
