"""What a store asks of its database: rows written in one transaction, rows read, and errors that say what to do."""

from __future__ import annotations

from typing import Any, Protocol

from ludotheque.core.message import Message
from ludotheque.server.base.telling import Trouble
from ludotheque.server.store.sql import Rows, Statement


class StoreError(Trouble):
    """The data cannot be read or written."""


class Full(StoreError):
    """There is no room to write."""

    refusal = "error.no_room"


class Conflict(RuntimeError):
    """The log refuses an append: that number or that command is already there."""


class Lost(RuntimeError):
    """The table has been taken by another process, so nothing was written."""


Written = list[Rows]
"""Rows in the order in which they are written."""


class Database(Protocol):
    """A database with the log's tables. One thread writes, another one reads."""

    def open(self) -> None:
        """Own it if only one may, bring it to the present schema, and connect. Raises `StoreError`."""

    def write(self, written: Written) -> None:
        """Write everything or nothing; returns once it is durable. Raises `Conflict` if such a row is there already, and what the database
        raises if it cannot write; `Lost` if a fenced row's table lives elsewhere.
        """

    def read(self, statement: Statement, values: tuple[Any, ...]) -> list[Any]:
        """The rows that a statement selects. Raises `StoreError` if the database is away, and what it raises if a row cannot be read."""

    def size(self) -> int:
        """How many bytes it takes. Raises `StoreError` if the database is away."""

    def close(self) -> None:
        """Release it. Nobody writes or reads any more."""


def unopened(where: object, error: object) -> StoreError:
    """The error for a database that cannot be opened."""
    return StoreError(Message("cli.serve.database", {"path": str(where), "why": str(error)}))


def unwritten(why: str) -> Message:
    """That something could not be written."""
    return Message("cli.serve.log_unwritten", {"why": why})
