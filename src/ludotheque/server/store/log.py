"""The store: an append-only log of every table's events. Each append is answered only once it is durable.

It is kept in a file (`server/store/sqlite.py`) or in PostgreSQL (`server/store/postgres.py`), with the statements in `server/store/sql.py`. One thread
writes and another reads. Appends that wait at the same moment share a transaction: a commit costs one disk sync, however many commands it
carries.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from ludotheque.core.message import Message
from ludotheque.server.base.log_lines import said_by
from ludotheque.server.base.logs import Logger
from ludotheque.server.base.timed import Timed
from ludotheque.server.room import log_events
from ludotheque.server.room.log_events import LogEvent, Row, Unreadable
from ludotheque.server.store import sql
from ludotheque.server.store.databases import Conflict, Database, Lost, StoreError, Written, unwritten
from ludotheque.server.store.people import MailAddress, StoredPeople, Subscription
from ludotheque.server.store.sql import Rows, Statement
from ludotheque.server.store.sqlite import FILE, SqliteDatabase

logger = Logger(__name__)

__all__ = [
    "FILE",
    "Batch",
    "Conflict",
    "Lease",
    "Lost",
    "Result",
    "Row",
    "Store",
    "StoreError",
    "Wishes",
    "row_of",
]

CLOSED = Message("cli.serve.log_closed")
_GROUP = 500


@dataclass(frozen=True)
class Lease:
    """That a table lives in a process, taken for the `epoch`th time."""

    process: str
    epoch: int


@dataclass(frozen=True)
class Batch:
    """Events to append to one table.

    Attributes:
        new: the game and the host of a new table.
        people: who will find the table in their list.
        wrote: guests who have written a line there.
        is_open: whether anybody may sit down there from now on; None if that does not change.
        lease: in which process the table must live still; None if there is only one process.
    """

    table: str
    rows: Sequence[Row]
    new: tuple[str, int] | None = None
    people: Sequence[int] = ()
    lease: Lease | None = None
    wrote: Sequence[int] = ()
    is_open: bool | None = None


@dataclass(frozen=True)
class Result:
    """How a table's game ended, see `schema.RESULTS`."""

    table: str
    game: str
    ended_ms: int
    people: str
    told: str
    contest: str = ""


@dataclass(frozen=True)
class Wishes:
    """What somebody wishes about ratings: `rated`, whether their games may count; `listed`, whether everybody may see them on the lists."""

    rated: bool = True
    listed: bool = False


@dataclass(frozen=True)
class Block:
    """Somebody whom a guest has blocked: the number of the block, who it is, and what they were called."""

    number: int
    guest: int
    name: str


@dataclass(eq=False)
class _Job:
    """Rows that are written together, and the future of the caller who waits for them."""

    rows: Written
    done: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


def _database(folder: Path, url: str) -> Database:
    if not url:
        return SqliteDatabase(folder)
    from ludotheque.server.store.postgres import PostgresDatabase

    return PostgresDatabase(url)


class Store:
    """The log of one data folder, or of a database. `open` it inside a running event loop, and `close` it at the end.

    Attributes:
        folder: the data folder, for what is kept in files.
        database: a file in that folder, or what the `url` (`postgresql://user@host/name`) names.
        commits: how many transactions were committed.
        written: how often something was written (`ok`), refused by the log (`refused`), or could not be written (`failed`).
        appending: how long it took until an append was durable.
        people: what is known about people.
    """

    def __init__(self, folder: Path, url: str = "") -> None:
        self.folder = folder
        self.database = _database(folder, url)
        self._queue: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._reading: ThreadPoolExecutor | None = None
        self._writer: threading.Thread | None = None
        self._is_writing = False
        self.commits = 0
        self.written: Counter[str] = Counter(ok=0, refused=0, failed=0)
        self.appending = Timed()
        self.people = StoredPeople(self)

    @property
    def waiting(self) -> int:
        """How much waits to be written."""
        return self._queue.qsize()

    @property
    def is_shared(self) -> bool:
        """Whether other processes may have the same database."""
        return not isinstance(self.database, SqliteDatabase)

    async def probe(self) -> None:
        """Find out whether anything can be written now. Raises `StoreError` if not."""
        await self.write(sql.PROBE_SHARED if self.is_shared else sql.PROBE)

    async def open(self) -> None:
        """Open the database, start the writer. Raises `StoreError` if that fails."""
        await asyncio.to_thread(self.database.open)
        self._reading = ThreadPoolExecutor(1, "log-reader")
        self._loop = asyncio.get_running_loop()
        self._is_writing = True
        self._writer = threading.Thread(target=self._write, name="log-writer", daemon=True)
        self._writer.start()

    async def close(self) -> None:
        """Write what is waiting, then release the database."""
        if self._writer is None:
            return
        writer, self._writer = self._writer, None
        self._queue.put(None)
        await asyncio.to_thread(writer.join)
        await asyncio.sleep(0)  # lets the callers of its last rows run
        if self._reading is not None:
            reading, self._reading = self._reading, None
            await asyncio.to_thread(reading.shutdown)
        self.database.close()

    async def append(self, *batches: Batch, beside: Iterable[Rows] = ()) -> None:
        """Write all or nothing, and with it what else belongs to it. Returns when it is durable.

        Raises `Conflict` if the log refuses it, `Lost` if a table lives elsewhere now.
        """
        written: Written = list(beside)
        for batch in batches:
            table = {"table_id": batch.table}
            if batch.new is not None:
                game, host = batch.new
                row = {"id": batch.table, "game": game, "host": host, "created_ms": batch.rows[0].at_ms}
                written.append(sql.INSERT_TABLE.rows(row))
            events = [table | _event_row(batch.table, row) for row in batch.rows]
            written.append(_fenced(sql.INSERT_EVENT, events, batch.lease))
            for statement, people in ((sql.INSERT_SEATED, batch.people), (sql.INSERT_WROTE, batch.wrote)):
                if people:
                    written.append(statement.rows(*(table | {"guest_id": guest} for guest in people)))
            if batch.is_open is not None:
                written.append((sql.INSERT_OPEN if batch.is_open else sql.DELETE_OPEN).rows(table))
        began = time.monotonic()
        await self._run(written)
        self.appending.add(time.monotonic() - began)

    # -- tables -------------------------------------------------------------------------------------------------

    async def events(self, table: str) -> list[Row]:
        """All events of a table in order; empty if there is no such table."""
        return [row_of(*row) for row in await self.read(sql.EVENTS, table_id=table)]

    async def events_after(self, table: str, seq: int) -> list[Row]:
        """The events of a table behind this number, in order."""
        return [row_of(*row) for row in await self.read(sql.EVENTS_AFTER, table_id=table, seq=seq)]

    async def game_of(self, table: str) -> str | None:
        """The name of a table's game; None if there is no such table."""
        found: str | None = await self.value(sql.GAME, None, table_id=table)
        return found

    async def tables_of(self, guest: int, limit: int = 50) -> list[str]:
        """The tables that a guest hosts or sat at, newest first, without those that began at a moment of another game; of more than `limit`
        those stay where a game goes on with other people."""
        return await self.column(sql.TABLES_OF, guest_id=guest, limit=limit, branch=log_events.BRANCH)

    async def branches_of(self, guest: int, limit: int) -> list[str]:
        """The tables that a guest hosts or sat at and that began at a moment of another game, newest first."""
        return await self.column(sql.BRANCHES_OF, guest_id=guest, limit=limit, branch=log_events.BRANCH)

    async def every_table(self) -> list[str]:
        """All tables, oldest first."""
        return await self.column(sql.EVERY_TABLE)

    async def count_tables(self) -> int:
        """How many tables there are."""
        return int(await self.value(sql.COUNT_TABLES, 0))

    async def size(self) -> int:
        """How many bytes the database takes."""
        return await asyncio.get_running_loop().run_in_executor(self._reader(), self.database.size)

    async def open_tables(self, of_one: int, limit: int) -> list[tuple[str, int]]:
        """The newest tables at which anybody may sit down, with their hosts, and of each host at most the newest few."""
        return await self.read(sql.OPEN, of_one=of_one, limit=limit)

    async def note_open(self, table: str, is_open: bool, seq: int) -> None:
        """Note whether anybody may sit down at a table since event `seq`. That nobody may is not noted if something has happened there since."""
        await self.write(sql.INSERT_OPEN if is_open else sql.DELETE_SHUT, table_id=table, seq=seq)

    async def unfinished(self, after: str, limit: int) -> list[tuple[str, LogEvent | Unreadable]]:
        """The first events of tables whose game is not known to be over, by the tables' ids, from behind this one on."""
        rows = await self.read(sql.UNFINISHED, after=after, limit=limit)
        return [(table, log_events.read(body)) for table, body in rows]

    async def new_tables(self, since_ms: int) -> list[tuple[str, LogEvent | Unreadable]]:
        """The tables made from this moment on (Unix ms), with their first events."""
        rows = await self.read(sql.NEW_TABLES, since_ms=since_ms)
        return [(table, log_events.read(body)) for table, body in rows]

    # -- when the server was away -------------------------------------------------------------------------------

    async def outages(self) -> list[tuple[int, int]]:
        """When the server was away: from when to when (Unix ms)."""
        return await self.read(sql.OUTAGES)

    async def add_outage(self, begin_ms: int, end_ms: int) -> None:
        """Write when the server was away."""
        await self.write(sql.INSERT_OUTAGE, begin_ms=begin_ms, end_ms=end_ms)

    async def replace_outages(self, outages: Sequence[tuple[int, int]]) -> None:
        """Write these in place of all that are written."""
        await self._run([sql.DELETE_OUTAGES.rows({}), (sql.INSERT_OUTAGE, list(outages))])

    async def last_times(self) -> list[int]:
        """When something last happened (Unix ms) at each table whose game is not known to be over, without repetition."""
        return await self.column(sql.LAST_TIMES)

    # -- results and ratings ------------------------------------------------------------------------------------

    async def add_result(self, result: Result, old: bool = False, lease: Lease | None = None) -> None:
        """Write how a table's game ended, in place of what was known of it; an `old` one only if nothing was."""
        statement = sql.INSERT_OLD_RESULT if old else sql.INSERT_RESULT
        await self._run([_fenced(statement, [asdict(result) | {"table_id": result.table}], lease)])

    async def knows_result(self, table: str) -> bool:
        """Whether it is written how a table's game ended."""
        return any(ended_ms > 0 for ended_ms in await self.column(sql.RESULT, table_id=table))

    async def unknown_results(self, limit: int = 20) -> list[str]:
        """Tables of an older data folder whose results nobody has looked for."""
        return await self.column(sql.UNKNOWN_RESULTS, limit=limit)

    async def results_of(
        self, guest: int, played: str, game: str, people: str, limit: int, offset: int
    ) -> tuple[int, list[Result]]:
        """How many finished games that a guest played fit these patterns for LIKE, and some of them, the latest first. What began at a
        moment of another game is none of them."""
        wanted = {"guest_id": guest, "played": played, "game": game, "people": people}
        wanted["branch"] = log_events.BRANCH
        count = int(await self.value(sql.COUNT_OF, 0, **wanted))
        rows = await self.read(sql.RESULTS_OF, **wanted, limit=limit, offset=offset)
        return count, [Result(*row) for row in rows]

    async def newest_results(self, limit: int) -> list[Result]:
        """How the last games ended in which somebody with a name played, the latest first. What began at a moment of another
        game is none of them."""
        rows = await self.read(sql.NEWEST_RESULTS, limit=limit, branch=log_events.BRANCH)
        return [Result(*row) for row in rows]

    async def games_of(self, guest: int, played: str) -> list[str]:
        """The names of the games of which a guest has finished some. `played` is a pattern for LIKE, see `results.played_by`."""
        return await self.column(sql.GAMES_OF, guest_id=guest, played=played, branch=log_events.BRANCH)

    async def contests(self) -> list[tuple[str, str, int, int]]:
        """The contests in which games have counted: game and contest, how many games, and the sum of the instants at which they ended."""
        rows = await self.read(sql.CONTESTS)
        return [(game, contest, count, int(total)) for game, contest, count, total in rows]

    async def rated(self, game: str, contest: str, since_ms: int = 0) -> list[tuple[str, int, str]]:
        """The games that count in a contest and ended since: table, end (Unix ms) and result, see `results.Told`, the earliest first."""
        return await self.read(sql.RATED, game=game, contest=contest, ended_ms=since_ms)

    async def wishes_of(self, guest: int) -> Wishes:
        """What a guest wishes about ratings."""
        rows = await self.read(sql.WISHES_OF, guest_id=guest)
        return Wishes(*map(bool, rows[0])) if rows else Wishes()

    async def put_wishes(self, guest: int, wishes: Wishes) -> None:
        """Write what a guest wishes about ratings."""
        await self.write(sql.INSERT_WISHES, guest_id=guest, **asdict(wishes))

    async def listed(self) -> dict[int, str]:
        """The names of those who are on the lists that everybody sees, by guest."""
        return dict(await self.read(sql.LISTED))

    # -- evenings -----------------------------------------------------------------------------------------------

    async def evening_events(self, evening: str) -> list[tuple[int, int, str]]:
        """The events of an evening, in order: number, instant (Unix ms) and content; empty if there is no such evening."""
        return await self.read(sql.EVENING_EVENTS, evening_id=evening)

    async def evening_results(self, evening: str) -> list[tuple[str, int, str]]:
        """How the games of an evening ended: table, end (Unix ms) and result, see `results.Told`."""
        return await self.read(sql.EVENING_RESULTS, evening_id=evening)

    async def evenings_of(self, guest: int, limit: int = 20) -> list[tuple[str, str]]:
        """The evenings that a guest organises or takes part in, the newest first, each with its first event."""
        return await self.read(sql.EVENINGS_OF, guest_id=guest, limit=limit)

    async def add_to_evening(
        self,
        evening: str,
        events: Sequence[tuple[int, int, str]],
        *tables: Batch,
        host: int = 0,
        people: Sequence[int] = (),
    ) -> None:
        """Append events to an evening, and make the tables that they speak of: all or nothing. With a `host` the evening is a new one.

        Raises `Conflict` if somebody was quicker.
        """
        beside: Written = []
        if host:
            beside.append(sql.INSERT_EVENING.rows({"id": evening, "host": host, "created_ms": events[0][1]}))
        beside += [
            (sql.INSERT_EVENING_EVENT, [(evening, *event) for event in events]),
            (sql.INSERT_EVENING_TABLE, [(evening, batch.table) for batch in tables]),
            (sql.INSERT_EVENING_PERSON, [(evening, guest) for guest in people]),
        ]
        await self.append(*tables, beside=[each for each in beside if each[1]])

    # -- calling people back ------------------------------------------------------------------------------------

    async def subscriptions_of(self, guest: int) -> list[Subscription]:
        """The browsers by which a guest is called, the newest first."""
        return [Subscription(*row) for row in await self.read(sql.SUBSCRIPTIONS_OF, guest_id=guest)]

    async def add_subscription(self, guest: int, found: Subscription, at_ms: int) -> None:
        """Write that a guest is called by this browser, and nobody else is."""
        await self.write(sql.INSERT_SUBSCRIPTION, guest_id=guest, created_ms=at_ms, **asdict(found))

    async def remove_subscription(self, guest: int, endpoint: str) -> None:
        """Write that a guest is not called by this browser any more."""
        await self.write(sql.DELETE_SUBSCRIPTION, guest_id=guest, endpoint=endpoint)

    async def address_of(self, guest: int) -> MailAddress | None:
        """A guest's e-mail address; None if they gave none."""
        return await self._address(sql.ADDRESS_OF, guest_id=guest)

    async def address_to_confirm(self, confirm_hash: bytes) -> MailAddress | None:
        """The address that is confirmed by the key with this hash."""
        return await self._address(sql.ADDRESS_TO_CONFIRM, confirm_hash=confirm_hash)

    async def address_to_stop(self, stop: str) -> MailAddress | None:
        """The address that this key erases."""
        return await self._address(sql.ADDRESS_TO_STOP, stop=stop)

    async def _address(self, statement: Statement, /, **values: Any) -> MailAddress | None:
        rows = await self.read(statement, **values)
        return MailAddress(*rows[0]) if rows else None

    async def put_address(self, address: MailAddress) -> None:
        """Write a guest's address, in place of the one before."""
        await self.write(sql.INSERT_ADDRESS, guest_id=address.guest, **asdict(address))

    async def remove_address(self, guest: int) -> None:
        """Erase a guest's address."""
        await self.write(sql.DELETE_ADDRESS, guest_id=guest)

    async def called(self) -> list[tuple[str, int]]:
        """The tables and guests where somebody has been called and has not been back since."""
        return await self.read(sql.CALLED)

    async def called_to(self, table: str) -> list[int]:
        """Who has been called to a table and has not been back since."""
        return await self.column(sql.CALLED_TO, table_id=table)

    async def add_called(self, guest: int, table: str) -> None:
        """Write that a guest has been called to a table."""
        await self.write(sql.INSERT_CALLED, guest_id=guest, table_id=table)

    async def remove_called(self, guest: int, table: str) -> None:
        """Write that a guest has been back at a table."""
        await self.write(sql.DELETE_CALLED, guest_id=guest, table_id=table)

    # -- who is blocked, and what all processes share -----------------------------------------------------------

    async def blocks_of(self, guest: int) -> list[Block]:
        """Whom a guest has blocked, in that order."""
        return [Block(*row) for row in await self.read(sql.BLOCKS_OF, guest_id=guest)]

    async def blockers_of(self, guest: int) -> set[int]:
        """Those who have blocked a guest."""
        return set(await self.column(sql.BLOCKERS_OF, blocked_id=guest))

    async def is_blocked(self, by: int, guest: int) -> bool:
        """Whether a guest is blocked by another one."""
        return bool(await self.read(sql.BLOCKED, guest_id=by, blocked_id=guest))

    async def add_block(self, guest: int, blocked: int, name: str, at_ms: int) -> None:
        """Write that a guest has blocked another one, and what that one was called."""
        await self.write(sql.INSERT_BLOCK, guest_id=guest, blocked_id=blocked, name=name, created_ms=at_ms)

    async def remove_block(self, guest: int, number: int) -> None:
        """Record that a guest no longer blocks the person they blocked under this number."""
        await self.write(sql.DELETE_BLOCK, guest_id=guest, id=number)

    async def shared(self, name: str) -> str:
        """What all processes have in common under this name; "" if there is nothing."""
        return str(await self.value(sql.SHARED, "", name=name))

    async def put_shared(self, name: str, value: str) -> None:
        """Write what all processes have in common under this name."""
        await self.write(sql.PUT_SHARED, name=name, value=value)

    async def agreed(self, name: str, offered: str) -> str:
        """What all processes with this database have under a name: what is offered, if nobody has offered anything before."""
        await self.write(sql.INSERT_SHARED, name=name, value=offered)
        return await self.shared(name)

    # -- reading and writing ------------------------------------------------------------------------------------

    async def first(self, statement: Statement, /, **values: Any) -> Any | None:
        """The first row that a statement selects; None if it selects none."""
        return next(iter(await self.read(statement, **values)), None)

    async def value(self, statement: Statement, default: Any, /, **values: Any) -> Any:
        """The one value that a statement selects, or the default."""
        found = await self.first(statement, **values)
        return default if found is None else found[0]

    async def column(self, statement: Statement, /, **values: Any) -> list[Any]:
        """The first value of each row that a statement selects."""
        return [row[0] for row in await self.read(statement, **values)]

    async def write(self, statement: Statement, /, **values: Any) -> None:
        """Execute a statement that writes, in a transaction of its own."""
        await self._run([statement.rows(values)])

    async def write_all(self, *written: Rows) -> None:
        """Execute these statements in one transaction, but for those without a row."""
        some = [(statement, rows) for statement, rows in written if rows]
        if some:
            await self._run(some)

    def _reader(self) -> ThreadPoolExecutor:
        if self._reading is None:
            raise StoreError(CLOSED)
        return self._reading

    async def read(self, statement: Statement, /, **values: Any) -> list[Any]:
        """The rows that a statement selects."""
        given = statement.values(values)
        return await asyncio.get_running_loop().run_in_executor(
            self._reader(), self.database.read, statement, given
        )

    async def _run(self, written: Written) -> None:
        job = _Job(written)
        self._queue.put(job)
        if not self._is_writing:
            job.done.cancel()
            raise StoreError(CLOSED)
        try:
            await job.done
        except (Conflict, Lost):
            self.written["refused"] += 1
            raise
        except StoreError:
            self.written["failed"] += 1
            raise
        self.written["ok"] += 1

    def _write(self) -> None:
        """The writer's thread: commit what waits, as long as the store is open."""
        group: list[_Job] = []
        try:
            goes_on = True
            while goes_on:
                group, goes_on = self._next_group()
                if group and not self._commit(group) and len(group) > 1:
                    for single in group:
                        self._commit([single])
        finally:
            self._is_writing = False
            while not self._queue.empty():
                job = self._queue.get()
                group += [] if job is None else [job]
            self._tell(group, StoreError(CLOSED))

    def _next_group(self) -> tuple[list[_Job], bool]:
        """Everything that waits to be written, once there is something, and whether the store stays open afterwards."""
        group: list[_Job] = []
        job = self._queue.get()
        while job is not None:
            group.append(job)
            if len(group) == _GROUP or self._queue.empty():
                return group, True
            job = self._queue.get()
        return group, False

    def _commit(self, group: list[_Job]) -> bool:
        """Commit a group in one transaction. Returns False if that failed and its jobs must be tried one by one."""
        try:
            self.database.write(_merged(group))
            self.commits += 1
        except Exception as error:
            if len(group) > 1:
                return False
            refused = isinstance(error, Conflict | Lost)
            self._tell(group, error if refused else StoreError(unwritten(said_by(error))))
            if not refused:
                with contextlib.suppress(OSError, ValueError):  # standard error may be unwritable too
                    logger.exception("write_failed")
            return False
        self._tell(group, None)
        return True

    def _tell(self, group: list[_Job], error: Exception | None) -> None:
        """Wake those who wait for a group, in the event loop."""
        with contextlib.suppress(RuntimeError):  # the loop is closed and nobody is waiting
            self._loop.call_soon_threadsafe(_wake, group, error)


def _wake(group: list[_Job], error: Exception | None) -> None:
    for job in group:
        if job.done.done():
            continue
        if error is None:
            job.done.set_result(None)
        else:
            job.done.set_exception(error)


def _merged(group: list[_Job]) -> Written:
    """The rows of a group, grouped by statement. Tables are written before their events."""
    by_statement: dict[Statement, list[tuple[Any, ...]]] = {}
    for job in group:
        for statement, values in job.rows:
            by_statement.setdefault(statement, []).extend(values)
    return sorted(by_statement.items(), key=lambda pair: _ORDER[pair[0]])


_ORDER = {each: n for n, plain in enumerate(sql.WRITTEN) for each in (plain, sql.FENCED.get(plain, plain))}


def _fenced(plain: Statement, rows: Sequence[dict[str, Any]], lease: Lease | None) -> Rows:
    """What writes these rows: with a lease, only if the table still lives there."""
    if lease is None:
        return plain.rows(*rows)
    held = asdict(lease)
    return sql.FENCED[plain].rows(*(row | held for row in rows))


def row_of(seq: int, command_id: str | None, at_ms: int, body: str) -> Row:
    """An event from a row of the database."""
    return Row(seq, command_id, at_ms, log_events.read(body))


def _event_row(table: str, row: Row) -> dict[str, Any]:
    if isinstance(row.event, Unreadable):
        raise TypeError(f"event {row.seq} of table {table} was never read: it cannot be written")
    body = log_events.write(row.event)
    return {"seq": row.seq, "command_id": row.command_id, "at_ms": row.at_ms, "body": body}
