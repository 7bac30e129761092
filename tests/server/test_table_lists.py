"""The lists of tables on the first page: which of one's own games are worth a line there, and which of others wait for somebody."""

from __future__ import annotations

import time
from pathlib import Path

from ludotheque.server.room.log_events import Row, Time
from ludotheque.server.store.log import FILE, Batch, Store
from ludotheque.server.web.table_lists import KNOWN, LOOKED_AT, OF_ONE, OPEN, first_those_here
from tests.server.harness import Harness, Person, serving
from tests.server.older import make_older
from tests.server.test_playing import BOT, LINK, ME


async def mine(person: Person) -> list[str]:
    return [each["id"] for each in (await person.http.get("/api/tables")).json()["mine"]]


async def sat_down(person: Person, act: bool) -> str:
    """A game against a bot in which this person has done something, or not yet."""
    table = await person.make([ME, BOT], game="billabong", options={"mode": "duel"}, first=0)
    tab = await person.tab(table)
    view = await tab.until(lambda view: view["table"]["phase"] == "playing" and view["scene"]["choices"])
    if act:
        choices = view["scene"]["choices"][0]
        action = next(node["action"] for node in choices["nodes"] if node.get("action", -1) >= 0)
        await tab.act(0, action)
    await tab.close()
    return table


async def test_untouched_games_against_bots_leave_the_list(server: Harness) -> None:
    lea = await server.person("Léa")
    begun = await sat_down(lea, act=True)
    left = await sat_down(lea, act=False)
    assert await mine(lea) == [left, begun], "the newest is there: one may come back to it"
    last = await sat_down(lea, act=False)
    assert await mine(lea) == [last, begun]
    waits = await lea.make([ME, LINK], game="bantu")
    assert await mine(lea) == [waits, last, begun], "of another game"
    again = await sat_down(lea, act=False)
    assert await mine(lea) == [again, waits, begun]
    tab = await lea.tab(left)
    assert (await tab.until(lambda view: view["table"]["phase"] == "playing"))["you"]["seats"] == [0], (
        "its link leads there"
    )


async def listed(person: Person) -> list[str]:
    return [each["id"] for each in (await person.http.get("/api/tables")).json()["open"]]


async def test_an_open_table_is_listed_whatever_else_is_made(own_server: Harness) -> None:
    lea, tom, pest, maker = [await own_server.person(name) for name in ("Léa", "Tom", "Pest", "Maker")]
    wanted = await lea.make([ME, LINK])
    at_table = await lea.tab(wanted)
    for _ in range(OPEN + 2):  # other games, which nobody can join
        await maker.make([ME, BOT])  # never begun: nobody opens it
        await maker.make([ME, LINK], door="link")
    crowd = [await pest.make([ME, LINK]) for _ in range(OPEN + 2)]
    assert await listed(tom) == [wanted, *reversed(crowd[-OF_ONE:])], "first of who is there, few of each"
    assert await listed(lea) == list(reversed(crowd[-OF_ONE:])), "her own are elsewhere"
    await at_table.do("invite", who="link")
    assert wanted not in await listed(tom)
    await at_table.do("invite", who="anybody")
    assert (await listed(tom))[0] == wanted
    there = await tom.tab(wanted)
    await there.do("sit", seat=1, name="Tom")
    await there.begun()
    store = own_server.services.store
    assert wanted not in {table for table, _ in await store.open_tables(99, 999)}
    assert len(await store.open_tables(99, 999)) == len(crowd), "nothing else is open, or looked at"


async def test_no_crowd_of_tables_pushes_out_one_whose_host_is_here(tmp_path: Path) -> None:
    store = Store(tmp_path)
    await store.open()
    await store.append(
        *(Batch(f"t{n}", [Row(0, None, n, Time(0))], ("tiny", n // 9), is_open=True) for n in range(900))
    )
    known = await store.open_tables(OF_ONE, KNOWN)
    assert len(known) == 300, "the newest few of each host"
    read = first_those_here(known, {0, 7}, LOOKED_AT)
    assert read[:6] == [*((f"t{n}", 7) for n in (71, 70, 69)), *((f"t{n}", 0) for n in (8, 7, 6))]
    assert read[6:9] == [(f"t{n}", 99) for n in (899, 898, 897)]
    assert len(read) == LOOKED_AT
    await store.close()


async def test_the_host_of_the_server_closes_many_at_once(tmp_path: Path) -> None:
    key = "a key that nobody guesses"
    async with serving(tmp_path, host_key=key) as server:
        pest, tom, host = await server.person("Pest"), await server.person("Tom"), server.stranger()
        crowd = [await pest.make([ME, LINK]) for _ in range(3)]
        asked = {"tables": [*crowd, "nowhere", crowd[0]], "closed": True}
        assert (await host.http.post("/api/host/tables", json=asked)).status_code == 401
        await host.http.post("/api/host/session", json={"key": key})
        told = (await host.http.post("/api/host/tables", json=asked)).json()
        assert told["done"] == crowd
        assert told["failed"]["nowhere"]["error"]["key"] == "error.unknown_table"
        assert await listed(tom) == []
        told = (await host.http.post("/api/host/tables", json={"tables": crowd[:1], "closed": False})).json()
        assert (told["done"], await listed(tom)) == (crowd[:1], crowd[:1])


async def test_open_tables_of_an_older_data_folder_are_found(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        lea = await server.person("Léa")
        table, begun = await lea.make([ME, LINK]), await lea.make([ME, BOT])
        await lea.tab(begun)
    make_older(tmp_path / FILE, "0008")
    async with serving(tmp_path) as server:
        assert await listed(await server.person("Tom")) == [table]
        await server.services.store.append(
            Batch("gone", [Row(0, None, 1, Time(0))], ("tiny", 1), is_open=True)
        )
        assert len(await server.services.store.open_tables(9, 9)) == 2


async def test_a_game_in_the_list_says_when_it_began_and_in_which_turn_it_is(server: Harness) -> None:
    lea = await server.person("Léa")
    before = round(time.time() * 1000)
    tables = [await sat_down(lea, act=act) for act in (True, False)]
    found = {each["id"]: each for each in (await lea.http.get("/api/tables")).json()["mine"]}
    assert [found[table]["turn"] for table in tables] == [0, 0], "kangaroos are being placed"
    assert all(before <= found[table]["made_ms"] <= found[table]["at_ms"] for table in tables)
