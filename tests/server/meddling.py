"""What a test does to a server in another process while it runs: the disk is full, the wall's clock jumps."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path
from typing import Any

import psycopg

from ludotheque.server.store.postgres import PostgresDatabase
from ludotheque.server.store.sqlite import SqliteDatabase


class Meddler:
    """The test's side. Files in a folder say how things are; they outlive the server."""

    def __init__(self, folder: Path) -> None:
        self._full, self._clock = folder / "full", folder / "clock"

    @property
    def first(self) -> str:
        """What a server has to do before it serves."""
        return f"from tests.server import meddling; meddling.let({str(self._full)!r}, {str(self._clock)!r}); "

    def fill(self, full: bool) -> None:
        """Leave no room on the disk, or some."""
        self._full.touch() if full else self._full.unlink(missing_ok=True)

    def jump(self, seconds: int) -> None:
        """Have the wall's clock go wrong by so much."""
        part = self._clock.with_suffix(".part")
        part.write_text(str(seconds))
        part.rename(self._clock)


def let(full: str, clock: str) -> None:
    """The server's side: let this process see what the files say."""
    wall = time.time_ns
    failures = {
        SqliteDatabase: sqlite3.OperationalError("database or disk is full"),
        PostgresDatabase: psycopg.errors.DiskFull("could not extend file: No space left on device"),
    }
    for kind, failure in failures.items():
        _fail(kind, failure, Path(full))

    def told() -> int:
        try:
            return wall() + int(Path(clock).read_text()) * 10**9
        except FileNotFoundError:
            return wall()

    time.time_ns = told


def _fail(kind: Any, failure: Exception, full: Path) -> None:
    """Let databases of a kind fail to write as long as the disk is full."""
    write = kind.write

    def written(self: Any, what: Any) -> None:
        if full.exists():
            raise failure
        write(self, what)

    kind.write = written
