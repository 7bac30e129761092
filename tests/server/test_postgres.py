"""The store in PostgreSQL, where connections break: each event is there once, or whoever wrote it is told."""

from __future__ import annotations

import asyncio
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from ludotheque.server.room.log_events import Row, Time
from ludotheque.server.store import archive
from ludotheque.server.store import postgres as backend
from ludotheque.server.store.log import Batch, Conflict, Store, StoreError
from tests.server.clusters import Cluster


def row(seq: int, command: str | None = None) -> Row:
    return Row(seq, command, 1000 + seq, Time(seq))


async def opened(folder: Path, url: str) -> Store:
    store = Store(folder, url)
    await store.open()
    return store


async def test_a_broken_connection_is_made_again(tmp_path: Path, postgres: Cluster) -> None:
    url = postgres.ready()
    store = await opened(tmp_path, url)
    await store.append(Batch("a", [row(0, "c0")], ("g", 1)))
    for seq in range(1, 6):
        assert postgres.cut(url) == 2
        await store.append(Batch("a", [row(seq, f"c{seq}")]))
        assert [each.seq for each in await store.events("a")] == list(range(seq + 1))
    await store.close()


class Losing:
    """Breaks the connection at a chosen moment of a commit, once."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, after: bool) -> None:
        self.lost = 0
        real = psycopg.Connection.transaction
        losing = self

        def transaction(connection: Any, *args: Any, **kwargs: Any) -> Any:
            inside = real(connection, *args, **kwargs)
            if losing.lost:
                return inside

            class Broken:
                def __enter__(self) -> Any:
                    return inside.__enter__()

                def __exit__(self, *told: Any) -> Any:
                    losing.lost += 1
                    if after:
                        inside.__exit__(*told)
                    connection.close()
                    raise psycopg.OperationalError("the connection is lost")

            return Broken()

        monkeypatch.setattr(psycopg.Connection, "transaction", transaction)


@pytest.mark.parametrize("after", [True, False])
async def test_a_commit_whose_answer_was_lost_is_in_the_log_once(
    tmp_path: Path, postgres: Cluster, monkeypatch: pytest.MonkeyPatch, after: bool
) -> None:
    store = await opened(tmp_path, postgres.ready())
    await store.append(Batch("a", [row(0, "c0")], ("g", 1)))
    for number, writing in enumerate(
        (
            lambda: store.append(Batch("a", [row(1, "c1"), row(2)])),
            lambda: store.people.add(b"g" * 32, "Léa", "fr", 5),
            lambda: store.add_outage(5, 9),
        )
    ):
        with monkeypatch.context() as patched:
            losing = Losing(patched, after)
            await writing()
            assert losing.lost == 1, number
    assert [each.command_id for each in await store.events("a")] == ["c0", "c1", None]
    assert await store.outages() == [(5, 9)]
    assert await store.people.of_token(b"g" * 32) is not None
    await store.close()


async def test_another_writer_is_refused_even_after_a_lost_answer(
    tmp_path: Path, postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = postgres.ready()
    one, other = await opened(tmp_path / "one", url), await opened(tmp_path / "other", url)
    await one.append(Batch("a", [row(0, "c0")], ("g", 1)))
    await other.append(Batch("a", [row(1, "theirs")]))
    with monkeypatch.context() as patched:
        Losing(patched, after=False)
        with pytest.raises(Conflict):
            await one.append(Batch("a", [row(1, "ours")]))
    assert [each.command_id for each in await one.events("a")] == ["c0", "theirs"]
    await one.close()
    await other.close()


async def test_a_database_that_starts_again_loses_nothing(tmp_path: Path, postgres: Cluster) -> None:
    url = postgres.ready()
    store = await opened(tmp_path, url)
    await store.append(Batch("a", [row(0, "c0")], ("g", 1)))
    told: list[int] = []

    async def write() -> None:
        for seq in range(1, 150):
            await store.append(Batch("a", [row(seq, f"c{seq}")]))
            told.append(seq)

    writing = asyncio.create_task(write())
    while len(told) < 20:
        await asyncio.sleep(0.001)
    await asyncio.to_thread(postgres.stop)
    await asyncio.to_thread(postgres.start)
    await writing
    assert [each.seq for each in await store.events("a")] == list(range(150))
    await store.close()


async def test_who_writes_is_told_when_the_database_stays_away(
    tmp_path: Path, postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await opened(tmp_path, postgres.ready())
    await store.append(Batch("a", [row(0, "c0")], ("g", 1)))
    monkeypatch.setattr(backend, "PATIENCE_S", 0.3)
    await asyncio.to_thread(postgres.stop)
    try:
        with pytest.raises(StoreError, match="cannot write the log"):
            await store.append(Batch("a", [row(1, "c1")]))
        with pytest.raises(StoreError, match="cannot read the log"):
            await store.events("a")
    finally:
        await asyncio.to_thread(postgres.start)
    monkeypatch.setattr(backend, "PATIENCE_S", 10.0)
    await store.append(Batch("a", [row(1, "c1")]))
    assert [each.seq for each in await store.events("a")] == [0, 1]
    await store.close()


async def test_a_writer_that_stood_still_in_a_transaction_writes_again(
    tmp_path: Path, postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backend, "IDLE_MS", 50)
    store = await opened(tmp_path, postgres.ready())
    await store.append(Batch("a", [row(0, "c0")], ("g", 1)))
    real, stood = psycopg.Cursor.executemany, []

    def slowly(cursor: Any, *args: Any, **kwargs: Any) -> Any:
        found = real(cursor, *args, **kwargs)
        if not stood:
            stood.append(True)
            time.sleep(0.5)
        return found

    monkeypatch.setattr(psycopg.Cursor, "executemany", slowly)
    await store.append(Batch("a", [row(1, "c1")]))
    assert stood
    assert [each.command_id for each in await store.events("a")] == ["c0", "c1"]
    await store.close()


async def test_two_servers_may_start_together(tmp_path: Path, postgres: Cluster) -> None:
    url = postgres.new()
    stores = await asyncio.gather(*(opened(tmp_path / str(each), url) for each in range(3)))
    assert all([await store.events("none") == [] for store in stores])
    for store in stores:
        await store.close()


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("postgresql://tests@127.0.0.1:1/none", "cannot be opened"),
        ("mysql://root:secret@127.0.0.1/none", "not the address of a database"),
        ("postgresql://tests@127.0.0.1/none?colour=red", "not the address of a database"),
    ],
)
async def test_a_database_that_cannot_be_is_refused(tmp_path: Path, url: str, told: str) -> None:
    with pytest.raises(StoreError, match=told) as refused:
        await opened(tmp_path, url)
    assert "secret" not in str(refused.value)


async def test_a_database_of_a_later_version_is_left_alone(tmp_path: Path, postgres: Cluster) -> None:
    url = postgres.ready()
    await (await opened(tmp_path, url)).close()
    with closing(psycopg.connect(url, autocommit=True)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StoreError, match="9999"):
        await opened(tmp_path, url)


async def test_every_table_is_read_from_outside(tmp_path: Path, postgres: Cluster) -> None:
    url = postgres.ready()
    store = await opened(tmp_path, url)
    for table in "ba":
        await store.append(Batch(table, [row(0), row(1)], ("g", 1)))
    assert [(table, [each.seq for each in rows]) for table, rows in archive.tables(url)] == [
        ("a", [0, 1]),
        ("b", [0, 1]),
    ]
    await store.close()
