"""What `/api/openapi.json` tells programs: it is valid, covers every route, and is what the server really does."""

from __future__ import annotations

import re
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator
from starlette.routing import Route

from ludotheque import bots
from ludotheque.core import components, registry
from ludotheque.core.record import dumps
from ludotheque.server import app as application
from ludotheque.server.thinking import chances
from ludotheque.server.web import api, replays
from ludotheque.server.web import notices as notices_api
from ludotheque.server.web.openapi import WHY, is_told, known_of
from tests.server.harness import Harness
from tests.server.test_playing import BOT, ME
from tests.server.test_replays import bantu


async def told(server: Harness) -> Any:
    answer = await server.stranger().http.get("/api/openapi.json")
    assert answer.headers["content-type"] == "application/json"
    return answer.json()


async def test_the_description_is_valid(server: Harness) -> None:
    assert [error.message for error in OpenAPIV31SpecValidator(await told(server)).iter_errors()] == []


async def test_every_route_but_the_pages_is_in_it(server: Harness) -> None:
    paths = (await told(server))["paths"]
    wanted = {
        (route.path, method.lower())
        for route in application.make_app(server.services).routes
        if isinstance(route, Route) and route.path != "/{path:path}"
        for method in (route.methods or set()) - {"HEAD"}
    }
    found = {(path, method) for path, operations in paths.items() for method in operations}
    assert found == wanted
    assert len(found) > 30
    names = [operation["operationId"] for operations in paths.values() for operation in operations.values()]
    assert len(names) == len(set(names))
    for path, operations in paths.items():
        for operation in operations.values():
            named = {each["name"] for each in operation["parameters"] if each["in"] == "path"}
            assert named == set(re.findall(r"\{(\w+)\}", path))
            assert operation["summary"], path


def test_whatever_reads_or_answers_json_says_of_which_type() -> None:
    for route in [*api.ROUTES, *replays.ROUTES, *notices_api.ROUTES]:
        known = known_of(route.endpoint)
        assert is_told(route)
        if route.path != "/api/openapi.json":  # its own type is OpenAPI's
            assert (known.kind == "application/json") is (known.answers is not None), route.path
        for status in (*known.refuses, *known.others):
            assert status in WHY


async def test_unsafe_routes_describe_their_input(server: Harness) -> None:
    """As `test_every_route.py` finds it out by asking."""
    without = {"arrive", "link_device", "delete_mail", "keep_no_more", "sign_out"}
    for operations in (await told(server))["paths"].values():
        for method, operation in operations.items():
            reads = method != "get" and operation["operationId"] not in without
            assert ("requestBody" in operation) is reads, operation["operationId"]
            # Who was removed from a table is refused; the host of the server is not.
            at_a_table = "410" in operation["responses"] and "401" not in operation["responses"]
            assert ("403" in operation["responses"]) is (method != "get" or at_a_table)


async def test_bodies_are_as_described(server: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is asked about tables that are open, played and over, and about each game."""
    for budget in ("EACH", "CLOSELY"):
        monkeypatch.setattr(chances, budget, bots.Budget(simulations=4))
    monkeypatch.setattr(chances, "MAX_MOMENTS", 5)
    description = await told(server)
    lea = await server.person("Léa")
    table = await lea.make([ME, BOT])
    await lea.make([ME, {"who": "link"}])
    tab = await lea.tab(table)
    asked = 0

    async def check(method: str, path: str, address: str = "", **more: Any) -> Any:
        nonlocal asked
        answer = await lea.http.request(method, address or path, **more)
        told = description["paths"][path][method.lower()]["responses"][str(answer.status_code)]
        if "$ref" in told:
            told = description["components"]["responses"][told["$ref"].rpartition("/")[2]]
        kind = answer.headers["content-type"]
        schema = told["content"][kind]["schema"]
        if kind == "application/json":
            whole = {**schema, "components": description["components"]}
            errors = [error.message for error in Draft202012Validator(whole).iter_errors(answer.json())]
            assert errors == [], (path, errors[:3])
            asked += 1
            return answer.json()
        return answer.text

    async def look() -> None:
        lists = await check("GET", "/api/tables")
        assert lists["mine"]
        for path in ("", "/picture", "/champion", "/chances", "/what-if"):
            await check("POST", f"/api/replay{path}", json={"table": table})
        await check("GET", "/api/tables/{id}/record", f"/api/tables/{table}/record")
        await check("GET", "/api/tables/{id}/alone", f"/api/tables/{table}/alone")
        await check("GET", "/api/tables/{id}/qr.svg", f"/api/tables/{table}/qr.svg")

    await look()
    ended = await tab.do("end", seat=0)
    assert ended["t"] == "applied", ended
    await tab.until(lambda view: view["table"]["phase"] == "over")
    await look()
    assert (await check("GET", "/api/history"))["tables"]
    await check("GET", "/api/history", "/api/history?page=x")
    assert (await check("GET", "/api/me"))["name"] == "Léa"
    await check("PUT", "/api/me", json={"name": "Léa", "lang": "fr"})
    await check("PUT", "/api/me", json={"name": "", "lang": "de"})
    await check("PUT", "/api/me", content=b"{}")
    await check("POST", "/api/me/link")
    await check("POST", "/api/me/device", json={"key": "x"})
    await check("POST", "/api/tables", json={"game": "tiny", "seats": 9, "chairs": []})
    await check("POST", "/api/tables", json={"game": "belote", "seats": 2, "chairs": []})
    record = dumps(bantu().record())
    for path in ("", "/picture", "/chances"):
        await check("POST", f"/api/replay{path}", json={"record": record})
        await check("POST", f"/api/replay{path}", json={"record": "{}"})
    for path in ("/api/notify", "/api/health", "/healthz", "/readyz", "/api/openapi.json"):
        await check("GET", path)
    for path in ("/api/notify/mail", "/api/notify/push"):
        await check("DELETE", path, json={"endpoint": "x"} if "push" in path else None)
    await check("PUT", "/api/notify/mail", json={"address": "a@b.example"})
    await check("POST", "/api/notify/mail/confirm", json={"key": "x"})
    await check("POST", "/api/notify/mail/stop", json={"key": "x"})
    await check("GET", "/api/messages/{lang}", "/api/messages/fr")
    await check("GET", "/api/messages/{lang}", "/api/messages/xx")
    games = (await check("GET", "/api/library"))["games"]
    assert len(games) == 6
    for game in (each["name"] for each in games):
        for path in ("/api/rules/{game}", "/api/edition/{game}", "/api/first-game/{game}"):
            await check("GET", path, path.replace("{game}", game))
        why, on = "/api/first-game/{game}/why", "/api/options/{game}/{option}"
        await check("POST", why, why.replace("{game}", game), json={"step": 0, "clicks": ["x"]})
        await check("POST", on, f"/api/options/{game}/course", json={})
        test = "/api/components/{game}/check"
        await check("POST", test, test.replace("{game}", game), content=b"x = 1")
    assert asked > 60


async def test_a_version_that_is_known_is_not_sent_again(server: Harness) -> None:
    http = server.stranger().http
    paths = (await told(server))["paths"]
    fresh = [path for path, each in paths.items() if "304" in each.get("get", {}).get("responses", {})]
    assert "/api/openapi.json" in fresh
    first = await http.get("/api/openapi.json")
    again = await http.get("/api/openapi.json", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


async def test_the_printed_box_is_there_to_begin_with(server: Harness) -> None:
    http = server.stranger().http
    answer = await http.get("/api/components/bantu")
    assert answer.headers["content-type"].startswith("application/toml")
    assert components.read_toml(answer.content) == components.printed(registry.get("bantu"))
    assert (await http.get("/api/components/chess")).status_code == 404
