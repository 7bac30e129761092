"""Makes the tables of a database, as `schema.sql` has them, and brings those of older versions to the same."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from ludotheque.core.message import Message
from ludotheque.server.base.logs import Logger
from ludotheque.server.store.databases import StoreError, unopened
from ludotheque.server.store.sql import VERSION

logger = Logger(__name__)


class Upgraded:
    """A database that is brought to the present schema, over a connection within a transaction: either all of it happens, or nothing."""

    def __init__(self, connection: Any, is_postgres: bool = False) -> None:
        self.is_postgres = is_postgres
        self._cursor = connection.cursor()

    def __call__(self, text: str, rows: Sequence[Sequence[Any]] | None = None) -> list[tuple[Any, ...]]:
        """Execute a statement, once for each of the `rows` of values for its `?` if there are rows. Returns what it selects."""
        if rows is None:
            self._cursor.execute(text)
            return self._cursor.fetchall() if self._cursor.description else []
        if self.is_postgres:
            text = text.replace("%", "%%").replace("?", "%s")
        self._cursor.executemany(text, rows)
        return []


def upgrade(database: Upgraded, where: object, before: str) -> None:
    """Make the tables of a database, or change them, up to the newest revision.

    Args:
        database: where to do it.
        where: what errors and the log call it.
        before: its present revision; "" if it is new.

    Raises:
        StoreError: it is none of ours, or one of a later version.
    """
    if before > VERSION:
        raise StoreError(Message("cli.serve.newer", {"path": str(where), "theirs": before, "ours": VERSION}))
    if not before:
        database("CREATE TABLE IF NOT EXISTS alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)")
        _make(database, *_tables())
        database("INSERT INTO alembic_version (version_num) VALUES (?)", [[VERSION]])
        return
    if before not in ("0001", *REVISIONS):
        raise unopened(where, f"its revision {before} is unknown")
    logger.info("migrating", database=str(where), schema=before, to=VERSION)
    for revision, change in REVISIONS.items():
        if revision > before:
            change(database, before)
    database("UPDATE alembic_version SET version_num = ?", [[VERSION]])


@cache
def _tables() -> dict[str, list[str]]:
    """For each table the statements that make it, in their order."""
    text = Path(__file__).with_suffix(".sql").read_text(encoding="utf-8")
    found: dict[str, list[str]] = {}
    for statement in re.sub(r"^--.*\n", "", text, flags=re.MULTILINE).split(";"):
        if statement.strip():
            name = re.match(r"\s*CREATE (?:TABLE|INDEX \w+ ON) (\w+)", statement)
            assert name is not None, statement
            found.setdefault(name[1], []).append(statement.strip())
    return found


def _make(database: Upgraded, *names: str) -> None:
    for name in names:
        for statement in _tables()[name]:
            database(in_postgres(statement) if database.is_postgres else statement)


def in_postgres(statement: str) -> str:
    """A statement of `schema.sql` in PostgreSQL's dialect."""
    statement = re.sub(r"\bid INTEGER PRIMARY KEY( AUTOINCREMENT)?", "id SERIAL PRIMARY KEY", statement)
    return re.sub(r"\bBLOB\b", "BYTEA", statement)


# -- revisions: each is given the revision from which one comes -----------------------------------------------------

Change = Callable[[Upgraded, str], None]


def _adding(*names: str) -> Change:
    return lambda database, _before: _make(database, *names)


def _results(database: Upgraded, _before: str) -> None:
    """Tables that are there already are marked, so that the server looks at each of them once."""
    _make(database, "results")
    database(
        "INSERT INTO results (table_id, game, ended_ms, people, told) SELECT id, game, -1, '', '' FROM tables"
    )


def _people(database: Upgraded, _before: str) -> None:
    """A token for each device, names that are kept, who wrote at which table, and who is being erased."""
    _mark_guests(database, time.time_ns() // 1_000_000)
    _make(database, "tokens", "kept", "wrote", "erased")
    database("INSERT INTO tokens (token_hash, guest_id, made_ms) SELECT mark, id, created_ms FROM guests")
    lines = database("""SELECT table_id, body FROM events WHERE body LIKE '{"kind":"said"%'""")
    wrote = {(int(found[1]), table) for table, body in lines if (found := _OF_GUEST.search(body))}
    database("INSERT INTO wrote (guest_id, table_id) VALUES (?, ?)", sorted(wrote))


_OF_GUEST = re.compile(r'"guest":(\d+)')


def _mark_guests(database: Upgraded, now_ms: int) -> None:
    """What was the hash of a guest's only token only tells the guest's row apart from now on. All count as seen now, so nobody is forgotten at once."""
    if database.is_postgres:
        database("ALTER TABLE guests RENAME COLUMN token_hash TO mark")
        database(f"ALTER TABLE guests ADD COLUMN seen_ms BIGINT NOT NULL DEFAULT {now_ms}")
        database("ALTER TABLE guests ALTER COLUMN seen_ms DROP DEFAULT")
        return
    (made,) = _tables()["guests"]  # SQLite cannot add AUTOINCREMENT
    database(made.replace("guests", "guests_now", 1))
    database(
        "INSERT INTO guests_now (id, mark, name, lang, created_ms, seen_ms) "
        "SELECT id, token_hash, name, lang, created_ms, ? FROM guests",
        [[now_ms]],
    )
    database("DROP TABLE guests")
    database("ALTER TABLE guests_now RENAME TO guests")


def _ratings_and_evenings(database: Upgraded, before: str) -> None:
    _make(database, "wishes", "evenings", "evening_events", "evening_tables", "evening_people")
    if before >= "0003":  # else the results have just been made, with their contests
        database("ALTER TABLE results ADD COLUMN contest VARCHAR(128) NOT NULL DEFAULT ''")
        database("CREATE INDEX results_contest ON results (game, contest, ended_ms)")


def _open_tables(database: Upgraded, _before: str) -> None:
    """What is not open after all leaves the index when it is looked at."""
    _make(database, "open_tables")
    database(
        "INSERT INTO open_tables (table_id) SELECT tables.id FROM tables WHERE NOT EXISTS "
        "(SELECT 1 FROM events WHERE events.table_id = tables.id "
        """AND (events.body LIKE '{"kind":"started"%' OR events.body LIKE '{"kind":"abandoned"%'))"""
    )


REVISIONS: dict[str, Change] = {
    "0002": _adding("outages"),
    "0003": _results,
    "0004": _adding("subscriptions", "addresses", "called"),
    "0005": _adding("processes", "leases", "shared"),
    "0006": _people,
    "0007": _ratings_and_evenings,
    "0008": _adding("blocks"),
    "0009": _open_tables,
}
"""What each revision after the first changed."""
