"""The processes and leases in PostgreSQL: who is alive, by the database's own clock, and which table lives in which process.

A process whose heart has not beaten for `DEAD_S` is dead for the others, and they may take its tables. A process that takes one raises its epoch, and
every append checks process and epoch in its own transaction (`sql.FENCED`): a process that was taken for dead and goes on all the same can write
nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ludotheque.server.store.log import Lease
from ludotheque.server.store.uptime import GAP_MS

if TYPE_CHECKING:
    import psycopg

BEAT_S = 0.4
DEAD_S = 2.0
"""The seconds after which a process that was not heard of counts as dead."""
STARTED_S = 4.0
"""How long after its start a database has heard of every living process."""
ORPHANS = 50
"""How many tables of the dead are taken at once."""
KEY = 7_104_231
"""The advisory lock of those who join."""
LOCK_MS = 2000
"""How long taking a table waits for a transaction of the process that loses it."""

ALIVE = f"NOT p.stopped AND p.heard > clock_timestamp() - interval '{DEAD_S} s'"
"""The process `p` is alive."""
SECRET = """
INSERT INTO shared (name, value) VALUES ('secret', %(new)s) ON CONFLICT (name) DO UPDATE SET value = shared.value RETURNING value
"""
_OUTAGE = """
INSERT INTO outages (begin_ms, end_ms)
SELECT (extract(epoch FROM max(heard)) * 1000)::bigint, (extract(epoch FROM clock_timestamp()) * 1000)::bigint FROM processes
HAVING max(heard) < clock_timestamp() - %(most_ms)s * interval '1 ms'
"""
_JOIN = """
INSERT INTO processes (id, address, heard, stopped) VALUES (%(me)s, %(address)s, clock_timestamp(), false)
ON CONFLICT (id) DO UPDATE SET heard = excluded.heard, stopped = false
RETURNING heard, extract(epoch FROM clock_timestamp() - pg_postmaster_start_time())::float8
"""
_FORGOTTEN = """
DELETE FROM processes p WHERE p.heard < clock_timestamp() - interval '1 day'
AND p.heard < (SELECT max(heard) FROM processes) AND NOT EXISTS (SELECT FROM leases WHERE leases.process = p.id)
"""
LEAVE = "UPDATE processes SET stopped = true, heard = clock_timestamp() WHERE id = %(me)s"

BEAT = f"""
WITH me AS (UPDATE processes SET heard = clock_timestamp() WHERE id = %(me)s AND NOT stopped RETURNING id),
mine AS (SELECT table_id, epoch FROM leases WHERE process = %(me)s),
dead AS (
  SELECT held.table_id, p.heard FROM processes p JOIN leases held ON held.process = p.id
  WHERE %(judges)s AND p.id <> %(me)s AND NOT ({ALIVE}) AND p.heard >= %(joined)s LIMIT {ORPHANS} FOR UPDATE OF held SKIP LOCKED),
taken AS (
  UPDATE leases SET process = %(me)s, epoch = leases.epoch + 1 FROM dead, me WHERE leases.table_id = dead.table_id
  RETURNING leases.table_id, leases.epoch, (extract(epoch FROM dead.heard) * 1000)::bigint AS heard_ms)
SELECT EXISTS (SELECT FROM me),
  (SELECT coalesce(json_object_agg(p.id, p.address), '{{}}') FROM processes p WHERE p.id <> %(me)s AND {ALIVE}),
  (SELECT CASE WHEN count(*) <> %(held)s THEN coalesce(json_object_agg(table_id, epoch), '{{}}') END FROM mine),
  (SELECT coalesce(json_agg(json_build_array(table_id, epoch, heard_ms)), '[]') FROM taken)
"""  # noqa: S608
"""Says that this process is alive, and takes tables whose process died while this one was there (those that others are just taking are left to
them). What died before, with nobody there to see it, was a server that was away: its tables live nowhere until somebody wants them."""
TAKE = f"""
WITH before AS (
  SELECT p.heard FROM leases JOIN processes p ON p.id = leases.process WHERE leases.table_id = %(table)s AND p.id <> %(me)s)
INSERT INTO leases AS held (table_id, process, epoch) VALUES (%(table)s, %(me)s, 1)
ON CONFLICT (table_id) DO UPDATE SET process = excluded.process, epoch = held.epoch + 1
WHERE held.process IS NULL OR held.process = %(me)s OR NOT EXISTS (
  SELECT FROM processes p WHERE p.id = held.process AND NOT p.stopped AND (({ALIVE}) OR NOT %(judges)s))
RETURNING epoch, coalesce((SELECT (extract(epoch FROM heard) * 1000)::bigint FROM before), -1)
"""  # noqa: S608
"""Takes a table that lives nowhere. A process that does not judge counts every other one as alive."""
PLACE = f"""
SELECT p.id, p.address, {ALIVE} FROM leases JOIN processes p ON p.id = leases.process
WHERE leases.table_id = %(table)s AND NOT p.stopped
"""  # noqa: S608
GIVE_BACK = (
    "UPDATE leases SET process = NULL WHERE table_id = %(table)s AND process = %(me)s AND epoch = %(epoch)s"
)


class Home(NamedTuple):
    """The process in which a table lives, and whether it is alive."""

    process: str
    address: str
    is_alive: bool


class Held(NamedTuple):
    """A table that lives here.

    Attributes:
        lease: its lease.
        since_s: when that was known (seconds of `boot_s`).
        silent_ms: when the process that had it was last heard of (Unix ms); -1 if none had it.
    """

    lease: Lease
    since_s: float
    silent_ms: int


def join(connection: psycopg.Connection[Any], me: str, address: str, again: bool) -> tuple[Any, bool]:
    """Be one of the processes, `again` after a silence. If all were silent, it is noted as an outage.

    Those that died long ago are forgotten, but for the last one, which tells when the server was last heard of.

    Returns:
        When that was, and whether the others would have been heard of if they were alive.
    """
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", [KEY])  # one alone notes an outage
        connection.execute(_OUTAGE, {"most_ms": GAP_MS if again else int(DEAD_S * 1000)})
        found = connection.execute(_JOIN, {"me": me, "address": address}).fetchone()
        connection.execute(_FORGOTTEN)
    assert found is not None
    return found[0], found[1] >= STARTED_S
