"""The level `greedy`: tries each promising action and keeps the one after which its position looks best.

What it cannot see it guesses (`redeal`), what chance will bring it draws, and it averages over its guesses.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludotheque.bots.judging import look_ahead
from ludotheque.core import entry
from ludotheque.core.game import Game

GUESSES_OF_SECRETS = 8
"""How many guesses of what it cannot see a greedy bot averages over, in a game with secrets."""

EQUAL = 1e-9
"""Positions whose worth lies nearer than this are equally good."""


def greedy_action(
    game: Game,
    boxes: Any,
    states: Any,
    seat: int,
    actions: Any,
    rng: np.random.Generator,
    near: float = 0.0,
) -> int:
    """Of these legal actions, the one that looks best one action ahead; equals are drawn by lot. `states` is the seat's view.

    What `prefer` says is taken at its word; without it, or with what looks at most `near` of a win worse among the equals, the
    promising ones are tried, one after the other.
    """
    best = actions[:0] if near else actions[: entry.prefer(boxes, states.copy(), seat, actions, len(actions))]
    if len(best) == 0:
        best = _tried(game, boxes, states, seat, rng, near)
    return int(best[int(rng.random() * len(best))])


def _tried(game: Game, boxes: Any, states: Any, seat: int, rng: np.random.Generator, near: float) -> Any:
    """The promising actions that look best on an average of guesses."""
    actions, worths = np.empty(game.max_legal, np.int32), np.zeros(game.max_legal)
    shares = np.empty(int(states["seats"][0]))
    chances = (np.empty(game.max_chance, np.int32), np.empty(game.max_chance))
    guess, tried, count = states.copy(), states.copy(), 0
    guesses = GUESSES_OF_SECRETS if game.secrets or game.simultaneous else 1
    for number in range(guesses):
        guess[:] = states
        entry.redeal(boxes, guess, 1 << seat, rng)
        if number == 0:
            count = entry.promising(boxes, guess, seat, actions)
        look_ahead(boxes, guess, seat, actions, count, worths, tried, shares, chances, rng)
    return actions[np.flatnonzero(worths[:count] > worths[:count].max() - EQUAL - near * guesses)]
