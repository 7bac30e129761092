"""A guest's token: made by the server alone, and told to nobody but that guest's browser."""

from __future__ import annotations

import json

import httpx2

from tests.server.harness import Harness, Person, http_client
from tests.server.test_playing import pair
from tests.server.test_secrets import _keep_all

PLANTED = "p" * 43


def given(answer: httpx2.Response) -> str | None:
    """The token that an answer gives; None if it gives none."""
    cookie = answer.headers.get("set-cookie")
    return cookie.partition(";")[0].partition("=")[2] if cookie else None


async def test_a_token_that_somebody_planted_is_never_taken(server: Harness) -> None:
    """It is replaced where a guest is asked for, and refused wherever else it is shown."""
    lea = await server.person("Léa")
    name = next(iter(lea.http.cookies.jar)).name
    planted, made = {"cookie": f"{name}={PLANTED}"}, []
    for _ in range(2):
        async with http_client(f"http://{server.base}") as http:
            refused = await http.put("/api/me", headers=planted, json={"name": "Tom"})
            assert (refused.status_code, given(refused)) == (401, None)
            made.append(given(await http.post("/api/me", headers=planted)))
    assert None not in made
    assert PLANTED not in made
    assert made[0] != made[1]
    assert await server.services.guests.of_token(PLANTED) is None


async def test_a_token_stays_one_guests_whatever_they_are_called(server: Harness) -> None:
    lea = await server.person("Léa")
    answer = await lea.http.put("/api/me", json={"name": "Léonie"})
    assert given(answer) is None
    assert (await lea.http.get("/api/me")).json()["name"] == "Léonie"


async def test_the_cookie_is_hidden_from_scripts_and_foreign_sites(server: Harness) -> None:
    async with http_client(f"http://{server.base}") as http:
        cookie = (await http.post("/api/me")).headers["set-cookie"].lower()
    parts = {part.strip() for part in cookie.split(";")}
    assert {"httponly", "samesite=lax", "path=/"} <= parts
    assert not any(part.startswith("domain") for part in parts)


def tokens(*people: Person) -> list[str]:
    return [str(cookie.value) for person in people for cookie in person.http.cookies.jar]


async def test_no_answer_or_message_reveals_a_token(server: Harness) -> None:
    a, b = await pair(server)
    lea, tom = server.people[:2]
    secret = tokens(lea, tom)
    assert len(secret) == 2
    told: list[bytes] = []
    for tab in (a, b):
        _keep_all(tab, told)
    assert (await a.do("say", text="bonjour"))["t"] == "applied"
    await a.act(0, 0)
    await b.hello()
    for message in ({"t": secret[0]}, {"t": "hello", "table": 3}):
        await b.send(json.dumps(message))
        await b.until_kind("error")
    for path in ("/api/me", "/api/tables", "/api/history", f"/api/tables/{a.table}/record", "/api/library", "/readyz"):  # fmt: skip
        answer = await tom.http.get(path)
        told += [answer.content, str(answer.headers).encode(), str(answer.url).encode()]
    link = await tom.http.post("/api/me/link")
    told += [link.content, (await tom.http.put("/api/me", json={"nam": 1})).content]
    said = b"\n".join(told).decode()
    assert len(told) > 10
    assert secret[1] not in said
    assert said.count(secret[0]) <= 1, "Tom's own message comes back to him alone"
