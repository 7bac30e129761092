"""The store: durable, exactly once, one owner, commits shared."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from ludotheque.server.log import Batch, Conflict, Row, Store, StoreError


def row(seq: int, command: str | None = None) -> Row:
    return Row(seq, command, 1000 + seq, {"kind": "x", "n": seq})


async def opened(folder: Path) -> Store:
    store = Store(folder)
    await store.open()
    return store


async def test_events_survive_reopening(tmp_path: Path) -> None:
    store = await opened(tmp_path)
    await store.append(Batch("a", [row(0, "c0"), row(1)], ("g", 1), people=[1]))
    await store.close()
    store = await opened(tmp_path)
    assert [r.seq for r in await store.events("a")] == [0, 1]
    assert (await store.events("a"))[0] == row(0, "c0")
    assert await store.tables_of(1) == ["a"]
    assert await store.events("none") == []
    await store.close()


async def test_same_number_or_same_command_is_refused_alone(tmp_path: Path) -> None:
    store = await opened(tmp_path)
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


async def test_waiting_appends_share_commits(tmp_path: Path) -> None:
    store = await opened(tmp_path)
    names = [f"t{i}" for i in range(100)]
    await asyncio.gather(*(store.append(Batch(n, [row(0)], ("g", 1))) for n in names))
    assert store.commits < 20
    assert all([len(await store.events(n)) == 1 for n in names])
    await store.close()


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


async def test_guests(tmp_path: Path) -> None:
    store = await opened(tmp_path)
    number = await store.add_guest(b"h" * 32, "Léa", "fr", 5)
    await store.change_guest(number, "Lia", "en")
    assert await store.guest(b"h" * 32) == (number, "Lia", "en")
    assert await store.guest(b"x" * 32) is None
    await store.close()
