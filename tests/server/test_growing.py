"""What a server keeps in memory: nothing of tables that nobody looks at any more, and nothing of what nobody has asked for."""

from __future__ import annotations

import asyncio
import gc
import weakref
from typing import Any

import pytest

from ludotheque.server import wire
from ludotheque.server.leases import Elsewhere
from tests.server.harness import Harness
from tests.server.test_playing import LINK, ME, sit_down


async def test_of_a_table_that_is_dropped_nothing_is_left(server: Harness) -> None:
    await server.rules_ready()
    lea, tom = await server.person("Léa"), await server.person("Tom")
    a, b = await sit_down(lea, tom)
    assert (await a.act(0, 2))["t"] == "applied"
    assert (await a.do("say", text="?"))["t"] == "applied"
    (live,) = server.services.tables.in_memory
    kept = [weakref.ref(each) for each in (live, live.state, live.views, live.state.table)]
    del live
    for tab in (a, b):
        await tab.close()
    async with asyncio.timeout(10):
        while server.services.sockets.get("all", 0) or server.services.tables.in_memory:
            server.services.tables.drop_idle(0)
            await asyncio.sleep(0.01)
        while any(each() is not None for each in kept):
            gc.collect()
            await asyncio.sleep(0.01)


async def test_commitments_are_kept_once_somebody_asks(server: Harness) -> None:
    lea = await server.person("Léa")
    commitments = server.services.tables.appender.commitments
    first = await lea.tab(await lea.make([ME, LINK]))
    assert not commitments._tables, "nobody has asked"
    assert await commitments.table_of(first.view["table"]["commitment"]) == first.table
    second = await lea.tab(await lea.make([ME, LINK]))
    assert await commitments.table_of(second.view["table"]["commitment"]) == second.table
    assert len(commitments._tables) == 2


@pytest.mark.parametrize("asks", ["get", "execute"])
async def test_a_table_that_was_taken_elsewhere_while_nobody_waits_any_more_is_no_failure(
    server: Harness, monkeypatch: pytest.MonkeyPatch, asks: str
) -> None:
    failures: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: failures.append(context))
    goes_on = asyncio.Event()

    async def taken(_: str) -> None:
        await goes_on.wait()
        raise Elsewhere("x")

    tables = server.services.tables
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
    for _ in range(10):
        await asyncio.sleep(0)
        gc.collect()
    assert failures == []
    with pytest.raises(Elsewhere):
        await (tables.get("x") if asks == "get" else tables.executor.execute(1, command))
