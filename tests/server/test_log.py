"""The store: durable, exactly once, one owner, commits shared."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import sys
from pathlib import Path
from typing import Any, NoReturn

import pytest
import sqlalchemy as sa
from alembic.script import ScriptDirectory
from sqlalchemy.dialects import sqlite
from sqlalchemy.dialects.sqlite import insert

from ludotheque.server.room.log_events import Row, Time
from ludotheque.server.store import log, sql
from ludotheque.server.store.log import FILE, Batch, Conflict, Store, StoreError
from ludotheque.server.store.schema import (
    ADDRESSES,
    BLOCKS,
    CALLED,
    ERASED,
    EVENING_EVENTS,
    EVENING_PEOPLE,
    EVENING_TABLES,
    EVENINGS,
    EVENTS,
    GUESTS,
    KEPT,
    LEASES,
    OPEN_TABLES,
    OUTAGES,
    RESULTS,
    SEATED,
    SHARED,
    SUBSCRIPTIONS,
    TABLES,
    TOKENS,
    WISHES,
    WROTE,
)
from ludotheque.server.store.sql import VERSION, Statement


def row(seq: int, command: str | None = None) -> Row:
    return Row(seq, command, 1000 + seq, Time(seq))


async def opened(folder: Path, database: str = "") -> Store:
    store = Store(folder, database)
    await store.open()
    return store


async def test_events_survive_reopening(tmp_path: Path, database: str) -> None:
    store = await opened(tmp_path, database)
    await store.append(Batch("a", [row(0, "c0"), row(1)], ("g", 1), people=[1]))
    await store.close()
    store = await opened(tmp_path, database)
    assert [r.seq for r in await store.events("a")] == [0, 1]
    assert (await store.events("a"))[0] == row(0, "c0")
    assert await store.tables_of(1) == ["a"]
    assert await store.events("none") == []
    assert (await store.game_of("a"), await store.game_of("none")) == ("g", None)
    await store.close()


async def test_a_file_of_the_present_schema_is_opened_without_looking_for_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scripts = ScriptDirectory(str(Path(log.__file__).with_name("migrations")))
    assert scripts.get_current_head() == VERSION
    await (await opened(tmp_path)).close()
    for name in ("alembic", "sqlalchemy"):
        monkeypatch.setitem(sys.modules, name, None)  # whoever imports it now fails
    store = await opened(tmp_path)
    assert await store.events("none") == []
    await store.close()
    change(tmp_path, "UPDATE alembic_version SET version_num = '0000'")
    with pytest.raises(ImportError):
        await opened(tmp_path)


def upsert(table: sa.Table, key: str) -> Any:
    """Write a row, in place of the one with the same key."""
    found = insert(table)
    others = [column.name for column in table.c if column.name != key]
    return found.on_conflict_do_update(
        index_elements=[key], set_={name: found.excluded[name] for name in others}
    )


def of_people(guests: Any) -> dict[str, Any]:
    """The same of the statements about people."""
    who, table, limit = sa.bindparam("guest_id"), sa.bindparam("table_id"), sa.bindparam("limit")
    evening = sa.bindparam("evening_id")
    kept, events, results = KEPT.c, EVENTS.c, RESULTS.c
    hashed, made = sa.bindparam("token_hash"), sa.bindparam("made_ms")
    token = sa.select(hashed, GUESTS.c.id, made)
    columns = ["token_hash", "guest_id", "made_ms"]
    last, naming, begun = EVENTS.alias("last"), EVENTS.alias("naming"), EVENTS.alias("begun")
    newest = sa.select(sa.func.max(last.c.seq)).where(last.c.table_id == TABLES.c.id).scalar_subquery()
    behind, before = sa.bindparam("after"), sa.bindparam("before_ms")
    with_last = sa.and_(events.table_id == TABLES.c.id, events.seq == newest)
    has_none = {
        each: ~sa.select(sa.literal_column("1"))
        .where(each.c.guest_id == GUESTS.c.id)
        .correlate(GUESTS)
        .exists()
        for each in (SEATED, WROTE, KEPT, EVENING_PEOPLE, SUBSCRIPTIONS, ADDRESSES, BLOCKS, WISHES)
    }
    named_before = sa.bindparam("long_before_ms")
    unknown = [has for each, has in has_none.items() if each not in (BLOCKS, WISHES)]
    unused = (
        *unknown,
        GUESTS.c.seen_ms < before,
        sa.or_(
            GUESTS.c.seen_ms < sa.bindparam("crowd_ms"),
            sa.and_(
                sa.or_(GUESTS.c.name == sa.literal_column("''"), GUESTS.c.seen_ms < named_before),
                has_none[BLOCKS],
                has_none[WISHES],
            ),
        ),
    )
    of_table = {
        "LEASE": LEASES, "EVENTS": EVENTS, "RESULT": RESULTS, "CALLED_TO": CALLED, "SEATED_AT": SEATED, "WROTE_AT": WROTE, "OPEN": OPEN_TABLES,
        "EVENING_TABLE": EVENING_TABLES,
    }  # fmt: skip
    return {
        "GUEST_NUMBERED": guests.where(GUESTS.c.id == sa.bindparam("who")),
        "ABOUT_GUEST": sa.select(GUESTS.c.name, GUESTS.c.lang, GUESTS.c.created_ms, GUESTS.c.seen_ms).where(
            GUESTS.c.id == sa.bindparam("who")
        ),
        "INSERT_FIRST_TOKEN": sa.insert(TOKENS).from_select(
            columns, token.where(GUESTS.c.mark == sa.bindparam("mark"))
        ),
        "INSERT_TOKEN": sa.insert(TOKENS).from_select(
            columns, token.where(GUESTS.c.id == sa.bindparam("who"))
        ),
        "DELETE_TOKEN": sa.delete(TOKENS).where(TOKENS.c.token_hash == hashed),
        "DELETE_TOKENS": sa.delete(TOKENS).where(TOKENS.c.guest_id == who),
        "TOKENS_OF": sa.select(TOKENS.c.made_ms).where(TOKENS.c.guest_id == who).order_by(TOKENS.c.made_ms),
        "UPDATE_SEEN": sa.update(GUESTS)
        .where(GUESTS.c.id == sa.bindparam("who"))
        .values(seen_ms=sa.bindparam("new_seen")),
        "INSERT_KEPT": upsert(KEPT, "guest_id"),
        "DELETE_KEPT": sa.delete(KEPT).where(kept.guest_id == who),
        "KEPT_NAMED": sa.select(kept.guest_id, kept.name, kept.phrase_hash, kept.made_ms).where(
            kept.folded == sa.bindparam("folded")
        ),
        "KEPT_OF": sa.select(kept.name, kept.made_ms).where(kept.guest_id == who),
        "UNUSED": sa.select(GUESTS.c.id).where(*unused).limit(limit),
        "CROWD": sa.select(GUESTS.c.seen_ms)
        .where(*unknown)
        .order_by(GUESTS.c.seen_ms.desc())
        .limit(sa.literal_column("1"))
        .offset(sa.bindparam("most")),
        "DELETE_UNUSED": sa.delete(GUESTS).where(*unused, GUESTS.c.id == who),
        "BRANCHES_NAMING": sa.select(naming.c.table_id)
        .distinct()
        .select_from(naming)
        .join(begun, sa.and_(begun.c.table_id == naming.c.table_id, begun.c.seq == sa.literal_column("0")))
        .where(naming.c.body.like(sa.bindparam("name")), begun.c.body.like(sa.bindparam("branch"))),
        "UNSEEN": sa.select(GUESTS.c.id).where(GUESTS.c.seen_ms < before).limit(limit),
        "INSERT_WROTE": insert(WROTE).on_conflict_do_nothing(),
        "INSERT_ERASED": insert(ERASED).on_conflict_do_nothing(),
        "DELETE_ERASED": sa.delete(ERASED).where(ERASED.c.guest_id == who),
        "ERASED": sa.select(ERASED.c.guest_id, ERASED.c.since_ms),
        "DELETE_GUEST": sa.delete(GUESTS).where(GUESTS.c.id == who),
        "DELETE_SEATED_OF": sa.delete(SEATED).where(SEATED.c.guest_id == who),
        "DELETE_WROTE_OF": sa.delete(WROTE).where(WROTE.c.guest_id == who),
        "TABLES_WITH": sa.union(
            sa.select(SEATED.c.table_id).where(SEATED.c.guest_id == sa.bindparam("seated")),
            sa.select(WROTE.c.table_id).where(WROTE.c.guest_id == sa.bindparam("wrote")),
        ),
        "UPDATE_EVENT": sa.update(EVENTS)
        .where(events.table_id == sa.bindparam("at"), events.seq == sa.bindparam("behind"))
        .values(body=sa.bindparam("new_body")),
        "UPDATE_HOST": sa.update(TABLES).where(TABLES.c.id == table).values(host=sa.bindparam("new_host")),
        "UPDATE_RESULT": sa.update(RESULTS)
        .where(results.table_id == sa.bindparam("at"))
        .values(people=sa.bindparam("new_people"), told=sa.bindparam("new_told")),
        **{
            f"DELETE_{name}": sa.delete(each).where(each.c.table_id == table)
            for name, each in of_table.items()
        },
        "DELETE_TABLE": sa.delete(TABLES).where(TABLES.c.id == table),
        "UPDATE_EVENING_EVENT": sa.update(EVENING_EVENTS)
        .where(
            EVENING_EVENTS.c.evening_id == sa.bindparam("held"),
            EVENING_EVENTS.c.seq == sa.bindparam("behind"),
        )
        .values(body=sa.bindparam("new_body")),
        "UPDATE_EVENING_HOST": sa.update(EVENINGS)
        .where(EVENINGS.c.id == evening)
        .values(host=sa.bindparam("new_host")),
        "DELETE_EVENING_PERSON": sa.delete(EVENING_PEOPLE).where(EVENING_PEOPLE.c.guest_id == who),
        **{
            f"DELETE_{name}": sa.delete(each).where(each.c.evening_id == evening)
            for name, each in {
                "EVENING_TABLES": EVENING_TABLES,
                "EVENING_PEOPLE": EVENING_PEOPLE,
                "EVENING_EVENTS": EVENING_EVENTS,
            }.items()
        },
        "DELETE_EVENING": sa.delete(EVENINGS).where(EVENINGS.c.id == evening),
        "EVENINGS_WITH": sa.select(EVENING_PEOPLE.c.evening_id).where(EVENING_PEOPLE.c.guest_id == who),
        "UNTOUCHED_EVENINGS": sa.select(EVENING_EVENTS.c.evening_id)
        .group_by(EVENING_EVENTS.c.evening_id)
        .having(sa.func.max(EVENING_EVENTS.c.at_ms) < before)
        .order_by(EVENING_EVENTS.c.evening_id)
        .limit(limit),
        "RESULT_TOLD": sa.select(results.told).where(results.table_id == table),
        "UNTOUCHED": sa.select(TABLES.c.id)
        .select_from(TABLES)
        .join(EVENTS, with_last)
        .where(TABLES.c.id > behind, events.at_ms < before)
        .order_by(TABLES.c.id)
        .limit(limit),
        "LEFT_OPEN": sa.select(TABLES.c.id, events.at_ms)
        .select_from(TABLES)
        .join(EVENTS, with_last)
        .join(RESULTS, results.table_id == TABLES.c.id, isouter=True)
        .where(
            TABLES.c.id > behind,
            events.at_ms < before,
            sa.func.coalesce(results.ended_ms, sa.literal_column("0")) <= sa.literal_column("0"),
            events.body.not_like(sa.bindparam("closed")),
        )
        .order_by(TABLES.c.id)
        .limit(limit),
    }


def put_together() -> dict[str, Any]:
    """The statements as SQLAlchemy makes them of the tables' definitions."""
    who, table, limit = sa.bindparam("guest_id"), sa.bindparam("table_id"), sa.bindparam("limit")
    newest = sa.select(TABLES.c.id).order_by(TABLES.c.created_ms.desc()).limit(limit)
    of_host = (
        sa.func.row_number().over(partition_by=TABLES.c.host, order_by=TABLES.c.created_ms.desc()).label("n")
    )
    waiting = sa.select(OPEN_TABLES.c.table_id, TABLES.c.host, TABLES.c.created_ms, of_host)
    few = waiting.join(TABLES, TABLES.c.id == OPEN_TABLES.c.table_id).subquery()
    guests = sa.select(GUESTS.c.id, GUESTS.c.name, GUESTS.c.lang)
    events = sa.select(EVENTS.c.seq, EVENTS.c.command_id, EVENTS.c.at_ms, EVENTS.c.body)
    new_name = {"name": sa.bindparam("new_name"), "lang": sa.bindparam("new_lang")}
    results, found = RESULTS.c, insert(RESULTS)
    branch = sa.bindparam("branch")
    body = sa.func.coalesce(EVENTS.c.body, sa.literal_column("''"))
    of_guest = (
        SEATED.c.guest_id == who,
        results.ended_ms > sa.literal_column("0"),
        results.told.like(sa.bindparam("played")),
        body.not_like(branch),
    )
    written = {
        "index_elements": ["table_id"],
        "set_": {name: found.excluded[name] for name in ("ended_ms", "people", "told", "contest")},
    }
    like = [results[name].like(sa.bindparam(name), escape="\\") for name in ("game", "people")]
    seated = SEATED.c.table_id == results.table_id
    first_of = sa.and_(EVENTS.c.table_id == results.table_id, EVENTS.c.seq == sa.literal_column("0"))
    listed = sa.select(results.table_id, results.game, results.ended_ms, results.told).join(SEATED, seated)
    listed = listed.join(EVENTS, first_of, isouter=True)
    first = sa.and_(EVENTS.c.table_id == TABLES.c.id, EVENTS.c.seq == sa.literal_column("0"))
    mine = newest.join(SEATED, SEATED.c.table_id == TABLES.c.id).join(EVENTS, first, isouter=True)
    browsers = SUBSCRIPTIONS.c
    latest = (results.ended_ms.desc(), results.table_id)
    version = sa.table("alembic_version", sa.column("version_num"))
    contest = results.contest != sa.literal_column("''")
    ended, evening = results.ended_ms > sa.literal_column("0"), sa.bindparam("evening_id")
    happened, zero = EVENING_EVENTS.c, sa.literal_column("0")
    ended_by = sa.literal_column('\'{"kind":"ended","table":"\'', sa.String).concat(results.table_id)
    ends = (
        happened.body == sa.literal_column('\'{"kind":"closed"}\''),
        happened.body == ended_by.concat(sa.literal_column("'\"}'")),
    )
    before_it_ended = (
        sa.select(sa.literal_column("1"))
        .select_from(EVENING_TABLES)
        .join(EVENING_EVENTS, happened.evening_id == EVENING_TABLES.c.evening_id)
        .where(
            EVENING_TABLES.c.table_id == results.table_id, happened.at_ms <= results.ended_ms, sa.or_(*ends)
        )
    )
    counted = contest, ended, ~before_it_ended.correlate(RESULTS).exists()
    probe = sa.update(version).values(version_num=version.c.version_num)
    return {
        "PROBE": probe,
        "PROBE_SHARED": probe.where(sa.literal_column("1") == sa.literal_column("0")),
        "INSERT_RESULT": found.on_conflict_do_update(**written),
        "INSERT_OLD_RESULT": found.on_conflict_do_update(
            **written, where=results.ended_ms == sa.literal_column("-1")
        ),
        "RESULT": sa.select(results.ended_ms).where(results.table_id == table),
        "UNKNOWN_RESULTS": sa.select(results.table_id)
        .where(results.ended_ms == sa.literal_column("-1"))
        .limit(limit),
        "UNFINISHED": sa.select(TABLES.c.id, EVENTS.c.body)
        .select_from(TABLES)
        .join(EVENTS, sa.and_(EVENTS.c.table_id == TABLES.c.id, EVENTS.c.seq == sa.literal_column("0")))
        .join(RESULTS, results.table_id == TABLES.c.id, isouter=True)
        .where(
            TABLES.c.id > sa.bindparam("after"),
            sa.func.coalesce(results.ended_ms, sa.literal_column("0")) <= sa.literal_column("0"),
        )
        .order_by(TABLES.c.id)
        .limit(limit),
        "RESULTS_OF": listed.where(*of_guest, *like)
        .order_by(*latest)
        .limit(limit)
        .offset(sa.bindparam("offset")),
        "COUNT_OF": sa.select(sa.func.count())
        .select_from(RESULTS)
        .join(SEATED, seated)
        .join(EVENTS, first_of, isouter=True)
        .where(*of_guest, *like),
        "GAMES_OF": sa.select(results.game)
        .distinct()
        .join(SEATED, seated)
        .join(EVENTS, first_of, isouter=True)
        .where(*of_guest)
        .order_by(results.game),
        "INSERT_SUBSCRIPTION": upsert(SUBSCRIPTIONS, "endpoint"),
        "DELETE_SUBSCRIPTION": sa.delete(SUBSCRIPTIONS).where(
            browsers.guest_id == who, browsers.endpoint == sa.bindparam("endpoint")
        ),
        "SUBSCRIPTIONS_OF": sa.select(browsers.endpoint, browsers.p256dh, browsers.auth, browsers.lang)
        .where(browsers.guest_id == who)
        .order_by(browsers.created_ms.desc()),
        "INSERT_ADDRESS": upsert(ADDRESSES, "guest_id"),
        "DELETE_ADDRESS": sa.delete(ADDRESSES).where(ADDRESSES.c.guest_id == who),
        "ADDRESS_OF": sa.select(ADDRESSES).where(ADDRESSES.c.guest_id == who),
        "ADDRESS_TO_CONFIRM": sa.select(ADDRESSES).where(
            ADDRESSES.c.confirm_hash == sa.bindparam("confirm_hash")
        ),
        "ADDRESS_TO_STOP": sa.select(ADDRESSES).where(ADDRESSES.c.stop == sa.bindparam("stop")),
        "INSERT_CALLED": insert(CALLED).on_conflict_do_nothing(),
        "DELETE_CALLED": sa.delete(CALLED).where(CALLED.c.guest_id == who, CALLED.c.table_id == table),
        "INSERT_SHARED": insert(SHARED).on_conflict_do_nothing(),
        "SHARED": sa.select(SHARED.c.value).where(SHARED.c.name == sa.bindparam("name")),
        "CALLED": sa.select(CALLED.c.table_id, CALLED.c.guest_id),
        "INSERT_BLOCK": insert(BLOCKS)
        .values({column.name: sa.bindparam(column.name) for column in BLOCKS.c if column.name != "id"})
        .on_conflict_do_nothing(),
        "DELETE_BLOCK": sa.delete(BLOCKS).where(BLOCKS.c.guest_id == who, BLOCKS.c.id == sa.bindparam("n")),
        "BLOCKS_OF": sa.select(BLOCKS.c.id, BLOCKS.c.blocked_id, BLOCKS.c.name)
        .where(BLOCKS.c.guest_id == who)
        .order_by(BLOCKS.c.id),
        "BLOCKERS_OF": sa.select(BLOCKS.c.guest_id).where(BLOCKS.c.blocked_id == sa.bindparam("blocked")),
        "BLOCKED": sa.select(BLOCKS.c.id).where(
            BLOCKS.c.guest_id == who, BLOCKS.c.blocked_id == sa.bindparam("blocked")
        ),
        "PUT_SHARED": upsert(SHARED, "name"),
        "COUNT_TABLES": sa.select(sa.func.count()).select_from(TABLES),
        "INSERT_TABLE": sa.insert(TABLES),
        "INSERT_EVENT": sa.insert(EVENTS),
        "INSERT_GUEST": sa.insert(GUESTS).values(
            {column.name: sa.bindparam(column.name) for column in GUESTS.c if column.name != "id"}
        ),
        "INSERT_SEATED": insert(SEATED).on_conflict_do_nothing(),
        "UPDATE_GUEST": sa.update(GUESTS).where(GUESTS.c.id == sa.bindparam("who")).values(new_name),
        "GUEST": guests.join(TOKENS, TOKENS.c.guest_id == GUESTS.c.id).where(
            TOKENS.c.token_hash == sa.bindparam("token_hash")
        ),
        **of_people(guests),
        "EVENTS": events.where(EVENTS.c.table_id == table).order_by(EVENTS.c.seq),
        "EVENTS_AFTER": events.where(
            EVENTS.c.table_id == table, EVENTS.c.seq > sa.bindparam("behind")
        ).order_by(EVENTS.c.seq),
        "NEW_TABLES": sa.select(TABLES.c.id, EVENTS.c.body)
        .select_from(TABLES)
        .join(EVENTS, sa.and_(EVENTS.c.table_id == TABLES.c.id, EVENTS.c.seq == sa.literal_column("0")))
        .where(TABLES.c.created_ms >= sa.bindparam("since_ms")),
        "CALLED_TO": sa.select(CALLED.c.guest_id).where(CALLED.c.table_id == table),
        "GAME": sa.select(TABLES.c.game).where(TABLES.c.id == table),
        "TABLES_OF": mine.where(SEATED.c.guest_id == who, body.not_like(branch)),
        "BRANCHES_OF": mine.where(SEATED.c.guest_id == who, body.like(branch)),
        "INSERT_OPEN": insert(OPEN_TABLES).on_conflict_do_nothing(),
        "OPEN": sa.select(few.c.table_id, few.c.host)
        .where(few.c.n <= sa.bindparam("of_one"))
        .order_by(few.c.created_ms.desc())
        .limit(limit),
        "EVERY_TABLE": sa.select(TABLES.c.id).order_by(TABLES.c.created_ms, TABLES.c.id),
        "DELETE_SHUT": sa.delete(OPEN_TABLES).where(
            OPEN_TABLES.c.table_id == table,
            ~sa.select(sa.literal_column("1"))
            .where(EVENTS.c.table_id == OPEN_TABLES.c.table_id, EVENTS.c.seq > sa.bindparam("behind"))
            .correlate(OPEN_TABLES)
            .exists(),
        ),
        "INSERT_WISHES": upsert(WISHES, "guest_id"),
        "INSERT_EVENING": sa.insert(EVENINGS),
        "INSERT_EVENING_EVENT": sa.insert(EVENING_EVENTS),
        "INSERT_EVENING_TABLE": sa.insert(EVENING_TABLES),
        "INSERT_EVENING_PERSON": insert(EVENING_PEOPLE).on_conflict_do_nothing(),
        "CONTESTS": sa.select(results.game, results.contest, sa.func.count(), sa.func.sum(results.ended_ms))
        .select_from(RESULTS)
        .where(*counted)
        .group_by(results.game, results.contest)
        .order_by(results.game, results.contest),
        "RATED": sa.select(results.table_id, results.ended_ms, results.told)
        .where(
            *counted,
            results.game == sa.bindparam("game"),
            results.contest == sa.bindparam("contest"),
            results.ended_ms >= sa.bindparam("ended_ms"),
        )
        .order_by(results.ended_ms, results.table_id),
        "WISHES_OF": sa.select(WISHES.c.rated, WISHES.c.listed).where(WISHES.c.guest_id == who),
        "LISTED": sa.select(GUESTS.c.id, GUESTS.c.name)
        .join(WISHES, WISHES.c.guest_id == GUESTS.c.id)
        .where(
            sa.literal_column("wishes.listed"),
            sa.literal_column("wishes.rated"),
            GUESTS.c.name != sa.literal_column("''"),
        ),
        "EVENING_EVENTS": sa.select(happened.seq, happened.at_ms, happened.body)
        .where(happened.evening_id == evening)
        .order_by(happened.seq),
        "EVENING_RESULTS": sa.select(results.table_id, results.ended_ms, results.told)
        .join(EVENING_TABLES, EVENING_TABLES.c.table_id == results.table_id)
        .where(EVENING_TABLES.c.evening_id == evening, ended),
        "EVENINGS_OF": sa.select(EVENINGS.c.id, happened.body)
        .select_from(EVENINGS)
        .join(EVENING_PEOPLE, EVENING_PEOPLE.c.evening_id == EVENINGS.c.id)
        .join(EVENING_EVENTS, sa.and_(happened.evening_id == EVENINGS.c.id, happened.seq == zero))
        .where(EVENING_PEOPLE.c.guest_id == who)
        .order_by(EVENINGS.c.created_ms.desc())
        .limit(limit),
        "INSERT_OUTAGE": sa.insert(OUTAGES),
        "OUTAGES": sa.select(OUTAGES.c.begin_ms, OUTAGES.c.end_ms).order_by(OUTAGES.c.begin_ms),
    }


def test_the_statements_are_those_that_sqlalchemy_makes_of_the_tables() -> None:
    written = {name: each for name, each in vars(sql).items() if isinstance(each, Statement)}
    together = put_together()
    assert written.keys() == together.keys()
    assert set(sql.WRITTEN) == {
        each for name, each in written.items() if each.text[:6] in ("INSERT", "UPDATE", "DELETE")
    }
    for name, statement in written.items():
        made = together[name].compile(dialect=sqlite.dialect(paramstyle="qmark"))
        text = " ".join(str(made).split())
        if "param_1" in (made.positiontup or ()):
            text = text.replace("LIMIT ? OFFSET ?", "LIMIT ?")
        assert statement.text == text
        names = {
            "who": "id",
            "behind": "seq",
            "new_name": "name",
            "blocked": "blocked_id",
            "n": "id",
            "called": "name",
            "new_lang": "lang",
            "new_seen": "seen_ms",
            "new_body": "body",
            "new_host": "host",
            "new_people": "people",
            "new_told": "told",
            "at": "table_id",
            "held": "evening_id",
        }  # SQLAlchemy keeps the columns' own
        named = [names.get(each, each) for each in made.positiontup or () if each != "param_1"]  # of OFFSET
        assert list(statement.names) == named


async def test_a_closed_log_is_not_read(tmp_path: Path, database: str) -> None:
    store = await opened(tmp_path, database)
    await store.close()
    with pytest.raises(StoreError, match="the log is closed"):
        await store.events("a")


async def test_same_number_or_same_command_is_refused_alone(tmp_path: Path, database: str) -> None:
    store = await opened(tmp_path, database)
    for name in "ab":
        await store.append(Batch(name, [row(0, "c0")], ("g", 1)))
    results = await asyncio.gather(
        store.append(Batch("a", [row(1, "c1")])),
        store.append(Batch("a", [row(1, "c2")])),  # that number is taken
        store.append(Batch("b", [row(1, "c0")])),  # that command is there
        store.append(Batch("b", [row(1, "c1")])),  # another table's ids do not matter
        return_exceptions=True,
    )
    assert [type(r).__name__ for r in results] == ["NoneType", "Conflict", "Conflict", "NoneType"]
    assert [r.command_id for r in await store.events("a")] == ["c0", "c1"]
    with pytest.raises(Conflict):
        await store.append(Batch("a", [row(2, "new"), row(1)]))
    assert len(await store.events("a")) == 2, "all or none"
    await store.close()


async def test_waiting_appends_share_commits(tmp_path: Path, database: str) -> None:
    store = await opened(tmp_path, database)
    names = [f"t{i}" for i in range(100)]
    await asyncio.gather(*(store.append(Batch(n, [row(0)], ("g", 1))) for n in names))
    assert store.commits < 20
    assert all([len(await store.events(n)) == 1 for n in names])
    await store.close()


def change(folder: Path, statement: str) -> None:
    """Do something to the database from outside."""
    with contextlib.closing(sqlite3.connect(folder / FILE)) as database:
        database.execute(statement)
        database.commit()


async def test_what_could_not_be_written_is_said_and_the_next_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any, **__: Any) -> NoReturn:
        raise OSError(28, "No space left on device")

    store = await opened(tmp_path)
    await store.append(Batch("a", [row(0)], ("g", 1)))
    monkeypatch.setattr(log.logger, "exception", full)  # the server's own log is on the same disk
    change(tmp_path, "ALTER TABLE events RENAME TO elsewhere")
    with pytest.raises(StoreError, match="cannot write the log: no such table"):
        await asyncio.wait_for(store.append(Batch("a", [row(1)])), 10)
    two = (asyncio.wait_for(store.append(Batch("a", [row(n)])), 10) for n in (1, 2))
    assert [type(told) for told in await asyncio.gather(*two, return_exceptions=True)] == [StoreError] * 2
    change(tmp_path, "ALTER TABLE elsewhere RENAME TO events")
    await asyncio.wait_for(store.append(Batch("a", [row(1)])), 10)
    assert [r.seq for r in await store.events("a")] == [0, 1]
    await store.close()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
async def test_where_the_writer_ends_nobody_waits_for_ever(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: Any) -> NoReturn:
        raise SystemExit

    store = await opened(tmp_path, database)
    monkeypatch.setattr(log, "_merged", broken)
    for _ in range(2):
        with pytest.raises(StoreError, match="the log is closed"):
            await asyncio.wait_for(store.append(Batch("a", [row(0)], ("g", 1))), 10)
    await asyncio.wait_for(store.close(), 10)


async def test_a_second_owner_is_refused(tmp_path: Path) -> None:
    store = await opened(tmp_path)
    with pytest.raises(StoreError, match="already uses the data folder"):
        await Store(tmp_path).open()
    await store.close()
    again = await opened(tmp_path)
    await again.close()


async def test_a_foreign_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "ludotheque.db").write_bytes(b"not a database, sorry" * 100)
    with pytest.raises(StoreError, match="cannot be opened"):
        await Store(tmp_path).open()


async def test_guests(tmp_path: Path, database: str) -> None:
    store = await opened(tmp_path, database)
    number = await store.people.add(b"h" * 32, "Léa", "fr", 5)
    await store.people.change(number, "Lia", "en")
    assert await store.people.of_token(b"h" * 32) == (number, "Lia", "en")
    assert await store.people.of_token(b"x" * 32) is None
    await store.close()


async def test_who_came_back_since_they_were_looked_for_is_not_dropped(tmp_path: Path, database: str) -> None:
    store = await opened(tmp_path, database)
    people = store.people
    gone, back, wrote, named = [
        await people.add(bytes([n]) * 32, "Léa" if n == 3 else "", "fr", 1000) for n in range(4)
    ]
    found = await people.unused(2000, 500, 9)
    assert found == [gone, back, wrote]
    await people.saw([back], 3000)
    await store.add_block(wrote, named, "Léa", 1500)
    assert await people.drop_unused([*found, named], 2000, 500) == [gone]
    assert [await people.numbered(each) is None for each in (gone, back, wrote, named)] == [
        True,
        False,
        False,
        False,
    ]
    await store.close()


async def test_a_table_where_something_happened_since_it_was_looked_at_stays_open(
    tmp_path: Path, database: str
) -> None:
    store = await opened(tmp_path, database)
    await store.append(Batch("a", [row(0), row(1)], ("g", 1), is_open=True))
    assert await store.open_tables(9, 9) == [("a", 1)]
    looked_at = 1
    await store.append(Batch("a", [row(2)]))  # somebody stands up
    await store.note_open("a", False, looked_at)
    assert await store.open_tables(9, 9) == [("a", 1)]
    await store.note_open("a", False, 2)
    assert await store.open_tables(9, 9) == []
    await asyncio.gather(
        store.note_open("a", True, 3), store.append(Batch("a", [row(3)])), store.note_open("a", False, 2)
    )
    assert await store.open_tables(9, 9) == [("a", 1)], "in whatever order they are written"
    await store.close()
