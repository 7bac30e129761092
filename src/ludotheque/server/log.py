"""The store: an append-only log of every table's events in SQLite, each append answered only once it is durable.

One process owns a data folder (a lock file says so) and one connection writes. Appends that wait at the same moment share
a transaction: a commit costs one sync of the disk, whoever many commands it carries.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import fcntl
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import msgspec
import sqlalchemy as sa
import structlog
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import StaticPool

from ludotheque.server.schema import EVENTS, GUESTS, SEATED, TABLES

logger = structlog.get_logger(__name__)

FILE = "ludotheque.db"
_GROUP = 500


class StoreError(RuntimeError):
    """The data folder cannot be used; the text says why and what to do."""


class Conflict(RuntimeError):
    """An append that the log refuses: that number or that command is already there."""


@dataclass(frozen=True)
class Row:
    """One event of a table: its number (from 0), the command that caused it, when (Unix ms), and what (`kind` and more)."""

    seq: int
    command_id: str | None
    at_ms: int
    body: dict[str, Any]


@dataclass(frozen=True)
class Batch:
    """Events to append to one table. `new` (game, host) for a table that begins; `people` find the table in their list."""

    table: str
    rows: Sequence[Row]
    new: tuple[str, int] | None = None
    people: Sequence[int] = ()


@dataclass
class _Job:
    statements: list[tuple[Any, list[dict[str, Any]]]]
    done: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


def lock_folder(folder: Path) -> IO[str]:
    """Make the data folder if needed and own it until the returned file is closed; `StoreError` if that cannot be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".write-{os.getpid()}"
        probe.write_bytes(b"")
        probe.unlink()
        file = (folder / "ludotheque.lock").open("a+", encoding="utf-8")
    except OSError as error:
        raise StoreError(
            f"cannot write in the data folder {folder}: {error.strerror or error}. "
            "Give another with --data FOLDER, or make this one writable."
        ) from error
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno not in (errno.EAGAIN, errno.EACCES):
            file.close()
            raise StoreError(f"cannot lock the data folder {folder}: {error.strerror or error}.") from error
        file.seek(0)
        owner = file.read().strip()
        file.close()
        raise StoreError(
            f"another server{f' (process {owner})' if owner else ''} already uses the data folder {folder}. "
            "Stop it first, or give this one its own with --data FOLDER."
        ) from error
    file.seek(0)
    file.truncate()
    file.write(str(os.getpid()))
    file.flush()
    return file


def migrate(path: Path) -> None:
    """Bring the database file to the present schema (making it if needed); `StoreError` if it is not one of ours."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")).replace("%", "%%"))
    engine = sa.create_engine(f"sqlite:///{path}")
    try:
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except (sa.exc.SQLAlchemyError, OSError) as error:
        raise StoreError(f"the database {path} cannot be opened: {getattr(error, 'orig', error)}") from error
    finally:
        engine.dispose()


def _engine(path: Path) -> AsyncEngine:
    engine = create_async_engine(f"sqlite+aiosqlite:///{path}", poolclass=StaticPool)

    @sa.event.listens_for(engine.sync_engine, "connect")
    def connected(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # transactions are opened by name below, never by the driver
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    return engine


class Store:
    """The log of one data folder. `open` it inside a running event loop, `close` it at the end."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._queue: asyncio.Queue[_Job | None] = asyncio.Queue()
        self._lock: IO[str] | None = None
        self._engines: list[AsyncEngine] = []
        self._task: asyncio.Task[None] | None = None
        self._reading = asyncio.Lock()
        self.commits = 0

    async def open(self) -> None:
        """Own the folder, migrate, start the writer; `StoreError` if any of it fails."""
        self._lock = lock_folder(self.folder)
        path = self.folder / FILE
        try:
            await asyncio.to_thread(migrate, path)
        except StoreError:
            self._lock.close()
            raise
        writer, reader = _engine(path), _engine(path)
        self._engines = [writer, reader]
        self._writing = await writer.connect()
        self._reader = await reader.connect()
        self._task = asyncio.create_task(self._write(self._writing), name="log-writer")

    async def close(self) -> None:
        """Write what is waiting, then let go of the folder."""
        if self._task is not None:
            await self._queue.put(None)
            await self._task
            await self._writing.close()
            await self._reader.close()
        for engine in self._engines:
            await engine.dispose()
        if self._lock is not None:
            self._lock.close()

    async def append(self, *batches: Batch) -> None:
        """Write all or nothing; returns when it is durable, `Conflict` if the log refuses it."""
        statements: list[tuple[Any, list[dict[str, Any]]]] = []
        for batch in batches:
            if batch.new is not None:
                game, host = batch.new
                row = {"id": batch.table, "game": game, "host": host, "created_ms": batch.rows[0].at_ms}
                statements.append((_INSERT_TABLE, [row]))
            statements.append((_INSERT_EVENT, [_event_values(batch.table, row) for row in batch.rows]))
            if batch.people:
                people = [{"guest_id": guest, "table_id": batch.table} for guest in batch.people]
                statements.append((_INSERT_SEATED, people))
        await self._run(statements)

    async def add_guest(self, token_hash: bytes, name: str, lang: str, at_ms: int) -> int:
        """Write a new guest; returns its number."""
        values = {"token_hash": token_hash, "name": name, "lang": lang, "created_ms": at_ms}
        await self._run([(_INSERT_GUEST, [values])])
        found = await self.guest(token_hash)
        assert found is not None
        return int(found[0])

    async def change_guest(self, guest: int, name: str, lang: str) -> None:
        """Write a guest's new name and language."""
        await self._run([(_UPDATE_GUEST, [{"who": guest, "new_name": name, "new_lang": lang}])])

    async def guest(self, token_hash: bytes) -> tuple[int, str, str] | None:
        """The (number, name, language) of the guest with this token's hash."""
        query = sa.select(GUESTS.c.id, GUESTS.c.name, GUESTS.c.lang).where(GUESTS.c.token_hash == token_hash)
        rows = await self._read(query)
        return (int(rows[0][0]), str(rows[0][1]), str(rows[0][2])) if rows else None

    async def events(self, table: str) -> list[Row]:
        """All events of a table in order; empty if there is no such table."""
        query = (
            sa.select(EVENTS.c.seq, EVENTS.c.command_id, EVENTS.c.at_ms, EVENTS.c.body)
            .where(EVENTS.c.table_id == table)
            .order_by(EVENTS.c.seq)
        )
        return [Row(int(r[0]), r[1], int(r[2]), msgspec.json.decode(r[3])) for r in await self._read(query)]

    async def tables_of(self, guest: int, limit: int = 50) -> list[str]:
        """The tables a guest hosts or sat at, newest first."""
        query = (
            sa.select(TABLES.c.id)
            .join(SEATED, SEATED.c.table_id == TABLES.c.id)
            .where(SEATED.c.guest_id == guest)
            .order_by(TABLES.c.created_ms.desc())
            .limit(limit)
        )
        return [str(row[0]) for row in await self._read(query)]

    async def newest(self, limit: int = 50) -> list[str]:
        """The newest tables of all."""
        query = sa.select(TABLES.c.id).order_by(TABLES.c.created_ms.desc()).limit(limit)
        return [str(row[0]) for row in await self._read(query)]

    async def _read(self, query: Any) -> Sequence[Any]:
        async with self._reading:
            return (await self._reader.execute(query)).all()

    async def _run(self, statements: list[tuple[Any, list[dict[str, Any]]]]) -> None:
        if self._task is None or self._task.done():
            raise StoreError("the log is closed")
        job = _Job(statements)
        await self._queue.put(job)
        await job.done

    async def _write(self, connection: AsyncConnection) -> None:
        while (job := await self._queue.get()) is not None:
            group = [job]
            stop = False
            while len(group) < _GROUP and not self._queue.empty():
                more = self._queue.get_nowait()
                if more is None:
                    stop = True
                    break
                group.append(more)
            if not await self._commit(connection, group) and len(group) > 1:
                for single in group:
                    await self._commit(connection, [single])
            if stop:
                return

    async def _commit(self, connection: AsyncConnection, group: list[_Job]) -> bool:
        """One transaction for a group; False if it failed and the group must be tried one by one."""
        try:
            await connection.exec_driver_sql("BEGIN IMMEDIATE")
            for statement, values in _merged(group):
                await connection.execute(statement, values)
            await connection.exec_driver_sql("COMMIT")
            await connection.commit()
            self.commits += 1
        except Exception as error:
            with contextlib.suppress(sa.exc.SQLAlchemyError):  # SQLite rolls back by itself on a full disk
                await connection.exec_driver_sql("ROLLBACK")
            await connection.rollback()
            if len(group) > 1:
                return False
            refused = isinstance(error, sa.exc.IntegrityError)
            if not refused:
                logger.exception("write_failed")
            if not group[0].done.done():
                group[0].done.set_exception(
                    Conflict(str(error)) if refused else StoreError(f"cannot write the log: {error}")
                )
            return False
        for job in group:
            if not job.done.done():
                job.done.set_result(None)
        return True


def _merged(group: list[_Job]) -> list[tuple[Any, list[dict[str, Any]]]]:
    """The statements of a group, equal ones joined into one execution; tables are written before their events."""
    by_statement: dict[Any, list[dict[str, Any]]] = {}
    for job in group:
        for statement, values in job.statements:
            by_statement.setdefault(statement, []).extend(values)
    return sorted(by_statement.items(), key=lambda pair: _ORDER.index(pair[0]))


def _event_values(table: str, row: Row) -> dict[str, Any]:
    body = msgspec.json.encode(row.body).decode()
    return {
        "table_id": table,
        "seq": row.seq,
        "command_id": row.command_id,
        "at_ms": row.at_ms,
        "body": body,
    }


_INSERT_TABLE = sa.insert(TABLES)
_INSERT_EVENT = sa.insert(EVENTS)
_INSERT_GUEST = sa.insert(GUESTS)
_INSERT_SEATED = sqlite_insert(SEATED).on_conflict_do_nothing()
_UPDATE_GUEST = (
    sa.update(GUESTS)
    .where(GUESTS.c.id == sa.bindparam("who"))
    .values(name=sa.bindparam("new_name"), lang=sa.bindparam("new_lang"))
)
_ORDER = [_INSERT_TABLE, _INSERT_EVENT, _INSERT_GUEST, _INSERT_SEATED, _UPDATE_GUEST]
