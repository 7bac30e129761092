"""Players without a person: they see views, never the full state. See `docs/adr/0004-bots-in-processes.md`.

`choose` is the whole of it: a view in, a legal action out. Every level is a loop over the verbs, compiled once a game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ludotheque.bots.greedy import greedy_action
from ludotheque.bots.random import random_action
from ludotheque.core import components as component_files
from ludotheque.core import registry, state
from ludotheque.core.game import Game

LEVELS: tuple[str, ...] = ("random", "greedy")
"""The levels there are, weakest first; labels are the messages `bot.<level>`."""

GUESSES_OF_SECRETS = 8
"""How many guesses of what it cannot see a greedy bot averages over, in a game with secrets."""


def choose(
    game: str | Game, components: Mapping[str, Any] | None, view: bytes, seat: int, level: str, seed: int
) -> int:
    """The action that a bot of this level does at `seat`, one of its legal actions.

    `view` is the state as that seat may know it (`Table.view({seat}).tobytes()`), `components` a user's own component file
    or None for the printed box, `seed` what the bot's own luck comes from. `ValueError` if the seat has no legal action.
    """
    game = game if isinstance(game, Game) else registry.get(game)
    box = component_files.load(game, components).array
    states = state.load(game, view)
    return choose_in(game, box, states, seat, level, np.random.Generator(np.random.PCG64(seed)))


def choose_in(game: Game, boxes: Any, states: Any, seat: int, level: str, rng: np.random.Generator) -> int:
    """The same with arrays of one box and one hidden state (left as it is), and a generator."""
    out = np.empty(game.max_legal, np.int32)
    if level == "random":
        code = random_action(boxes, states, seat, out, rng)
    elif level == "greedy":
        guesses = GUESSES_OF_SECRETS if game.secrets or game.simultaneous else 1
        room = (np.empty(game.max_legal), np.empty(int(states["seats"][0])))
        chances = (np.empty(game.max_chance, np.int32), np.empty(game.max_chance))
        copies = (states.copy(), states.copy())
        code = greedy_action(boxes, states, seat, guesses, out, room, chances, copies, rng)
    else:
        raise ValueError(f"there is no bot of the level {level!r}; there are: {', '.join(LEVELS)}")
    if code < 0:
        raise ValueError(f"seat {seat} has no legal action in this view")
    return int(code)
