"""A write that fails stops nothing at a table: what was due happens once the store writes again."""

from __future__ import annotations

from typing import Any, NoReturn

import pytest

from ludotheque.core.message import Message
from ludotheque.server.live import room as rooms
from ludotheque.server.room import absence
from ludotheque.server.store.databases import StoreError
from tests.server.harness import Harness, until
from tests.server.test_playing import LINK, ME


async def test_failed_writes_are_retried_later(server: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(absence, "NOTED_S", 0.1)
    monkeypatch.setattr(rooms, "AGAIN_S", 0.1)
    lea, tom = await server.person("Léa"), await server.person("Tom")
    clock = {"per": "move", "seconds": 10}
    table = await lea.make([ME, LINK], "billabong", options={"mode": "duel"}, clock=clock)
    a, b = await lea.tab(table), await tom.tab(table)
    await b.do("sit", seat=1, name="Tom")
    await a.until(lambda view: view["table"]["phase"] == "playing")
    store, tried = server.services.store, []

    async def full(*batches: Any) -> NoReturn:
        tried.append(batches)
        raise StoreError(Message("cli.serve.log_unread", {"why": "No space left on device"}))

    async def several() -> bool:
        return len(tried) >= 3

    async def kinds() -> list[str]:
        return [type(row.event).__name__ for row in await store.events(table)]

    with monkeypatch.context() as patched:
        patched.setattr(store, "append", full)
        await b.close()
        await until(several, "it is tried once only")
    room = await server.services.tables.get(table)
    assert room is not None
    async with room.lock:  # as if nearly all of the ten seconds had passed
        assert room.state.clocks is not None
        room.state.clocks.since_ms[0] -= 9_900
        room.state.time_ms -= 9_900

    async def done() -> bool:
        return {"Absent", "TimedOut"} <= {*await kinds()}

    await until(done, "the table has stopped")
