"""The log's SQL statements, for both SQLite and PostgreSQL. Importing them costs nothing.

`server/schema.py` defines the tables; a test generates the same statements from there and compares them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

VERSION = "0008"
"""The newest of `migrations/versions`. A data folder with this schema is opened as it is."""


class Statement:
    """A statement with `:names` for its values, as it was `wanted`. `text` is what SQLite gets, `postgres` what PostgreSQL gets, and `names`
    the order of the values in them.
    """

    def __init__(self, text: str) -> None:
        self.wanted = text
        self.names: tuple[str, ...] = tuple(re.findall(r":(\w+)", text))
        self.text = re.sub(r":\w+", "?", text)
        self.postgres = re.sub(r":\w+", "%s", text)

    def values(self, values: Mapping[str, Any]) -> tuple[Any, ...]:
        """The values in that order."""
        return tuple(values[name] for name in self.names)


INSERT_TABLE = Statement(
    "INSERT INTO tables (id, game, host, created_ms) VALUES (:id, :game, :host, :created_ms)"
)
INSERT_EVENT = Statement(
    "INSERT INTO events (table_id, seq, command_id, at_ms, body) VALUES (:table_id, :seq, :command_id, :at_ms, :body)"
)
INSERT_GUEST = Statement(
    "INSERT INTO guests (token_hash, name, lang, created_ms) VALUES (:token_hash, :name, :lang, :created_ms)"
)
INSERT_SEATED = Statement(
    "INSERT INTO seated (guest_id, table_id) VALUES (:guest_id, :table_id) ON CONFLICT DO NOTHING"
)
UPDATE_GUEST = Statement("UPDATE guests SET name=:name, lang=:lang WHERE guests.id = :id")
INSERT_OUTAGE = Statement("INSERT INTO outages (begin_ms, end_ms) VALUES (:begin_ms, :end_ms)")
INSERT_RESULT = Statement(
    "INSERT INTO results (table_id, game, ended_ms, people, told) VALUES (:table_id, :game, :ended_ms, :people, :told) "
    "ON CONFLICT (table_id) DO UPDATE SET ended_ms = excluded.ended_ms, people = excluded.people, told = excluded.told"
)
INSERT_OLD_RESULT = Statement(f"{INSERT_RESULT.wanted} WHERE results.ended_ms = -1")
"""The same, unless somebody wrote it since: a table of an older data folder may be played on while it is read."""
INSERT_SUBSCRIPTION = Statement(
    "INSERT INTO subscriptions (endpoint, guest_id, p256dh, auth, lang, created_ms) "
    "VALUES (:endpoint, :guest_id, :p256dh, :auth, :lang, :created_ms) "
    "ON CONFLICT (endpoint) DO UPDATE SET guest_id = excluded.guest_id, p256dh = excluded.p256dh, auth = excluded.auth, "
    "lang = excluded.lang, created_ms = excluded.created_ms"
)
DELETE_SUBSCRIPTION = Statement(
    "DELETE FROM subscriptions WHERE subscriptions.guest_id = :guest_id AND subscriptions.endpoint = :endpoint"
)
INSERT_ADDRESS = Statement(
    "INSERT INTO addresses (guest_id, address, lang, stop, confirm_hash, asked_ms, confirmed_ms) "
    "VALUES (:guest_id, :address, :lang, :stop, :confirm_hash, :asked_ms, :confirmed_ms) "
    "ON CONFLICT (guest_id) DO UPDATE SET address = excluded.address, lang = excluded.lang, stop = excluded.stop, "
    "confirm_hash = excluded.confirm_hash, asked_ms = excluded.asked_ms, confirmed_ms = excluded.confirmed_ms"
)
DELETE_ADDRESS = Statement("DELETE FROM addresses WHERE addresses.guest_id = :guest_id")
INSERT_CALLED = Statement(
    "INSERT INTO called (guest_id, table_id) VALUES (:guest_id, :table_id) ON CONFLICT DO NOTHING"
)
DELETE_CALLED = Statement(
    "DELETE FROM called WHERE called.guest_id = :guest_id AND called.table_id = :table_id"
)
INSERT_BLOCK = Statement(
    "INSERT INTO blocks (guest_id, blocked_id, name, created_ms) VALUES (:guest_id, :blocked_id, :name, :created_ms) "
    "ON CONFLICT DO NOTHING"
)
DELETE_BLOCK = Statement("DELETE FROM blocks WHERE blocks.guest_id = :guest_id AND blocks.id = :id")
INSERT_SHARED = Statement(
    "INSERT INTO shared (name, value) VALUES (:name, :value) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
)
_PROBE = "UPDATE alembic_version SET version_num=alembic_version.version_num"
PROBE = Statement(_PROBE)
"""Writes what is there already, to find out whether anything can be written."""
PROBE_SHARED = Statement(f"{_PROBE} WHERE 1 = 0")
"""The same where other processes write, too: it locks no row, and a database that only reads refuses it."""
WRITTEN = (
    INSERT_TABLE,
    INSERT_EVENT,
    INSERT_GUEST,
    INSERT_SEATED,
    UPDATE_GUEST,
    INSERT_OUTAGE,
    INSERT_RESULT,
    INSERT_OLD_RESULT,
    INSERT_SUBSCRIPTION,
    DELETE_SUBSCRIPTION,
    INSERT_ADDRESS,
    DELETE_ADDRESS,
    INSERT_CALLED,
    DELETE_CALLED,
    INSERT_BLOCK,
    DELETE_BLOCK,
    INSERT_SHARED,
    PROBE,
    PROBE_SHARED,
)
"""The statements that write, in the order in which a transaction executes them."""

_HELD = (
    "(SELECT leases.table_id FROM leases WHERE leases.table_id = :table_id AND leases.process = :process "
    "AND leases.epoch = :epoch FOR SHARE)"
)
FENCED = {
    plain: Statement(plain.wanted.replace("VALUES (:table_id", f"VALUES ({_HELD}", 1))
    for plain in (INSERT_EVENT, INSERT_RESULT)
}
"""What writes to a table that lives in one process at a time, for PostgreSQL: the same statements, which fail unless that process still holds
the table. Then the row has no `table_id`. Nobody takes the table before the transaction has ended.
"""

GUEST = Statement(
    "SELECT guests.id, guests.name, guests.lang FROM guests WHERE guests.token_hash = :token_hash"
)
EVENTS = Statement(
    "SELECT events.seq, events.command_id, events.at_ms, events.body FROM events "
    "WHERE events.table_id = :table_id ORDER BY events.seq"
)
EVENTS_AFTER = Statement(
    "SELECT events.seq, events.command_id, events.at_ms, events.body FROM events "
    "WHERE events.table_id = :table_id AND events.seq > :seq ORDER BY events.seq"
)
GAME = Statement("SELECT tables.game FROM tables WHERE tables.id = :table_id")
TABLES_OF = Statement(
    "SELECT tables.id FROM tables JOIN seated ON seated.table_id = tables.id "
    "WHERE seated.guest_id = :guest_id ORDER BY tables.created_ms DESC LIMIT :limit"
)
OUTAGES = Statement("SELECT outages.begin_ms, outages.end_ms FROM outages ORDER BY outages.begin_ms")
EVERY_TABLE = Statement("SELECT tables.id FROM tables ORDER BY tables.created_ms, tables.id")
NEWEST = Statement("SELECT tables.id FROM tables ORDER BY tables.created_ms DESC LIMIT :limit")

RESULT = Statement("SELECT results.ended_ms FROM results WHERE results.table_id = :table_id")
UNKNOWN_RESULTS = Statement("SELECT results.table_id FROM results WHERE results.ended_ms = -1 LIMIT :limit")
UNFINISHED = Statement(
    "SELECT tables.id, events.body FROM tables JOIN events ON events.table_id = tables.id AND events.seq = 0 "
    "LEFT OUTER JOIN results ON results.table_id = tables.id "
    "WHERE tables.id > :after AND coalesce(results.ended_ms, 0) <= 0 ORDER BY tables.id LIMIT :limit"
)
NEW_TABLES = Statement(
    "SELECT tables.id, events.body FROM tables JOIN events ON events.table_id = tables.id AND events.seq = 0 "
    "WHERE tables.created_ms >= :since_ms"
)
_OF_GUEST = "FROM results JOIN seated ON seated.table_id = results.table_id WHERE seated.guest_id = :guest_id AND results.ended_ms > 0 AND results.told LIKE :played"
_FOUND = f"{_OF_GUEST} AND results.game LIKE :game ESCAPE '\\' AND results.people LIKE :people ESCAPE '\\'"
RESULTS_OF = Statement(
    f"SELECT results.table_id, results.game, results.ended_ms, results.told {_FOUND} "
    "ORDER BY results.ended_ms DESC, results.table_id LIMIT :limit OFFSET :offset"
)
COUNT_OF = Statement(f"SELECT count(*) AS count_1 {_FOUND}")
GAMES_OF = Statement(f"SELECT DISTINCT results.game {_OF_GUEST} ORDER BY results.game")

SUBSCRIPTIONS_OF = Statement(
    "SELECT subscriptions.endpoint, subscriptions.p256dh, subscriptions.auth, subscriptions.lang FROM subscriptions "
    "WHERE subscriptions.guest_id = :guest_id ORDER BY subscriptions.created_ms DESC"
)
_ADDRESS = (
    "SELECT addresses.guest_id, addresses.address, addresses.lang, addresses.stop, addresses.confirm_hash, "
    "addresses.asked_ms, addresses.confirmed_ms FROM addresses WHERE addresses"
)
ADDRESS_OF = Statement(f"{_ADDRESS}.guest_id = :guest_id")
ADDRESS_TO_CONFIRM = Statement(f"{_ADDRESS}.confirm_hash = :confirm_hash")
ADDRESS_TO_STOP = Statement(f"{_ADDRESS}.stop = :stop")
CALLED = Statement("SELECT called.table_id, called.guest_id FROM called")
CALLED_TO = Statement("SELECT called.guest_id FROM called WHERE called.table_id = :table_id")

BLOCKS_OF = Statement(
    "SELECT blocks.id, blocks.blocked_id, blocks.name FROM blocks WHERE blocks.guest_id = :guest_id ORDER BY blocks.id"
)
BLOCKERS_OF = Statement("SELECT blocks.guest_id FROM blocks WHERE blocks.blocked_id = :blocked_id")
BLOCKED = Statement(
    "SELECT blocks.id FROM blocks WHERE blocks.guest_id = :guest_id AND blocks.blocked_id = :blocked_id"
)
SHARED = Statement("SELECT shared.value FROM shared WHERE shared.name = :name")
COUNT_TABLES = Statement("SELECT count(*) AS count_1 FROM tables")
