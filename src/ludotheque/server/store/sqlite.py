"""The store's database in a file of the data folder: SQLite, owned by one process, as a lock file says.

One connection writes and another reads, each in its own thread.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any

from ludotheque.core.data_folder import COPY, DATABASE, PROBE, make_file, make_private
from ludotheque.core.message import Message
from ludotheque.server.store.databases import Conflict, StoreError, Written, unopened
from ludotheque.server.store.schema import Upgraded, upgrade
from ludotheque.server.store.sql import VERSION, Statement

FILE, LOCK = DATABASE, "ludotheque.lock"
COPY_S = 30 * 24 * 3600.0
"""How long the copy made before a migration is kept, in seconds."""
PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "busy_timeout=5000",
    "secure_delete=ON",  # what is erased is written over
)


class SqliteDatabase:
    """The database of one data folder.

    Attributes:
        pragmas: how a connection is set up.
        connections: 2, or 1 that both reads and writes.
        copied_as: how the name of the copy ends that is made before the database is changed; "" for the version that it is of.
    """

    pragmas: Sequence[str] = PRAGMAS
    connections = 2
    copied_as = ""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock: IO[str] | None = None
        self._open: list[sqlite3.Connection] = []

    def open(self) -> None:
        """Own the folder, migrate, connect. Raises `StoreError` if any of that fails."""
        self._lock = lock_folder(self.folder)
        path = self.folder / FILE
        try:
            migrate(path, self.copied_as)
            for _ in range(self.connections):
                self._open.append(_connect(path, self.pragmas))
        except sqlite3.Error as error:
            self.close()
            raise unopened(path, error) from error
        except BaseException:
            self.close()
            raise
        self._writing, self._reading = self._open[0], self._open[-1]

    def write(self, written: Written) -> None:
        """Write everything in one transaction."""
        try:
            self._writing.execute("BEGIN IMMEDIATE")
            for statement, values in written:
                self._writing.executemany(statement.text, values)
            self._writing.execute("COMMIT")
        except Exception as error:
            with contextlib.suppress(sqlite3.Error):  # SQLite rolls back by itself on a full disk
                self._writing.execute("ROLLBACK")
            if isinstance(error, sqlite3.IntegrityError):
                raise Conflict(str(error)) from error
            raise

    def read(self, statement: Statement, values: tuple[Any, ...]) -> list[Any]:
        """The rows that a statement selects."""
        return self._reading.execute(statement.text, values).fetchall()

    def size(self) -> int:
        """How many bytes the file takes, with what is not yet in its place."""
        path = self.folder / FILE
        return sum(each.stat().st_size for each in (path, Path(f"{path}-wal")) if each.is_file())

    def close(self) -> None:
        """Release the folder."""
        while self._open:
            self._open.pop().close()
        if self._lock is not None:
            self._lock.close()


def lock_folder(folder: Path) -> IO[str]:
    """Make the data folder if needed, and own it until the returned file is closed. Raises `StoreError` if that fails."""
    try:
        make_private(folder)
        probe = folder / f"{PROBE}{os.getpid()}"
        probe.write_bytes(b"")
        probe.unlink()
        make_file(folder / LOCK)
        file = (folder / LOCK).open("a+", encoding="utf-8")
    except OSError as error:
        raise StoreError(unusable(folder, error)) from error
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno not in (errno.EAGAIN, errno.EACCES):
            file.close()
            why = error.strerror or str(error)
            raise StoreError(Message("cli.serve.lock", {"folder": str(folder), "why": why})) from error
        file.seek(0)
        owner = file.read().strip()
        file.close()
        key = "cli.serve.folder_used_by" if owner else "cli.serve.folder_used"
        raise StoreError(Message(key, {"folder": str(folder), "process": owner})) from error
    file.seek(0)
    file.truncate()
    file.write(str(os.getpid()))
    file.flush()
    return file


def unusable(folder: Path, error: OSError) -> Message:
    """Why a data folder cannot be used: whose it is, if it is another user's, else what the system says."""
    for each in (folder, folder / FILE):
        with contextlib.suppress(OSError):
            owner = each.stat().st_uid
            if isinstance(error, PermissionError) and owner != os.geteuid():
                return Message(
                    "cli.serve.anothers",
                    {"folder": str(folder), "owner": _user(owner), "me": _user(os.geteuid())},
                )
    return Message("cli.serve.folder", {"folder": str(folder), "why": error.strerror or str(error)})


def _user(number: int) -> str:
    """The name of a user; the number of one without a name."""
    import pwd

    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return str(number)


def migrate(path: Path, copied_as: str = "") -> None:
    """Bring the database file to the present schema, making it if needed. Raises `StoreError` if it is not ours.

    Other users may not read it, and so none of the files that SQLite makes beside it. Before a database is changed it is copied;
    `copied_as` is how the copy's name ends, its version if empty.
    """
    make_file(path)
    before = _version(path)
    _drop_copies(path, COPY_S)
    if before == VERSION:
        return
    if before and before < VERSION:
        _copy_before(path, copied_as or before)
    try:
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            upgrade(Upgraded(connection), path, before)
            connection.execute("COMMIT")
    except sqlite3.Error as error:
        raise unopened(path, error) from error


def _copy_before(path: Path, ending: str) -> None:
    """Copy a database as it is before it is changed. Raises `StoreError` if there is no room for that: then it is not changed."""
    copy = path.with_name(f"{COPY}{ending}")
    _drop_copies(path, 0)
    try:
        make_file(copy)
        with (
            contextlib.closing(sqlite3.connect(path)) as source,
            contextlib.closing(sqlite3.connect(copy)) as target,
        ):
            source.backup(target)
    except (sqlite3.Error, OSError) as error:
        copy.unlink(missing_ok=True)
        raise StoreError(
            Message(
                "cli.serve.no_copy",
                {"path": str(path), "why": getattr(error, "strerror", None) or str(error)},
            )
        ) from error
    os.utime(copy)


def _drop_copies(path: Path, older_s: float) -> None:
    """Erase copies made before a migration once they are older than this: they may still hold people erased since."""
    for copy in path.parent.glob(f"{COPY}*"):
        with contextlib.suppress(OSError):
            if time.time() - copy.stat().st_mtime >= older_s:
                copy.unlink()


def _version(path: Path) -> str:
    """The schema version of a database file; "" if it is new. Raises `StoreError` if it cannot be read."""
    if not path.is_file():
        return ""
    try:
        with contextlib.closing(sqlite3.connect(path)) as database:
            return str(database.execute("SELECT version_num FROM alembic_version").fetchone()[0])
    except TypeError:  # there is no row
        return ""
    except sqlite3.Error as error:
        if "no such table" in str(error):
            return ""
        raise unopened(path, error) from error


def _connect(path: Path, pragmas: Sequence[str]) -> sqlite3.Connection:
    """A connection that opens no transaction by itself. After opening, one thread alone uses it."""
    connection = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
    for pragma in pragmas:
        connection.execute(f"PRAGMA {pragma}")
    return connection
