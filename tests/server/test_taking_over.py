"""Processes that are killed, stopped for a while or cut off from the database: another one goes on with their tables, and nothing is lost or done twice."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, closing
from pathlib import Path
from typing import Any

import httpx2
import psycopg
import pytest
import websockets

from ludotheque.server.ops.cluster.membership import Membership
from ludotheque.server.room.log_events import Row, Time
from ludotheque.server.store import archive, sql
from ludotheque.server.store.log import Batch, Lease, Lost
from ludotheque.server.store.postgres import LastingConnection
from ludotheque.server.store.uptime import FILE
from tests.depth import some
from tests.server.clusters import Cluster
from tests.server.harness import Harness, Person, Process, Tab, logged, until
from tests.server.test_cluster import lives_at, pair, through
from tests.server.test_playing import LINK, ME
from tests.server.test_postgres import Losing

BREAKS = (OSError, TimeoutError, websockets.WebSocketException, httpx2.TransportError)
RANDOM = {"who": "bot", "level": "random"}


@asynccontextmanager
async def processes(folder: Path, url: str, **options: Any) -> AsyncIterator[list[Process]]:
    """Two servers in processes of their own, with one database."""
    found = [
        Process(folder / name, database=url, options=options, LUDOTHEQUE_RULES="interpreted")
        for name in ("one", "two")
    ]
    try:
        await asyncio.gather(*(each.start() for each in found))
        await together(url)
        yield found
    finally:
        for each in found:
            if each.process.returncode is None:
                each.process.send_signal(signal.SIGCONT)
                await each.kill()


def ask(url: str, query: str, *values: Any) -> list[Any]:
    with closing(psycopg.connect(url, autocommit=True)) as connection:
        return connection.execute(query, values).fetchall()


async def together(url: str) -> None:
    """Wait until both processes have been heard of since both are there: whoever is there sees the other die."""

    async def both() -> bool:
        return len(ask(url, "SELECT FROM processes WHERE NOT stopped AND heard > %s", since)) == 2

    since = ask(url, "SELECT clock_timestamp()")[0][0]
    await until(both, "they do not both live")
    since = ask(url, "SELECT clock_timestamp()")[0][0]
    await until(both, "they do not go on living")


def holder(url: str, table: str) -> str | None:
    rows = ask(
        url,
        "SELECT p.address FROM leases JOIN processes p ON p.id = leases.process WHERE table_id = %s",
        table,
    )
    return rows[0][0] if rows else None


def events(url: str, table: str) -> list[Row]:
    return dict(archive.tables(url)).get(table, [])


async def taken_from(url: str, table: str, before: str | None) -> None:
    async def other() -> bool:
        return holder(url, table) not in (None, before)

    await until(other, "nobody has taken the table")


async def duel(process: Process, *chairs: dict[str, str]) -> tuple[Person, Tab]:
    """Léa, and her page of a game of Billabong for two in this process."""
    lea = await Person(process.base, "Léa").arrive()
    table = await lea.make(list(chairs), "billabong", options={"mode": "duel"})
    return lea, await lea.tab(table)


async def back(person: Person, process: Process | Harness, table: str) -> Tab:
    """A page that connects again until it is welcome, as pages do."""
    while True:
        again = Person(process.base, person.name)
        again.http.cookies.update(person.http.cookies)
        try:
            return await again.tab(table)
        except BREAKS:
            await asyncio.sleep(0.05)
        finally:
            await again.http.aclose()


async def goes_on(url: str, table: str, so: Callable[[list[Row]], bool]) -> None:
    """Wait until a table's log is so."""

    async def found() -> bool:
        return so(events(url, table))

    await until(found, "the table does not go on")


@pytest.mark.alone
async def test_after_a_kill_the_other_process_continues_without_loss(
    tmp_path: Path, postgres: Cluster
) -> None:
    url = postgres.ready()
    async with processes(tmp_path, url) as (one, other):
        lea, tom = await Person(one.base, "Léa").arrive(), await Person(other.base, "Tom").arrive()
        table = await lea.make([ME, LINK])
        a = await lea.tab(table)
        b = await tom.tab(table)
        assert (await b.do("sit", seat=1, name="Tom"))["t"] == "applied"
        for tab in (a, b):
            await tab.until(lambda v: v["table"]["phase"] == "playing")
        answers = [await a.act(0, 2, command_id="first"), await b.act(1, 0, command_id="second")]
        assert [answer["t"] for answer in answers] == ["applied", "applied"]
        before = holder(url, table)
        await one.kill()
        await taken_from(url, table, before)
        again, there = await back(lea, other, table), await back(tom, other, table)
        for tab, name, answer in ((again, "first", answers[0]), (there, "second", answers[1])):
            repeated = await tab.act(0, 0, command_id=name)
            assert (repeated["t"], repeated["seq"]) == ("duplicate", answer["seq"])
        await there.until(lambda v: 1 in v["scene"]["actors"])
        assert (await there.act(1, 3))["t"] == "applied"
        for person in (lea, tom):
            await person.http.aclose()


@pytest.mark.alone
@pytest.mark.deep
async def test_bots_continue_unwatched(tmp_path: Path, postgres: Cluster) -> None:
    url = postgres.ready()
    async with processes(tmp_path, url, bot_pause=0.2) as (one, _):
        lea, tab = await duel(one, RANDOM, RANDOM)
        table = tab.table
        await tab.until(lambda v: len(tab.moves) > 1)
        await lea.http.aclose()
        before = holder(url, table)
        await one.kill()
        known = len(events(url, table))
        await goes_on(url, table, lambda rows: len(rows) > known + 3)
        assert holder(url, table) not in (None, before)
        assert [each.seq for each in events(url, table)] == list(range(len(events(url, table))))


@pytest.mark.alone
@pytest.mark.deep
async def test_due_events_happen_in_another_process(tmp_path: Path, postgres: Cluster) -> None:
    url = postgres.ready()
    async with processes(tmp_path, url, resign_after=4.0) as (one, _):
        lea, tom = await Person(one.base, "Léa").arrive(), await Person(one.base, "Tom").arrive()
        clock = {"per": "move", "seconds": 10, "increment": 0}
        tables = []
        for more in ({}, {"clock": clock}):
            table = await lea.make([ME, LINK], "billabong", options={"mode": "duel"}, **more)
            a, b = await lea.tab(table), await tom.tab(table)
            assert (await b.do("sit", seat=1, name="Tom"))["t"] == "applied"
            await a.until(lambda v: v["table"]["phase"] == "playing")
            tables.append((table, a, b))
        assert (await tables[0][2].do("resign", seat=1))["t"] == "applied"
        await one.kill()
        for person in (lea, tom):
            await person.http.aclose()

        def kinds(rows: list[Row]) -> set[str]:
            return {type(each.event).__name__ for each in rows}

        await goes_on(url, tables[0][0], lambda rows: "Resigned" in kinds(rows))
        await goes_on(url, tables[1][0], lambda rows: {"Absent", "Away", "TimedOut"} <= kinds(rows))


@pytest.mark.alone
@pytest.mark.deep
async def test_killed_in_mid_race_another_process_continues_with_it(
    tmp_path: Path, postgres: Cluster
) -> None:
    url = postgres.ready()
    async with processes(tmp_path, url) as (one, other):
        lea = await Person(one.base, "Léa").arrive()
        bot = {"who": "bot", "level": "steady"}
        table = await lea.make([ME, bot, bot], "banzai", options={"time_limit": 0}, components=None)
        tab = await lea.tab(table)
        await tab.until(lambda v: v["race"] is not None)
        before = holder(url, table)
        await one.kill()
        known = len(events(url, table))
        again = await back(lea, other, table)
        await again.until(lambda v: v["race"] is not None and v["seq"] > tab.view["seq"])
        await again.until(lambda v: len(again.moves) > len(tab.moves))
        assert again.moves[: len(tab.moves)] == tab.moves
        assert holder(url, table) not in (None, before)
        assert len(events(url, table)) > known
        await lea.http.aclose()


@pytest.mark.alone
async def test_after_a_kill_in_mid_commit_committed_events_exist_once(
    tmp_path: Path, postgres: Cluster
) -> None:
    url = postgres.ready()
    async with processes(tmp_path, url) as (one, other):
        lea = await Person(one.base, "Léa").arrive()
        table = await lea.make([ME, LINK])
        tab = await lea.tab(table)
        ask_slowly = """
            CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(4); RETURN NULL; END $$;
            CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON events DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
            WHEN (new.command_id = 'slow') EXECUTE FUNCTION slow();
        """
        with closing(psycopg.connect(url, autocommit=True)) as connection:
            connection.execute(ask_slowly)
        sitting = asyncio.create_task(tab.do("sit", seat=1, name="Zoé", here=True, command_id="slow"))

        async def commits() -> bool:
            query = "SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND query = 'COMMIT'"
            return bool(ask(url, query))

        await until(commits, "nothing is committed")
        await one.kill()
        with pytest.raises(BREAKS):
            await sitting
        again = await back(lea, other, table)
        assert [each.command_id for each in events(url, table)].count("slow") == 1
        answer = await again.do("sit", seat=1, name="Zoé", here=True, command_id="slow", expected=0)
        assert answer["t"] == "duplicate"
        assert again.view["table"]["chairs"][1]["name"] == "Zoé"
        await lea.http.aclose()


@pytest.mark.alone
@pytest.mark.deep
async def test_killed_under_load_every_answer_is_in_the_log(tmp_path: Path, postgres: Cluster) -> None:
    url = postgres.ready()
    async with processes(tmp_path, url) as (one, other):
        people = [await Person(each.base, "Léa").arrive() for each in (one, other)]
        tables = [await person.make([ME, LINK]) for person in people for _ in range(12)]
        tabs = [await people[n % 2].tab(table) for n, table in enumerate(tables)]
        applied: list[tuple[str, int]] = []

        async def join(tab: Tab) -> None:
            answer = await tab.do("sit", seat=1, name="Zoé", here=True, command_id="join")
            applied.append((tab.table, answer["seq"]))

        joining = [asyncio.create_task(join(tab)) for tab in tabs]
        while len(applied) < 6:
            await asyncio.sleep(0.001)
        one.process.kill()
        await asyncio.gather(*joining, return_exceptions=True)
        await one.ended()
        assert set(applied) <= logged(url, "join")
        for table in tables:
            again = await back(people[1], other, table)
            answer = await again.do("sit", seat=1, name="Zoé", here=True, command_id="join")
            assert answer["t"] in ("duplicate", "rejected", "applied")
            await again.close()
        for person in people:
            await person.http.aclose()


@pytest.mark.alone
@pytest.mark.deep
async def test_a_stopped_process_writes_no_more_and_its_pages_continue(
    tmp_path: Path, postgres: Cluster
) -> None:
    url = postgres.ready()
    async with processes(tmp_path, url, bot_pause=0.2) as (one, other):
        lea, tab = await duel(one, ME, RANDOM)
        table = tab.table
        await tab.until(lambda v: v["table"]["phase"] == "playing")
        before = holder(url, table)
        one.process.send_signal(signal.SIGSTOP)
        waiting = asyncio.create_task(tab.do("say", name="Léa", text="?", command_id="frozen"))
        await taken_from(url, table, before)
        after = holder(url, table)
        there = await back(lea, other, table)
        assert (await there.do("say", name="Léa", text="here", command_id="here"))["t"] == "applied"
        known = len(events(url, table))
        one.process.send_signal(signal.SIGCONT)
        with pytest.raises(BREAKS):
            await waiting
        rows = events(url, table)
        assert len(rows) >= known
        assert "frozen" not in [each.command_id for each in rows]
        assert holder(url, table) == after
        again = await back(lea, one, table)
        assert (await again.do("say", name="Léa", text="?", command_id="frozen"))["t"] == "applied"
        await there.until(lambda v: v["seq"] >= again.view["seq"])
        assert [each.command_id for each in events(url, table)].count("frozen") == 1
        await lea.http.aclose()


@pytest.mark.alone
@pytest.mark.deep
async def test_a_stopping_process_hands_its_tables_over(tmp_path: Path, postgres: Cluster) -> None:
    url = postgres.ready()
    async with processes(tmp_path, url, bot_pause=0.2) as (one, other):
        lea, tab = await duel(one, RANDOM, RANDOM)
        table = tab.table
        await tab.until(lambda v: len(tab.moves) > 1)
        before = holder(url, table)
        code, said = await one.kill(signal.SIGTERM)
        assert code in (0, -signal.SIGTERM), said
        assert "Traceback" not in said
        await taken_from(url, table, before)
        again = await back(lea, other, table)
        await again.until(lambda v: len(again.moves) > len(tab.moves))
        await lea.http.aclose()


async def test_a_process_that_lost_a_table_cannot_append(
    tmp_path: Path, postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with AsyncExitStack() as stack:
        one, other = await pair(tmp_path, postgres.ready(), stack)
        lea = await one.person("Léa")
        table = await lea.make([ME, LINK])
        tab = await lea.tab(table)
        mine, theirs = (each.services.cluster.membership for each in (one, other) if each.services.cluster)
        lease = mine.lease_of(table)
        assert lease is not None
        mine._stops.set()  # its heart stands still, and it does not notice
        monkeypatch.setattr(Membership, "is_sure", True)

        async def taken() -> bool:
            return theirs.lease_of(table) is not None

        await until(taken, "nobody has taken the table")
        store, known = one.services.store, len(await one.services.store.events(table))
        for wrong in (
            lease,
            Lease("nobody", lease.epoch + 1),
            Lease(theirs.me, lease.epoch),
            Lease(theirs.me, 99),
        ):
            with pytest.raises(Lost):
                await store.append(Batch(table, [Row(known, "c", 1, Time(1))], lease=wrong))
        assert len(await store.events(table)) == known
        with pytest.raises(websockets.ConnectionClosed):
            await tab.do("sit", seat=1, name="Zoé", here=True)
        assert not lives_at(one, table)
        assert (await (await back(lea, one, table)).do("sit", seat=1, name="Zoé", here=True))[
            "t"
        ] == "applied"


@pytest.mark.deep
async def test_a_process_stopped_in_a_transaction_keeps_no_table(tmp_path: Path, postgres: Cluster) -> None:
    url = postgres.ready()
    async with AsyncExitStack() as stack:
        one, other = await pair(tmp_path, url, stack)
        lea = await one.person("Léa")
        table = await lea.make([ME, LINK])
        await lea.tab(table)
        mine, theirs = (each.services.cluster.membership for each in (one, other) if each.services.cluster)
        lease = mine.lease_of(table)
        assert lease is not None
        seq = len(await one.services.store.events(table))
        stopped = LastingConnection(url).connect()  # as the writer of a process that stands still from now on
        stopped.execute("BEGIN")
        row = {"table_id": table, "seq": seq, "command_id": "c", "at_ms": 1, "body": "{}"}
        fenced = sql.FENCED[sql.INSERT_EVENT]
        stopped.execute(
            fenced.postgres, fenced.values(row | {"process": lease.process, "epoch": lease.epoch})
        )
        mine._stops.set()

        async def taken() -> bool:
            return theirs.lease_of(table) is not None

        await until(taken, "the table is kept")
        with pytest.raises(psycopg.Error):
            stopped.execute("COMMIT")
        stopped.close()
        tab = await back(lea, other, table)
        assert (await tab.do("sit", seat=1, name="Zoé", here=True))["t"] == "applied"
        assert "c" not in [each.command_id for each in await other.services.store.events(table)]


@pytest.mark.deep
async def test_after_a_database_restart_every_table_stays_put(tmp_path: Path, postgres: Cluster) -> None:
    async with AsyncExitStack() as stack:
        one, other = await pair(tmp_path, postgres.ready(), stack)
        people = [await each.person("Léa") for each in (one, other)]
        tabs = [await person.tab(await person.make([ME, LINK])) for person in people]
        leases = [
            each.services.tables._rooms[tab.table].lease for each, tab in zip((one, other), tabs, strict=True)
        ]
        await asyncio.to_thread(postgres.stop)
        joining = [asyncio.create_task(tab.do("sit", seat=1, name="Zoé", here=True)) for tab in tabs]
        await asyncio.to_thread(postgres.start)
        assert [(await each)["t"] for each in joining] == ["applied", "applied"]
        there = [through(people[0], other), through(people[1], one)]
        for person, tab in zip(there, tabs, strict=True):
            assert (await person.tab(tab.table)).view["table"]["chairs"][1]["name"] == "Zoé"
        kept = [
            each.services.tables._rooms[tab.table].lease for each, tab in zip((one, other), tabs, strict=True)
        ]
        assert kept == leases


@pytest.mark.parametrize("after", some([True, False], 2))
async def test_a_connection_cut_during_the_commit_leaves_one_event(
    tmp_path: Path, postgres: Cluster, monkeypatch: pytest.MonkeyPatch, after: bool
) -> None:
    async with AsyncExitStack() as stack:
        one, other = await pair(tmp_path, postgres.ready(), stack)
        lea = await one.person("Léa")
        table = await lea.make([ME, LINK])
        tab = await through(lea, other).tab(table)
        with monkeypatch.context() as patched:
            losing = Losing(patched, after)
            assert (await tab.do("sit", seat=1, name="Zoé", here=True, command_id="join"))["t"] == "applied"
            assert losing.lost == 1
        ids = [each.command_id for each in await one.services.store.events(table)]
        assert ids.count("join") == 1


async def test_time_without_a_sign_of_life_is_given_back_once(tmp_path: Path, postgres: Cluster) -> None:
    url = postgres.ready()
    async with AsyncExitStack() as stack:
        one, other = await pair(tmp_path, url, stack)
        assert await one.services.store.outages() == []
    ask_all = "UPDATE processes SET heard = heard - interval '1 hour' RETURNING id"
    assert len(ask(url, ask_all)) == 2
    async with AsyncExitStack() as stack:
        one, other = await pair(tmp_path, url, stack)
        (begin, end), *more = await one.services.store.outages()
        assert 3_500_000 < end - begin < 4_000_000
        assert more == []
        for each in (one, other):
            assert each.services.tables.uptime.lost_ms(begin, end) == end - begin
        assert not (tmp_path / "one" / FILE).exists()
