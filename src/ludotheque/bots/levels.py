"""The levels there are, and how much each one thinks."""

from __future__ import annotations

from types import MappingProxyType

SIMULATIONS = MappingProxyType({"steady": 200, "strong": 2_000, "master": 50_000})
"""Simulations a decision of the levels that search."""

LEVELS: tuple[str, ...] = ("random", "greedy", *SIMULATIONS)
"""The levels, weakest first; labels are the messages `bot.<level>`, what to expect of them `bot.<level>.hint`."""

USUAL = "greedy"
"""The level of a bot that nobody chose a level for."""
