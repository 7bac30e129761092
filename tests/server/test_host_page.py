"""The page of whoever runs the server: who gets in, what it shows, and what it does."""

from __future__ import annotations

import asyncio
import io
import json
import stat
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import httpx2
import pytest
from structlog.testing import capture_logs

from ludotheque.server import launch
from ludotheque.server.access.limits import UNLIMITED, Rate
from ludotheque.server.base.listening import CannotStart
from ludotheque.server.ops.hosting import announcements, keys
from ludotheque.server.ops.hosting.keys import LASTS_S, Sessions, host_key
from ludotheque.server.room.log_events import Closed, Reopened
from ludotheque.server.settings import Settings
from tests.cli.conftest import Run, run  # noqa: F401  # a fixture
from tests.server.clusters import Cluster
from tests.server.harness import Harness, Person, Process, http_client, serving
from tests.server.test_cluster import lives_at, through, until_others
from tests.server.test_doors import key
from tests.server.test_every_route import at, routes
from tests.server.test_playing import BOT, LINK, ME
from tests.server.test_together import duel

KEY = "a key that nobody guesses"


@pytest.fixture
async def house(tmp_path: Path, database_or_two: str) -> AsyncIterator[Harness]:
    """A server with a host's page, on each database in turn."""
    async with serving(tmp_path / "house", database=database_or_two, host_key=KEY) as server:
        await server.rules_ready()
        yield server


async def host_of(server: Harness) -> Person:
    """Somebody who has given the key."""
    person = server.stranger()
    answer = await person.http.post("/api/host/session", json={"key": KEY})
    assert answer.status_code == 200, answer.text
    return person


async def overview(host: Person) -> dict[str, Any]:
    answer = await host.http.get("/api/host")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def close(host: Person, table: str, closed: bool = True) -> Any:
    return (await host.http.post(f"/api/host/tables/{table}", json={"closed": closed})).json()


async def delete(http: httpx2.AsyncClient, path: str) -> httpx2.Response:
    return await http.request("DELETE", path, content=b"{}", headers={"content-type": "application/json"})


# -- who gets in ------------------------------------------------------------------------------------------------


async def test_nobody_gets_in_without_the_key_even_locally(house: Harness) -> None:
    person = await house.person("Léa")
    assert (await person.http.get("/api/host/session")).json() == {"signed_in": False}
    for method, path in [*routes(house, safe=True), *routes(house, safe=False)]:
        if not path.startswith("/api/host") or path == "/api/host/session":
            continue
        body: dict[str, object] = {"text": "x"} if method == "PUT" else {}
        if path == "/api/host/household" and method == "PUT":
            body = {"members": [], "games": []}
        if "tables" in path and method == "POST":
            body = {"closed": True} | ({"tables": []} if path.endswith("tables") else {})
        answer = await person.http.request(
            method, at(path), content=json.dumps(body), headers={"content-type": "application/json"}
        )
        assert answer.status_code == 401, (method, path, answer.text)
        if method != "HEAD":
            assert answer.json()["error"]["key"] == "error.host.sign_in"
    wrong = await person.http.post("/api/host/session", json={"key": KEY + "x"})
    assert (wrong.status_code, wrong.json()["error"]["key"]) == (403, "error.host.key")
    assert "set-cookie" not in wrong.headers


async def test_the_session_has_its_own_cookie(house: Harness) -> None:
    person = house.stranger()
    answer = await person.http.post("/api/host/session", json={"key": f" {KEY}\n"})
    cookie = answer.headers["set-cookie"]
    name, _, rest = cookie.partition("=")
    assert name == "ludotheque-host"
    told = {part.strip().lower() for part in rest.split(";")[1:]}
    assert told >= {"httponly", "samesite=strict", "path=/", "max-age=31536000"}
    assert KEY not in cookie
    assert (await overview(person))["database"] == ""
    value = person.http.cookies["ludotheque-host"]
    await delete(person.http, "/api/host/session")
    assert (await person.http.get("/api/host")).status_code == 401
    person.http.cookies.set("ludotheque-host", value)
    assert (await person.http.get("/api/host")).status_code == 401, "it has ended, not only been forgotten"


def test_a_session_ends_by_itself_and_cannot_be_made_up() -> None:
    sessions, now = Sessions(KEY), time.time()
    session = sessions.begin(now)
    assert sessions.knows(session, now + LASTS_S - 2)
    assert not sessions.knows(session, now + LASTS_S + 1)
    assert not Sessions(KEY + "x").knows(session, now), "another key, other sessions"
    until, nonce, signed = session.split(".")
    for other in (
        f"{int(until) + 1}.{nonce}.{signed}", f"{until}.x.{signed}", f"{until}.{nonce}.", "", "..", "é.é.é",
        session * 9,
    ):  # fmt: skip
        assert not sessions.knows(other, now), other
    sessions.ended("nonsense")
    sessions.ended(f"{int(now) + 10 * LASTS_S}.x")
    assert sessions.knows(session, now)


async def test_keys_are_not_tried_one_after_another(tmp_path: Path) -> None:
    limits = replace(UNLIMITED, host_keys=Rate(0.01, 3))
    async with serving(tmp_path, limits=limits, host_key=KEY) as server:
        http = server.stranger().http
        for _ in range(6):  # a host who comes again and again, from several screens
            assert (await http.post("/api/host/session", json={"key": KEY})).status_code == 200
        for _ in range(3):
            assert (await http.post("/api/host/session", json={"key": "no"})).status_code == 403
        answer = await http.post("/api/host/session", json={"key": KEY})
        assert (answer.status_code, answer.json()["error"]["key"]) == (429, "error.too_fast")
        assert "retry-after" in answer.headers


async def test_without_a_page_there_is_nothing(server: Harness) -> None:
    http = server.stranger().http
    for path in ("/api/host", "/api/host/session", "/api/host/records.zip"):
        assert (await http.get(path)).status_code == 404
    assert (await http.post("/api/host/session", json={"key": ""})).status_code == 404
    assert (await http.get("/api/announcement")).json() == {"announcement": None}


def test_a_key_is_made_once_for_this_user_alone(tmp_path: Path) -> None:
    made = host_key(tmp_path / "new")
    assert made.file == tmp_path / "new" / keys.FILE
    assert stat.S_IMODE(made.file.stat().st_mode) == 0o600
    assert len(made.key) >= 24
    assert host_key(tmp_path / "new").key == made.key
    assert made.key not in repr(made)
    made.file.chmod(0o644)
    host_key(tmp_path / "new")
    assert stat.S_IMODE(made.file.stat().st_mode) == 0o600
    (tmp_path / "own").write_text(f"{KEY}\n")
    assert host_key(tmp_path, tmp_path / "own").key == KEY
    assert host_key(tmp_path, None, KEY).file is None
    assert not (tmp_path / keys.FILE).exists()


@pytest.mark.parametrize(("given", "why"), [("0123", "host_key_short"), (None, "host_key")])
def test_an_invalid_key_stops_the_start(tmp_path: Path, given: str | None, why: str) -> None:
    file = tmp_path / "own"
    if given is not None:
        file.write_text(given)
        with pytest.raises(CannotStart) as refused:
            host_key(tmp_path, None, given)
        assert given not in str(refused.value)
    with pytest.raises(CannotStart) as refused:
        host_key(tmp_path, file)
    assert refused.value.message.key == f"cli.serve.{why}"


# -- what it shows ----------------------------------------------------------------------------------------------


async def test_it_shows_tables_and_load_and_nothing_of_anybody(house: Harness) -> None:
    lea, tom = await house.person("Léa"), await house.person("Tom")
    waiting = await lea.make([ME, LINK], door="link")
    playing = await lea.make([ME, LINK])
    a, b = await lea.tab(playing), await tom.tab(playing)
    await lea.tab(waiting)
    await b.do("sit", seat=1, name="Tom")
    await a.until(lambda v: v["table"]["phase"] == "playing")
    await a.do("say", text="un secret")
    assert (await a.act(0, 2))["t"] == "applied"
    host = await host_of(house)
    told = await overview(host)
    (process,) = told["processes"]
    tables = {each["id"]: each for each in process["tables"]}
    assert tables.keys() == {waiting, playing}
    line = tables[playing]
    assert (line["game"], line["phase"], line["people"], line["watching"]) == ("tiny", "playing", 2, 2)
    assert (line["last"], line["closed"]) == ("act", False)
    assert line["made_ms"] <= line["last_ms"] <= told["now_ms"]
    assert tables[waiting]["phase"] == "lobby"
    assert (process["sockets"], process["moves"], process["relayed"]) == (3, 1, 0)
    assert process["free_bytes"] > 0
    assert told["log_bytes"] > 1000
    assert told["all_tables"] == 2
    assert 0 <= process["lag_p99_ms"] <= process["lag_max_ms"]
    text = json.dumps(told)
    for secret in ("Léa", "Tom", "un secret", KEY, (await lea.tab(waiting)).view["you"]["invite"]):
        assert secret not in text
    assert told["database"] == ""


# -- closing ----------------------------------------------------------------------------------------------------


async def test_a_closed_table_stands_still_until_it_is_open_again(house: Harness) -> None:
    a, b = await duel(house, clock={"per": "game", "seconds": 600})
    await a.act(0, next(n["action"] for n in a.view["scene"]["choices"][0]["nodes"] if n["action"] >= 0))
    await b.until(lambda v: v["scene"]["actors"] == [1])
    host = await host_of(house)
    assert await close(host, a.table) == {"closed": True}
    view = await b.until(lambda v: v["table"]["closed"])
    await a.until(lambda v: v["table"]["closed"])
    left = view["table"]["chairs"][1]["clock"]["left_ms"]
    assert view["table"]["chairs"][1]["clock"]["since_ms"] == -1
    for what in (
        {"kind": "resign", "seat": 1},
        {"kind": "say", "text": "hé"},
        {"kind": "act", "seat": 1, "action": 1},
    ):
        assert key(await b.do(**what)) == "error.table_closed"
    assert await close(host, a.table) == {"closed": True}, "once is enough"
    await asyncio.sleep(0.3)
    events = [type(row.event) for row in await house.services.store.events(a.table)]
    assert events.count(Closed) == 1
    assert events[-1] is Closed, "nothing happens there by itself"
    assert await close(host, a.table, False) == {"closed": False}
    view = await b.until(lambda v: not v["table"]["closed"])
    clock = view["table"]["chairs"][1]["clock"]
    assert clock["left_ms"] == left
    assert clock["since_ms"] >= 0
    assert (
        await b.act(1, next(n["action"] for n in b.view["scene"]["choices"][0]["nodes"] if n["action"] >= 0))
    )["t"] == "applied"
    assert (await close(host, "nowhere"))["error"]["key"] == "error.unknown_table"


async def test_bots_stop_at_a_closed_table_and_continue(tmp_path: Path) -> None:
    async with serving(tmp_path, host_key=KEY, bot_pause=0.02) as server:
        await server.rules_ready("billabong")
        lea = await server.person("Léa")
        table = await lea.make([BOT, BOT], "billabong", options={"mode": "duel"})
        tab = await lea.tab(table)
        await tab.until(lambda v: len(v["moves"]) + v.get("moves_from", 0) > 4)
        host = await host_of(server)
        await close(host, table)
        await tab.until(lambda v: v["table"]["closed"])
        seq = tab.view["seq"]
        await asyncio.sleep(0.4)
        assert len(await server.services.store.events(table)) == seq + 1
        await close(host, table, False)
        await tab.until(lambda v: v["seq"] > seq + 3)


async def test_a_race_stands_still_too_and_a_full_table_does_not_begin(tmp_path: Path) -> None:
    async with serving(tmp_path, host_key=KEY) as server:
        await server.rules_ready("banzai")
        lea, tom = await server.person("Léa"), await server.person("Tom")
        host = await host_of(server)
        table = await lea.make([ME, LINK, BOT], "banzai")
        a, b = await lea.tab(table), await tom.tab(table)
        await b.do("sit", seat=1, name="Tom")
        await a.until(lambda v: v["table"]["phase"] == "playing")
        await close(host, table)
        view = await a.until(lambda v: v["table"]["closed"])
        assert view["table"]["paused"]
        await asyncio.sleep(0.5)
        rows = await server.services.store.events(table)
        assert type(rows[-1].event) is Closed
        await close(host, table, False)
        await a.until(lambda v: not v["table"]["closed"] and not v["table"]["paused"])
        second = await lea.make([ME, LINK], "tiny")
        c = await tom.tab(second)
        await close(host, second)
        await c.until(lambda v: v["table"]["closed"])
        assert key(await c.do("sit", seat=1, name="Tom")) == "error.table_closed"
        listed = (await tom.http.get("/api/tables")).json()["open"]
        assert second not in [each["id"] for each in listed]


async def test_a_table_is_still_closed_after_a_restart(tmp_path: Path, database: str) -> None:
    control = {"per": "move", "seconds": 10}
    async with serving(tmp_path, host_key=KEY, database=database) as server:
        a, _ = await duel(server, clock=control)
        table, cookies = a.table, server.people[0].http.cookies
        await close(await host_of(server), table)
    async with serving(tmp_path, host_key=KEY, database=database) as server:
        lea = server.stranger()
        lea.http.cookies.update(cookies)
        tab = await lea.tab(table)
        assert tab.view["table"]["closed"]
        await close(await host_of(server), table, False)
        await tab.until(lambda v: not v["table"]["closed"])
        events = [type(row.event) for row in await server.services.store.events(table)]
        assert Reopened in events


# -- records ----------------------------------------------------------------------------------------------------


async def test_all_records_come_in_one_file_without_secrets(house: Harness) -> None:
    lea, tom = await house.person("Léa"), await house.person("Tom")
    finished, playing, waiting = [await lea.make([ME, LINK]) for _ in range(3)]
    for table in (finished, playing):
        b = await tom.tab(table)
        await b.do("sit", seat=1, name="Tom")
        await b.until(lambda v: v["table"]["phase"] == "playing")
    b = await tom.tab(finished)
    await b.do("resign", seat=1)
    await b.until(lambda v: v["table"]["phase"] == "over")
    host = await host_of(house)
    answer = await host.http.get("/api/host/records.zip")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/zip")
    assert "content-length" not in answer.headers, "it is sent while it is made"
    with ZipFile(io.BytesIO(answer.content)) as archive:
        assert sorted(archive.namelist()) == sorted([f"tiny-{finished}.jsonl", f"tiny-{playing}.jsonl"])
        assert archive.testzip() is None
        records = {name: archive.read(name).decode() for name in archive.namelist()}
    stranger = house.stranger()
    public = (await stranger.http.get(f"/api/tables/{playing}/record")).text
    assert records[f"tiny-{playing}.jsonl"] == public, "nobody sees more of a game that goes on"
    room = await house.services.tables.get(playing)
    assert room is not None
    assert room.state.seed.hex() not in records[f"tiny-{playing}.jsonl"]
    over = await house.services.tables.get(finished)
    assert over is not None
    assert over.state.seed.hex() in records[f"tiny-{finished}.jsonl"]
    one = await host.http.get(f"/api/host/tables/{finished}/record")
    assert one.text == records[f"tiny-{finished}.jsonl"]
    assert (await host.http.get(f"/api/host/tables/{waiting}/record")).status_code == 409
    assert (await host.http.get("/api/host/tables/nowhere/record")).status_code == 404


# -- announcements ----------------------------------------------------------------------------------------------


async def test_an_announcement_reaches_everybody_and_expires(
    house: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, stranger = await host_of(house), house.stranger()

    async def told() -> Any:
        return (await stranger.http.get("/api/announcement")).json()["announcement"]

    said = "  Nous fermons\n à 18\u202eh <b>!  "
    answer = await host.http.put("/api/host/announcement", json={"text": said, "minutes": 5})
    assert answer.status_code == 200
    found = await told()
    assert (found["text"], found["id"]) == ("Nous fermons à 18h <b>!", answer.json()["announcement"]["id"])
    assert 0 < found["left_ms"] <= 5 * 60_000
    assert (await overview(host))["announcement"]["text"] == found["text"]
    for bad in ("", " \u202e ", "x" * 201):
        answer = await host.http.put("/api/host/announcement", json={"text": bad})
        assert answer.json()["error"]["key"] == "error.host.text"
    assert (await told())["id"] == found["id"]
    now = announcements.wall_ms()
    monkeypatch.setattr(announcements, "wall_ms", lambda: now + 5 * 60_000)
    assert await told() is None
    monkeypatch.undo()
    assert (await told())["id"] == found["id"]
    await delete(host.http, "/api/host/announcement")
    assert await told() is None


async def test_host_actions_are_logged_without_secrets(tmp_path: Path) -> None:
    async with serving(tmp_path, host_key=KEY) as server:
        lea = await server.person("Léa")
        table = await lea.make([ME, BOT])
        await (await lea.tab(table)).until(lambda v: v["table"]["phase"] == "playing")
        with capture_logs() as logged:
            await server.stranger().http.post("/api/host/session", json={"key": "wrong"})
            host = await host_of(server)
            await close(host, table)
            await close(host, table, False)
            await host.http.get("/api/host/records.zip")
            await host.http.get(f"/api/host/tables/{table}/record")
            await host.http.put("/api/host/announcement", json={"text": "Bonsoir"})
            await delete(host.http, "/api/host/announcement")
            await delete(host.http, "/api/host/session")
        events = [line["event"] for line in logged if line["event"].startswith("host_")]
        assert events == [
            "host_key_refused", "host_signed_in", "host_closed_table", "host_opened_table", "host_records_asked",
            "host_records_sent", "host_record_sent", "host_announced", "host_announcement_ended", "host_signed_out",
        ]  # fmt: skip
        text = str(logged)
        for secret in (KEY, "wrong", "Bonsoir", "Léa", host.http.cookies.get("ludotheque-host") or "…"):
            assert secret not in text


# -- many processes ---------------------------------------------------------------------------------------------


async def test_it_shows_and_does_everything_in_all_processes(tmp_path: Path, postgres: Cluster) -> None:
    url = postgres.ready()
    async with AsyncExitStack() as stack:
        one, other = [
            await stack.enter_async_context(serving(tmp_path / name, database=url, host_key=KEY))
            for name in ("one", "other")
        ]
        await one.rules_ready()
        await until_others(one, other)
        lea, tom = await one.person("Léa"), await other.person("Tom")
        here, there = await lea.make([ME, LINK]), await tom.make([ME, LINK])
        a, b = await lea.tab(here), await tom.tab(there)
        assert lives_at(one, here)
        assert lives_at(other, there)
        host = await host_of(one)
        told = await overview(host)
        assert {each["id"] for process in told["processes"] for each in process["tables"]} == {here, there}
        assert told["silent"] == 0
        assert await close(host, there) == {"closed": True}
        await b.until(lambda v: v["table"]["closed"])
        await host.http.put("/api/host/announcement", json={"text": "Bonsoir"})
        for server in (one, other):
            found = (await server.stranger().http.get("/api/announcement")).json()["announcement"]
            assert found["text"] == "Bonsoir"
        elsewhere = through(host, other)
        assert {
            each["id"] for process in (await overview(elsewhere))["processes"] for each in process["tables"]
        } == {here, there}
        await delete(host.http, "/api/host/session")

        async def is_out() -> bool:
            return (await elsewhere.http.get("/api/host")).status_code == 401

        async with asyncio.timeout(20):
            while not await is_out():
                await asyncio.sleep(0.05)
        assert not a.view["table"]["closed"]


async def test_serve_makes_the_key_and_says_where(tmp_path: Path) -> None:
    process = await Process(tmp_path / "data", options={"host_page": True, "language": "en"}).start()
    try:
        assert process.process.stdout is not None
        said = ""
        while "host.key" not in said:
            said = (await asyncio.wait_for(process.process.stdout.readline(), 20)).decode()
        made = (tmp_path / "data" / keys.FILE).read_text().strip()
        assert f"http://{process.base}/host" in said
        assert made not in said
        async with http_client(f"http://{process.base}") as http:
            assert (await http.post("/api/host/session", json={"key": made})).status_code == 200
            assert (await http.get("/api/host")).status_code == 200
    finally:
        _, errors = await process.kill()
    assert made not in errors


async def test_serve_takes_a_key_and_has_no_chat(
    tmp_path: Path,
    run: Run,  # noqa: F811  # a fixture
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The options of the command line, as `docs/hosting.md` has them."""
    (tmp_path / "own.key").write_text(KEY)
    asked: list[Settings] = []
    monkeypatch.setattr(launch, "serve", asked.append)
    given = ["--no-open", "--no-chat", "--lang", "en", "--host-key", tmp_path / "own.key"]
    assert run("serve", *given).exit_code == 0
    options = {name: getattr(asked[0], name) for name in ("chat", "host_page", "host_key_file", "language")}
    process = await Process(
        tmp_path / "data", options=options, first="from pathlib import PosixPath; "
    ).start()
    try:
        said = ""
        while "own.key" not in said:
            said = (await asyncio.wait_for(process.process.stdout.readline(), 30)).decode()
            assert said
        async with http_client(f"http://{process.base}") as http:
            assert (await http.post("/api/host/session", json={"key": KEY})).status_code == 200
            assert (await http.get("/api/library")).json()["chat"] is False
        assert not (tmp_path / "data" / keys.FILE).exists()
    finally:
        await process.kill()


@pytest.mark.parametrize("headers", [{"origin": "http://evil.example"}, {"sec-fetch-site": "cross-site"}])
async def test_no_foreign_page_does_anything_with_the_hosts_session(
    tmp_path: Path, headers: dict[str, str]
) -> None:
    async with serving(tmp_path, host_key=KEY) as server:
        host = await host_of(server)
        asked = 0
        for method, path in routes(server, safe=False):
            if path.startswith("/api/host") or path == "/api/blocks":
                answer = await host.http.request(method, at(path), headers=headers, json={})
                assert (answer.status_code, answer.json()["error"]["key"]) == (403, "error.forbidden_origin")
                asked += 1
        assert asked == 12
        assert (await overview(host))["announcement"] is None
