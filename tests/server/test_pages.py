"""Pages, files, cookies and data over HTTP."""

from __future__ import annotations

import contextlib
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ludotheque import Table
from ludotheque.core import components, registry, rulebook
from ludotheque.server import launch
from ludotheque.server.access.origins import addresses
from ludotheque.server.base.log_lines import LossyStream
from ludotheque.server.live import boards, first_games, tables
from ludotheque.server.people.guests import LINK_S, DeviceLinks
from ludotheque.server.web import api
from tests.server.harness import PATIENT, Harness, serving
from tests.server.test_evenings import PLAN
from tests.server.test_playing import LINK, ME


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A client as Vite leaves it."""
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<title>Ludothèque</title>")
    (static / "icon.svg").write_text("<svg/>")
    (static / "assets" / "main-abc123.js").write_text("let it = 'be';" * 200)
    (tmp_path / "secret.txt").write_text("not yours")
    return static


async def test_files_and_pages(tmp_path: Path, built: Path) -> None:
    async with serving(tmp_path / "data", static=built) as server:
        http = server.stranger().http
        lea = await server.person("Léa")
        table = await lea.make([ME, LINK])
        evening = (await lea.http.post("/api/evenings", json=PLAN)).json()["id"]
        there = ("", "new/tiny", "rules/tiny", "edition/tiny", "learn/tiny", f"t/{table}", f"replay/{table}", "replay", "me",
                 "me/", "history", "ranking", "device", "mail", "evening", f"evening/{evening}", f"board/{evening}")  # fmt: skip
        missing = (
            "t/abc",
            "t",
            f"t/{table}/x",
            "wp-login",
            "rules/chess",
            "evening/ABC",
            "board",
            "host",
            "a/b/c",
            "new/",
        )
        for status, pages in ((200, there), (404, missing)):
            for page in pages:
                answer = await http.get(f"/{page}")
                assert (answer.status_code, "Ludothèque" in answer.text) == (status, True), page
                assert answer.headers["cache-control"] == "no-cache"
                assert "set-cookie" not in answer.headers, "who looks is no guest"
        for file in ("wp-login.php", "robots.txt", "favicon.ico", "assets/none.js", "t/x.png"):
            answer = await http.get(f"/{file}")
            assert (answer.status_code, answer.headers["content-type"]) == (404, "application/json"), file
        assert len(await server.services.store.people.unused(2**62, 2**62, 9)) == 0, "nobody was made a guest"
        script = await http.get("/assets/main-abc123.js")
        assert "immutable" in script.headers["cache-control"]
        assert script.headers["content-type"].startswith("text/javascript")
        assert script.headers["content-encoding"] == "gzip"
        policy = script.headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert f"ws://{server.base}" in policy
        assert script.headers["x-content-type-options"] == "nosniff"
        for outside in ("/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt"):
            assert "not yours" not in (await http.get(outside)).text


async def test_a_page_hears_the_servers_build_and_when_it_differs(tmp_path: Path, built: Path) -> None:
    heard = []
    for page in ("the first build", "the next build"):
        (built / "index.html").write_text(page)
        async with serving(tmp_path / page, static=built) as server:
            lea = await server.person("Léa")
            tab = await lea.tab(await lea.make([ME, LINK]))
            welcome = await tab.hello()
            current = await tab.hello(view_hash=tab.view["view_hash"])
            assert (welcome["t"], current["t"]) == ("welcome", "current")
            met = (await lea.http.get("/api/me")).json()
            assert welcome["build"] == current["build"] == met["build"] == server.services.build
            heard.append(welcome["build"])
    assert len(set(heard) - {""}) == 2


async def test_cookies(server: Harness) -> None:
    http = server.stranger().http
    nobody = await http.get("/api/me")
    assert "set-cookie" not in nobody.headers
    assert nobody.json() == {"name": "", "lang": "", "known": False, "build": server.services.build}
    answer = await http.post("/api/me")
    assert answer.json() == {"name": "", "lang": ""}
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("ludotheque=")
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Secure" not in cookie
    assert "set-cookie" not in (await http.post("/api/me")).headers
    assert (await http.put("/api/me", json={"name": "Léa", "lang": "fr"})).json() == {
        "name": "Léa",
        "lang": "fr",
    }
    met = (await http.get("/api/me")).json()
    assert (met["name"], met["lang"], met["known"]) == ("Léa", "fr", True)
    token = http.cookies["ludotheque"]
    stored = (server.services.settings.data / "ludotheque.db").read_bytes()
    stored += (server.services.settings.data / "ludotheque.db-wal").read_bytes()
    assert token.encode() not in stored, "only its hash is kept"


async def test_another_device_becomes_mine_by_a_link_that_works_once(server: Harness) -> None:
    lea, other = await server.person("Léa"), server.stranger().http
    made = (await lea.http.post("/api/me/link")).json()
    link, _, key = made["link"].partition("#")
    assert link == f"http://{server.base}/device"
    assert made["qr"].startswith("<svg")
    assert (await other.post("/api/me/device", json={"key": key})).json()["name"] == "Léa"
    assert (await other.get("/api/me")).json()["name"] == "", "asking whose key it is changes nothing"
    assert (await other.post("/api/me/device", json={"key": key, "join": True})).json()["name"] == "Léa"
    assert (await other.get("/api/me")).json()["name"] == "Léa"
    again = await server.stranger().http.post("/api/me/device", json={"key": key, "join": True})
    assert again.status_code == 410
    assert again.json()["error"]["key"] == "error.device_link"
    assert "set-cookie" not in again.headers
    invented = await server.stranger().http.post("/api/me/device", json={"key": "x", "join": True})
    assert invented.status_code == 410


def test_a_link_to_another_device_grows_old() -> None:
    links = DeviceLinks()
    key = links.make(7, now=100.0)
    assert links.find(key, now=100.0 + LINK_S - 1) == 7
    assert links.find(key, now=100.0 + LINK_S) == 0
    assert not links._guests, "what is too old is forgotten"
    key = links.make(7, now=900.0)
    assert links.find(key, now=901.0, use_up=True) == 7
    assert links.find(key, now=901.0) == 0


@pytest.mark.parametrize("name", ["robots.txt", "favicon.ico", "apple-touch-icon.png", "icon.svg"])
def test_files_for_browsers_and_search_engines_exist(name: str) -> None:
    data = (Path(__file__).parents[2] / "client" / "public" / name).read_bytes()
    begin = {"ico": b"\0\0\1\0", "png": b"\x89PNG", "svg": b"<svg", "txt": b"User-agent: *\n"}[name[-3:]]
    assert data.startswith(begin)
    if name == "robots.txt":
        refused = {
            line.partition(" ")[2] for line in data.decode().splitlines() if line.startswith("Disallow")
        }
        assert {"/api/", "/t/", "/replay/", "/evening/", "/me"} <= refused, (
            "tables, and what is anybody's own"
        )


async def test_cookies_over_tls(server: Harness) -> None:
    answer = await server.stranger().http.post("/api/me", headers={"x-forwarded-proto": "https"})
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("__Host-ludotheque=")
    assert "Secure" in cookie
    assert "Path=/" in cookie
    assert "Domain" not in cookie


async def test_data(server: Harness) -> None:
    lea = await server.person("Léa")
    http = lea.http
    library = (await http.get("/api/library")).json()
    tiny = next(game for game in library["games"] if game["name"] == "tiny")
    assert tiny["seats"] == [2, 3]
    assert tiny["ready"] == "ready"
    assert tiny["options"][0]["name"] == "calm"
    assert library["bots"] == ["random", "easy", "greedy", "steady", "strong", "master"]
    assert library["default_bot"] == "greedy"
    words = {language: (await http.get(f"/api/messages/{language}")).json() for language in ("fr", "en")}
    assert words["fr"].keys() == words["en"].keys()
    assert not [key for key in words["fr"] if key.startswith(("error.record", "error.position"))], (
        "these are said elsewhere"
    )
    front = (await http.get("/api/messages/fr?page=front")).json()
    assert front["tiny.title"] == words["fr"]["tiny.title"]
    assert front.items() < words["fr"].items()
    assert not [key for key in front if key.startswith("tiny.") and not key.endswith((".title", ".tagline"))]
    rows = (await http.get("/api/rules/tiny")).json()["rows"]
    assert {"id", "paragraph", "fr", "en", "ruling_fr", "ruling_en"} <= set(rows[0])
    facts = (await http.get("/api/edition/tiny")).json()["facts"]
    assert {"what_fr", "what_en", "provenance"} <= set(facts[0])
    assert (await http.get("/healthz")).json() == {"ok": True}
    table = await lea.make([ME, {"who": "here", "name": "Zoé"}])
    code = await http.get(f"/api/tables/{table}/qr.svg")
    assert code.headers["content-type"].startswith("image/svg+xml")
    assert 'xmlns="http://www.w3.org/2000/svg"' in code.text
    tab = await lea.tab(table)
    layout = tab.view["layout"]["id"]
    assert "<svg" in (await http.get(f"/art/tiny/board/{layout}.svg")).text
    assert (await http.get("/art/tiny/board/none.svg")).status_code == 404
    assert "<svg" in (await http.get("/art/tiny/sprites.svg")).text
    assert (await http.post("/api/components/tiny/check", content=b"faces = 6\ncards = 6\nrounds = 1\npawn = 2\npatience_ms = 500")).json() == {"seats": [2, 3]}  # fmt: skip


async def test_a_question_about_the_rules_is_answered(server: Harness) -> None:
    lea = await server.person("Léa")

    async def found(q: str, lang: str) -> dict[str, Any]:
        answer = await lea.http.get("/api/rules/boussanga/search", params={"q": q, "lang": lang})
        assert answer.status_code == 200
        return dict(answer.json())

    answer = await found("combien vaut le feu", "fr")
    assert answer["rows"][0]["id"] == "BOU-19"
    assert "feu" in answer["rows"][0]["words"]
    assert (answer["language"], answer["near"], answer["related"]) == ("fr", [], [])
    other = await found("égalité", "en")  # said in the other language
    assert (other["language"], other["rows"][0]["id"]) == ("fr", "BOU-24")
    none = await found("elementaire", "xx")
    assert none["rows"] == []
    assert "element" in none["near"]
    assert none["related"]
    assert (await found("", "fr"))["rows"] == []
    assert (await found("feu " * 5000, "fr"))["rows"], "only the beginning counts"
    rules = (await lea.http.get("/api/rules/boussanga")).json()
    assert {"fr": "élément", "en": "element", "row": "BOU-19"} in rules["terms"]
    assert rules["rows"][0]["easy_fr"].startswith("Alignez")


async def test_a_board_that_nobody_has_is_looked_for_at_no_table_twice(
    own_server: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    lea = await own_server.person("Léa")
    copied: list[Any] = []
    copy = boards.copy_of_state

    def watched(state: Any) -> Any:
        copied.append(state)
        return copy(state)

    monkeypatch.setattr(boards, "copy_of_state", watched)
    chairs = [ME, {"who": "here", "name": "Zoé"}]
    for _ in range(2):
        await lea.tab(await lea.make(chairs))
    for name in ("none", "nothing", "none"):
        assert (await lea.http.get(f"/art/tiny/board/{name}.svg")).status_code == 404
    assert len(copied) == 2
    own = PATIENT.replace("faces = 6", "faces = 5")
    tab = await lea.tab(await lea.make(chairs, components=own))
    layout = tab.view["layout"]["id"]
    assert "<svg" in (await lea.http.get(f"/art/tiny/board/{layout}.svg")).text


async def test_drawings_and_words_are_revalidated_and_sent_if_changed(
    server: Harness,
) -> None:
    await server.rules_ready()
    http = server.stranger().http
    for address in ("/art/tiny/sprites.svg", "/art/tiny/board/tiny-6.svg", "/api/messages/en"):
        first = await http.get(address)
        assert (first.status_code, first.headers["cache-control"]) == (200, "no-cache")
        again = await http.get(address, headers={"if-none-match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        changed = await http.get(address, headers={"if-none-match": 'W/"another"'})
        assert (changed.status_code, changed.content) == (200, first.content)


async def test_tables_never_wait_for_slow_work(server: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    there = threading.get_ident()
    called: list[str] = []

    def watched(owner: Any, name: str) -> None:
        does = getattr(owner, name)

        def elsewhere(*given: Any, **more: Any) -> Any:
            assert threading.get_ident() != there, name
            called.append(name)
            return does(*given, **more)

        monkeypatch.setattr(owner, name, elsewhere)

    lea = await server.person("Léa")
    table = await lea.make([ME, {"who": "bot"}], "banjooli-cross")
    await (await lea.tab(table)).until(lambda view: view["table"]["phase"] == "playing")
    watched(first_games, "played")
    watched(registry, "installed_games")
    watched(api, "_messages")
    watched(rulebook, "rows")
    watched(rulebook, "edition")
    watched(api, "_following")
    watched(tables, "opening")
    watched(components, "read_toml")
    watched(Table, "record")
    assert (await lea.http.get("/art/banjooli-cross/board/none.svg")).status_code == 404
    for address in (
        "/api/library", "/api/messages/fr", "/api/rules/billabong", "/api/edition/billabong", f"/api/tables/{table}/record",
    ):  # fmt: skip
        assert (await lea.http.get(address)).status_code == 200, address
    await lea.http.post("/api/options/banjooli-cross/course", json={})
    assert (await lea.http.post("/api/components/tiny/check", content=PATIENT)).status_code == 200
    await lea.make([ME, LINK], "billabong")
    assert set(called) == {
        "played", "installed_games", "_messages", "rows", "edition", "_following", "opening", "read_toml", "record",
    }  # fmt: skip


async def test_layouts_are_sent_once(server: Harness) -> None:
    lea, tom = await server.person("Léa"), await server.person("Tom")
    table = await lea.make([ME, LINK])
    a, b = await lea.tab(table), await tom.tab(table)
    await b.do("sit", seat=1, name="Tom")
    layouts = []
    await b.until(lambda view: view["table"]["phase"] == "playing")
    assert (await b.do("act", seat=1, action=1))["t"] == "applied"
    while a.view["scene"] is None or len(a.moves) < 4:
        message = await a.receive()
        if message["t"] == "update" and message["scene"]:
            layouts.append(message["layout"] is not None)
    assert layouts[0] is True
    assert not any(layouts[1:])


def test_printed_pages(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    from ludotheque.server.settings import Settings

    settings = Settings(tmp_path, static=tmp_path, language="en")
    launch._say(settings, 8123)
    out = capsys.readouterr().out
    assert "http://127.0.0.1:8123/" in out
    assert "make client" in out
    launch._say(replace(settings, host="0.0.0.0", language="fr"), 8123)
    out = capsys.readouterr().out
    for address in addresses():
        assert f"http://{address}:8123/" in out
    if addresses():
        assert "█" in out or "▄" in out, "a QR code"


def test_the_server_continues_when_logging_fails() -> None:
    with Path("/dev/full").open("w", buffering=1) as full:
        stream = LossyStream(full)
        assert stream.write("one line\n") == 9
        stream.flush()
        with contextlib.suppress(OSError):
            full.close()
