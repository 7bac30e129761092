"""Somebody is erased: from the database, the logs, the lists, the records, from memory and from other processes; the games of others stay."""

from __future__ import annotations

import json
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
import websockets

from ludotheque.core.record import loads
from ludotheque.server.people.departures import SETTLED_MS
from ludotheque.server.people.ratings.ladder import Ladder
from ludotheque.server.room import log_events
from ludotheque.server.room.log_events import Row
from ludotheque.server.room.rated import Rated
from ludotheque.server.room.state import fold
from ludotheque.server.store import archive, erasing, results
from ludotheque.server.store.log import FILE
from ludotheque.server.store.people import MailAddress, Subscription
from ludotheque.table import replay
from tests.server.harness import Harness, Person, Tab, serving, until
from tests.server.test_cluster import pair_of_all, through, two  # noqa: F401  (fixtures)
from tests.server.test_playing import BOT, LINK, ME

NAME, LINE = "Zénobie", "Bonjour à tous"


async def sit(server: Harness, host: Person, other: Person, **more: Any) -> tuple[Tab, Tab]:
    """Two people at a table whose game has begun."""
    table = await host.make([ME, LINK], **more)
    a, b = await host.tab(table), await other.tab(table)
    assert (await b.do("sit", seat=1, name=other.name))["t"] == "applied"
    await b.begun()
    await a.until(lambda view: view["table"]["phase"] == "playing")
    return a, b


async def over(a: Tab, b: Tab) -> None:
    """End their game."""
    await a.until(lambda view: view["table"]["phase"] == "playing")
    assert (await b.do("resign", seat=1))["t"] == "applied"
    await a.until(lambda view: view["table"]["phase"] == "over")


async def erase(person: Person) -> None:
    answer = await person.http.post("/api/me/erase", json={"sure": True})
    assert answer.status_code == 200, answer.text
    assert 'ludotheque="";' in answer.headers["set-cookie"], "the browser's cookie goes"


async def hear_out(tab: Tab) -> None:
    """Receive until the line is closed."""
    while True:
        await tab.receive()


async def settle(server: Harness) -> None:
    """The second round."""
    await server.services.departures.go_on(time.time_ns() // 1_000_000 + SETTLED_MS + 1000)


def everything(data: Path, database: str) -> str:
    """All rows of all tables of a database, as text."""
    if database:
        with closing(psycopg.connect(database)) as connection:
            names = [
                n
                for (n,) in connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
            ]
            return "\n".join(
                str(row) for name in names for row in connection.execute(f'SELECT * FROM "{name}"')
            )  # type: ignore[call-overload]
    with closing(sqlite3.connect(data / FILE)) as connection:
        names = [n for (n,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return "\n".join(str(row) for name in names for row in connection.execute(f'SELECT * FROM "{name}"'))


async def guest_of(server: Harness, person: Person) -> int:
    token = next(str(cookie.value) for cookie in person.http.cookies.jar)
    guest = await server.services.guests.of_token(token)
    assert guest is not None
    return guest.id


async def retype(stale: Person, name: str, table: str, record: str, evening: str) -> None:
    """A page that was open before its person was erased sends the name in all ways that there are; nobody is made of it."""
    named = {"who": "here", "name": name}
    for method, path, body in (
        ("PUT", "/api/me", {"name": name}),
        ("POST", "/api/tables", {"game": "tiny", "seats": 2, "chairs": [ME, named], "first": 0}),
        ("POST", "/api/replay/what-if", {"table": table, "name": name}),
        ("POST", "/api/replay/what-if", {"record": record, "everybody": True, "names": [name, name]}),
        ("POST", "/api/evenings", PLAN | {"name": name}),
        ("POST", f"/api/evenings/{evening}", {"kind": "join", "name": name}),
    ):
        refused = await stale.http.request(method, path, json=body)
        assert (refused.status_code, refused.json()["error"]["key"]) == (401, "error.no_guest"), path
    tab = await stale.tab(table)
    for kind, what in (("sit", {"seat": 1, "name": name}), ("say", {"text": LINE, "name": name})):
        assert (await tab.do(kind, **what))["reason"]["key"] == "error.no_guest", kind
    met = await stale.http.get("/api/me")
    assert (met.json()["name"], met.json()["known"], stale.cookie) == ("", False, ""), (
        "once it is loaded again"
    )
    assert (await stale.http.put("/api/me", json={"name": "Ida"})).status_code == 200


async def test_erasing_a_person_leaves_nothing_and_others_play_on(tmp_path: Path, database: str) -> None:
    data = tmp_path / "data"
    async with serving(data, database=database) as server:
        await server.rules_ready()
        zen, tom, eva = [await server.person(name) for name in (NAME, "Tom", "Eva")]
        store, guest = server.services.store, await guest_of(server, zen)
        await zen.http.post("/api/me/kept", json={})
        await store.add_subscription(guest, Subscription("https://push.example/zen", "p", "a", "fr"), 1)
        await store.put_address(MailAddress(guest, "zen@example.org", "fr", "stopkey", None, 1, 1))
        alone = await zen.make([ME, BOT])
        mine, theirs = await sit(server, zen, tom)
        await over(mine, theirs)
        a, b = await sit(server, tom, zen)
        watched, _other = await sit(server, tom, eva)
        looking = await zen.tab(watched.table)
        for tab in (b, looking, mine):
            assert (await tab.do("say", text=LINE, name=NAME))["t"] == "applied"
        assert (await a.do("say", text="salut"))["t"] == "applied"
        applied = await a.act(0, 2)
        assert applied["t"] == "applied"
        await b.until(lambda view: view["seq"] >= applied["seq"])
        assert (await b.act(1, 0))["t"] == "applied"
        assert (await tom.http.get(f"/api/history?who={NAME[:4]}")).json()["count"] == 1
        assert (await tom.http.post("/api/replay", json={"table": a.table})).text.count(NAME) >= 1
        await server.services.guests.note_seen()
        assert NAME in everything(data, database)

        await erase(zen)
        for tab in (b, looking):
            with pytest.raises(websockets.ConnectionClosed):
                await hear_out(tab)
        await a.until(lambda view: view["table"]["chairs"][1]["stand_in"])
        assert a.view["table"]["chairs"][1]["name"] == ""
        assert (await a.act(0, 1))["t"] in ("applied", "rejected"), "the game goes on with a bot"
        again = await (await server.person("Ida")).tab(a.table)
        assert NAME not in json.dumps(again.view)
        assert LINE not in json.dumps(again.view)
        assert "salut" in json.dumps(again.view)
        for path in (
            f"/api/tables/{a.table}/record",
            f"/api/tables/{mine.table}/record",
            "/api/tables",
            "/api/history",
        ):
            assert NAME not in (await tom.http.get(path)).text, path
        assert (await tom.http.get(f"/api/history?who={NAME[:4]}")).json()["count"] == 0
        assert (await tom.http.get("/api/history")).json()["count"] == 1, "Tom's game is still his"
        assert NAME not in (await tom.http.post("/api/replay", json={"table": a.table})).text
        assert (await tom.http.get(f"/api/tables/{alone}/record")).status_code == 404, "nobody else was there"
        assert replay.verify(loads((await tom.http.get(f"/api/tables/{mine.table}/record")).text)) is not None

        await settle(server)
        assert await store.people.being_erased() == []
        assert await store.people.tables_with(guest) == []
        found = everything(data, database)
        for trace in (
            NAME,
            results.folded(NAME),
            LINE,
            "push.example",
            "zen@example.org",
            f'"guest":{guest},',
        ):
            assert trace not in found, trace
        assert (await zen.http.post("/api/me")).json()["name"] == "", "a stranger from now on"
        assert await guest_of(server, zen) != guest, "the number is never given again"
    verified = [archive.verify(table, rows) for table, rows in archive.tables(database or data)]
    assert sum(each is not None for each in verified) == 3
    if not database:
        assert NAME.encode() not in (data / FILE).read_bytes(), "what was erased is written over"


async def test_no_copy_of_a_name_stays_in_other_peoples_trials(tmp_path: Path, postgres_or_two: str) -> None:
    """Seats of a “what if?” are called as they were in the game that it began from: from a table, from another “what if?”, from a file."""
    data, odd = tmp_path / "data", 'Zoë "100%" \\_'
    async with serving(data, database=postgres_or_two) as server:
        zen, tom, eva = [await server.person(name) for name in (odd, "Tom", "Eva")]
        other, stale = await server.person(odd), server.stranger()
        token, _, value = zen.cookie.partition("=")
        stale.http.cookies.set(token, value, domain="127.0.0.1")
        evening = (await eva.http.post("/api/evenings", json=PLAN)).json()["id"]
        mine, theirs = await sit(server, tom, zen, game="bantu", seats=2)
        await over(mine, theirs)
        apart, _ = await sit(server, eva, other, game="bantu", seats=2)

        async def tried_out(person: Person, seats: list[str], **source: Any) -> str:
            body = {"move": 0, "everybody": True, "name": "Tom", "names": seats} | source
            answer = await person.http.post("/api/replay/what-if", json=body)
            assert answer.status_code == 201, answer.text
            return str(answer.json()["id"])

        def named(table: str) -> list[str]:
            room = server.services.tables._rooms.get(table)
            assert room is not None
            return [chair.name for chair in room.state.chairs]

        text = (await tom.http.get(f"/api/tables/{mine.table}/record")).text
        begun = [await tried_out(tom, ["x", "x"], table=mine.table)]
        begun += [await tried_out(tom, ["Tom", odd], record=text)]
        tabs = [await tom.tab(table) for table in begun]
        await tabs[0].until(lambda view: view["table"]["phase"] == "playing")
        begun += [await tried_out(tom, [], table=begun[0])]
        tabs += [await tom.tab(begun[2])]
        assert (await tabs[1].do("resign", seat=1))["t"] == "applied"
        await tabs[1].until(lambda view: view["table"]["phase"] == "over")
        assert [named(table) for table in begun] == [["Tom", odd]] * 3, "as at the table, whatever is asked"

        await erase(zen)
        await retype(stale, odd, mine.table, text, evening)
        await tabs[0].until(lambda view: view["table"]["chairs"][1]["name"] == "")
        assert [named(table) for table in begun] == [["Tom", ""]] * 3
        late = await tried_out(tom, ["Tom", odd], table=mine.table)
        await tom.tab(late)
        assert named(late) == ["Tom", ""], "nor from a page that still shows it"
        assert named(apart.table)[1] == odd, "somebody else is called so, too"
        for table in (*begun, late):
            record = (await tom.http.get(f"/api/tables/{table}/record")).text
            assert odd not in record
            assert replay.verify(loads(record)) is not None
        lists = json.dumps((await tom.http.get("/api/tables")).json(), ensure_ascii=False)
        assert "Zoë" not in lists
        await settle(server)
        kept = [line for line in everything(data, postgres_or_two).splitlines() if "Zoë" in line]
        assert any(apart.table in line for line in kept)
        assert not any(table in line for line in kept for table in (*begun, late))
    assert all(
        archive.verify(table, rows) is not None for table, rows in archive.tables(postgres_or_two or data)
    )


PLAN = {"name": "Jeudi", "game": "bantu", "least": 2, "most": 2, "rounds": 1}


async def test_evenings_blocks_and_the_removed_keep_no_name(tmp_path: Path, database_or_two: str) -> None:
    data = tmp_path / "data"
    async with serving(data, database=database_or_two) as server:
        zen, tom, eva = [await server.person(name) for name in (NAME, "Tom", "Eva")]
        guest = await guest_of(server, zen)
        identity = (await zen.http.post("/api/evenings", json=PLAN)).json()["id"]
        address = f"/api/evenings/{identity}"
        for person in (zen, tom, eva):
            joined = await person.http.post(address, json={"kind": "join", "name": person.name})
            assert joined.status_code == 200, joined.text
        table = await tom.make([ME, LINK, LINK])
        host, sitting = await tom.tab(table), await zen.tab(table)
        assert (await sitting.do("sit", seat=1, name=NAME))["t"] == "applied"
        assert (await tom.http.post("/api/blocks", json={"table": table, "seat": 1})).status_code == 200
        assert (await host.do("remove", seat=1))["t"] == "applied"
        assert NAME in (await zen.http.get("/api/me/export")).text
        told = (await zen.http.get("/api/me/export")).json()
        assert told["evenings"] == [{"name": "Jeudi", "game": "bantu"}]
        assert set(told["wishes"]) == {"rated", "listed"}

        await erase(zen)
        await settle(server)
        found = everything(data, database_or_two)
        for trace in (NAME, f'"guest":{guest},', f'"host":{guest},'):
            assert trace not in found, trace
        shown = (await tom.http.get(address)).json()
        assert [player["name"] for player in shown["players"]] == ["", "Tom", "Eva"]
        begun = await tom.http.post(address, json={"kind": "begin", "round": 1})
        assert begun.status_code == 200, "the first of the others organises it"
        assert "quelqu’un" in (await tom.http.get(f"{address}/results.csv?lang=fr")).text


def test_a_rating_forgets_its_owner() -> None:
    ladder = Ladder()
    ladder.add("t", 1, Rated(((4,), (7,)), (1, 2)).without(7))
    assert set(ladder.ratings) == set(ladder.changes) == {4}
    assert ladder.ratings[4].points > 1500


async def test_a_seated_person_succeeds_the_host_of_a_lobby(server: Harness) -> None:
    zen, tom = await server.person(NAME), await server.person("Tom")
    table = await zen.make([ME, LINK, LINK], first="host")
    tab = await tom.tab(table)
    assert (await tab.do("sit", seat=1, name="Tom"))["t"] == "applied"
    empty = await zen.make([LINK, LINK])
    await erase(zen)
    await tab.until(lambda view: view["table"]["chairs"][0]["who"] == "open")
    assert tab.view["table"]["host"]
    for seat in (0, 2):
        assert (await tab.do("bot", seat=seat, level="easy"))["t"] == "applied"
    await tab.until(lambda view: view["table"]["phase"] == "playing")
    assert (await tom.http.get(f"/api/tables/{empty}/qr.svg")).status_code == 404


async def test_a_game_that_the_host_began_replays_without_them(server: Harness) -> None:
    zen, tom = await server.person(NAME), await server.person("Tom")
    a, b = await sit(server, tom, zen, first="host")
    table = a.table
    await a.close()
    await erase(tom)
    await b.until(lambda view: view["table"]["chairs"][0]["stand_in"])
    rows = await server.services.store.events(table)
    assert archive.verify(table, list(rows)) is not None
    assert fold(table, rows).host == await guest_of(server, zen)


async def test_a_rematch_does_not_wait_for_an_erased_person(server: Harness) -> None:
    zen, tom = await server.person(NAME), await server.person("Tom")
    a, b = await sit(server, tom, zen)
    await over(a, b)
    await erase(zen)
    await a.until(lambda view: view["table"]["chairs"][1]["name"] == "")
    assert (await a.do("rematch"))["t"] == "applied"
    await a.until(lambda view: view["table"]["rematch"])
    again = await tom.tab(a.view["table"]["rematch"])
    assert [chair["who"] for chair in again.view["table"]["chairs"]] == ["person", "open"]


async def test_begun_erasures_finish_after_a_restart(tmp_path: Path) -> None:
    data = tmp_path / "data"
    async with serving(data) as server:
        zen, tom = await server.person(NAME), await server.person("Tom")
        await sit(server, zen, tom)
        guest = await guest_of(server, zen)
        await server.services.store.people.begin_erasing(guest, 1)  # and the power fails
    async with serving(data) as server:

        async def finished() -> bool:
            return not await server.services.store.people.being_erased()

        await until(finished, "nobody goes on with it")
    assert NAME not in everything(data, "")


async def test_every_process_forgets(two: tuple[Harness, Harness]) -> None:  # noqa: F811  # a fixture
    one, other = two
    zen, tom = await one.person(NAME), await one.person("Tom")
    a, b = await sit(one, tom, zen)
    assert (await b.do("say", text=LINE))["t"] == "applied"
    elsewhere = await through(zen, other).make([ME, LINK])
    seen = await through(zen, other).tab(elsewhere)
    there = through(tom, other)
    await (await there.tab(elsewhere)).do("sit", seat=1, name="Tom")
    assert NAME in (await there.http.get(f"/api/tables/{a.table}/record")).text  # kept there, to be looked at
    await erase(through(zen, other))
    await seen.ws.wait_closed()
    await b.ws.wait_closed()
    await a.until(
        lambda view: view["table"]["chairs"][1]["name"] == "" and view["table"]["chairs"][1]["stand_in"]
    )
    for server in two:
        person = through(tom, server)
        for table in (a.table, elsewhere):
            tab = await person.tab(table)
            assert NAME not in json.dumps(tab.view)
            assert LINE not in json.dumps(tab.view)
        assert NAME not in (await person.http.get(f"/api/tables/{a.table}/record")).text
        assert NAME not in (await person.http.get("/api/tables")).text
        gone = through(zen, server)
        assert (await gone.http.get("/api/me")).json()["name"] == ""


async def test_everything_about_me(tmp_path: Path, postgres_or_two: str) -> None:
    async with serving(tmp_path / "data", database=postgres_or_two) as server:
        await server.rules_ready()
        zen, tom = await server.person(NAME), await server.person("Tom")
        a, b = await sit(server, zen, tom)
        assert (await a.do("say", text=LINE))["t"] == "applied"
        assert (await b.do("say", text="a secret of Tom's"))["t"] == "applied"
        watched = await zen.tab(await tom.make([ME, LINK]))
        assert (await watched.do("say", emote="hello", name=NAME))["t"] == "applied"
        await over(a, b)
        await zen.http.post("/api/me/kept", json={})
        store, guest = server.services.store, await guest_of(server, zen)
        await store.put_address(MailAddress(guest, "zen@example.org", "fr", "stopkey", None, 1, 1))
        answer = await zen.http.get("/api/me/export")
        assert answer.headers["content-disposition"] == 'attachment; filename="ludotheque.json"'
        found = answer.json()
        assert (found["guest"]["name"], found["kept_name"]["name"]) == (NAME, NAME)
        assert len(found["devices"]) == 1
        assert found["mail"]["address"] == "zen@example.org"
        tables = {each["id"]: each for each in found["tables"]}
        assert tables[a.table]["sat"][0] | {"at_ms": 0} == {"at_ms": 0, "seat": 0, "name": NAME}
        assert [line["text"] for line in tables[a.table]["lines"]] == [LINE]
        assert tables[a.table]["result"]["seats"][0]["rank"] == 1
        assert [line["emote"] for line in tables[watched.table]["lines"]] == ["hello"]
        assert not tables[watched.table]["host"]
        for other in ("secret of Tom", "Tom", "stopkey", "hash"):
            assert other not in answer.text
        nobody = await server.stranger().http.get("/api/me/export")
        assert nobody.json()["error"]["key"] == "error.no_guest"


async def test_erasing_needs_confirmation(server: Harness) -> None:
    zen = await server.person(NAME)
    for body in ({}, {"sure": False}, {"sure": 1}):
        assert (await zen.http.post("/api/me/erase", json=body)).status_code == 422
    assert (await zen.http.get("/api/me")).json()["name"] == NAME


def test_data_for_the_rules_stays_unchanged() -> None:
    events = [
        log_events.Created("tiny", 1, 2, {}, "host", None, "00", 1),
        log_events.Sat(0, 1, NAME, False, "aa"),
        log_events.Sat(1, 2, "Tom", False, "bb"),
        log_events.Started(0),
        log_events.Renamed(0, "Zoé"),
        log_events.Said(0, 1, "Zoé", LINE),
        log_events.Act(0, 3),
        log_events.TakenOver(0, 2, "Tom 2"),
        log_events.Renamed(0, "Tom 3"),
    ]
    rows = [Row(seq, None, seq, event) for seq, event in enumerate(events)]
    found = erasing.changed("t", rows, "", 1)
    assert found is not None
    after = [json.loads(body) for _, body in found.events]
    assert [seq for seq, _ in found.events] == [0, 1, 4, 5]
    assert (after[0]["host"], after[0]["first"], after[0]["seed"]) == (2, 0, "00")
    assert after[1] == {"kind": "sat", "seat": 0, "guest": 0, "name": "", "here": False, "nonce": "aa"}
    assert after[2] == {"kind": "renamed", "seat": 0, "name": ""}
    assert after[3] == {"kind": "said", "seat": 0, "guest": 0, "name": ""}
    assert erasing.changed("t", [row for row in rows if row.seq in (0, 1, 3, 6)], "", 1) is None
