"""Games kept in files, as records."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from ludotheque.core.errors import BadRecord
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
        lines = loads(Path(path).read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise BadRecord(str(path), f"is not UTF-8 text (byte {error.start}), so it is no record") from error
    found = list(split(lines))
    if len(found) > 1:
        raise BadRecord(str(path), f"holds {len(found)} games; `ludotheque.core.record.split` parts them")
    return replay(lines)
