"""Reads a data folder or a database from outside, table by table, to verify it. A running server is not disturbed."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from ludotheque.core.errors import BadRecord, LudothequeError
from ludotheque.core.message import Message
from ludotheque.server.room.log_events import Row
from ludotheque.server.room.reading import BrokenLog, RulesChanged
from ludotheque.server.room.state import fold
from ludotheque.server.store import sql
from ludotheque.server.store.log import FILE, StoreError, row_of
from ludotheque.table import replay


def tables(where: Path | str) -> Iterator[tuple[str, list[Row]]]:
    """Every table of a data folder, or of the database of a URL, with its events, oldest first.

    Raises `StoreError` if there is no database to read.
    """
    if isinstance(where, str):
        from ludotheque.server.store.postgres import every_table

        yield from every_table(where)
    else:
        yield from _of_folder(where)


def _of_folder(folder: Path) -> Iterator[tuple[str, list[Row]]]:
    path = folder / FILE
    if not path.is_file():
        raise StoreError(Message("cli.serve.no_database", {"folder": str(folder), "file": FILE}))
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as database:
            for (table,) in database.execute(sql.EVERY_TABLE.text).fetchall():
                yield table, [row_of(*line) for line in database.execute(sql.EVENTS.text, (table,))]
    except sqlite3.Error as error:
        raise StoreError(Message("cli.serve.database", {"path": str(path), "why": str(error)})) from error


def verify(table: str, rows: list[Row]) -> replay.Verdict | None:
    """Replay a table's log under the rules, then verify its record. Returns None if nothing was played there.

    Raises `BadRecord` if something is wrong: a missing event, an illegal action, or chance that the seed does not give.
    """
    numbers = [row.seq for row in rows]
    if numbers != list(range(len(rows))) or not rows:
        raise BadRecord("seq", Message("error.record.gap", {"numbers": str(numbers)}))
    try:
        state = fold(table, rows)
    except RulesChanged as error:
        raise BadRecord("rules", error.reason) from error
    except BrokenLog as error:
        place = Message("error.record.event", {"number": error.seq})
        raise BadRecord(f"event {error.seq}", _why(error), place=place) from error
    return None if state.table is None else replay.verify(state.table.record())


def _why(error: BrokenLog) -> Message:
    """Why a log makes no table, with the answer of the rules, which the owner of the log may know."""
    cause = error.__cause__
    if cause is None or not str(cause):
        return error.reason
    said = cause.message or cause.text if isinstance(cause, LudothequeError) else str(cause)
    return Message("error.record.because", {"what": error.reason, "why": said})
