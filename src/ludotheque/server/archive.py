"""Reading a data folder from outside, table by table, to verify it; a running server is not disturbed."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from ludotheque.core import registry
from ludotheque.core.errors import BadRecord, LudothequeError
from ludotheque.server.fold import BrokenLog, fold
from ludotheque.server.log import FILE, Row, StoreError
from ludotheque.table import replay


def tables(folder: Path) -> Iterator[tuple[str, list[Row]]]:
    """Every table of a data folder, oldest first, with its events; `StoreError` if there is no database to read."""
    path = folder / FILE
    if not path.is_file():
        raise StoreError(f"{folder} holds no {FILE}: name the folder that was given to serve --data.")
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as database:
            for (table,) in database.execute("SELECT id FROM tables ORDER BY created_ms, id").fetchall():
                yield table, _rows(database, table)
    except sqlite3.Error as error:
        raise StoreError(f"{path} cannot be read: {error}") from error


UNREADABLE = "unreadable"
"""The key under which stands why an event is no JSON object."""


def _rows(database: sqlite3.Connection, table: str) -> list[Row]:
    query = "SELECT seq, command_id, at_ms, body FROM events WHERE table_id = ? ORDER BY seq"
    return [
        Row(seq, command, at_ms, _body(body))
        for seq, command, at_ms, body in database.execute(query, (table,))
    ]


def _body(text: str) -> dict[str, Any]:
    """An event's JSON object; where it is none, one that only says why, which `verify` refuses."""
    try:
        return msgspec.json.decode(text, type=dict[str, Any])
    except msgspec.MsgspecError as error:
        return {UNREADABLE: str(error)}


def verify(table: str, rows: list[Row]) -> replay.Verdict | None:
    """Replay a table's log by the rules, then verify the record that it makes; None while nothing was played there.

    `BadRecord` says what does not hold: a missing event, an action that the rules refuse, chance that the seed does not give.
    """
    numbers = [row.seq for row in rows]
    if numbers != list(range(len(rows))) or not rows:
        raise BadRecord("seq", f"events are numbered {numbers}, not from 0 without a gap")
    for row in rows:
        if "kind" not in row.body:
            why = row.body.get(UNREADABLE, "it does not say what happened ('kind')")
            raise BadRecord(f"event {row.seq}", f"is not readable: {why}")
    body = rows[0].body
    try:
        installed = registry.get(body["game"]).rules_version
        if body["rules"] != installed:
            raise BadRecord(
                "rules", f"played by version {body['rules']}, version {installed} is installed: archived"
            )
        state = fold(table, rows)
    except BadRecord:
        raise
    except LudothequeError as error:
        raise BadRecord("", error.text) from error
    except (BrokenLog, KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadRecord("", f"the log makes no table: {type(error).__name__}: {error}") from error
    return None if state.table is None else replay.verify(state.table.record())
