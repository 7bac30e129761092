"""The levels there are, and how much each one thinks."""

from __future__ import annotations

from types import MappingProxyType

SIMULATIONS = MappingProxyType({"steady": 200, "strong": 2_000, "master": 50_000})
"""Simulations a decision of the levels that search."""

MAX_THINKING_S = 4.5
"""Processor seconds after which a decision of any level ends, however many simulations it had: for dear games, slow machines."""

LEVELS: tuple[str, ...] = ("random", "greedy", *SIMULATIONS)
"""The levels, weakest first; labels are the messages `bot.<level>`, what to expect of them `bot.<level>.hint`."""

DEFAULT_LEVEL = "greedy"
"""The level of a bot that nobody chose a level for."""
