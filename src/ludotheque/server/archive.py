"""Reads a data folder from outside, table by table, to verify it. A running server is not disturbed."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from ludotheque.core import catalogue
from ludotheque.core.errors import BadRecord, LudothequeError
from ludotheque.server.broken_log import BrokenLog, RulesChanged
from ludotheque.server.fold import fold
from ludotheque.server.log import FILE, Row, StoreError, row_of
from ludotheque.table import replay


def tables(folder: Path) -> Iterator[tuple[str, list[Row]]]:
    """Every table of a data folder with its events, oldest first. Raises `StoreError` if there is no database to read."""
    path = folder / FILE
    if not path.is_file():
        raise StoreError(f"{folder} holds no {FILE}: name the folder that was given to serve --data.")
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as database:
            for (table,) in database.execute("SELECT id FROM tables ORDER BY created_ms, id").fetchall():
                yield table, _rows(database, table)
    except sqlite3.Error as error:
        raise StoreError(f"{path} cannot be read: {error}") from error


def _rows(database: sqlite3.Connection, table: str) -> list[Row]:
    query = "SELECT seq, command_id, at_ms, body FROM events WHERE table_id = ? ORDER BY seq"
    return [row_of(*line) for line in database.execute(query, (table,))]


def verify(table: str, rows: list[Row]) -> replay.Verdict | None:
    """Replay a table's log under the rules, then verify its record. Returns None if nothing was played there.

    Raises `BadRecord` if something is wrong: a missing event, an illegal action, or chance that the seed does not give.
    """
    numbers = [row.seq for row in rows]
    if numbers != list(range(len(rows))) or not rows:
        raise BadRecord("seq", f"events are numbered {numbers}, not from 0 without a gap")
    try:
        state = fold(table, rows)
    except RulesChanged as error:
        raise BadRecord("rules", f"{error.text} It is archived.", error.reason) from error
    except BrokenLog as error:
        raise BadRecord(f"event {error.seq}", _why(error), error.reason) from error
    return None if state.table is None else replay.verify(state.table.record())


def _why(error: BrokenLog) -> str:
    """Why a log makes no table, with the answer of the rules, which the owner of the log may know."""
    said = catalogue.say(error.reason, "en")
    cause = error.__cause__
    if isinstance(cause, LudothequeError):
        return f"{said} ({cause.text})"
    return f"{said} ({cause})" if cause is not None and str(cause) else said
