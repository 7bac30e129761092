"""A level that judges with other weights than those of the game, to compare weights or to find better ones."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Any

from ludotheque.bots.levels import LEVELS
from ludotheque.bots.own import Sight
from ludotheque.core import weights as files
from ludotheque.core.game import Game
from ludotheque.core.weights import BadWeights, Weights

WEIGHTS = "weights"
"""The name of such bots: `weights:FILE`, or `weights:FILE@LEVEL`."""

LEVEL = "strong"
"""The level that plays if none is named."""


class Weighted:
    """A bot that plays like a level, with weights of its own. It makes all simulations of its level, however long they take.

    Args:
        weights: the weights, or the path of their file.
        level: one of `LEVELS`.
        simulations: the simulations for each action, instead of those of the level; 1 or more.
        name: its name in results; by default that under which it is found.

    Raises:
        BadWeights: the file cannot be read or holds no weights.
        ValueError: there is no such level.
    """

    reads_records = True

    def __init__(
        self,
        weights: Weights | str | os.PathLike[str],
        level: str = LEVEL,
        simulations: int | None = None,
        name: str | None = None,
    ) -> None:
        if level not in LEVELS:
            raise ValueError(f"there is no level {level!r}; the levels are {', '.join(LEVELS)}")
        path = weights.game if isinstance(weights, Weights) else os.fspath(weights)
        self.weights = weights if isinstance(weights, Weights) else files.load(weights)
        self.level, self.simulations = level, simulations
        self.__name__ = name or f"{WEIGHTS}:{path}" + (f"@{level}" if level != LEVEL else "")

    @property
    def content(self) -> bytes:
        """What decides how it plays, beside its code: its values."""
        return repr((sorted(self.weights.values.items()), self.level, self.simulations)).encode()

    def __reduce__(self) -> tuple[Any, ...]:
        return Weighted, (self.weights, self.level, self.simulations, self.__name__)

    def __call__(self, sight: Sight) -> int:
        """Choose an action. Raises `BadWeights` if the weights are not those of this game."""
        from ludotheque.bots import Budget, choose_in

        budget = replace(Budget(processor_s=1e9), simulations=self.simulations)
        box, view = sight.records
        return choose_in(
            sight.game,
            files.put(box, self.check(sight.game, box, view)),
            view,
            sight.seat,
            self.level,
            sight.luck,
            budget,
        )

    def check(self, game: Game, boxes: Any, states: Any) -> list[float]:  # noqa: ARG002 (every bot's check is given them)
        """The values for a game. Raises `BadWeights` if the weights are not this game's, or do not count in it."""
        if game.has_reflexes:
            raise BadWeights(f"the bots of {game.name} play by reflexes; its evaluation does not guide them")
        return self.weights.array(game)


def found(name: str) -> Weighted:
    """The bot of a name without `weights:`. Raises `BadWeights` or `ValueError` as `Weighted` does."""
    path, at, level = name.rpartition("@")
    return Weighted(path, level) if at and level in LEVELS else Weighted(name)
