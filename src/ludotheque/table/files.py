"""Games kept in files, as records."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from ludotheque.core.errors import BadRecord
from ludotheque.core.message import Message
from ludotheque.core.reading import decoded
from ludotheque.core.record import dumps, loads, split
from ludotheque.table.replay import replay
from ludotheque.table.table import Table


def save(table: Table, path: str | PathLike[str]) -> None:
    """Save a game to a file of JSON lines (`docs/record.md`), with all its secrets and its chance to come. Raises `OSError`."""
    Path(path).write_text(dumps(table.record()), encoding="utf-8")


def load(path: str | PathLike[str]) -> Table:
    """Load a game that `save` or a server wrote, checking every event against the rules. It can be played on.

    Raises `BadRecord` naming the line that is wrong, and `OSError` if the file cannot be read.
    """
    try:
        lines = loads(decoded(Path(path).read_bytes()))
    except UnicodeDecodeError as error:
        raise BadRecord(str(path), Message("error.record.not_utf8", {"byte": error.start})) from error
    found = list(split(lines))
    if len(found) > 1:
        raise BadRecord(str(path), Message("error.record.several", {"games": len(found)}))
    return replay(lines)
