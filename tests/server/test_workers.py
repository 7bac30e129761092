"""`serve --workers`: several processes behind one port."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path
from typing import Any

import httpx2
import pytest

from ludotheque.server.launch import CannotStart
from ludotheque.server.settings import Settings
from ludotheque.server.store import archive
from tests.server.clusters import Cluster
from tests.server.harness import Person, Process, Tab, until
from tests.server.test_metrics import told as metrics_of
from tests.server.test_playing import ME
from tests.server.test_taking_over import RANDOM, ask, back, goes_on, holder, taken_from
from tools.ports import free_port


def workers(folder: Path, url: str, **options: Any) -> Process:
    return Process(
        folder,
        database=url,
        options={"workers": 2, "bot_pause": 0.2} | options,
        LUDOTHEQUE_RULES="interpreted",
    )


async def both_live(url: str) -> None:
    async def both() -> bool:
        query = "SELECT FROM processes WHERE NOT stopped AND heard > clock_timestamp() - interval '1 s'"
        return len(ask(url, query)) == 2

    await until(both, "there are not two workers")


def children(parent: int) -> list[int]:
    """The processes that a process has started and that serve."""
    found = []
    for each in Path("/proc").iterdir():
        if each.name.isdigit():
            try:
                after_name = (each / "stat").read_text().rpartition(")")[2].split()
                is_worker = b"spawn_main" in (each / "cmdline").read_bytes()
            except OSError:
                continue
            if int(after_name[1]) == parent and is_worker:
                found.append(int(each.name))
    return sorted(found)


def listens(pid: int) -> str:
    """The inner address of the worker with this process id: the socket that it alone listens on."""
    inodes = {
        os.readlink(each)[8:-1]
        for each in Path(f"/proc/{pid}/fd").iterdir()
        if os.readlink(each).startswith("socket:[")
    }
    lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return ",".join(
        str(int(line[1].partition(":")[2], 16)) for line in lines if line[3] == "0A" and line[9] in inodes
    )


@pytest.mark.alone
async def test_two_workers_play_one_game_and_continue_when_one_is_killed(
    tmp_path: Path, postgres: Cluster
) -> None:
    url = postgres.ready()
    server = await workers(tmp_path, url).start()
    try:
        await both_live(url)
        pids = children(server.process.pid)
        assert len(pids) == 2
        lea, tom = await Person(server.base, "Léa").arrive(), await Person(server.base, "Tom").arrive()
        tables, tabs = [], []
        for _ in range(5):  # whichever worker is asked
            table = await lea.make([ME, RANDOM], "billabong", options={"mode": "duel"})
            tables.append(table)
            tabs += [await lea.tab(table), await tom.tab(table)]
        for mine, theirs in zip(tabs[::2], tabs[1::2], strict=True):
            assert (await mine.do("say", name="Léa", text="hello", command_id="hello"))["t"] == "applied"
            await theirs.until(lambda v: v["seq"] >= 1)
        listed = (await tom.http.get("/api/tables")).json()
        assert listed["mine"] == []
        before = {table: holder(url, table) for table in tables}
        inner = {listens(pid): pid for pid in pids}
        table = tables[0]
        victim = next(
            pid for ports, pid in inner.items() if str(before[table]).rpartition(":")[2] in ports.split(",")
        )
        os.kill(victim, signal.SIGKILL)
        await taken_from(url, table, before[table])
        again = await back(lea, server, table)
        repeated = await again.do("say", name="Léa", text="hello", command_id="hello", expected=0)
        assert repeated["t"] == "duplicate"
        await both_live(url)
        assert victim not in children(server.process.pid)
        for person in (lea, tom):
            await person.http.aclose()
    finally:
        code, said = await server.kill(signal.SIGTERM)
    assert code == 0, said
    assert "Traceback" not in said
    for _, rows in archive.tables(url):
        assert [each.seq for each in rows] == list(range(len(rows)))


@pytest.mark.deep
async def test_bots_of_two_workers_play_to_the_end(tmp_path: Path, postgres: Cluster) -> None:
    url = postgres.ready()
    server = await workers(tmp_path, url, bot_pause=0).start()
    try:
        await both_live(url)
        lea = await Person(server.base, "Léa").arrive()
        tables = [await lea.make([RANDOM, RANDOM], "billabong", options={"mode": "duel"}) for _ in range(4)]

        async def over(table: str) -> Tab:
            tab = await lea.tab(table)
            await tab.until(lambda v: v["table"]["phase"] == "over")
            return tab

        await asyncio.gather(*map(over, tables))
        await lea.http.aclose()
    finally:
        await server.kill(signal.SIGTERM)
    for table in tables:
        await goes_on(url, table, lambda rows: bool(rows))
        assert ask(url, "SELECT ended_ms > 0 FROM results WHERE table_id = %s", table) == [(True,)]


async def test_workers_share_news_report_metrics_and_stop_with_parent(
    tmp_path: Path, postgres: Cluster
) -> None:
    url, port = postgres.ready(), free_port(2)
    server = await workers(tmp_path, url, metrics=str(port)).start()
    await both_live(url)

    async def know_each_other() -> bool:
        try:
            found = [await metrics_of(f"127.0.0.1:{port + number}") for number in range(2)]
        except httpx2.TransportError:  # it is known to the others before it tells of itself
            return False
        return [(each["other_processes", ()], each["bus", ()]) for each in found] == [(1, 1), (1, 1)]

    await until(know_each_other, "one of the workers is not counted")
    found = [await metrics_of(f"127.0.0.1:{port + number}") for number in range(2)]
    assert all(each["process_cpu_seconds_total", ()] > 0 for each in found)
    await server.kill()

    async def stopped() -> bool:
        return len(ask(url, "SELECT FROM processes WHERE stopped")) == 2

    await until(stopped, "the workers go on without their parent")
    with pytest.raises(httpx2.TransportError):
        await Person(server.base, "Léa").arrive()


@pytest.mark.parametrize(
    ("address", "workers", "are_many", "told"),
    [
        ("", 2, False, "--database"),
        ("10.0.0.5", 1, False, "--database"),
        ("0.0.0.0:99", 1, True, "--inner-address"),
        ("here:there", 1, True, "--inner-address"),
    ],
)
def test_impossible_options_are_reported(address: str, workers: int, are_many: bool, told: str) -> None:
    with pytest.raises(CannotStart) as refused:
        Settings(inner_address=address, workers=workers, database="postgresql://one" if are_many else "")
    assert told in refused.value.said_in("en")


async def test_a_database_that_cannot_be_opened_is_reported_once(tmp_path: Path) -> None:
    options = {"language": "en", "workers": 2, "database": "postgresql://tests@127.0.0.1:1/none"}
    process = await Process(tmp_path, options=options).start(wait=False)
    code, said = await process.ended()
    assert code == 1
    assert "cannot be opened" in said
    assert "Traceback" not in said
    assert said.count("ludotheque:") == 1
