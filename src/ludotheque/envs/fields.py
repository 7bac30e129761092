"""The observation of a game that describes none: the fields of its state, as the seat may know them, between 0 and 1."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.core.game import Game
from ludotheque.core.observation import Feature, Observation

_MARK = 1
"""The first field only bears the game's name."""


def observation(game: Game, seats: int) -> Observation:
    """What `observe` writes for a game, told field by field."""
    features = [
        Feature(
            name,
            game.state[name].shape,
            f"The field {name} of the state; {low} is 0, {high} is 1.",
        )
        for name, low, high in _fields(game)
    ]
    return Observation(numbers=(Feature("seat", (seats,), "The seat that looks."), *features))


def observe(game: Game, views: Any, seats: NDArray[np.int8], out: NDArray[np.float32]) -> None:
    """Write the observations of many tables.

    Args:
        game: the game.
        views: states as the seat that looks may know them, shape (n,).
        seats: the seat that looks at each, shape (n,).
        out: written to, float32, shape (n, size).
    """
    count = out.shape[1] - sum(prod(game.state[name].shape) for name, _, _ in _fields(game))
    out[:, :count] = seats[:, None] == np.arange(count)
    at = count
    for name, low, high in _fields(game):
        values = np.asarray(views[name], np.float64).reshape(len(views), -1)
        width = values.shape[1]
        out[:, at : at + width] = np.clip((values - low) / max(1.0, high - low), 0.0, 1.0)
        at += width


def _fields(game: Game) -> list[tuple[str, int, int]]:
    """Name, least and greatest value of each field but the first."""
    found = []
    for name in (game.state.names or ())[_MARK:]:
        kind = game.state[name].base
        ends = game.ranges.get(name)
        if ends is None:
            whole = np.iinfo(kind) if kind.kind in "iu" else None
            ends = (0, 1) if whole is None else _option(game, name) or (int(whole.min), int(whole.max))
        found.append((name, int(ends[0]), int(ends[1])))
    return found


def _option(game: Game, name: str) -> tuple[int, int] | None:
    """The range of a field that holds an option, the number of players or who begins."""
    if name in ("seats", "first"):
        return 0, max(game.seats)
    for option in game.options:
        if option.name == name:
            if option.choices is not None:
                return 0, len(option.choices) - 1
            if isinstance(option.default, bool):
                return 0, 1
    return None
