"""What holds for every route of the application: walked over its own list, so that a new route is not forgotten."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
import websockets
from starlette.routing import Route

from ludotheque.server import app as application
from ludotheque.server.access.limits import UNLIMITED, Limits, Rate
from ludotheque.server.access.origins import safety
from tests.server.harness import Harness, serving

SAFE = {"GET", "HEAD"}

NO_JSON = {
    ("POST", "/api/me"),  # no body is read
    ("POST", "/api/me/link"),  # no body is read
    ("DELETE", "/api/notify/mail"),  # no body is read
    ("DELETE", "/api/me/kept"),  # no body is read
    ("POST", "/api/me/sign-out"),  # no body is read
    ("POST", "/api/components/{game}/check"),  # a file is read, and nothing is changed
}
"""Unsafe routes that do not ask for JSON, each with the reason."""


def routes(server: Harness, *, safe: bool) -> Iterator[tuple[str, str]]:
    """Each method and path of the application."""
    app = application.make_app(server.services)
    for route in app.routes:
        for method in sorted(getattr(route, "methods", None) or ()):
            assert isinstance(route, Route)
            if (method in SAFE) is safe:
                yield method, route.path


def at(path: str) -> str:
    """An address on this route."""
    named = {"{game}": "tiny", "{lang}": "en", "{option}": "calm"}
    return re.sub(r"\{\w+(:path)?\}", lambda found: named.get(found[0], "x"), path)


def assert_safe(answer: httpx2.Response) -> None:
    """Check the headers of an answer."""
    for name, value in safety(answer.request.headers["host"]).items():
        assert answer.headers[name] == value, (answer.request.url, name)
    directives = dict(each.split(" ", 1) for each in answer.headers["content-security-policy"].split("; "))
    assert directives["script-src"] == directives["default-src"] == "'self'"


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://localhost:1"},
        {"origin": ""},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
async def test_no_unsafe_route_listens_to_a_foreign_page(server: Harness, headers: dict[str, str]) -> None:
    http = (await server.person("Léa")).http
    asked = 0
    for method, path in routes(server, safe=False):
        answer = await http.request(method, at(path), headers=headers, json={})
        found = (answer.status_code, answer.json()["error"]["key"])
        assert found == (403, "error.forbidden_origin"), (method, path)
        asked += 1
    assert asked > 15


async def test_unsafe_routes_read_json_alone(server: Harness) -> None:
    http = (await server.person("Léa")).http
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        for method, path in routes(server, safe=False):
            answer = await http.request(method, at(path), headers={"content-type": kind}, content=b"{}")
            assert (answer.status_code == 415) is ((method, path) not in NO_JSON), (method, path, answer.text)


async def test_unsafe_routes_refuse_deep_nesting(server: Harness) -> None:
    http = (await server.person("Léa")).http
    nests = [b"[" * 100_000, b'{"options": ' + b'{"a": ' * 50_000, b'{"a": ' * 50_000]
    for method, path in routes(server, safe=False):
        if (method, path) in NO_JSON:
            continue
        for nest in nests:
            answer = await http.request(
                method, at(path), headers={"content-type": "application/json"}, content=nest
            )
            assert answer.status_code in (413, 422), (method, path, answer.text)


async def test_every_answer_has_the_security_headers(
    server: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    http = (await server.person("Léa")).http
    statuses = set()
    unsafe, safe = list(routes(server, safe=False)), list(routes(server, safe=True))
    usual, foreign = {}, ({"origin": "http://evil.example"}, {"host": "evil.example"})
    asked = [(each, usual) for each in (*safe, *unsafe)]
    asked += [(each, headers) for each in (*safe[::4], *unsafe) for headers in foreign]
    for (method, path), headers in asked:
        answer = await http.request(method, at(path), headers=headers)
        assert_safe(answer)
        statuses.add(answer.status_code)
    assert_safe(await http.delete("/api/me"))

    async def fault(*_: object) -> None:
        raise KeyError("what nobody may know")

    monkeypatch.setattr(server.services.store, "open_tables", fault)
    failed = await http.get("/api/tables")
    assert failed.status_code == 500
    assert_safe(failed)
    assert statuses >= {200, 403, 404, 415, 421}


async def test_a_socket_that_is_not_opened_answers_with_them_too(server: Harness) -> None:
    with pytest.raises(websockets.InvalidStatus) as refused:
        await websockets.connect(f"ws://{server.base}/ws", origin="http://evil.example")  # type: ignore[arg-type]
    for name, value in safety(server.base).items():
        assert refused.value.response.headers[name] == value


def test_an_invalid_host_stays_out_of_the_policy() -> None:
    assert "evil" not in safety("localhost; script-src evil")["content-security-policy"]
    assert "ws://[::1]:8000 " in safety("[::1]:8000")["content-security-policy"]


async def test_too_many_requests_get_a_time_to_retry(tmp_path: Path) -> None:
    few = {"new_tables": Rate(0.05, 0), "requests": Rate(0.02, 3), "socket": Rate(0.1, 0)}
    async with serving(tmp_path, limits=Limits(**vars(UNLIMITED) | few)) as server:
        lea = await server.person("Léa")
        tab = await lea.tab()
        await tab.send("{}")
        assert (await tab.receive())["reason"] == {"key": "error.too_fast", "args": {"n": 10}}
        spec = {"game": "tiny", "seats": 2, "chairs": [{"who": "me"}, {"who": "link"}]}
        assert_waits(await lea.http.post("/api/tables", json=spec), range(15, 21))
        await lea.http.get("/api/me")
        assert_waits(await lea.http.get("/api/me"), range(25, 51))


def assert_waits(answer: httpx2.Response, wanted: range) -> None:
    """Check that a refusal says when to ask again, in its text and in its header."""
    assert (answer.status_code, answer.json()["error"]["key"]) == (429, "error.too_fast"), answer.text
    seconds = answer.json()["error"]["args"]["n"]
    assert seconds in wanted
    assert answer.headers["retry-after"] == str(seconds)
    assert f"{seconds} s" in answer.json()["text"]
    assert_safe(answer)


async def test_unsafe_routes_refuse_large_bodies_before_reading_them(server: Harness) -> None:
    http = (await server.person("Léa")).http
    body = b"[" + b" " * (2 * 1024 * 1024)  # no JSON: whoever had decoded it would say so
    for method, path in routes(server, safe=False):
        if (method, path) in NO_JSON and "components" not in path:
            continue
        answer = await http.request(
            method, at(path), headers={"content-type": "application/json"}, content=body
        )
        assert (answer.status_code, answer.json()["error"]["key"]) == (413, "error.too_big"), path
        assert_safe(answer)


@pytest.mark.parametrize(
    ("limit", "method", "path", "body"),
    [
        ("device_links", "POST", "/api/me/link", None),
        ("replays", "POST", "/api/replay", {"record": "{}"}),
        ("replays", "POST", "/api/box/tiny", {}),
        ("replays", "GET", "/api/rules/tiny/search?q=die", None),
        ("new_tables", "POST", "/api/tables", {"game": "tiny", "seats": 2, "chairs": [{"who": "me", "name": "Léa"}, {"who": "link"}]}),
        ("tables_of_address", "POST", "/api/tables", {"game": "tiny", "seats": 2, "chairs": [{"who": "me", "name": "Léa"}, {"who": "link"}]}),
        ("requests", "GET", "/api/me", None),
    ],
)  # fmt: skip
async def test_every_budget_of_requests_says_when_again(
    tmp_path: Path, limit: str, method: str, path: str, body: dict[str, object] | None
) -> None:
    """And it is true: whoever waits that long is answered."""
    few = {limit: Rate(0.5, 1)}
    async with serving(tmp_path, limits=Limits(**vars(UNLIMITED) | few)) as server:
        lea = server.stranger()
        for _ in range(5):
            refused = await lea.http.request(method, path, json=body)
            if refused.status_code == 429:
                break
        assert_waits(refused, range(1, 3))
        await asyncio.sleep(int(refused.headers["retry-after"]))
        assert (await lea.http.request(method, path, json=body)).status_code != 429


async def test_newcomers_of_an_address_have_a_budget(tmp_path: Path) -> None:
    few = {"new_guests": Rate(0.02, 1)}
    async with serving(tmp_path, limits=Limits(**vars(UNLIMITED) | few)) as server:
        assert (await server.stranger().http.post("/api/me")).status_code == 200
        assert_waits(await server.stranger().http.post("/api/me"), range(45, 51))


@pytest.mark.parametrize(
    ("method", "path", "status", "allowed"),
    [
        ("GET", "/api/replay", 405, "POST"),
        ("DELETE", "/api/me", 405, "GET, HEAD, POST, PUT"),
        ("GET", "/api/notify/mail", 405, "DELETE, PUT"),
        ("POST", "/api/options/tiny/a%2Fb", 404, None),
        ("GET", "/api/nothing", 404, None),
        ("POST", "/", 405, "GET, HEAD"),
    ],
)
async def test_a_wrong_method_is_answered_with_the_allowed_ones(
    server: Harness, method: str, path: str, status: int, allowed: str | None
) -> None:
    answer = await server.stranger().http.request(method, path)
    found = answer.headers.get("allow")
    assert (answer.status_code, found and ", ".join(sorted(found.split(", ")))) == (status, allowed)
    assert answer.json()["error"]["key"] == "error.not_found"
