"""A library of board games that anyone may open and play: rules, tables, records.

>>> from ludotheque import Table, games
"""

from __future__ import annotations

from typing import Any as _Any

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
from ludotheque.core.record import replay, verify
from ludotheque.core.registry import games
from ludotheque.core.table import Table


def _drawn(table: Table, scene: _Any) -> str:
    from ludotheque.scene import svg  # and its catalogues of words, once something is drawn

    return svg.of_table(table, scene)


def _written(table: Table, scene: _Any) -> str:
    from ludotheque.scene import text

    return text.of_table(table, scene)


Table.pen = staticmethod(_drawn)
Table.text_pen = staticmethod(_written)

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
