"""Bad input, each with its own clear answer."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import structlog
import websockets

from ludotheque.core import catalogue
from ludotheque.core.catalogue import say
from ludotheque.core.errors import BadComponents, BrokenGame
from ludotheque.core.message import Message
from ludotheque.server.access.limits import UNLIMITED, Bucket, Limits, Rate
from ludotheque.server.access.origins import Origins
from ludotheque.server.launch import CannotStart, listen
from ludotheque.server.room import refused as reasons
from ludotheque.server.room import spec as table_spec
from ludotheque.server.room.log_events import Act, Row
from ludotheque.server.room.wire import MAX_MESSAGE
from ludotheque.server.store.log import FILE, Batch, Store, StoreError
from ludotheque.server.web import routes
from tests.server.harness import Harness, Process, serving
from tests.server.test_playing import LINK, ME, pair


def command(table: str, **do: object) -> dict[str, object]:
    return {"t": "command", "table": table, "command_id": "x", "expected_seq": 0, "do": do}


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("{", "truncated"),
        ("[]", "Expected `object`"),
        ('{"t": "dance"}', "$.t"),
        ('{"t": "hello"}', "table"),
        ('{"t": "hello", "table": 3}', "$.table"),
        ('{"t": "hello", "table": "a", "wings": 2}', "wings"),
        ('{"t": "command", "table": "a", "command_id": "c", "expected_seq": 0, "do": {"kind": "fly"}}', "$.do.kind"),
        ('{"t": "command", "table": "a", "command_id": "c", "expected_seq": "0", "do": {"kind": "start"}}', "$.expected_seq"),
        ('{"t": "command", "table": "a", "command_id": "c", "expected_seq": 0, "do": {"kind": "act", "seat": 0, "action": 1.5}}', "$.do.action"),
    ],
)  # fmt: skip
async def test_malformed_messages_say_where(server: Harness, text: str, where: str) -> None:
    tab = await server.stranger().tab()
    await tab.send(text)
    error = await tab.until_kind("error")
    assert error["reason"]["key"] == "error.malformed"
    assert where in error["reason"]["args"]["why"]
    assert error["id"] == ("c" if "command_id" in text else "")


async def test_bytes_that_are_no_text(server: Harness) -> None:
    tab = await server.stranger().tab()
    await tab.send(b"\xff\xfe\x00")
    assert (await tab.until_kind("error"))["reason"]["key"] == "error.malformed"


async def test_unknown_table(server: Harness) -> None:
    tab = await (await server.person("Léa")).tab()
    tab.table = "nowhere"
    assert (await tab.hello())["reason"] == {"key": "error.unknown_table"}
    assert (await tab.do("start", expected=0))["reason"]["key"] == "error.unknown_table"
    answer = await server.people[0].http.get("/api/tables/nowhere/record")
    assert (answer.status_code, answer.json()["error"]["key"]) == (404, "error.unknown_table")


async def test_oversized_messages_are_answered_then_closed(server: Harness) -> None:
    tab = await server.stranger().tab()
    await tab.send(json.dumps({"t": "hello", "table": "é" * (MAX_MESSAGE // 2)}))
    assert (await tab.until_kind("error"))["reason"]["key"] == "error.too_big"
    with pytest.raises(websockets.ConnectionClosed) as closed:
        await tab.receive()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009
    huge = await server.stranger().tab()
    await huge.send("x" * 300_000)
    with pytest.raises(websockets.ConnectionClosed) as closed:
        await huge.receive()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "https://{base}", "http://localhost:1", "null", None]
)
async def test_foreign_origins_are_refused(server: Harness, origin: str | None) -> None:
    wanted = origin.format(base=server.base) if origin else None
    with pytest.raises(websockets.InvalidStatus) as refused:
        await websockets.connect(f"ws://{server.base}/ws", origin=wanted)  # type: ignore[arg-type]
    assert refused.value.response.status_code == 403
    assert b"error.forbidden_origin" in refused.value.response.body
    if wanted:
        answer = await server.stranger().http.post("/api/tables", json={}, headers={"origin": wanted})
        assert (answer.status_code, answer.json()["error"]["key"]) == (403, "error.forbidden_origin")


async def test_foreign_host_names_are_refused(server: Harness) -> None:
    answer = await server.stranger().http.get("/api/me", headers={"host": "rebound.example"})
    assert (answer.status_code, answer.json()["error"]["key"]) == (421, "error.forbidden_host")
    with pytest.raises(websockets.InvalidStatus):
        await websockets.connect(
            f"ws://{server.base}/ws",
            origin="http://rebound.example",
            additional_headers={"host": "rebound.example"},
        )  # type: ignore[call-arg]


def test_origins_given_by_hand() -> None:
    origins = Origins(["https://games.example/"])
    assert origins.origin_allowed("https://games.example", "games.example", "ws")
    assert origins.origin_allowed("http://localhost:8000", "localhost:8000", "ws")
    assert origins.origin_allowed("http://[::1]:8000", "[::1]:8000", "http")
    assert not origins.origin_allowed("https://other.example", "games.example", "ws")
    assert not origins.origin_allowed("http://localhost:8001", "localhost:8000", "ws")
    assert not origins.host_allowed("")
    with pytest.raises(ValueError, match="write it like"):
        Origins(["games.example"])


async def test_floods_are_slowed_then_closed(tmp_path: Path) -> None:
    slow = Limits(**vars(UNLIMITED) | {"socket": Rate(0, 3)})
    async with serving(tmp_path, limits=slow) as server:
        tab = await server.stranger().tab()
        for _ in range(3):
            await tab.send("{}")
            assert (await tab.receive())["reason"]["key"] == "error.malformed"
        await tab.send(json.dumps(command("t", kind="start")))
        answer = await tab.receive()
        assert (answer["reason"]["key"], answer["id"]) == ("error.too_fast", "x")
        for _ in range(200):
            await tab.send("{}")
        with pytest.raises(websockets.ConnectionClosed) as closed:
            await tab.until_kind("never")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008


async def test_a_guest_and_an_address_have_limits_too(tmp_path: Path) -> None:
    few = Limits(**vars(UNLIMITED) | {"guest": Rate(0, 2), "new_tables": Rate(0, 1), "sockets_of_guest": 2})
    async with serving(tmp_path, limits=few) as server:
        lea = await server.person("Léa")
        one, two = await lea.tab(), await lea.tab()
        for tab in (one, two):
            await tab.send("{}")
            assert (await tab.receive())["reason"]["key"] == "error.malformed"
        await one.send("{}")
        assert (await one.receive())["reason"]["key"] == "error.too_fast"
        with pytest.raises(websockets.InvalidStatus) as refused:
            await lea.tab()
        assert refused.value.response.status_code == 503
        await server.rules_ready()
        await lea.make([ME, LINK])
        spec = {"game": "tiny", "seats": 2, "chairs": [ME, LINK]}
        assert (await lea.http.post("/api/tables", json=spec)).status_code == 429


def test_a_bucket_fills_again() -> None:
    bucket = Bucket(Rate(2, 1), 0)
    assert [bucket.take(0), bucket.take(0.1), bucket.take(0.7), bucket.take(0.8)] == [
        True,
        False,
        True,
        False,
    ]


@pytest.mark.parametrize(
    ("change", "status", "key", "told"),
    [
        ({"game": "chess"}, 404, "error.unknown_game", "chess"),
        ({"seats": 9}, 400, "error.bad_input", "seats"),
        ({"chairs": [ME]}, 400, "error.bad_input", "chairs"),
        ({"options": {"wings": True}}, 400, "error.bad_input", "options.wings"),
        ({"options": {"calm": 3}}, 400, "error.bad_input", "options.calm"),
        ({"first": 5}, 400, "error.bad_input", "first"),
        ({"chairs": [ME, {"who": "bot", "level": "wizard"}]}, 400, "error.unknown_bot", "wizard"),
        ({"chairs": [ME, {"who": "here"}]}, 400, "error.bad_name", ""),
        ({"chairs": [ME, {"who": "ghost"}]}, 422, "error.malformed", "$.chairs[1].who"),
        ({"wings": 2}, 422, "error.malformed", "wings"),
        ({"components": "faces = 99"}, 400, "error.bad_input", "faces"),
        ({"components": "faces = 3 4"}, 400, "error.why.not_toml_at", "line 1, column 11"),
    ],
)  # fmt: skip
async def test_tables_that_cannot_be(
    server: Harness, change: dict[str, object], status: int, key: str, told: str
) -> None:
    lea = await server.person("Léa")
    spec = {"game": "tiny", "seats": 2, "chairs": [ME, LINK]} | change
    answer = await lea.http.post("/api/tables", json=spec)
    assert (answer.status_code, answer.json()["error"]["key"]) == (status, key), answer.text
    assert told in answer.text


async def test_a_table_that_cannot_be_is_refused_in_both_languages(server: Harness) -> None:
    lea = await server.person("Léa")
    spec = {"game": "tiny", "seats": 2, "chairs": [ME, LINK], "components": "faces = 99"}
    answer = (await lea.http.post("/api/tables", json=spec)).json()
    assert say(answer["error"], "fr") == "faces, ligne 1\u00a0: il faut un nombre de 2 à 8, pas 99"
    assert answer["text"] == say(answer["error"], "en") == "faces, line 1: it must be from 2 to 8, not 99"


async def test_requests_that_cannot_be(server: Harness) -> None:
    http = (await server.person("Léa")).http
    assert (await http.put("/api/me", content=b"x")).status_code == 415
    assert (await http.put("/api/me", json={"name": "x" * 41})).json()["error"]["key"] == "error.bad_name"
    for blank in ("\u3000", "\u3164", "\u200d", "\u200e"):
        answer = await http.put("/api/me", json={"name": f" {blank} "})
        assert answer.json()["error"]["key"] == "error.bad_name"
    assert (await http.put("/api/me", json={"name": "a\u202eb"})).json()["error"]["key"] == "error.name_signs"
    for name, kept in (
        ("\u200fשלום\u200e", "שלום"),
        ("👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"),
        ("می\u200cخواهم", "می\u200cخواهم"),
    ):
        assert (await http.put("/api/me", json={"name": name})).json()["name"] == kept
    too_big = await http.post("/api/components/tiny/check", content=b"#" * 600_000)
    assert (too_big.status_code, too_big.json()["error"]["key"]) == (413, "error.too_big")
    bad = await http.post("/api/components/tiny/check", content=b"faces = 1")
    assert (bad.status_code, bad.json()["error"]["field"]) == (422, "faces")
    assert say(bad.json()["error"], "fr") == "faces, ligne 1\u00a0: il faut un nombre de 2 à 8, pas 1"
    assert say(bad.json()["error"], "en") == "faces, line 1: it must be from 2 to 8, not 1"
    for path in (
        "/api/nothing",
        "/api/rules/chess",
        "/api/rules/chess/search",
        "/art/tiny/none.svg",
        "/assets/none.js",
        "/api/messages/xx",
    ):
        answer = await http.get(path)
        assert (answer.status_code, "error" in answer.json()) == (404, True), path
    assert (await http.delete("/api/me")).status_code == 405


def test_a_port_in_use_is_named() -> None:
    first = listen("127.0.0.1", 0)
    port = first.getsockname()[1]
    with pytest.raises(CannotStart, match=rf"port {port} is in use.*--port"):
        listen("127.0.0.1", port)
    first.close()
    with pytest.raises(CannotStart, match=r"cannot listen on 192\.0\.2\.7"):
        listen("192.0.2.7", 0)


async def test_failures_to_start_are_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    process = await Process(tmp_path / "file" / "data").start(wait=False)
    code, said = await process.ended()
    assert (code, "cannot write in the data folder" in said, "--data" in said) == (1, True, True)
    assert "Traceback" not in said


async def test_a_folder_one_may_not_write_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(self: Path, *args: object, **kwargs: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "write_bytes", denied)
    with pytest.raises(StoreError, match="Permission denied"):
        await Store(tmp_path).open()


async def test_a_log_that_cannot_be_written_refuses(
    own_server: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    a, _ = await pair(own_server)

    async def full(*args: object) -> None:
        raise StoreError(Message("cli.serve.log_unwritten", {"why": "disk full"}))

    with monkeypatch.context() as patch:
        patch.setattr(own_server.services.store, "append", full)
        refused = await a.act(0, 0)
    assert (refused["t"], refused["reason"]["key"]) == ("rejected", "error.log_failed")
    assert refused["reason"]["args"] == {"why": "cannot write the log: disk full"}
    assert (await a.act(0, 0))["t"] == "applied", "what was refused did not happen"


async def test_another_hand_in_the_log_is_noticed(server: Harness) -> None:
    a, b = await pair(server)
    state = server.services.tables._rooms[a.table].state
    event = Act(0, 2, (), 5)
    await server.services.store.append(Batch(a.table, [Row(state.seq + 1, "elsewhere", 1, event)]))
    acted = await b.act(1, 1)
    assert acted["t"] == "applied"
    await a.until(lambda v: v["seq"] >= acted["seq"])
    assert (await a.act(0, 2, command_id="elsewhere"))["t"] == "duplicate"


async def test_a_missing_client_is_reported(tmp_path: Path) -> None:
    async with serving(tmp_path, static=tmp_path / "nothing") as server:
        answer = await server.stranger().http.get("/t/abc")
        assert answer.status_code == 503
        assert "make client" in answer.text


def test_every_reason_is_in_both_catalogues() -> None:
    for language in catalogue.LANGUAGES:
        words = catalogue.export(language)
        assert [key for key in reasons.KEYS if key not in words] == []
        for key, english in reasons.KEYS.items():
            text = words[key]
            assert isinstance(text, str)
            assert catalogue.holes(text) <= catalogue.holes(english), key


def test_bad_components_are_an_input_error() -> None:
    refused = reasons.Refused.of(BadComponents("board.width", "too wide"))
    assert reasons.english(refused.message) == "board.width: too wide"


async def test_endless_nesting_is_answered_and_the_socket_lives(server: Harness) -> None:
    lea = await server.person("Léa")
    tab = await lea.tab(await lea.make([ME, LINK]))
    for nest in ("[" * 20_000, '{"a":' * 10_000):
        await tab.send(nest)
        assert (await tab.until_kind("error"))["reason"]["key"] == "error.malformed"
    assert (await tab.hello())["t"] in ("welcome", "current")
    answer = await lea.http.post("/api/components/tiny/check", content="a = " + "[" * 20_000)
    assert answer.status_code == 422


async def test_a_full_disk_is_reported_without_the_data_being_written(
    own_server: Harness,
) -> None:
    a, _ = await pair(own_server)
    with contextlib.closing(sqlite3.connect(own_server.services.settings.data / FILE)) as database:
        database.execute(
            "CREATE TRIGGER f BEFORE INSERT ON events BEGIN SELECT RAISE(FAIL, 'disk full'); END"
        )
    refused = await a.act(0, 0)
    assert (refused["t"], refused["reason"]["key"]) == ("rejected", "error.log_failed")
    assert "disk full" in refused["reason"]["args"]["why"]
    assert "action" not in json.dumps(refused["reason"])
    assert "INSERT" not in json.dumps(refused["reason"])


async def test_moves_are_refused_while_the_log_fails_then_continue(own_server: Harness) -> None:
    a, _ = await pair(own_server)
    path = own_server.services.settings.data / FILE
    for command, there, kind in (("one", "elsewhere", "rejected"), ("two", "events", "applied")):
        with contextlib.closing(sqlite3.connect(path)) as database:
            here = "events" if there == "elsewhere" else "elsewhere"
            database.execute(f"ALTER TABLE {here} RENAME TO {there}")
        answer = await a.act(0, 0, command_id=command)
        assert answer["t"] == kind
        if kind == "rejected":
            assert answer["reason"]["key"] == "error.log_failed"
            assert answer["reason"]["args"]["why"] == "cannot write the log: no such table: events"


async def test_a_game_that_cannot_be_loaded_is_refused_with_why(
    server: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(name: str) -> None:
        said = Message("error.broken_game", {"game": name, "why": "SyntaxError in rules.py"})
        raise BrokenGame("broken", said)

    lea = await server.person("Léa")
    for module in (routes, table_spec):
        monkeypatch.setattr(module, "registry", SimpleNamespace(get=broken))
    made = await lea.http.post("/api/tables", json={"game": "tiny", "seats": 2, "chairs": [ME, LINK]})
    for answer in (made, await lea.http.get("/api/rules/tiny")):
        assert (answer.status_code, answer.json()["error"]["key"]) == (500, "error.broken_game")
        assert "SyntaxError in rules.py" in answer.json()["text"]


async def test_a_table_with_a_damaged_log_says_what_is_wrong(
    own_server: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    a, _ = await pair(own_server)
    rows = await own_server.services.store.events(a.table)
    own_server.services.tables._rooms.clear()

    async def damaged(_table: str) -> list[Any]:
        return [rows[0], *rows[2:]]

    monkeypatch.setattr(own_server.services.store, "events", damaged)
    b = await own_server.stranger().tab()
    b.table = a.table
    refused = await b.hello()
    assert refused["reason"]["key"] == "error.table_unreadable"
    why = {"key": "error.log.gap", "args": {"seq": 2, "before": 0}}
    assert refused["reason"]["args"] == {"why": why}
    assert catalogue.say(Message("error.log.gap", why["args"]), "en") == "Event 2 follows event 0."


async def test_a_fault_of_the_server_is_named_by_its_kind_alone(
    server: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fault(*_: object) -> None:
        raise KeyError("what nobody may know")

    monkeypatch.setattr(server.services.store, "open_tables", fault)
    with structlog.testing.capture_logs() as noted:
        answer = await server.stranger().http.get("/api/tables")
    assert answer.status_code == 500
    assert answer.json()["error"] == {"key": "error.server", "args": {"why": "KeyError"}}
    assert "KeyError" in answer.json()["text"]
    assert "nobody may know" not in answer.text
    failed = [line for line in noted if line["event"] == "request_failed"]
    assert [(line["path"], repr(line["exc_info"])) for line in failed] == [
        ("/api/tables", "KeyError('what nobody may know')")
    ]


def test_a_bucket_says_when_it_gives_again() -> None:
    bucket = Bucket(Rate(0.25, 1), 0)
    assert bucket.take(0)
    assert not bucket.take(1)
    assert bucket.wait_s == 3
    assert not bucket.take(3.9)
    assert bucket.wait_s == 1
    assert bucket.take(4)
    never = Bucket(Rate(0, 0), 0)
    assert not never.take(9)
    assert never.wait_s == 3600
