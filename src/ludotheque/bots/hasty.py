"""Hasty play: what bots do while their game's rules run interpreted.

They look one action ahead as `greedy` does, at the promising actions in random order, and stop after about a second.
"""

from __future__ import annotations

import time
from typing import Any

from ludotheque.bots.greedy import EQUAL, guesses_of
from ludotheque.bots.judging import chances_of, look_ahead
from ludotheque.bots.levels import LEVELS, NEVER_HASTY
from ludotheque.core import artefact, entry
from ludotheque.core.game import Game
from ludotheque.core.luck import Luck
from ludotheque.core.memory import filled, room

HASTY_S = 1.0
"""How many seconds a hasty bot takes over an action."""


def is_hasty(game: str, level: str) -> bool:
    """Whether a bot of this level now plays below its strength because the game's rules have not been compiled here.

    Bots that are no levels are never hasty. It does not apply to a budget without `seconds`: see `choose`.
    """
    wanted = artefact.way != artefact.INTERPRETED
    return wanted and level in LEVELS and level not in NEVER_HASTY and not artefact.is_loaded(game)


def hasty_action(game: Game, boxes: Any, states: Any, seat: int, rng: Luck) -> int:
    """The action that looks best among those that could be tried in time. `states` is the seat's view."""
    deadline = time.perf_counter() + HASTY_S
    listed, shares = room("int32", game.max_legal), room("float64", int(states[0]["seats"]))
    chances = chances_of(game)
    guess, tried = states.copy(), states.copy()
    count = entry.legal(boxes, guess, seat, listed)
    likely = listed[: entry.prefer(boxes, guess, seat, listed, count)]
    if len(likely):
        return int(likely[int(rng.random() * len(likely))])
    guess[:] = states
    entry.redeal(boxes, guess, 1 << seat, rng)
    mixed = rng.permutation(listed[: entry.promising(boxes, guess, seat, listed)].tolist())
    actions, judged = filled("int32", mixed), len(mixed)
    worths = [0.0] * judged
    for number in range(guesses_of(game)):
        guess[:] = states
        entry.redeal(boxes, guess, 1 << seat, rng)
        found = room("float64", judged)
        for index in range(judged):
            one = slice(index, index + 1)
            look_ahead(boxes, guess, seat, actions[one], 1, found[one], tried, shares, chances, rng)
            if time.perf_counter() > deadline:
                break
        else:
            worths = [sum(each) for each in zip(worths, found, strict=True)]
            continue
        if number == 0:
            judged = index + 1
            worths = found[:judged].tolist()
        break
    least = max(worths) - EQUAL
    best = [action for action, worth in zip(mixed, worths, strict=False) if worth > least]
    return int(best[int(rng.random() * len(best))])
