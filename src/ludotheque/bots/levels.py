"""The levels of bots, and how long each one thinks."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludotheque.core.game import Game

SIMULATIONS = MappingProxyType({"steady": 200, "strong": 2_000, "master": 50_000})
"""Simulations for one decision, for the levels that search; a game may have other numbers (`Game.simulations`)."""

MAX_THINKING_S = 4.5
"""The most processor seconds that any level spends on a decision, for expensive games and slow machines."""

LEVELS: tuple[str, ...] = ("random", "easy", "greedy", *SIMULATIONS)
"""The levels, weakest first. Their names for players are the messages `bot.<level>`, and their descriptions `bot.<level>.hint`."""

NEVER_HASTY = ("random", "easy")
"""The levels that play alike with compiled and with interpreted rules."""

DEFAULT_LEVEL = "greedy"
"""The level of a bot for which nobody chose one."""


def simulations_of(game: Game, level: str) -> int:
    """The simulations of a level for one decision in this game; 0 if the level does not search."""
    return game.simulations.get(level, SIMULATIONS.get(level, 0))


REACTION_MS = (200, 800)
"""In a timed game a bot acts between this many milliseconds after the last event, each length equally likely."""
