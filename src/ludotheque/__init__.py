"""A library of board games that anyone may open and play: rules, tables, records.

>>> from ludotheque import Table, games
"""

from __future__ import annotations

import ludotheque.games  # noqa: F401  (first, so that the name `games` below stays the function and not the folder)
from ludotheque.core.chance import Source
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
from ludotheque.core.game import Game, Option, Reason
from ludotheque.core.message import Message
from ludotheque.core.outcome import Outcome
from ludotheque.core.registry import games
from ludotheque.table import LegalActions, Table
from ludotheque.table.replay import replay, verify

__all__ = [
    "Ambiguous",
    "BadComponents",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "BrokenGame",
    "Event",
    "Game",
    "Illegal",
    "LegalActions",
    "LudothequeError",
    "Message",
    "Option",
    "Outcome",
    "Reason",
    "Refusal",
    "Source",
    "Table",
    "UnknownGame",
    "Unreadable",
    "games",
    "replay",
    "verify",
]
