"""A server that is told to stop: it takes no tables any more, finishes what was begun, and tells its pages, which find their games again."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import websockets

from ludotheque.server import launch, services
from ludotheque.server.ops.cluster.membership import Membership
from ludotheque.server.store import archive
from ludotheque.server.store.log import FILE
from ludotheque.server.web.sockets import MOVED
from tests.server.clusters import Cluster
from tests.server.harness import Harness, Person, Process, Tab, serving
from tests.server.test_cluster import lives_at, pair
from tests.server.test_playing import LINK, ME, sit_down
from tests.server.test_taking_over import ask, back, events, holder, taken_from
from tests.server.test_workers import both_live, children, listens, workers

RESTARTS = 1012
"""What a page is told where nobody else has its table: the server restarts."""


async def closed(tab: Tab) -> int:
    """The code with which a page's socket is closed, once it is."""
    while True:
        try:
            await tab.receive()
        except websockets.ConnectionClosed:
            return int(tab.ws.close_code)


async def keep_talking(tab: Tab, acknowledged: list[str]) -> None:
    """Say things until the socket closes, and note what the server acknowledged."""
    number = 0
    try:
        while True:
            number += 1
            answer = await tab.do(
                "say", name="Léa", text=f"line {number}", command_id=f"{id(tab)}-{number}", expected=0
            )
            if answer["t"] == "applied":
                acknowledged.append(f"{id(tab)}-{number}")
    except websockets.ConnectionClosed:
        return


async def test_stopped_in_the_middle_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    process = await Process(tmp_path, LUDOTHEQUE_RULES="interpreted").start()
    await process.ready("tiny")
    lea, tom = await Person(process.base, "Léa").arrive(), await Person(process.base, "Tom").arrive()
    tabs = await sit_down(lea, tom)
    said: list[str] = []
    talking = [asyncio.create_task(keep_talking(tab, said)) for tab in tabs]
    while len(said) < 5:
        await asyncio.sleep(0.01)
    code, errors = await process.kill(signal.SIGTERM)
    await asyncio.gather(*talking)
    assert code in (0, -signal.SIGTERM), errors
    assert "Traceback" not in errors
    assert [tab.ws.close_code for tab in tabs] == [RESTARTS] * 2
    (rows,) = (rows for table, rows in archive.tables(tmp_path) if table == tabs[0].table)
    written = [row.command_id for row in rows]
    assert [written.count(each) for each in said] == [1] * len(said)
    process = await Process(tmp_path, process.port, LUDOTHEQUE_RULES="interpreted").start()
    again = await back(lea, process, tabs[0].table)
    assert again.view["seq"] == len(rows) - 1
    for person in (lea, tom):
        await person.http.aclose()
    await process.kill(signal.SIGTERM)


@pytest.mark.parametrize(("how", "code"), [(signal.SIGTERM, -signal.SIGTERM), (signal.SIGINT, 130)])
async def test_told_to_stop_it_leaves_its_database_in_one_file(
    tmp_path: Path, how: signal.Signals, code: int
) -> None:
    process = await Process(tmp_path, LUDOTHEQUE_RULES="interpreted").start()
    lea = await Person(process.base, "Léa").arrive()
    table = await lea.make([ME, LINK])
    await lea.http.aclose()
    assert (tmp_path / f"{FILE}-wal").stat().st_size > 0
    ended, errors = await process.kill(how)
    assert (ended, "Traceback" in errors) == (code, False), errors
    assert [each for each in os.listdir(tmp_path) if each.startswith(FILE)] == [FILE]
    assert [found for found, _ in archive.tables(tmp_path)] == [table]


async def test_what_hangs_delays_closing_by_only_a_few_seconds(tmp_path: Path) -> None:
    hangs = (
        "import asyncio; from ludotheque.server import launch; from ludotheque.server.thinking import preparation; launch.CLOSE_S = 0.3; "
        "preparation.Preparation.close = lambda self: asyncio.Event().wait(); "
    )
    process = await Process(tmp_path, first=hangs, LUDOTHEQUE_RULES="interpreted").start()
    assert (await process.kill(signal.SIGTERM))[0] == -signal.SIGTERM


async def test_a_worker_that_is_stopped_hands_its_games_to_the_other(
    tmp_path: Path, postgres: Cluster
) -> None:
    url = postgres.ready()
    server = await workers(tmp_path, url).start()
    try:
        await both_live(url)
        await server.ready("tiny")
        lea, tom = await Person(server.base, "Léa").arrive(), await Person(server.base, "Tom").arrive()
        a, b = await sit_down(lea, tom)
        before = holder(url, a.table)
        inner = {listens(pid): pid for pid in children(server.process.pid)}
        mine = next(pid for ports, pid in inner.items() if str(before).rpartition(":")[2] in ports.split(","))
        said: list[str] = []
        talking = [asyncio.create_task(keep_talking(tab, said)) for tab in (a, b)]
        while len(said) < 5:
            await asyncio.sleep(0.01)
        os.kill(mine, signal.SIGTERM)
        await taken_from(url, a.table, before)
        await asyncio.gather(*talking)
        again = await back(lea, server, a.table)
        assert (await again.do("say", name="Léa", text="again", command_id="again"))["t"] == "applied"
        written = [row.command_id for row in events(url, a.table)]
        assert [written.count(each) for each in [*said, "again"]] == [1] * (len(said) + 1)
        await both_live(url)
        for person in (lea, tom):
            await person.http.aclose()
    finally:
        code, errors = await server.kill(signal.SIGTERM)
    assert code == 0, errors
    assert "Traceback" not in errors
    assert [table for table, rows in archive.tables(url) if archive.verify(table, rows) is None] == []


async def test_the_others_need_not_wait_until_it_counts_as_dead(
    tmp_path: Path, postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with AsyncExitStack() as stack:
        url = postgres.ready()
        one, other = await pair(tmp_path, url, stack)
        lea = await one.person("Léa")
        table = await lea.make([ME, LINK])
        tab = await lea.tab(table)

        assert lives_at(one, table)
        left = Membership.leave

        async def leave(self: Membership) -> None:
            await left(self)
            query = "UPDATE processes SET heard = clock_timestamp() + interval '1 hour' WHERE id = %s RETURNING id"
            ask(url, query, self.me)  # by silence alone it would count as alive for an hour

        monkeypatch.setattr(Membership, "leave", leave)
        await one.services.hand_over()
        assert await closed(tab) == MOVED
        again = await back(lea, other, table)
        assert again.view["seq"] == tab.view["seq"]
        assert lives_at(other, table)


async def test_a_table_lost_while_others_are_handed_over_keeps_none_of_them(own_server: Harness) -> None:
    lea = await own_server.person("Léa")
    tables = own_server.services.tables
    there = [await tables.get(await lea.make([ME, LINK])) for _ in range(2)]
    first, second = [each for each in there if each is not None]
    async with first.lock:
        handing = asyncio.create_task(tables.hand_over())
        await asyncio.sleep(0.01)
        tables.lost(first.state.id)  # another process has taken it
        await asyncio.sleep(0.01)
    await handing
    assert second.is_dropped


async def test_a_server_that_stops_takes_no_tables_and_no_pages(tmp_path: Path, database_or_two: str) -> None:
    async with serving(tmp_path, database=database_or_two) as server:
        await server.rules_ready()
        lea = await server.person("Léa")
        table = await lea.make([ME, LINK])
        tab = await lea.tab(table)
        server.services.tables.is_stopping = True
        refused = await lea.http.post(
            "/api/tables", json={"game": "tiny", "seats": 2, "chairs": [ME, LINK], "first": 0}
        )
        assert refused.status_code == 503
        assert "error.stopping" in refused.text
        with pytest.raises(websockets.InvalidStatus) as denied:
            await lea.tab(table)
        assert denied.value.response.status_code == 503
        assert (await tab.do("sit", seat=1, name="Zoé", here=True))["t"] == "applied", (
            "what is open goes on until it is closed"
        )
        assert len(list(await server.services.store.every_table())) == 1


async def test_what_was_begun_is_finished_first(tmp_path: Path, postgres_or_two: str) -> None:
    async with serving(tmp_path, database=postgres_or_two) as server:
        await server.rules_ready()
        lea = await server.person("Léa")
        tab = await lea.tab(await lea.make([ME, LINK]))
        (room,) = server.services.tables.in_memory
        await room.lock.acquire()
        sitting = asyncio.create_task(tab.do("sit", seat=1, name="Zoé", here=True))
        while not room.lock._waiters:
            await asyncio.sleep(0.01)
        stopping = asyncio.create_task(server.services.hand_over())
        while not server.services.tables.is_stopping:
            await asyncio.sleep(0)
        room.lock.release()
        assert (await sitting)["t"] == "applied"
        await stopping


async def test_stopping_ends_also_where_something_hangs(
    tmp_path: Path, database_or_two: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "STOP_S", 0.0)
    async with serving(tmp_path, database=database_or_two) as server:
        await server.rules_ready()
        lea = await server.person("Léa")
        await lea.tab(await lea.make([ME, LINK]))
        (room,) = server.services.tables.in_memory
        await room.lock.acquire()
        await server.services.hand_over()
        room.lock.release()


def test_two_signals_in_a_row_wait_until_everything_is_closed() -> None:
    """A terminal sends Ctrl-C to all workers, and their parent sends SIGTERM after it."""
    before = [signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)]
    with launch._signals_held() as held:
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGTERM)
    assert held == [signal.SIGINT, signal.SIGTERM]
    assert [signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)] == before
