"""`Table`: play a board game. Around it rules, bots and records as a library.

>>> from ludotheque import Table, installed_games
>>> table = Table("billabong", seats=2, seed=7)
>>> event = table.play(table.legal_actions()[0])

`help(Table)` tells what a table can do; the other names here follow from it:

- `installed_games` says what can be played, `load` and `save` keep a table in a file, `replay` and `verify` read its record again;
- `LegalActions`, `Event`, `Outcome`, `Refusal` and `Verdict` are what a table answers, the rest is what it raises, always a `LudothequeError`.

Bots are in `ludotheque.bots`, environments for programs that learn in `ludotheque.envs`, matches and statistics in `ludotheque.lab`. They are
imported when they are first named.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

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

if TYPE_CHECKING:
    from ludotheque import bots as bots
    from ludotheque import envs as envs
    from ludotheque import lab as lab

__version__ = "0.1.0"

_LATER = ("bots", "envs", "lab")


def __getattr__(name: str) -> Any:
    if name in _LATER:
        return import_module(f"ludotheque.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *_LATER])


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
