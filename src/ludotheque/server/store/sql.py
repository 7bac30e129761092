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


INSERT_TABLE = Statement(
    "INSERT INTO tables (id, game, host, created_ms) VALUES (:id, :game, :host, :created_ms)"
)
INSERT_EVENT = Statement(
    "INSERT INTO events (table_id, seq, command_id, at_ms, body) VALUES (:table_id, :seq, :command_id, :at_ms, :body)"
)
INSERT_GUEST = Statement(
    "INSERT INTO guests (mark, name, lang, created_ms, seen_ms) VALUES (:mark, :name, :lang, :created_ms, :seen_ms)"
)
_TOKEN = "INSERT INTO tokens (token_hash, guest_id, made_ms) SELECT :token_hash AS anon_1, guests.id, :made_ms AS anon_2 FROM guests WHERE"
INSERT_FIRST_TOKEN = Statement(f"{_TOKEN} guests.mark = :mark")
"""For a guest whose row is written in the same transaction and whose number is therefore not known yet."""
INSERT_TOKEN = Statement(f"{_TOKEN} guests.id = :id")
DELETE_TOKEN = Statement("DELETE FROM tokens WHERE tokens.token_hash = :token_hash")
DELETE_TOKENS = Statement("DELETE FROM tokens WHERE tokens.guest_id = :guest_id")
UPDATE_SEEN = Statement("UPDATE guests SET seen_ms=:seen_ms WHERE guests.id = :id")
INSERT_KEPT = Statement(
    "INSERT INTO kept (guest_id, folded, name, phrase_hash, made_ms) VALUES (:guest_id, :folded, :name, :phrase_hash, :made_ms) "
    "ON CONFLICT (guest_id) DO UPDATE SET folded = excluded.folded, name = excluded.name, phrase_hash = excluded.phrase_hash, "
    "made_ms = excluded.made_ms"
)
DELETE_KEPT = Statement("DELETE FROM kept WHERE kept.guest_id = :guest_id")
INSERT_WROTE = Statement(
    "INSERT INTO wrote (guest_id, table_id) VALUES (:guest_id, :table_id) ON CONFLICT DO NOTHING"
)
INSERT_ERASED = Statement(
    "INSERT INTO erased (guest_id, since_ms) VALUES (:guest_id, :since_ms) ON CONFLICT DO NOTHING"
)
DELETE_ERASED = Statement("DELETE FROM erased WHERE erased.guest_id = :guest_id")
DELETE_GUEST = Statement("DELETE FROM guests WHERE guests.id = :guest_id")
_OF_UNKNOWN = (
    "FROM guests WHERE NOT (EXISTS (SELECT 1 FROM seated WHERE seated.guest_id = guests.id)) "
    "AND NOT (EXISTS (SELECT 1 FROM wrote WHERE wrote.guest_id = guests.id)) "
    "AND NOT (EXISTS (SELECT 1 FROM kept WHERE kept.guest_id = guests.id)) "
    "AND NOT (EXISTS (SELECT 1 FROM evening_people WHERE evening_people.guest_id = guests.id)) "
    "AND NOT (EXISTS (SELECT 1 FROM subscriptions WHERE subscriptions.guest_id = guests.id)) "
    "AND NOT (EXISTS (SELECT 1 FROM addresses WHERE addresses.guest_id = guests.id))"
)
"""Guests who never sat or wrote anywhere, keep no name, and are not to be called."""
_UNUSED = (
    "guests.seen_ms < :before_ms AND (guests.seen_ms < :crowd_ms "
    "OR (guests.name = '' OR guests.seen_ms < :long_before_ms) "
    "AND NOT (EXISTS (SELECT 1 FROM blocks WHERE blocks.guest_id = guests.id)) "
    "AND NOT (EXISTS (SELECT 1 FROM wishes WHERE wishes.guest_id = guests.id)))"
)
DELETE_UNUSED = Statement(f"DELETE {_OF_UNKNOWN} AND {_UNUSED} AND guests.id = :guest_id")
"""Whoever has come back since they were looked for, or done anything, stays."""
DELETE_SEATED_OF = Statement("DELETE FROM seated WHERE seated.guest_id = :guest_id")
DELETE_WROTE_OF = Statement("DELETE FROM wrote WHERE wrote.guest_id = :guest_id")
UPDATE_EVENT = Statement(
    "UPDATE events SET body=:body WHERE events.table_id = :table_id AND events.seq = :seq"
)
"""Only for what somebody who is erased has left in a log, see `erasing.py`."""
UPDATE_HOST = Statement("UPDATE tables SET host=:host WHERE tables.id = :table_id")
UPDATE_RESULT = Statement("UPDATE results SET people=:people, told=:told WHERE results.table_id = :table_id")
DELETE_LEASE = Statement("DELETE FROM leases WHERE leases.table_id = :table_id")
DELETE_EVENTS = Statement("DELETE FROM events WHERE events.table_id = :table_id")
DELETE_RESULT = Statement("DELETE FROM results WHERE results.table_id = :table_id")
DELETE_CALLED_TO = Statement("DELETE FROM called WHERE called.table_id = :table_id")
DELETE_SEATED_AT = Statement("DELETE FROM seated WHERE seated.table_id = :table_id")
DELETE_WROTE_AT = Statement("DELETE FROM wrote WHERE wrote.table_id = :table_id")
DELETE_OPEN = Statement("DELETE FROM open_tables WHERE open_tables.table_id = :table_id")
DELETE_SHUT = Statement(
    "DELETE FROM open_tables WHERE open_tables.table_id = :table_id AND NOT (EXISTS (SELECT 1 FROM events "
    "WHERE events.table_id = open_tables.table_id AND events.seq > :seq))"
)
"""The same if nothing has happened there since this event: whoever stood up since has noted, or will note, that a seat is free."""
DELETE_EVENING_TABLE = Statement("DELETE FROM evening_tables WHERE evening_tables.table_id = :table_id")
DELETE_TABLE = Statement("DELETE FROM tables WHERE tables.id = :table_id")
OF_TABLE = (
    DELETE_LEASE,  # first: it waits for whoever is appending, and nobody appends afterwards
    DELETE_EVENTS,
    DELETE_RESULT,
    DELETE_CALLED_TO,
    DELETE_SEATED_AT,
    DELETE_WROTE_AT,
    DELETE_OPEN,
    DELETE_EVENING_TABLE,
    DELETE_TABLE,
)
"""What erases a table with everything about it, in this order."""
UPDATE_EVENING_EVENT = Statement(
    "UPDATE evening_events SET body=:body WHERE evening_events.evening_id = :evening_id AND evening_events.seq = :seq"
)
UPDATE_EVENING_HOST = Statement("UPDATE evenings SET host=:host WHERE evenings.id = :evening_id")
DELETE_EVENING_PERSON = Statement("DELETE FROM evening_people WHERE evening_people.guest_id = :guest_id")
DELETE_EVENING_TABLES = Statement("DELETE FROM evening_tables WHERE evening_tables.evening_id = :evening_id")
DELETE_EVENING_PEOPLE = Statement("DELETE FROM evening_people WHERE evening_people.evening_id = :evening_id")
DELETE_EVENING_EVENTS = Statement("DELETE FROM evening_events WHERE evening_events.evening_id = :evening_id")
DELETE_EVENING = Statement("DELETE FROM evenings WHERE evenings.id = :evening_id")
OF_EVENING = (DELETE_EVENING_TABLES, DELETE_EVENING_PEOPLE, DELETE_EVENING_EVENTS, DELETE_EVENING)
"""What erases an evening with everything about it, in this order. Its tables are erased by themselves."""
INSERT_OPEN = Statement("INSERT INTO open_tables (table_id) VALUES (:table_id) ON CONFLICT DO NOTHING")
INSERT_SEATED = Statement(
    "INSERT INTO seated (guest_id, table_id) VALUES (:guest_id, :table_id) ON CONFLICT DO NOTHING"
)
UPDATE_GUEST = Statement("UPDATE guests SET name=:name, lang=:lang WHERE guests.id = :id")
DELETE_OUTAGES = Statement("DELETE FROM outages")
INSERT_OUTAGE = Statement("INSERT INTO outages (begin_ms, end_ms) VALUES (:begin_ms, :end_ms)")
INSERT_RESULT = Statement(
    "INSERT INTO results (table_id, game, ended_ms, people, told, contest) "
    "VALUES (:table_id, :game, :ended_ms, :people, :told, :contest) "
    "ON CONFLICT (table_id) DO UPDATE SET ended_ms = excluded.ended_ms, people = excluded.people, told = excluded.told, "
    "contest = excluded.contest"
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
INSERT_SHARED = Statement("INSERT INTO shared (name, value) VALUES (:name, :value) ON CONFLICT DO NOTHING")
INSERT_WISHES = Statement(
    "INSERT INTO wishes (guest_id, rated, listed) VALUES (:guest_id, :rated, :listed) "
    "ON CONFLICT (guest_id) DO UPDATE SET rated = excluded.rated, listed = excluded.listed"
)
INSERT_EVENING = Statement("INSERT INTO evenings (id, host, created_ms) VALUES (:id, :host, :created_ms)")
INSERT_EVENING_EVENT = Statement(
    "INSERT INTO evening_events (evening_id, seq, at_ms, body) VALUES (:evening_id, :seq, :at_ms, :body)"
)
INSERT_EVENING_TABLE = Statement(
    "INSERT INTO evening_tables (evening_id, table_id) VALUES (:evening_id, :table_id)"
)
INSERT_EVENING_PERSON = Statement(
    "INSERT INTO evening_people (evening_id, guest_id) VALUES (:evening_id, :guest_id) ON CONFLICT DO NOTHING"
)
INSERT_BLOCK = Statement(
    "INSERT INTO blocks (guest_id, blocked_id, name, created_ms) VALUES (:guest_id, :blocked_id, :name, :created_ms) "
    "ON CONFLICT DO NOTHING"
)
DELETE_BLOCK = Statement("DELETE FROM blocks WHERE blocks.guest_id = :guest_id AND blocks.id = :id")
PUT_SHARED = Statement(
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
    INSERT_FIRST_TOKEN,
    DELETE_TOKEN,
    DELETE_TOKENS,
    INSERT_TOKEN,
    INSERT_OPEN,
    INSERT_SEATED,
    INSERT_WROTE,
    UPDATE_GUEST,
    UPDATE_SEEN,
    DELETE_OUTAGES,
    INSERT_OUTAGE,
    INSERT_RESULT,
    INSERT_OLD_RESULT,
    INSERT_SUBSCRIPTION,
    DELETE_SUBSCRIPTION,
    INSERT_ADDRESS,
    DELETE_ADDRESS,
    INSERT_CALLED,
    DELETE_CALLED,
    INSERT_SHARED,
    INSERT_KEPT,
    DELETE_KEPT,
    UPDATE_EVENT,
    UPDATE_HOST,
    UPDATE_RESULT,
    INSERT_ERASED,
    DELETE_GUEST,
    DELETE_UNUSED,
    DELETE_SEATED_OF,
    DELETE_WROTE_OF,
    DELETE_ERASED,
    UPDATE_EVENING_EVENT,
    UPDATE_EVENING_HOST,
    DELETE_EVENING_PERSON,
    DELETE_SHUT,
    *OF_TABLE,
    *OF_EVENING,
    INSERT_WISHES,
    INSERT_EVENING,
    INSERT_EVENING_EVENT,
    INSERT_EVENING_TABLE,
    INSERT_EVENING_PERSON,
    INSERT_BLOCK,
    DELETE_BLOCK,
    PUT_SHARED,
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
    "SELECT guests.id, guests.name, guests.lang FROM guests JOIN tokens ON tokens.guest_id = guests.id "
    "WHERE tokens.token_hash = :token_hash"
)
GUEST_NUMBERED = Statement("SELECT guests.id, guests.name, guests.lang FROM guests WHERE guests.id = :id")
ABOUT_GUEST = Statement(
    "SELECT guests.name, guests.lang, guests.created_ms, guests.seen_ms FROM guests WHERE guests.id = :id"
)
TOKENS_OF = Statement(
    "SELECT tokens.made_ms FROM tokens WHERE tokens.guest_id = :guest_id ORDER BY tokens.made_ms"
)
KEPT_NAMED = Statement(
    "SELECT kept.guest_id, kept.name, kept.phrase_hash, kept.made_ms FROM kept WHERE kept.folded = :folded"
)
KEPT_OF = Statement("SELECT kept.name, kept.made_ms FROM kept WHERE kept.guest_id = :guest_id")
UNSEEN = Statement("SELECT guests.id FROM guests WHERE guests.seen_ms < :before_ms LIMIT :limit")
UNUSED = Statement(f"SELECT guests.id {_OF_UNKNOWN} AND {_UNUSED} LIMIT :limit")
"""Guests of whom nothing else is known: they never sat, wrote, or wanted anything. Before `crowd_ms`, whatever they wanted."""
CROWD = Statement(f"SELECT guests.seen_ms {_OF_UNKNOWN} ORDER BY guests.seen_ms DESC LIMIT 1 OFFSET :most")
ERASED = Statement("SELECT erased.guest_id, erased.since_ms FROM erased")
TABLES_WITH = Statement(
    "SELECT seated.table_id FROM seated WHERE seated.guest_id = :seated UNION SELECT wrote.table_id FROM wrote WHERE wrote.guest_id = :wrote"
)
BRANCHES_NAMING = Statement(
    "SELECT DISTINCT naming.table_id FROM events AS naming JOIN events AS begun ON begun.table_id = naming.table_id AND begun.seq = 0 "
    "WHERE naming.body LIKE :name AND begun.body LIKE :branch"
)
RESULT_TOLD = Statement("SELECT results.told FROM results WHERE results.table_id = :table_id")
EVENINGS_WITH = Statement(
    "SELECT evening_people.evening_id FROM evening_people WHERE evening_people.guest_id = :guest_id"
)
UNTOUCHED_EVENINGS = Statement(
    "SELECT evening_events.evening_id FROM evening_events GROUP BY evening_events.evening_id "
    "HAVING max(evening_events.at_ms) < :before_ms ORDER BY evening_events.evening_id LIMIT :limit"
)
UNTOUCHED = Statement(
    "SELECT tables.id FROM tables JOIN events ON events.table_id = tables.id "
    "AND events.seq = (SELECT max(last.seq) AS max_1 FROM events AS last WHERE last.table_id = tables.id) "
    "WHERE tables.id > :after AND events.at_ms < :before_ms ORDER BY tables.id LIMIT :limit"
)
LEFT_OPEN = Statement(
    "SELECT tables.id, events.at_ms FROM tables JOIN events ON events.table_id = tables.id "
    "AND events.seq = (SELECT max(last.seq) AS max_1 FROM events AS last WHERE last.table_id = tables.id) "
    "LEFT OUTER JOIN results ON results.table_id = tables.id "
    "WHERE tables.id > :after AND events.at_ms < :before_ms AND coalesce(results.ended_ms, 0) <= 0 AND events.body NOT LIKE :closed "
    "ORDER BY tables.id LIMIT :limit"
)
"""The tables where nothing happened for long and whose game is not known to be over, with when something last did. `closed` is a pattern that
finds the event of those that are closed already."""
EVENTS = Statement(
    "SELECT events.seq, events.command_id, events.at_ms, events.body FROM events "
    "WHERE events.table_id = :table_id ORDER BY events.seq"
)
EVENTS_AFTER = Statement(
    "SELECT events.seq, events.command_id, events.at_ms, events.body FROM events "
    "WHERE events.table_id = :table_id AND events.seq > :seq ORDER BY events.seq"
)
GAME = Statement("SELECT tables.game FROM tables WHERE tables.id = :table_id")
_SEATED = (
    "SELECT anon_1.id FROM (SELECT tables.id, tables.created_ms FROM tables JOIN seated ON seated.table_id = tables.id "
    "LEFT OUTER JOIN events ON events.table_id = tables.id AND events.seq = 0 "  # a damaged log may have lost it
    "WHERE seated.guest_id = :guest_id AND coalesce(events.body, '')"
)
_NEWEST = "tables.created_ms DESC LIMIT :limit) AS anon_1 ORDER BY anon_1.created_ms DESC"
_WITH_OTHERS = (
    "(EXISTS (SELECT 1 FROM seated AS others WHERE others.table_id = tables.id AND others.guest_id <> :guest_id) "
    "AND NOT EXISTS (SELECT 1 FROM results WHERE results.table_id = tables.id AND results.ended_ms > 0))"
)
TABLES_OF = Statement(f"{_SEATED} NOT LIKE :branch ORDER BY {_WITH_OTHERS} DESC, {_NEWEST}")
"""The newest tables of a guest; none pushes out a game that goes on with other people."""
BRANCHES_OF = Statement(f"{_SEATED} LIKE :branch ORDER BY {_NEWEST}")
OUTAGES = Statement("SELECT outages.begin_ms, outages.end_ms FROM outages ORDER BY outages.begin_ms")
LAST_TIMES = Statement(
    "SELECT DISTINCT max(events.at_ms) FROM events LEFT OUTER JOIN results ON results.table_id = events.table_id "
    "WHERE coalesce(results.ended_ms, 0) <= 0 GROUP BY events.table_id"
)
"""When something last happened at each table whose game is not known to be over."""
EVERY_TABLE = Statement("SELECT tables.id FROM tables ORDER BY tables.created_ms, tables.id")
OPEN = Statement(
    "SELECT anon_1.table_id, anon_1.host FROM (SELECT open_tables.table_id AS table_id, tables.host AS host, "
    "tables.created_ms AS created_ms, row_number() OVER (PARTITION BY tables.host ORDER BY tables.created_ms DESC) AS n "
    "FROM open_tables JOIN tables ON tables.id = open_tables.table_id) AS anon_1 "
    "WHERE anon_1.n <= :of_one ORDER BY anon_1.created_ms DESC LIMIT :limit"
)
"""The newest open tables, with their hosts, and no more than a few of each."""

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
_OF_GUEST = (
    "FROM results JOIN seated ON seated.table_id = results.table_id "
    "LEFT OUTER JOIN events ON events.table_id = results.table_id AND events.seq = 0 "
    "WHERE seated.guest_id = :guest_id AND results.ended_ms > 0 AND results.told LIKE :played "
    "AND coalesce(events.body, '') NOT LIKE :branch"
)
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
SHARED = Statement("SELECT shared.value FROM shared WHERE shared.name = :name")
CALLED = Statement("SELECT called.table_id, called.guest_id FROM called")
CALLED_TO = Statement("SELECT called.guest_id FROM called WHERE called.table_id = :table_id")

_COUNTED = (
    "FROM results WHERE results.contest != '' AND results.ended_ms > 0 AND "
    "NOT (EXISTS (SELECT 1 FROM evening_tables "
    "JOIN evening_events ON evening_events.evening_id = evening_tables.evening_id "
    "WHERE evening_tables.table_id = results.table_id AND evening_events.at_ms <= results.ended_ms "
    'AND (evening_events.body = \'{"kind":"closed"}\' '
    'OR evening_events.body = (\'{"kind":"ended","table":"\' || results.table_id || \'"}\'))))'
)
"""Games that count; not where an evening had ended the table, or was over, before the game ended."""
CONTESTS = Statement(
    f"SELECT results.game, results.contest, count(*) AS count_1, sum(results.ended_ms) AS sum_1 {_COUNTED} "
    "GROUP BY results.game, results.contest ORDER BY results.game, results.contest"
)
RATED = Statement(
    f"SELECT results.table_id, results.ended_ms, results.told {_COUNTED} "
    "AND results.game = :game AND results.contest = :contest AND results.ended_ms >= :ended_ms "
    "ORDER BY results.ended_ms, results.table_id"
)
WISHES_OF = Statement("SELECT wishes.rated, wishes.listed FROM wishes WHERE wishes.guest_id = :guest_id")
LISTED = Statement(
    "SELECT guests.id, guests.name FROM guests JOIN wishes ON wishes.guest_id = guests.id "
    "WHERE wishes.listed AND wishes.rated AND guests.name != ''"
)

EVENING_EVENTS = Statement(
    "SELECT evening_events.seq, evening_events.at_ms, evening_events.body FROM evening_events "
    "WHERE evening_events.evening_id = :evening_id ORDER BY evening_events.seq"
)
EVENING_RESULTS = Statement(
    "SELECT results.table_id, results.ended_ms, results.told FROM results "
    "JOIN evening_tables ON evening_tables.table_id = results.table_id "
    "WHERE evening_tables.evening_id = :evening_id AND results.ended_ms > 0"
)
EVENINGS_OF = Statement(
    "SELECT evenings.id, evening_events.body FROM evenings "
    "JOIN evening_people ON evening_people.evening_id = evenings.id "
    "JOIN evening_events ON evening_events.evening_id = evenings.id AND evening_events.seq = 0 "
    "WHERE evening_people.guest_id = :guest_id ORDER BY evenings.created_ms DESC LIMIT :limit"
)
BLOCKS_OF = Statement(
    "SELECT blocks.id, blocks.blocked_id, blocks.name FROM blocks WHERE blocks.guest_id = :guest_id ORDER BY blocks.id"
)
BLOCKERS_OF = Statement("SELECT blocks.guest_id FROM blocks WHERE blocks.blocked_id = :blocked_id")
BLOCKED = Statement(
    "SELECT blocks.id FROM blocks WHERE blocks.guest_id = :guest_id AND blocks.blocked_id = :blocked_id"
)
COUNT_TABLES = Statement("SELECT count(*) AS count_1 FROM tables")
