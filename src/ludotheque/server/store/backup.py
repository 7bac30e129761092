"""Backs a data folder up, also while it is served, and restores one. A backup is a data folder itself: it can be verified, and served.

The database is copied by SQLite as it is at one moment, with all that was acknowledged before. PostgreSQL has `pg_dump` for this.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from ludotheque.core.data_folder import FILE_MODE, FOLDER_MODE, make_file
from ludotheque.core.message import Message
from ludotheque.server.store.databases import StoreError, unopened
from ludotheque.server.store.sqlite import FILE, lock_folder
from ludotheque.server.store.uptime import FILE as ALIVE

KEYS = "vapid.pem"
"""The keys for notices (`server/people/notices/`)."""


def back_up(folder: Path, to: Path) -> int:
    """Copy a data folder into a new one. Nobody has to stop. Returns the number of tables. Raises `StoreError`."""
    if not (folder / FILE).is_file():
        raise StoreError(Message("cli.serve.no_database", {"folder": str(folder), "file": FILE}))
    if to.exists():
        raise StoreError(Message("cli.backup.there", {"folder": str(to)}))
    part = to.with_name(f".{to.name}.part-{os.getpid()}")
    try:
        part.mkdir(FOLDER_MODE, parents=True)
        tables = _copy(folder, part)
        part.rename(to)
    except OSError as error:
        raise _unwritten(to, error) from error
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return tables


def restore(backup: Path, folder: Path) -> int:
    """Make a data folder from a backup. Returns the number of tables. Raises `StoreError`, and then nothing was restored.

    A folder that has a database already is refused, and so is one that is served.
    """
    if not (backup / FILE).is_file():
        raise StoreError(Message("cli.restore.none", {"folder": str(backup), "file": FILE}))
    with closing(lock_folder(folder)):
        if (folder / FILE).exists():
            raise StoreError(Message("cli.restore.there", {"folder": str(folder), "file": FILE}))
        try:
            return _copy(backup, folder)
        except OSError as error:
            raise _unwritten(folder, error) from error


def _copy(folder: Path, to: Path) -> int:
    """Copy what a server needs: keys, when it was last heard of (nobody's time runs in between), and the database as the last of them."""
    for name in (KEYS, ALIVE):
        if (folder / name).is_file():
            shutil.copy2(folder / name, to / name)
            (to / name).chmod(FILE_MODE)
    part = to / f"{FILE}.part"
    try:
        make_file(part)
        tables = _copy_database(folder / FILE, part)
        with part.open("rb") as written:
            os.fsync(written.fileno())
        part.rename(to / FILE)
    finally:
        for left in to.glob(f"{part.name}*"):
            left.unlink()
    return tables


def _copy_database(path: Path, to: Path) -> int:
    """Copy a database in one step, so that the copy is what was committed at one moment."""
    try:
        with (
            closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(to)) as copy,
        ):
            source.execute("PRAGMA busy_timeout=5000")
            source.backup(copy)
            (found,) = copy.execute("PRAGMA quick_check").fetchone()
            if found != "ok":
                raise unopened(path, found)
            copy.execute("PRAGMA journal_mode=DELETE")
            return int(copy.execute("SELECT count(*) FROM tables").fetchone()[0])
    except sqlite3.Error as error:
        raise unopened(path, error) from error


def _unwritten(folder: Path, error: OSError) -> StoreError:
    return StoreError(
        Message("cli.serve.folder", {"folder": str(folder), "why": error.strerror or str(error)})
    )
