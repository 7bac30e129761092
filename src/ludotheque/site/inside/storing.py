"""The store of a page: SQLite in a file that the browser keeps. A page has one thread, so everything is written where it is asked for."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from ludotheque.server.base.log_lines import said_by
from ludotheque.server.store.databases import Conflict, Full, Lost, StoreError, Written, unwritten
from ludotheque.server.store.log import Store
from ludotheque.server.store.sql import Statement
from ludotheque.server.store.sqlite import SqliteDatabase

FULL = "disk is full"
"""What SQLite says where there is no room."""


class PageDatabase(SqliteDatabase):
    """One connection for both, and a journal that is a plain file: there is no memory that two could share."""

    pragmas = (
        "journal_mode=TRUNCATE",
        "synchronous=FULL",
        "locking_mode=EXCLUSIVE",
        "foreign_keys=ON",
        "secure_delete=ON",
    )
    connections = 1
    copied_as = "before"

    def copied(self) -> sqlite3.Connection:
        """A copy of the database as it is now, in memory."""
        copy = sqlite3.connect(":memory:", isolation_level=None)
        self._reading.backup(copy)
        return copy

    def replace(self, by: sqlite3.Connection) -> None:
        """Put another database in the place of this one, and close it: what was opened before has nothing to do with it.

        It is one transaction: whenever that ends, all of it is there or nothing. Raises `sqlite3.Error`, and then nothing has changed.
        """
        by.backup(self._writing)
        self.close()


def refused(error: Exception) -> StoreError:
    """Why something could not be written."""
    why = said_by(error)
    return (Full if FULL in why else StoreError)(unwritten(why))


class PageStore(Store):
    """A store that writes at once."""

    database: PageDatabase

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.database = PageDatabase(folder)

    async def open(self) -> None:
        """Open the database. Raises `StoreError` if that fails."""
        self.database.open()

    async def close(self) -> None:
        """Release the database."""
        self.database.close()

    async def read(self, statement: Statement, /, **values: Any) -> list[Any]:
        return self.database.read(statement, statement.values(values))

    async def _run(self, written: Written) -> None:
        try:
            self.database.write(written)
        except (Conflict, Lost):
            self.written["refused"] += 1
            raise
        except Exception as error:
            self.written["failed"] += 1
            raise refused(error) from error
        self.written["ok"] += 1
        self.commits += 1
