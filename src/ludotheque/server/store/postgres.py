"""The store's database in PostgreSQL, for several servers at once (extra `postgres`).

A connection may break at any instant, also while a commit is under way; then nobody knows whether it came through. The writer connects
again and looks for the rows: those of a transaction are there together or not at all. Only if they are not is the transaction tried again.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from ludotheque.core.message import Message
from ludotheque.server.room.log_events import Row
from ludotheque.server.store import sql
from ludotheque.server.store.databases import Conflict, Lost, StoreError, Written, unopened
from ludotheque.server.store.log import row_of
from ludotheque.server.store.schema import Upgraded, upgrade
from ludotheque.server.store.sql import VERSION, Statement

try:
    import psycopg
except ImportError as error:
    raise StoreError(Message("cli.serve.postgres_missing")) from error

PATIENCE_S = 10.0
"""How long a statement is tried again while the database cannot be reached, before it fails."""
PAUSES_S = (0.05, 1.0)
"""The first pause between two tries, and the longest one; each is twice as long as the one before."""
LOST = (
    psycopg.OperationalError,
    psycopg.InterfaceError,
    psycopg.errors.IdleInTransactionSessionTimeout,
)
"""What psycopg raises where the connection is gone, or the database is being stopped or started, or has ended a transaction that stood still."""
IDLE_MS = 1500
"""How long a transaction may stand still before the database ends it: a process that was stopped in the middle must not keep its tables."""
SILENT_MS = 5000
"""How long the network may be silent before a connection counts as lost."""
SIZE = Statement("SELECT pg_database_size(current_database())")
UPGRADING = 7_104_230
"""The advisory lock that is held while the schema is changed."""
_EVENT = ("events", ("table_id", "seq", "command_id", "at_ms", "body"))
TELLING = {
    sql.INSERT_EVENT: _EVENT,
    sql.FENCED[sql.INSERT_EVENT]: _EVENT,
    sql.INSERT_GUEST: ("guests", ("mark",)),
    sql.INSERT_TOKEN: ("tokens", ("token_hash",)),
    sql.INSERT_EVENING_EVENT: ("evening_events", ("evening_id", "seq", "at_ms", "body")),
    sql.INSERT_OUTAGE: ("outages", ("begin_ms", "end_ms")),
}
"""The rows by which one can tell whether a transaction came through: its table, and columns that no other row has. Whatever else is written
may be written twice."""

Failure = psycopg.Error
"""Whatever the database raises."""

T = TypeVar("T")


def every_table(url: str) -> Iterator[tuple[str, list[Row]]]:
    """Every table of a database with its events, oldest first. Nothing is changed. Raises `StoreError` if it cannot be read."""
    database = PostgresDatabase(url)
    try:
        database.reach()
        tables = database.read(sql.EVERY_TABLE, ())
        for (table,) in tables:
            yield str(table), [row_of(*each) for each in database.read(sql.EVENTS, (table,))]
    except psycopg.Error as error:
        raise unopened(database.name, str(error).strip()) from error
    finally:
        database.close()


class PostgresDatabase:
    """A database of a PostgreSQL server, such as `postgresql://games@db.example/ludotheque`."""

    def __init__(self, url: str) -> None:
        self.url = url
        # First, since psycopg would quote the text, password and all.
        if not url.startswith(("postgresql://", "postgres://")):
            raise StoreError(Message("cli.serve.database_url", {"why": f"{url.partition(':')[0]}:"}))
        try:
            found = psycopg.conninfo.conninfo_to_dict(url)
        except psycopg.ProgrammingError as error:
            raise StoreError(Message("cli.serve.database_url", {"why": str(error).strip()})) from error
        self.name = f"postgresql://{found.get('host') or 'localhost'}/{found.get('dbname') or ''}"
        self._writing, self._reading = LastingConnection(url), LastingConnection(url)

    def open(self) -> None:
        """Bring the database to the present schema, and connect. Raises `StoreError` if that fails."""
        try:
            self.reach()
            if self._version() != VERSION:
                self._upgrade()
            self._writing.connect()
        except psycopg.Error as error:
            self.close()
            raise unopened(self.name, str(error).strip()) from error
        except BaseException:
            self.close()
            raise

    def reach(self) -> None:
        """Connect for reading at once, without patience: it is an error if the database is not there."""
        self._reading.connect()

    def write(self, written: Written) -> None:
        """Write everything in one transaction; where the connection breaks, find out whether it came through."""
        tries = 0

        def transaction(connection: psycopg.Connection[Any]) -> None:
            nonlocal tries
            tries += 1
            if tries > 1 and self._is_there(connection, written):
                return
            try:
                with connection.transaction(), connection.cursor() as cursor:
                    for statement, values in written:
                        cursor.executemany(statement.postgres, values)
            except psycopg.IntegrityError as error:
                # A try whose answer got lost may only end while this one waits for its rows: then those rows are ours. The same holds for a
                # table that was taken since: who took it waited for the end of that try.
                if tries == 1 or not self._is_there(connection, written):
                    refused = Lost if isinstance(error, psycopg.errors.NotNullViolation) else Conflict
                    raise refused(str(error).strip()) from error

        self._writing.run(transaction)

    def read(self, statement: Statement, values: tuple[Any, ...]) -> list[Any]:
        """The rows that a statement selects."""
        try:
            return self._reading.rows(statement.postgres, values)
        except LOST as error:
            raise StoreError(Message("cli.serve.log_unread", {"why": str(error).strip()})) from error

    def size(self) -> int:
        """How many bytes the database takes."""
        return int(self.read(SIZE, ())[0][0])

    def close(self) -> None:
        """Close the connections."""
        for line in (self._writing, self._reading):
            line.close()

    def _upgrade(self) -> None:
        """Bring the database to the present schema, unless another server that started at the same time has done so meanwhile."""
        with psycopg.connect(self.url, connect_timeout=5, tcp_user_timeout=SILENT_MS) as connection:
            connection.execute(f"SELECT pg_advisory_xact_lock({UPGRADING})")
            before = self._version()
            if before != VERSION:
                upgrade(Upgraded(connection, is_postgres=True), self.name, before)

    def _version(self) -> str:
        """The schema version; "" for a new database."""
        try:
            rows = self._reading.rows("SELECT version_num FROM alembic_version")
        except psycopg.errors.UndefinedTable:
            return ""
        return str(rows[0][0]) if rows else ""

    @staticmethod
    def _is_there(connection: psycopg.Connection[Any], written: Written) -> bool:
        """Whether the rows of a transaction are in the database."""
        for statement, values in written:
            if statement not in TELLING or not values:
                continue
            table, columns = TELLING[statement]
            named = dict(zip(statement.names, values[0], strict=True))
            same = " AND ".join(f"{column} IS NOT DISTINCT FROM %s" for column in columns)
            query = f"SELECT 1 FROM {table} WHERE {same}"  # noqa: S608  # the names are in this file
            return bool(connection.execute(query, [named[column] for column in columns]).fetchall())
        return False


class LastingConnection:
    """A connection that is made again when it breaks. One thread uses it."""

    def __init__(self, url: str, lock_ms: int = 0) -> None:
        """`lock_ms` is how long a statement waits for another's lock; 0 for as long as the database says."""
        self._url, self._lock_ms = url, lock_ms
        self._connection: psycopg.Connection[Any] | None = None

    def connect(self) -> psycopg.Connection[Any]:
        """The connection, made if needed."""
        if self._connection is None or self._connection.closed or self._connection.broken:
            self.close()
            self._connection = psycopg.connect(
                self._url, autocommit=True, connect_timeout=5, tcp_user_timeout=SILENT_MS
            )
            self._connection.execute(f"SET idle_in_transaction_session_timeout = {IDLE_MS}")
            if self._lock_ms:
                self._connection.execute(f"SET lock_timeout = {self._lock_ms}")
        return self._connection

    def rows(self, query: str, given: Any = (), patience_s: float | None = None) -> list[Any]:
        """The rows of a statement, see `run`; none if it selects nothing."""

        def work(connection: psycopg.Connection[Any]) -> list[Any]:
            cursor = connection.execute(query, given)
            return cursor.fetchall() if cursor.description else []

        return self.run(work, patience_s)

    def run(self, work: Callable[[psycopg.Connection[Any]], T], patience_s: float | None = None) -> T:
        """Do something with the connection; where it breaks, again with a new one, for at most `PATIENCE_S` or what is given."""
        until = time.monotonic() + (PATIENCE_S if patience_s is None else patience_s)
        pause = PAUSES_S[0]
        while True:
            try:
                return work(self.connect())
            except LOST:
                self.close()
                if time.monotonic() + pause > until:
                    raise
            time.sleep(pause)
            pause = min(2 * pause, PAUSES_S[1])

    def close(self) -> None:
        """Let the connection go."""
        if self._connection is not None:
            with contextlib.suppress(psycopg.Error):
                self._connection.close()
            self._connection = None
