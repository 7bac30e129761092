"""The store: durable, exactly once, one owner, commits shared."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from pathlib import Path
from typing import Any, NoReturn

import pytest

from ludotheque.server.room.log_events import Row, Time
from ludotheque.server.store import log, sql
from ludotheque.server.store.log import FILE, Batch, Conflict, Result, Store, StoreError
from ludotheque.server.store.sql import Statement


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


async def test_no_table_pushes_out_a_game_with_other_people(tmp_path: Path, database: str) -> None:
    store = await opened(tmp_path, database)
    for number, people in enumerate(([1, 2], [1, 2], [1, 2], [1], [1], [1])):
        made = Row(0, None, 1000 + number, Time(0))
        await store.append(Batch(f"t{number}", [made], ("g", 1), people=people))
    for over in (2, 4):
        await store.add_result(Result(f"t{over}", "g", 5, "", "{}"))
    assert await store.tables_of(1, 6) == ["t5", "t4", "t3", "t2", "t1", "t0"]
    assert await store.tables_of(1, 4) == ["t5", "t4", "t1", "t0"]
    assert await store.tables_of(2, 1) == ["t1"]
    await store.close()


async def test_every_statement_fits_the_schema(tmp_path: Path) -> None:
    await (await opened(tmp_path)).close()
    statements = {each for each in vars(sql).values() if isinstance(each, Statement)} | set(sql.WRITTEN)
    with contextlib.closing(sqlite3.connect(tmp_path / FILE)) as database:
        for each in statements:
            values = [None] * len(each.names)
            assert database.execute(f"EXPLAIN {each.text}", values).fetchall(), each.wanted
    writing = {each for each in statements if each.text.startswith(("INSERT", "UPDATE", "DELETE"))}
    assert set(sql.WRITTEN) == writing


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


async def test_a_failed_write_is_reported_and_the_next_one_works(
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
async def test_nobody_waits_forever_after_the_writer_ends(
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


async def test_a_guest_back_since_the_search_is_not_dropped(tmp_path: Path, database: str) -> None:
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


async def test_a_table_that_changed_since_it_was_checked_stays_open(tmp_path: Path, database: str) -> None:
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
