"""The log's SQL statements, for both SQLite and PostgreSQL. `schema.sql` has the tables."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

VERSION = "0009"
"""The newest revision of the schema, see `schema.py`. A database of this one is opened as it is."""


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

    def rows(self, *rows: Mapping[str, Any]) -> Rows:
        """The statement, to be executed once for each of these rows."""
        return self, [self.values(row) for row in rows]


Rows = tuple[Statement, list[tuple[Any, ...]]]
"""Rows, with the statement that writes them."""


# -- what is written ------------------------------------------------------------------------------------------------

WRITTEN: list[Statement] = []
"""The statements that write, in the order in which a transaction executes them: the order of this file."""


def _writing(text: str) -> Statement:
    statement = Statement(text)
    WRITTEN.append(statement)
    return statement


def _insert(table: str, columns: str, *, once: bool = False, replaces: str = "") -> Statement:
    """Writes a row. If it is there already, that is a conflict, or nothing happens (`once`), or the new one takes the place of the one with
    the same key (`replaces`).
    """
    names = columns.split()
    text = f"INSERT INTO {table} ({', '.join(names)}) VALUES (:{', :'.join(names)})"  # noqa: S608  # the names are in this file
    if once:
        text += " ON CONFLICT DO NOTHING"
    if replaces:
        changed = ", ".join(f"{name} = excluded.{name}" for name in names if name != replaces)
        text += f" ON CONFLICT ({replaces}) DO UPDATE SET {changed}"
    return _writing(text)


def _update(table: str, columns: str, key: str) -> Statement:
    """Changes these columns of a row."""
    return _writing(f"UPDATE {table} SET {_equal(columns, ', ')} WHERE {key}")  # noqa: S608  # the names are in this file


def _delete(table: str, columns: str) -> Statement:
    """Erases the rows with these values."""
    return _writing(f"DELETE FROM {table} WHERE {_equal(columns, ' AND ')}")  # noqa: S608  # the names are in this file


def _equal(columns: str, between: str) -> str:
    return between.join(f"{name} = :{name}" for name in columns.split())


INSERT_TABLE = _insert("tables", "id game host created_ms")
INSERT_EVENT = _insert("events", "table_id seq command_id at_ms body")
INSERT_GUEST = _insert("guests", "mark name lang created_ms seen_ms")
_TOKEN = (
    "INSERT INTO tokens (token_hash, guest_id, made_ms) SELECT :token_hash, id, :made_ms FROM guests WHERE"
)
INSERT_FIRST_TOKEN = _writing(f"{_TOKEN} mark = :mark")
"""For a guest whose row is written in the same transaction and whose number is therefore not known yet."""
DELETE_TOKEN = _delete("tokens", "token_hash")
DELETE_TOKENS = _delete("tokens", "guest_id")
INSERT_TOKEN = _writing(f"{_TOKEN} id = :id")
INSERT_OPEN = _insert("open_tables", "table_id", once=True)
INSERT_SEATED = _insert("seated", "guest_id table_id", once=True)
INSERT_WROTE = _insert("wrote", "guest_id table_id", once=True)
UPDATE_GUEST = _update("guests", "name lang", "id = :id")
UPDATE_SEEN = _update("guests", "seen_ms", "id = :id")
DELETE_OUTAGES = _writing("DELETE FROM outages")
INSERT_OUTAGE = _insert("outages", "begin_ms end_ms")
INSERT_RESULT = _insert("results", "table_id game ended_ms people told contest", replaces="table_id")
INSERT_OLD_RESULT = _writing(f"{INSERT_RESULT.wanted} WHERE results.ended_ms = -1")
"""The same, unless somebody wrote it since: a table of an older data folder may be played on while it is read."""
INSERT_SUBSCRIPTION = _insert(
    "subscriptions", "endpoint guest_id p256dh auth lang created_ms", replaces="endpoint"
)
DELETE_SUBSCRIPTION = _delete("subscriptions", "guest_id endpoint")
INSERT_ADDRESS = _insert(
    "addresses", "guest_id address lang stop confirm_hash asked_ms confirmed_ms", replaces="guest_id"
)
DELETE_ADDRESS = _delete("addresses", "guest_id")
INSERT_CALLED = _insert("called", "guest_id table_id", once=True)
DELETE_CALLED = _delete("called", "guest_id table_id")
INSERT_SHARED = _insert("shared", "name value", once=True)
INSERT_KEPT = _insert("kept", "guest_id folded name phrase_hash made_ms", replaces="guest_id")
DELETE_KEPT = _delete("kept", "guest_id")
UPDATE_EVENT = _update("events", "body", "table_id = :table_id AND seq = :seq")
"""Only for the traces of erased guests in a log, see `erasing.py`."""
UPDATE_HOST = _update("tables", "host", "id = :table_id")
UPDATE_RESULT = _update("results", "people told", "table_id = :table_id")
INSERT_ERASED = _insert("erased", "guest_id since_ms", once=True)
DELETE_GUEST = _writing("DELETE FROM guests WHERE id = :guest_id")


def _not_in(*tables: str) -> str:
    """Guests of whom nothing is in these tables."""
    one = "NOT EXISTS (SELECT 1 FROM {0} WHERE {0}.guest_id = guests.id)"
    return " AND ".join(one.format(table) for table in tables)


_UNKNOWN = (
    f"FROM guests WHERE {_not_in('seated', 'wrote', 'kept', 'evening_people', 'subscriptions', 'addresses')}"
)
"""Guests who never sat or wrote anywhere, keep no name, and are not to be called."""
_UNUSED = (
    f"{_UNKNOWN} AND seen_ms < :before_ms AND (seen_ms < :crowd_ms OR (name = '' OR seen_ms < :long_before_ms) "
    f"AND {_not_in('blocks', 'wishes')})"
)
"""Those who were not here since, and wanted nothing; before `crowd_ms`, whatever they wanted."""
DELETE_UNUSED = _writing(f"DELETE {_UNUSED} AND id = :guest_id")
"""Guests who have come back or done anything since they were looked for stay."""
OF_GUEST = (
    _delete("seated", "guest_id"),
    _delete("wrote", "guest_id"),
    _delete("evening_people", "guest_id"),
    _delete("erased", "guest_id"),
)
"""What erases the last traces of a guest: where they sat, hosted, wrote and took part."""
UPDATE_EVENING_EVENT = _update("evening_events", "body", "evening_id = :evening_id AND seq = :seq")
UPDATE_EVENING_HOST = _update("evenings", "host", "id = :evening_id")
DELETE_SHUT = _writing(
    "DELETE FROM open_tables WHERE table_id = :table_id AND NOT EXISTS "
    "(SELECT 1 FROM events WHERE events.table_id = open_tables.table_id AND seq > :seq)"
)
"""Notes that a table is not open, if nothing has happened there since this event: a guest who stood up since notes that a seat is free."""
DELETE_LEASE = _delete("leases", "table_id")
DELETE_OPEN = _delete("open_tables", "table_id")
OF_TABLE = (
    DELETE_LEASE,  # first: it waits for appends under way, and nobody appends afterwards
    DELETE_OPEN,
    _delete("events", "table_id"),
    _delete("results", "table_id"),
    _delete("called", "table_id"),
    _delete("seated", "table_id"),
    _delete("wrote", "table_id"),
    _delete("evening_tables", "table_id"),
    _writing("DELETE FROM tables WHERE id = :table_id"),
)
"""What erases a table with everything about it, in this order."""
OF_EVENING = (
    _delete("evening_tables", "evening_id"),
    _delete("evening_people", "evening_id"),
    _delete("evening_events", "evening_id"),
    _writing("DELETE FROM evenings WHERE id = :evening_id"),
)
"""What erases an evening with everything about it, in this order. Its tables are erased by themselves."""
INSERT_WISHES = _insert("wishes", "guest_id rated listed", replaces="guest_id")
INSERT_EVENING = _insert("evenings", "id host created_ms")
INSERT_EVENING_EVENT = _insert("evening_events", "evening_id seq at_ms body")
INSERT_EVENING_TABLE = _insert("evening_tables", "evening_id table_id")
INSERT_EVENING_PERSON = _insert("evening_people", "evening_id guest_id", once=True)
INSERT_BLOCK = _insert("blocks", "guest_id blocked_id name created_ms", once=True)
DELETE_BLOCK = _delete("blocks", "guest_id id")
PUT_SHARED = _insert("shared", "name value", replaces="name")
PROBE = _writing("UPDATE alembic_version SET version_num = version_num")
"""Writes what is there already, to find out whether anything can be written."""
PROBE_SHARED = _writing(f"{PROBE.wanted} WHERE 1 = 0")
"""The same where other processes write, too: it locks no row, and a database that only reads refuses it."""

_HELD = "(SELECT table_id FROM leases WHERE table_id = :table_id AND process = :process AND epoch = :epoch FOR SHARE)"
FENCED = {
    plain: Statement(plain.wanted.replace("VALUES (:table_id", f"VALUES ({_HELD}", 1))
    for plain in (INSERT_EVENT, INSERT_RESULT)
}
"""What writes to a table that lives in one process at a time, for PostgreSQL: the same statements, which fail unless that process still holds
the table. Then the row has no `table_id`. Nobody takes the table before the transaction has ended.
"""

# -- people ---------------------------------------------------------------------------------------------------------

GUEST = Statement(
    "SELECT id, name, lang FROM guests JOIN tokens ON tokens.guest_id = guests.id WHERE token_hash = :token_hash"
)
GUEST_NUMBERED = Statement("SELECT id, name, lang FROM guests WHERE id = :id")
ABOUT_GUEST = Statement("SELECT name, lang, created_ms, seen_ms FROM guests WHERE id = :id")
TOKENS_OF = Statement("SELECT made_ms FROM tokens WHERE guest_id = :guest_id ORDER BY made_ms")
KEPT_NAMED = Statement("SELECT guest_id, name, phrase_hash, made_ms FROM kept WHERE folded = :folded")
KEPT_OF = Statement("SELECT name, made_ms FROM kept WHERE guest_id = :guest_id")
UNSEEN = Statement("SELECT id FROM guests WHERE seen_ms < :before_ms LIMIT :limit")
UNUSED = Statement(f"SELECT id {_UNUSED} LIMIT :limit")
CROWD = Statement(f"SELECT seen_ms {_UNKNOWN} ORDER BY seen_ms DESC LIMIT 1 OFFSET :most")
ERASED = Statement("SELECT guest_id, since_ms FROM erased")
TABLES_WITH = Statement(
    "SELECT table_id FROM seated WHERE guest_id = :guest_id UNION SELECT table_id FROM wrote WHERE guest_id = :guest_id"
)
BRANCHES_NAMING = Statement(
    "SELECT DISTINCT naming.table_id FROM events AS naming "
    "JOIN events AS begun ON begun.table_id = naming.table_id AND begun.seq = 0 "
    "WHERE naming.body LIKE :name AND begun.body LIKE :branch"
)
SUBSCRIPTIONS_OF = Statement(
    "SELECT endpoint, p256dh, auth, lang FROM subscriptions WHERE guest_id = :guest_id ORDER BY created_ms DESC"
)
_ADDRESS = "SELECT guest_id, address, lang, stop, confirm_hash, asked_ms, confirmed_ms FROM addresses WHERE"
ADDRESS_OF = Statement(f"{_ADDRESS} guest_id = :guest_id")
ADDRESS_TO_CONFIRM = Statement(f"{_ADDRESS} confirm_hash = :confirm_hash")
ADDRESS_TO_STOP = Statement(f"{_ADDRESS} stop = :stop")
CALLED = Statement("SELECT table_id, guest_id FROM called")
CALLED_TO = Statement("SELECT guest_id FROM called WHERE table_id = :table_id")
WISHES_OF = Statement("SELECT rated, listed FROM wishes WHERE guest_id = :guest_id")
LISTED = Statement(
    "SELECT id, name FROM guests JOIN wishes ON wishes.guest_id = guests.id WHERE listed AND rated AND name != ''"
)
BLOCKS_OF = Statement("SELECT id, blocked_id, name FROM blocks WHERE guest_id = :guest_id ORDER BY id")
BLOCKERS_OF = Statement("SELECT guest_id FROM blocks WHERE blocked_id = :blocked_id")
BLOCKED = Statement("SELECT id FROM blocks WHERE guest_id = :guest_id AND blocked_id = :blocked_id")

# -- tables ---------------------------------------------------------------------------------------------------------

_EVENTS = "SELECT seq, command_id, at_ms, body FROM events WHERE table_id = :table_id"
EVENTS = Statement(f"{_EVENTS} ORDER BY seq")
EVENTS_AFTER = Statement(f"{_EVENTS} AND seq > :seq ORDER BY seq")
GAME = Statement("SELECT game FROM tables WHERE id = :table_id")
EVERY_TABLE = Statement("SELECT id FROM tables ORDER BY created_ms, id")
COUNT_TABLES = Statement("SELECT count(*) FROM tables")
OUTAGES = Statement("SELECT begin_ms, end_ms FROM outages ORDER BY begin_ms")
SHARED = Statement("SELECT value FROM shared WHERE name = :name")
_LAST = (
    "FROM tables JOIN events ON events.table_id = tables.id "
    "AND events.seq = (SELECT max(last.seq) FROM events AS last WHERE last.table_id = tables.id)"
)
_RESULT = "LEFT JOIN results ON results.table_id = tables.id"
_UNTOUCHED = "WHERE tables.id > :after AND events.at_ms < :before_ms"
UNTOUCHED = Statement(f"SELECT tables.id {_LAST} {_UNTOUCHED} ORDER BY tables.id LIMIT :limit")
LEFT_OPEN = Statement(
    f"SELECT tables.id, events.at_ms {_LAST} {_RESULT} {_UNTOUCHED} "
    "AND coalesce(results.ended_ms, 0) <= 0 AND events.body NOT LIKE :closed ORDER BY tables.id LIMIT :limit"
)
"""The tables where nothing happened for long and whose game is not known to be over, with when something last did. `closed` is a pattern that
finds the event of those that are closed already."""
_FIRST = "FROM tables JOIN events ON events.table_id = tables.id AND events.seq = 0"
UNFINISHED = Statement(
    f"SELECT tables.id, events.body {_FIRST} {_RESULT} "
    "WHERE tables.id > :after AND coalesce(results.ended_ms, 0) <= 0 ORDER BY tables.id LIMIT :limit"
)
NEW_TABLES = Statement(f"SELECT tables.id, events.body {_FIRST} WHERE tables.created_ms >= :since_ms")
LAST_TIMES = Statement(
    "SELECT DISTINCT max(events.at_ms) FROM events LEFT JOIN results ON results.table_id = events.table_id "
    "WHERE coalesce(results.ended_ms, 0) <= 0 GROUP BY events.table_id"
)
"""When something last happened at each table whose game is not known to be over."""
_SEATED = (
    "SELECT id FROM (SELECT tables.id, tables.created_ms FROM tables JOIN seated ON seated.table_id = tables.id "
    "LEFT JOIN events ON events.table_id = tables.id AND events.seq = 0 "  # a damaged log may have lost it
    "WHERE seated.guest_id = :guest_id AND coalesce(events.body, '')"
)
_NEWEST = "tables.created_ms DESC LIMIT :limit) AS found ORDER BY created_ms DESC"
_WITH_OTHERS = (
    "(EXISTS (SELECT 1 FROM seated AS others WHERE others.table_id = tables.id AND others.guest_id <> :guest_id) "
    "AND NOT EXISTS (SELECT 1 FROM results WHERE results.table_id = tables.id AND results.ended_ms > 0))"
)
TABLES_OF = Statement(f"{_SEATED} NOT LIKE :branch ORDER BY {_WITH_OTHERS} DESC, {_NEWEST}")
"""The newest tables of a guest; none pushes out a game that goes on with other people."""
BRANCHES_OF = Statement(f"{_SEATED} LIKE :branch ORDER BY {_NEWEST}")
OPEN = Statement(
    "SELECT table_id, host FROM (SELECT table_id, host, created_ms, "
    "row_number() OVER (PARTITION BY host ORDER BY created_ms DESC) AS n "
    "FROM open_tables JOIN tables ON tables.id = open_tables.table_id) AS found "
    "WHERE n <= :of_one ORDER BY created_ms DESC LIMIT :limit"
)
"""The newest open tables, with their hosts, and no more than a few of each."""

# -- results --------------------------------------------------------------------------------------------------------

RESULT = Statement("SELECT ended_ms FROM results WHERE table_id = :table_id")
RESULT_TOLD = Statement("SELECT told FROM results WHERE table_id = :table_id")
UNKNOWN_RESULTS = Statement("SELECT table_id FROM results WHERE ended_ms = -1 LIMIT :limit")
_OF_GUEST = (
    "FROM results JOIN seated ON seated.table_id = results.table_id "
    "LEFT JOIN events ON events.table_id = results.table_id AND events.seq = 0 "
    "WHERE seated.guest_id = :guest_id AND ended_ms > 0 AND told LIKE :played AND coalesce(events.body, '') NOT LIKE :branch"
)
_FOUND = f"{_OF_GUEST} AND game LIKE :game ESCAPE '\\' AND people LIKE :people ESCAPE '\\'"
RESULTS_OF = Statement(
    f"SELECT results.table_id, game, ended_ms, '', told {_FOUND} "
    "ORDER BY ended_ms DESC, results.table_id LIMIT :limit OFFSET :offset"
)
NEWEST_RESULTS = Statement(
    "SELECT results.table_id, game, ended_ms, '', told FROM results "
    "LEFT JOIN events ON events.table_id = results.table_id AND events.seq = 0 "
    "WHERE ended_ms > 0 AND people != '' AND coalesce(events.body, '') NOT LIKE :branch "
    "ORDER BY ended_ms DESC, results.table_id LIMIT :limit"
)
COUNT_OF = Statement(f"SELECT count(*) {_FOUND}")
GAMES_OF = Statement(f"SELECT DISTINCT game {_OF_GUEST} ORDER BY game")
_COUNTED = (
    "FROM results WHERE contest != '' AND ended_ms > 0 AND NOT EXISTS (SELECT 1 FROM evening_tables "
    "JOIN evening_events ON evening_events.evening_id = evening_tables.evening_id "
    "WHERE evening_tables.table_id = results.table_id AND at_ms <= ended_ms "
    'AND (body = \'{"kind":"closed"}\' OR body = (\'{"kind":"ended","table":"\' || results.table_id || \'"}\')))'
)
"""Games that count; not where an evening had ended the table, or was over, before the game ended."""
CONTESTS = Statement(
    f"SELECT game, contest, count(*), sum(ended_ms) {_COUNTED} GROUP BY game, contest ORDER BY game, contest"
)
RATED = Statement(
    f"SELECT table_id, ended_ms, told {_COUNTED} "
    "AND game = :game AND contest = :contest AND ended_ms >= :ended_ms ORDER BY ended_ms, table_id"
)

# -- evenings -------------------------------------------------------------------------------------------------------

EVENING_EVENTS = Statement(
    "SELECT seq, at_ms, body FROM evening_events WHERE evening_id = :evening_id ORDER BY seq"
)
EVENING_RESULTS = Statement(
    "SELECT results.table_id, ended_ms, told FROM results "
    "JOIN evening_tables ON evening_tables.table_id = results.table_id WHERE evening_id = :evening_id AND ended_ms > 0"
)
EVENINGS_OF = Statement(
    "SELECT evenings.id, body FROM evenings JOIN evening_people ON evening_people.evening_id = evenings.id "
    "JOIN evening_events ON evening_events.evening_id = evenings.id AND seq = 0 "
    "WHERE guest_id = :guest_id ORDER BY created_ms DESC LIMIT :limit"
)
EVENINGS_WITH = Statement("SELECT evening_id FROM evening_people WHERE guest_id = :guest_id")
UNTOUCHED_EVENINGS = Statement(
    "SELECT evening_id FROM evening_events GROUP BY evening_id HAVING max(at_ms) < :before_ms ORDER BY evening_id LIMIT :limit"
)
