"""Several processes with one database: each table lives in one of them, and people play at it through any."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
import websockets

from ludotheque.server.ops.cluster import relay
from ludotheque.server.ops.cluster.membership import Membership
from ludotheque.server.room.log_events import Created, Row, Undone
from ludotheque.server.store.leases import Elsewhere
from ludotheque.server.store.log import Batch
from ludotheque.server.web.sockets import MOVED
from tests.server.clusters import Cluster
from tests.server.harness import Harness, Person, http_client, serving, until, visiting
from tests.server.test_playing import BOT, LINK, ME


async def until_others(*servers: Harness) -> None:
    """Wait until these processes know of each other."""

    async def known() -> bool:
        clusters = [each.services.cluster for each in servers]
        return all(each is not None and len(each.membership.others) == len(servers) - 1 for each in clusters)

    await until(known, "they do not know of each other")


async def pair(tmp_path: Path, url: str, stack: AsyncExitStack) -> tuple[Harness, Harness]:
    """Two servers with one database."""
    servers = [
        await stack.enter_async_context(serving(tmp_path / name, database=url)) for name in ("one", "two")
    ]
    for each in servers:
        await each.rules_ready()
    await until_others(*servers)
    return servers[0], servers[1]


@pytest.fixture(scope="module")
async def pair_of_all(
    tmp_path_factory: pytest.TempPathFactory, postgres: Cluster
) -> AsyncIterator[tuple[Harness, Harness]]:
    """The two servers of a file."""
    async with AsyncExitStack() as stack:
        yield await pair(tmp_path_factory.mktemp("pair"), postgres.ready(), stack)


@pytest.fixture
async def two(pair_of_all: tuple[Harness, Harness]) -> AsyncIterator[tuple[Harness, Harness]]:
    """Two servers with one database, which the tests of a file share; each meets people of its own there."""
    async with visiting(pair_of_all[0]) as one, visiting(pair_of_all[1]) as other:
        yield one, other


def through(person: Person, server: Harness) -> Person:
    """The same guest, whose next request another server gets."""
    other = Person(server.base, person.name)
    other.http.cookies.update(person.http.cookies)
    server.people.append(other)
    return other


def lives_at(server: Harness, table: str) -> bool:
    return table in server.services.tables._rooms


def sockets(server: Harness, table: str) -> list[Any]:
    """The sockets of those who look at a table; a table knows less of them."""
    return list(server.services.tables._rooms[table].watchers)


async def test_a_game_is_played_through_two_processes(two: tuple[Harness, Harness]) -> None:
    one, other = two
    lea, tom = await one.person("Léa"), await other.person("Tom")
    table = await lea.make([ME, LINK])
    a = await lea.tab(table)
    b = await tom.tab(table)
    assert (lives_at(one, table), lives_at(other, table)) == (True, False)
    assert (await b.do("sit", seat=1, name="Tom"))["t"] == "applied"
    await b.begun()
    await a.until(lambda v: v["table"]["phase"] == "playing")
    acted = await a.act(0, 2)
    assert acted["t"] == "applied"
    await b.until(lambda v: v["seq"] >= acted["seq"])
    assert (await b.act(1, 0))["t"] == "applied"
    await a.until(lambda _: len({move["seat"] for move in a.moves}) == 2)
    await b.until(lambda v: v["seq"] >= a.view["seq"])
    assert b.view["scene"]["turn"] == a.view["scene"]["turn"]
    assert (lives_at(one, table), lives_at(other, table)) == (True, False)


async def test_a_process_answers_about_tables_of_another(two: tuple[Harness, Harness]) -> None:
    one, other = two
    lea = await one.person("Léa")
    table = await lea.make([ME, BOT])
    tab = await lea.tab(table)
    await tab.until(lambda v: 0 in v["scene"]["actors"])
    there = through(lea, other)
    mine = (await there.http.get("/api/tables")).json()["mine"]
    assert [(each["id"], each["phase"]) for each in mine] == [(table, "playing")]
    assert (await tab.act(0, 0))["t"] == "applied"
    for kind in ("record", "qr.svg"):
        answer = await there.http.get(f"/api/tables/{table}/{kind}")
        assert answer.status_code == 200, answer.text
    replay = await there.http.post("/api/replay", json={"table": table})
    assert replay.status_code == 200, replay.text
    board = f"/art/tiny/board/{tab.view['layout']['id']}.svg?table={table}"
    assert (await there.http.get(board)).status_code == 200
    assert (lives_at(one, table), lives_at(other, table)) == (True, False)


async def test_a_board_of_a_table_elsewhere_is_drawn(two: tuple[Harness, Harness]) -> None:
    one, other = two
    lea = await one.person("Léa")
    table = await lea.make([ME, BOT], "banjooli-cross", options={"course": "C1:A C2:A C4:A S1:A"})
    tab = await lea.tab(table)
    await tab.until(lambda v: v["layout"] is not None)
    board = f"/art/banjooli-cross/board/{tab.view['layout']['id']}.svg"
    there = through(lea, other)
    assert (await there.http.get(board)).status_code == 404
    assert (await there.http.get(f"{board}?table={table}")).status_code == 200


async def test_who_is_renamed_elsewhere_has_the_new_name_everywhere(two: tuple[Harness, Harness]) -> None:
    one, other = two
    lea, tom = await one.person("Léa"), await one.person("Tom")
    table = await lea.make([ME, LINK])
    tab = await lea.tab(table)
    await tom.tab(table)
    await tab.until(lambda v: v["watchers"] == ["Tom"])
    there = through(tom, other)
    assert (await there.http.get("/api/me")).json()["name"] == "Tom"
    await there.http.put("/api/me", json={"name": "Thomas", "lang": "fr"})
    await tab.until(lambda v: v["watchers"] == ["Thomas"])
    assert (await tom.http.get("/api/me")).json()["name"] == "Thomas"


async def test_a_link_for_another_device_is_good_at_every_process_once(two: tuple[Harness, Harness]) -> None:
    one, other = two
    lea = await one.person("Léa")
    key = (await lea.http.post("/api/me/link")).json()["link"].partition("#")[2]
    phone = other.stranger()
    body = {"key": key, "join": True}
    assert (await phone.http.post("/api/me/device", json=body)).json()["name"] == "Léa"
    assert (await phone.http.get("/api/me")).json()["name"] == "Léa"
    for server in two:
        assert (await server.stranger().http.post("/api/me/device", json=body)).status_code == 410


async def test_a_command_for_another_table_is_carried_out_where_that_lives(
    two: tuple[Harness, Harness],
) -> None:
    one, other = two
    lea, tom = await one.person("Léa"), await other.person("Tom")
    here, there = await lea.make([ME, LINK]), await tom.make([ME, LINK])
    tab = await lea.tab(here)
    await tom.tab(there)
    tab.table = there
    assert (await tab.do("sit", seat=1, name="Léa", expected=0))["t"] == "applied"
    assert (await tab.do("sit", seat=1, name="Léa", expected=0))["t"] == "rejected"
    assert (lives_at(one, there), lives_at(other, there)) == (False, True)


async def test_a_page_that_names_no_table_is_sent_where_its_table_lives(two: tuple[Harness, Harness]) -> None:
    one, other = two
    lea = await one.person("Léa")
    table = await lea.make([ME, LINK])
    await lea.tab(table)
    tab = await through(lea, other).tab()
    await tab.send({"t": "hello", "table": table})
    with pytest.raises(websockets.ConnectionClosed) as closed:
        await tab.receive()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == MOVED


async def test_nobody_without_the_secret_speaks_to_the_inner_port(two: tuple[Harness, Harness]) -> None:
    one, _ = two
    lea = await one.person("Léa")
    table = await lea.make([ME, LINK])
    assert one.services.cluster is not None
    inner = one.services.cluster.membership.address
    for headers in ({}, {"x-ludotheque-secret": "guessed"}):
        async with http_client(f"http://{inner}", headers=headers) as http:
            for path in ("/renamed", "/link", "/command", "/api/me"):
                assert (await http.post(path, json={"guest": 1, "name": "x"})).status_code == 403
        with pytest.raises(websockets.InvalidStatus) as refused:
            await websockets.connect(
                f"ws://{inner}/ws?table={table}", origin=f"http://{one.base}", additional_headers=headers
            )
        assert refused.value.response.status_code == 403
    secret = {"x-ludotheque-secret": one.services.cluster.secret, "x-ludotheque-peer": "203.0.113.9"}
    await lea.tab(table, **secret)
    assert [str(socket.address) for socket in sockets(one, table)] == ["127.0.0.1"]


async def test_a_relayed_page_is_known_by_its_own_address_and_line(two: tuple[Harness, Harness]) -> None:
    one, other = two
    lea = await one.person("Léa")
    table = await lea.make([ME, LINK])
    await lea.tab(table)
    told = {"x-forwarded-for": "203.0.113.9", "x-ludotheque-rtt": "90000"}
    tab = await through(lea, other).tab(table, **told)
    assert {str(socket.address) for socket in sockets(one, table)} == {"127.0.0.1", "203.0.113.9"}
    assert tab.view["watching"] == 0
    assert all(socket.trusted.kernel_ms is None for socket in sockets(one, table))


async def test_what_the_kernel_measured_at_the_browsers_end_is_passed_on(
    two: tuple[Harness, Harness], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = two
    lea = await one.person("Léa")
    table = await lea.make([ME, LINK])
    await lea.tab(table)
    monkeypatch.setattr(relay, "is_direct", lambda _: True)
    monkeypatch.setattr(relay, "kernel_round_trips_ms", lambda _: (12.5, 15.25))
    tab = await through(lea, other).tab(table)
    reading = asyncio.create_task(tab.until_kind("never"))  # a page that reads answers pings
    room = one.services.tables._rooms[table]

    async def known() -> bool:
        return {(each.trusted.kernel_ms, each.trusted.kernel_usual_ms) for each in room.watchers} >= {
            (12.5, 15.25)
        }

    await until(known, "the line is not known")
    reading.cancel()


async def test_two_processes_that_want_the_same_table_at_once_agree(two: tuple[Harness, Harness]) -> None:
    one, other = two
    lea = await one.person("Léa")
    tables = [await lea.make([ME, LINK]) for _ in range(20)]
    members = [each.services.cluster.membership for each in two if each.services.cluster is not None]

    async def take(member: Membership, table: str) -> bool:
        try:
            await member.take(table)
        except Elsewhere:
            return False
        return True

    found = await asyncio.gather(*(take(member, table) for table in tables for member in members))
    assert all(sum(pair) == 1 for pair in zip(found[::2], found[1::2], strict=True))
    for table in tables:
        tabs = await asyncio.gather(lea.tab(table), through(lea, other).tab(table))
        assert tabs[0].view["seq"] == tabs[1].view["seq"]
        assert lives_at(one, table) != lives_at(other, table)


async def test_a_table_that_nobody_looks_at_is_given_back(two: tuple[Harness, Harness]) -> None:
    one, other = two
    lea = await one.person("Léa")
    table = await lea.make([ME, LINK])
    tab = await lea.tab(table)
    assert await one.services.store.events(table)
    await tab.close()
    room = one.services.tables._rooms[table]

    async def left() -> bool:
        return not room.watchers

    await until(left, "the page does not leave")
    assert one.services.tables.drop_idle(0)
    assert not lives_at(one, table)
    cluster = other.services.cluster
    assert cluster is not None

    async def given_back() -> bool:
        return await cluster.membership.place(table) is None

    await until(given_back, "the lease is kept")
    again = await through(lea, other).tab(table)
    assert (lives_at(one, table), lives_at(other, table)) == (False, True)
    assert (await again.do("sit", seat=1, name="Zoé", here=True))["t"] == "applied"


async def test_a_process_that_opens_a_table_knows_who_has_been_called_to_it(
    two: tuple[Harness, Harness],
) -> None:
    one, other = two
    lea = await one.person("Léa")
    table = await lea.make([ME, LINK])
    created = (await one.services.store.events(table))[0].event
    assert isinstance(created, Created)
    guest = created.host
    await one.services.store.add_called(guest, table)
    assert (table, guest) not in other.services.notices.called
    await through(lea, other).tab(table)
    assert lives_at(other, table)

    async def forgotten() -> bool:  # she is there now, which only who knew that she was called writes down
        return await one.services.store.called_to(table) == []

    await until(forgotten, "nobody knew that she was called")


async def test_a_game_in_another_process_is_known_by_its_commitment(
    two: tuple[Harness, Harness],
) -> None:
    one, other = two
    known = other.services.tables.commitments
    assert await known.table_of("none") is None  # what was there before is read
    lea = await one.person("Léa")
    tab = await lea.tab(await lea.make([ME, BOT]))
    assert await known.table_of(tab.view["table"]["commitment"]) == tab.table


async def test_a_table_that_cannot_be_read_is_listed_with_its_reason(two: tuple[Harness, Harness]) -> None:
    one, other = two
    lea = await one.person("Léa")
    table = await lea.make([ME, LINK])
    row = Row(len(await one.services.store.events(table)), None, 1, Undone(0, 99))
    await one.services.store.append(Batch(table, [row]))
    for person in (lea, through(lea, other)):
        (mine,) = (await person.http.get("/api/tables")).json()["mine"]
        assert mine["id"] == table
        assert "closed" in mine
