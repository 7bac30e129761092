"""Saves a game while it is played: its file is a complete record after every action."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from ludotheque.cli.errors import ASKED_WRONGLY, Problem
from ludotheque.core.data_folder import data_folder, make_private
from ludotheque.core.message import Message

if TYPE_CHECKING:
    from ludotheque.table import Table

LAST = "last"
"""What `--resume` takes instead of a file: the unfinished game that was played last."""


def folder() -> Path:
    """Where games are saved unless a file is named."""
    return data_folder() / "terminal"


def fresh_path(game: str) -> Path:
    """A new file, named after the game and the time."""
    name = f"{game}-{datetime.now().astimezone():%Y%m%d-%H%M%S}"
    path, number = folder() / f"{name}.jsonl", 1
    while path.exists():
        number += 1
        path = folder() / f"{name}-{number}.jsonl"
    return path


def last(game: str | None) -> Path:
    """The file of the unfinished game that was played last. Raises `Problem` if there is none."""
    found = sorted(folder().glob("*.jsonl"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in found:
        with suppress(OSError, ValueError, IndexError):
            lines = path.read_text(encoding="utf-8").splitlines()
            fits = game is None or json.loads(lines[0]).get("game") == game
            if fits and "end" not in json.loads(lines[-1]):
                return path
    raise Problem(
        Message("cli.play.resume.none", {"folder": str(folder())}),
        Message("cli.play.resume.none.next"),
        ASKED_WRONGLY,
    )


def write(table: Table, path: Path) -> None:
    """Write a table's record. The old file stays until the new one is complete."""
    from ludotheque.core.record import dumps

    if path.parent == folder():
        make_private(data_folder())
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_text(dumps(table.record()), encoding="utf-8")
        beside.replace(path)
    except OSError:
        beside.unlink(missing_ok=True)
        raise


class Keeper:
    """Saves a game in its file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def keep(self, table: Table) -> None:
        """Save the game as it is now. Raises `OSError` if that fails."""
        write(table, self.path)
