"""Games kept in files, as records."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from ludotheque.core.errors import BadRecord
from ludotheque.core.message import Message
from ludotheque.core.record import dumps, loads, split
from ludotheque.table.replay import replay
from ludotheque.table.table import Table


def save(table: Table, path: str | PathLike[str]) -> None:
    """Write a game's record, with all its secrets and its chance to come, to a file of JSON lines (`docs/record.md`)."""
    Path(path).write_text(dumps(table.record()), encoding="utf-8")


def load(path: str | PathLike[str]) -> Table:
    """The game of a file that `save` or a server wrote, every event checked against the rules; it can be played on.

    `BadRecord` names the line that does not hold, `OSError` says why the file cannot be read.
    """
    try:
        lines = loads(Path(path).read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise BadRecord(str(path), Message("error.record.not_utf8", {"byte": error.start})) from error
    found = list(split(lines))
    if len(found) > 1:
        raise BadRecord(str(path), Message("error.record.several", {"games": len(found)}))
    return replay(lines)
