"""The bots that look one action ahead: the levels `easy` and `greedy`, and every level while its game's rules run interpreted.

`greedy` tries each promising action and takes the one after which its position looks best. It guesses what it cannot see (`redeal`), draws
the results of chance, and averages over its guesses.

`easy` overlooks most of what it could do, and plays what looks best among the rest: a few promising actions, drawn at random, with a single
guess at what it cannot see. So it plays sensible moves and often misses a better one, as people do in their first games. It needs little
time, also while rules are interpreted.

Hasty bots look at the promising actions in random order, and stop after about a second.
"""

from __future__ import annotations

import time
from typing import Any

from ludotheque.bots.judging import chances_of, look_ahead, wide
from ludotheque.bots.levels import LEVELS, NEVER_HASTY
from ludotheque.core import artefact, entry
from ludotheque.core.game import Game
from ludotheque.core.jit import compiled
from ludotheque.core.luck import Luck
from ludotheque.core.memory import filled, room

GUESSES_OF_SECRETS = 8
"""How many guesses `greedy` averages over in a game with secrets or simultaneous actions."""

EQUAL = 1e-9
"""Evaluations that differ by less than this are equal."""

MAX_LOOKED_AT = 12
"""The most actions that `easy` looks at."""

HASTY_S = 1.0
"""How many seconds a hasty bot takes over an action."""


def guesses_of(game: Game) -> int:
    """How many guesses of what it cannot see `greedy` averages over."""
    return GUESSES_OF_SECRETS if game.secrets or game.simultaneous else 1


def greedy_action(
    game: Game,
    boxes: Any,
    states: Any,
    seat: int,
    actions: Any,
    rng: Luck,
    near: float = 0.0,
) -> int:
    """The action that looks best one action ahead; equals are drawn at random.

    If the game has the verb `prefer`, its answer is taken. Otherwise, or if `near` is not 0, the promising actions are tried one by one.

    Args:
        game: the game.
        boxes: the components, one record.
        states: the seat's view, one record. It is not changed.
        seat: the seat that acts.
        actions: its legal actions, int32.
        rng: where the guesses and lots come from.
        near: actions whose evaluation is at most this much worse than the best count as equal, from 0 to 1.
    """
    preferred = 0 if near else entry.prefer(boxes, states.copy(), seat, actions, len(actions))
    best = actions[:preferred].tolist()
    if not best:
        best = _tried(game, boxes, states, seat, rng, near)
    return int(best[int(rng.random() * len(best))])


def _tried(game: Game, boxes: Any, states: Any, seat: int, rng: Luck, near: float) -> list[int]:
    """The promising actions with the best average over the guesses."""
    actions, worths = room("int32", game.max_legal), room("float64", game.max_legal)
    shares, chances = room("float64", int(states[0]["seats"])), chances_of(game)
    guess, tried, count = states.copy(), states.copy(), 0
    guesses = guesses_of(game)
    for number in range(guesses):
        guess[:] = states
        entry.redeal(boxes, guess, 1 << seat, rng)
        if number == 0:
            count = entry.promising(boxes, guess, seat, actions)
        look_ahead(boxes, guess, seat, actions, count, worths, tried, shares, chances, rng)
    listed, found = actions[:count].tolist(), worths[:count].tolist()
    least = max(found) - EQUAL - near * guesses
    return [action for action, worth in zip(listed, found, strict=True) if worth > least]


@compiled
def looked_at(count: int) -> int:
    """How many of `count` promising actions `easy` looks at: half of them, and no more than a few."""
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
