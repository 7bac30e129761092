"""Board games as a library: rules, tables, bots and records.

>>> from ludotheque import Table, installed_games
"""

from __future__ import annotations

from ludotheque.core.errors import (
    Ambiguous,
    BadComponents,
    BadOption,
    BadPosition,
    BadRecord,
    BrokenGame,
    Illegal,
    LudothequeError,
    UnknownGame,
    Unreadable,
)
from ludotheque.core.event import Event, Refusal
from ludotheque.core.outcome import Outcome
from ludotheque.core.registry import installed_games
from ludotheque.table import LegalActions, Table
from ludotheque.table.files import load, save
from ludotheque.table.replay import Verdict, replay, verify

__version__ = "0.1.0"

__all__ = [
    "Ambiguous",
    "BadComponents",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "BrokenGame",
    "Event",
    "Illegal",
    "LegalActions",
    "LudothequeError",
    "Outcome",
    "Refusal",
    "Table",
    "UnknownGame",
    "Unreadable",
    "Verdict",
    "__version__",
    "installed_games",
    "load",
    "replay",
    "save",
    "verify",
]
