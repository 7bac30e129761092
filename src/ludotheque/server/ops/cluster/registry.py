"""The processes and leases in PostgreSQL: who is alive, by the database's own clock, and which table lives in which process.

All of this blocks and runs in threads. A process whose heart has not beaten for `DEAD_S` is dead for the others, and they may take its tables.
Whoever takes one raises its epoch, and every append checks process and epoch in its own transaction (`sql.FENCED`): a process that was taken for
dead and goes on all the same can write nothing.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from ludotheque.server.store.log import Lease
from ludotheque.server.store.postgres import Line
from ludotheque.server.store.uptime import GAP_MS

if TYPE_CHECKING:
    import psycopg

BEAT_S = 0.4
DEAD_S = 2.0
"""The seconds after which a process that was not heard of counts as dead."""
STARTED_S = 4.0
"""After so many seconds a database that was started again has heard of everybody who is alive."""
KEY = 7_104_231
"""The advisory lock of those who join."""
LOCK_MS = 2000
"""How long taking a table waits for a transaction of the process that loses it."""


def _with(query: str) -> str:
    """A statement in which `ALIVE` says that the process `p` is alive."""
    return query.replace("ALIVE", f"NOT p.stopped AND p.heard > clock_timestamp() - interval '{DEAD_S} s'")


_JOIN = """
INSERT INTO processes (id, address, heard, stopped) VALUES (%(me)s, %(address)s, clock_timestamp(), false)
ON CONFLICT (id) DO UPDATE SET heard = excluded.heard, stopped = false
RETURNING heard
"""
_OUTAGE = """
INSERT INTO outages (begin_ms, end_ms)
SELECT (extract(epoch FROM max(heard)) * 1000)::bigint, (extract(epoch FROM clock_timestamp()) * 1000)::bigint FROM processes
HAVING max(heard) < clock_timestamp() - %(most_ms)s * interval '1 ms'
"""
_BEAT = _with("""
WITH mine AS (UPDATE processes SET heard = clock_timestamp() WHERE id = %(me)s AND NOT stopped RETURNING id)
SELECT (SELECT count(*) FROM mine), (SELECT count(*) FROM leases WHERE process = %(me)s),
  (SELECT json_object_agg(p.id, p.address) FROM processes p WHERE p.id <> %(me)s AND ALIVE)
""")
_TAKE = _with("""
WITH before AS (
  SELECT p.heard FROM leases JOIN processes p ON p.id = leases.process WHERE leases.table_id = %(table)s AND p.id <> %(me)s)
INSERT INTO leases AS held (table_id, process, epoch) VALUES (%(table)s, %(me)s, 1)
ON CONFLICT (table_id) DO UPDATE SET process = excluded.process, epoch = held.epoch + 1
WHERE held.process IS NULL OR held.process = %(me)s OR NOT EXISTS (
  SELECT FROM processes p WHERE p.id = held.process AND NOT p.stopped AND ((ALIVE) OR NOT %(judges)s))
RETURNING epoch, (SELECT (extract(epoch FROM heard) * 1000)::bigint FROM before)
""")
_PLACE = _with("""
SELECT p.id, p.address, (ALIVE) FROM leases JOIN processes p ON p.id = leases.process
WHERE leases.table_id = %(table)s AND NOT p.stopped
""")
_ORPHANS = _with("""
UPDATE leases SET process = %(me)s, epoch = leases.epoch + 1 FROM (
  SELECT held.table_id, p.heard FROM processes p JOIN leases held ON held.process = p.id
  WHERE p.id <> %(me)s AND NOT (ALIVE) AND p.heard >= %(joined)s LIMIT %(most)s FOR UPDATE OF held SKIP LOCKED) dead
WHERE leases.table_id = dead.table_id
RETURNING leases.table_id, leases.epoch, (extract(epoch FROM dead.heard) * 1000)::bigint
""")
_FORGOTTEN = """
DELETE FROM processes p WHERE p.heard < clock_timestamp() - interval '1 day'
AND p.heard < (SELECT max(heard) FROM processes) AND NOT EXISTS (SELECT FROM leases WHERE leases.process = p.id)
"""


@dataclass(frozen=True)
class Place:
    """The process in which a table lives, and whether it is alive."""

    process: str
    address: str
    is_alive: bool


@dataclass(frozen=True)
class Taken:
    """A table that lives here from now on. `silent_ms` is when the process that had it was last heard of (Unix ms); -1 if none had it."""

    lease: Lease
    silent_ms: int


@dataclass(frozen=True)
class Heard:
    """What a beat of the heart brought.

    Attributes:
        is_known: whether the database still knows this process.
        leases: how many tables live here.
        others: the addresses of the other living processes.
    """

    is_known: bool
    leases: int
    others: dict[str, str]


class Registry:
    """The registry as one process sees it. `beating` is for the thread of the heart alone, everything else for another one."""

    def __init__(self, url: str, me: str) -> None:
        self.me = me
        self._joined: datetime | None = None
        self.beating, self.asking = Line(url), Line(url)

    def close(self) -> None:
        """Let the connections go."""
        self.beating.close()
        self.asking.close()

    def secret(self) -> str:
        """The secret by which processes know each other, made by the first."""

        def work(connection: psycopg.Connection[Any]) -> str:
            connection.execute(
                "INSERT INTO shared (name, value) VALUES ('secret', %s) ON CONFLICT DO NOTHING",
                [secrets.token_urlsafe(32)],
            )
            return str(_first(connection, "SELECT value FROM shared WHERE name = 'secret'", {})[0])

        return self.asking.run(work)

    # -- the heart ----------------------------------------------------------------------------------------------

    def join(self, address: str, again: bool) -> bool:
        """Be one of the processes, `again` after a silence. If all were silent, it is noted as an outage.

        Those that died long ago are forgotten, but for the last one, which tells when the server was last heard of.

        Returns whether the others would have been heard of if they were alive.
        """

        def work(connection: psycopg.Connection[Any]) -> bool:
            with connection.transaction():
                connection.execute("SELECT pg_advisory_xact_lock(%s)", [KEY])  # one alone notes an outage
                connection.execute(_OUTAGE, {"most_ms": GAP_MS if again else int(DEAD_S * 1000)})
                joined = _first(connection, _JOIN, {"me": self.me, "address": address})[0]
                self._joined = self._joined or joined
                connection.execute(_FORGOTTEN)
                up_s = "SELECT extract(epoch FROM clock_timestamp() - pg_postmaster_start_time())"
                return float(_first(connection, up_s, {})[0]) >= STARTED_S

        return self.beating.run(work, 0)

    def beat(self) -> Heard:
        """Say that this process is alive."""
        row = self.beating.run(lambda connection: _first(connection, _BEAT, {"me": self.me}), 0)
        return Heard(bool(row[0]), int(row[1]), dict(row[2] or {}))

    def mine(self) -> dict[str, int]:
        """The tables that live here, with their epochs."""
        query = "SELECT table_id, epoch FROM leases WHERE process = %s"
        rows = self.beating.run(lambda connection: connection.execute(query, [self.me]).fetchall(), 0)
        return {str(table): int(epoch) for table, epoch in rows}

    def take_orphans(self, most: int) -> dict[str, Taken]:
        """Take tables whose process died while this one was there. Those that others are just taking are left to them.

        What died before, with nobody there to see it, was a server that was away: its tables live nowhere until somebody wants them.
        """
        given = {"me": self.me, "most": most, "joined": self._joined}
        rows = self.beating.run(lambda connection: connection.execute(_ORPHANS, given).fetchall(), 0)
        return {str(table): Taken(Lease(self.me, int(epoch)), int(heard)) for table, epoch, heard in rows}

    # -- tables -------------------------------------------------------------------------------------------------

    def take(self, table: str, judges: bool) -> Taken | None:
        """Take a table that lives nowhere; None if it lives in another process. Unless it `judges`, every process counts as alive."""
        given = {"table": table, "me": self.me, "judges": judges}

        def work(connection: psycopg.Connection[Any]) -> Taken | None:
            connection.execute(f"SET lock_timeout = {LOCK_MS}")
            rows = connection.execute(_TAKE, given).fetchall()
            if not rows:
                return None
            epoch, heard = rows[0]
            return Taken(Lease(self.me, int(epoch)), -1 if heard is None else int(heard))

        return self.asking.run(work)

    def place(self, table: str) -> Place | None:
        """Where a table lives; None if it lives nowhere."""
        rows = self.asking.run(lambda connection: connection.execute(_PLACE, {"table": table}).fetchall())
        return Place(*rows[0]) if rows else None

    def give_back(self, table: str, epoch: int) -> None:
        """Let a table live nowhere, if it still lives here."""
        query = "UPDATE leases SET process = NULL WHERE table_id = %s AND process = %s AND epoch = %s"
        self.asking.run(lambda connection: connection.execute(query, [table, self.me, epoch]) and None)

    def leave(self) -> None:
        """Be no longer one of the processes. The others take the tables that live here."""
        query = "UPDATE processes SET stopped = true, heard = clock_timestamp() WHERE id = %s"
        self.asking.run(lambda connection: connection.execute(query, [self.me]) and None, DEAD_S)


def _first(connection: psycopg.Connection[Any], query: str, given: dict[str, Any]) -> Any:
    found = connection.execute(query, given).fetchone()
    assert found is not None
    return found
