"""The level `greedy`: tries each promising action and takes the one after which its position looks best.

It guesses what it cannot see (`redeal`), draws the results of chance, and averages over its guesses.
"""

from __future__ import annotations

from typing import Any

from ludotheque.bots.judging import chances_of, look_ahead
from ludotheque.core import entry
from ludotheque.core.game import Game
from ludotheque.core.luck import Luck
from ludotheque.core.memory import room

GUESSES_OF_SECRETS = 8
"""How many guesses the level averages over in a game with secrets or simultaneous actions."""

EQUAL = 1e-9
"""Evaluations that differ by less than this are equal."""


def guesses_of(game: Game) -> int:
    """How many guesses of what it cannot see the level averages over."""
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
    """The action that looks best one action ahead; equals are drawn by lot.

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
