"""What a server keeps in memory: nothing of tables that nobody looks at any more, and nothing of what nobody has asked for."""

from __future__ import annotations

import asyncio
import gc
import weakref
from typing import Any

import pytest

from ludotheque.server.room import wire
from ludotheque.server.store.leases import Elsewhere
from tests.server.harness import Harness
from tests.server.test_playing import LINK, ME, sit_down


async def test_of_a_table_that_is_dropped_nothing_is_left(own_server: Harness) -> None:
    """Nor is there anything for the garbage collector, which would find it in one long pass over everything."""
    await own_server.rules_ready()
    lea, tom = await own_server.person("Léa"), await own_server.person("Tom")
    a, b = await sit_down(lea, tom)
    gc.disable()
    try:
        assert (await a.act(0, 2))["t"] == "applied"
        assert (await b.act(1, 2))["t"] == "applied"
        assert (await a.do("say", text="?"))["t"] == "applied"
        (room,) = own_server.services.tables.in_memory
        table, races = room.state.table, room.races
        assert table is not None
        assert races is not None
        assert races._sent, "a cue went to both"
        there = (room, room.state, room.views, table, table.journal.state, races, *room.watchers)
        kept = [(type(each).__name__, weakref.ref(each)) for each in there]
        del room, table, races, there
        for tab in (a, b):
            await tab.close()
        async with asyncio.timeout(10):
            while own_server.services.sockets.get("all", 0) or own_server.services.tables.in_memory:
                own_server.services.tables.drop_idle(0)
                await asyncio.sleep(0.01)
        for _ in range(200):
            await asyncio.sleep(0.01)
            if not any(each() is not None for _, each in kept):
                break
        assert [name for name, each in kept if each() is not None] == []
    finally:
        gc.enable()


async def test_of_a_table_that_was_only_looked_at_nothing_is_left(own_server: Harness) -> None:
    lea = await own_server.person("Léa")
    table = await lea.make([ME, LINK])
    looked_at = own_server.services.tables.looked_at
    room = await looked_at.find(table)
    assert room is not None
    gc.collect()
    gc.disable()
    try:
        kept = [weakref.ref(room), weakref.ref(room.state)]
        del room
        looked_at.drop(table)
        assert [each() for each in kept] == [None, None]
    finally:
        gc.enable()


async def test_a_lost_connection_leaves_no_transport_as_garbage(
    own_server: Harness,
) -> None:
    lea = await own_server.person("Léa")
    tab = await lea.tab(await lea.make([ME, LINK]))
    gc.collect()
    gc.disable()
    try:
        transports = [
            each
            for each in gc.get_objects()
            if isinstance(each, asyncio.Transport)
            and type(each.get_protocol()).__name__ in ("TrustingProtocol", "LoosenedHTTP")
        ]
        kept = [(type(each.get_protocol()).__name__, weakref.ref(each)) for each in transports]
        assert {name for name, _ in kept} == {"TrustingProtocol", "LoosenedHTTP"}
        del transports
        await tab.close()
        await lea.http.aclose()
        for _ in range(200):
            await asyncio.sleep(0.01)
            if not any(each() is not None for _, each in kept):
                break
        assert [name for name, each in kept if each() is not None] == []
    finally:
        gc.enable()


async def test_commitments_are_kept_once_somebody_asks(own_server: Harness) -> None:
    lea = await own_server.person("Léa")
    commitments = own_server.services.tables.commitments
    first = await lea.tab(await lea.make([ME, LINK]))
    assert not commitments._tables, "nobody has asked"
    assert await commitments.table_of(first.view["table"]["commitment"]) == first.table
    second = await lea.tab(await lea.make([ME, LINK]))
    assert await commitments.table_of(second.view["table"]["commitment"]) == second.table
    assert len(commitments._tables) == 2


async def test_a_table_taken_elsewhere_is_no_failure_if_nobody_waits(
    own_server: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    gc.freeze()  # after other tests there is much to look through
    try:
        for asks in ("get", "execute"):
            with monkeypatch.context() as patched:
                await _taken_elsewhere(own_server, patched, asks)
    finally:
        gc.unfreeze()


async def _taken_elsewhere(own_server: Harness, monkeypatch: pytest.MonkeyPatch, asks: str) -> None:
    failures: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: failures.append(context))
    goes_on = asyncio.Event()

    async def taken(_: str) -> None:
        await goes_on.wait()
        raise Elsewhere("x")

    tables = own_server.services.tables
    monkeypatch.setattr(tables.store, "game_of", taken)
    command = wire.Command("x", "c", 0, wire.Say("?"))
    asking = tables.get("x") if asks == "get" else tables.executor.execute(1, command)
    waiting = asyncio.create_task(asking)
    while not tables._loading:
        await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.wait([waiting])
    del waiting, asking  # they would keep what they waited for
    goes_on.set()
    while tables._loading:
        await asyncio.sleep(0)
    for _ in range(2):
        await asyncio.sleep(0)
        gc.collect()
    assert failures == []
    with pytest.raises(Elsewhere):
        await (tables.get("x") if asks == "get" else tables.executor.execute(1, command))
