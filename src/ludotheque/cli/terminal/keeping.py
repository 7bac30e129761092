"""Saves a game while it is played: its file is a complete record after every action."""

from __future__ import annotations

import os
from collections.abc import Collection
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from ludotheque.cli.errors import ASKED_WRONGLY, Problem
from ludotheque.core.data_folder import FOLDER_MODE, data_folder, make_private
from ludotheque.core.errors import LudothequeError
from ludotheque.core.message import Message
from ludotheque.core.reading import decoded

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
    from ludotheque.core.record import loads

    for path in sorted(folder().glob("*.jsonl"), key=_changed, reverse=True):
        with suppress(OSError, ValueError):  # what is no record is left: an older one may be good
            lines = loads(decoded(path.read_bytes()))
            fits = "ludotheque" in lines[0] and (game is None or lines[0].get("game") == game)
            if fits and "end" not in lines[-1]:
                return path
    raise Problem(
        Message("cli.play.resume.none", {"folder": str(folder())}),
        Message("cli.play.resume.none.next"),
        ASKED_WRONGLY,
    )


def _changed(path: Path) -> float:
    with suppress(OSError):
        return path.stat().st_mtime
    return 0.0


def copy(table: Table, typed: str, ours: Collection[Path]) -> Path:
    """Write a table's record to the file that was typed, and give its path.

    Args:
        table: the table.
        typed: the file's name; `~` is the home folder.
        ours: files that this game has written, which may be replaced. No other is.

    Raises:
        CannotKeep: it can be no file, or another file is there.
        OSError: it cannot be written.
    """
    try:
        path = Path(typed).expanduser()
    except RuntimeError as error:
        raise CannotKeep(Message("cli.play.save.no_home", {"path": typed})) from error
    if "\0" in typed or not path.name or path.is_dir():
        raise CannotKeep(Message("cli.play.save.no_file", {"path": typed}))
    if path.exists() and path.stat().st_size > 0 and path.resolve() not in ours:
        raise CannotKeep(Message("cli.play.save.there", {"path": str(path)}))
    write(table, path)
    return path


class CannotKeep(LudothequeError):
    """A game is not written to the file that was named. The message says why."""

    def __init__(self, message: Message) -> None:
        super().__init__(message=message)


def write(table: Table, path: Path) -> None:
    """Write a table's record. The old file stays until the new one is complete."""
    from ludotheque.core.record import dumps

    ours = path.parent == folder()
    if ours:
        make_private(data_folder())
    path.parent.mkdir(mode=FOLDER_MODE if ours else 0o777, parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_text(dumps(table.record()), encoding="utf-8")
        beside.replace(path)
    except OSError:
        beside.unlink(missing_ok=True)
        raise


class Keeper:
    """Saves a game in its file.

    Attributes:
        path: the file.
        copies: the files that were given a copy.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.copies: set[Path] = set()

    def keep(self, table: Table) -> None:
        """Save the game as it is now. Raises `OSError` if that fails."""
        write(table, self.path)

    def copy(self, table: Table, typed: str) -> Path:
        """Save a copy in the file that was typed. Raises what `copy` does."""
        path = copy(table, typed, {*self.copies, self.path.resolve()})
        self.copies.add(path.resolve())
        return path
