"""Broken requests and messages to a server that runs: it answers each, never with a failure, within a second, and goes on.

No answer tells what its asker may not know: seeds, other people's tokens and addresses, the server's keys, and its inside.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import structlog

from depth import few_or_many
from fuzzing import NASTY, SLOW_S, as_json, text, too_much
from ludotheque.server import app as application
from ludotheque.server.room.wire import MAX_MESSAGE
from ludotheque.server.store.people import MailAddress, Subscription
from tests.server.harness import Harness, Person, serving
from tests.server.test_every_route import at, routes
from tests.server.test_playing import LINK, ME, pair
from tests.server.test_secrets import _keep_all
from tests.server.test_tokens import tokens

BODIES: dict[str, Any] = {
    "/api/me": {"name": "Léa", "lang": "fr"},
    "/api/me/device": {"key": "x", "join": True},
    "/api/tables": {"game": "tiny", "seats": 2, "chairs": [ME, LINK], "options": {"calm": True}, "first": 0, "components": "faces = 6"},
    "/api/first-game/{game}/why": {"step": 0, "clicks": ["a"]},
    "/api/options/{game}/{option}": {"value": "a", "components": None},
    "/api/notify/push": {"endpoint": "https://push.example/x", "keys": {"p256dh": "a", "auth": "b"}, "lang": "fr", "renews": ""},
    "/api/notify/mail": {"address": "a@b.example", "lang": "fr"},
    "/api/notify/mail/confirm": {"key": "x"},
    "/api/notify/mail/stop": {"key": "x"},
    "/api/replay": {"table": "x"},
    "/api/replay/chances": {"record": "{}", "known": 1},
    "/api/replay/champion": {"record": "{}", "move": 1},
    "/api/replay/now": {"table": "a"},
    "/api/replay/picture": {"record": "{}", "move": 1, "lang": "en", "names": ["a", "b"], "result": {"key": "a", "args": {}}, "at": {"key": "b", "args": {}}, "site": "a.b"},
    "/api/replay/what-if": {"record": "{}", "move": 1, "seat": 0, "level": "random", "name": "Léa", "names": ["a", "b"]},
}  # fmt: skip


async def secrets_of(server: Harness, *others: Person) -> set[str]:
    """What nobody but these people, or nobody at all, may be told. They get an address and a browser that is called, too."""
    found = set(tokens(*others))
    for person in others:
        guest = await server.services.guests.of_token(tokens(person)[0])
        assert guest is not None
        address, stop = f"secret-{person.name}-{guest.id}@post.example", f"stopkey-{person.name}-{guest.id}"
        await server.services.store.put_address(MailAddress(guest.id, address, "fr", stop, None, 1, 1))
        browser = Subscription(
            f"https://push.example/secret-{person.name}-{guest.id}", "p256dhsecret", "authsecret", "fr"
        )
        await server.services.store.add_subscription(guest.id, browser, 1)
        found |= {address, stop, browser.endpoint, browser.p256dh, browser.auth}
    return found | seeds_of(server)


def seeds_of(server: Harness) -> set[str]:
    return {room.state.seed.hex() for room in server.services.tables.in_memory if room.state.phase != "over"}


@pytest.fixture
async def own_server(tmp_path: Path) -> AsyncIterator[Harness]:
    """A server whose bots think elsewhere: what they take is not what an answer takes."""
    async with serving(tmp_path / "data", bot_processes=True) as harness:
        await harness.rules_ready()
        yield harness


@few_or_many("count", 300, 30_000)
async def test_requests(own_server: Harness, count: int) -> None:
    await own_server.rules_ready()
    a, b = await pair(own_server)
    lea = await own_server.person("Léa")
    http, secrets = lea.http, await secrets_of(own_server, *own_server.people[:2])
    assert len(secrets) == 11, (
        "two tokens, addresses, keys that erase them and browsers, what encrypts to those, and a seed"
    )
    bodies = BODIES | {path: body | {"table": a.table} for path, body in BODIES.items() if "replay" in path}
    began = time.monotonic()
    unsafe, safe = list(routes(own_server, safe=False)), list(routes(own_server, safe=True))
    paths = (await http.get("/api/openapi.json")).json()["paths"]
    with structlog.testing.capture_logs() as noted:
        for number in range(count):
            chance = random.Random(f"requests {number}")
            if chance.random() < 0.7:
                method, path = chance.choice(unsafe)
                given = chance.choice((BODIES, bodies)).get(path, {})
                body = as_json(chance, given).encode("utf-8", "surrogatepass")
            else:
                (method, path), body = chance.choice(safe), b""
            address, strayed = at(path), False
            if "{id}" in path and chance.random() < 0.5:
                address = path.replace("{id}", a.table)
            if chance.random() < 0.3:
                whole = "/".join(
                    quote(str(chance.choice(NASTY)).encode("utf-8", "replace")) if part == "x" or chance.random() < 0.3 else part
                    for part in address.split("/")[1:]
                )  # fmt: skip
                address, strayed = f"/{whole}", True
            if chance.random() < 0.3:
                query = quote(text(chance, "page=front&game=tiny&who=a&table=x&view=hand").encode("utf-8", "replace"), safe="=&")  # fmt: skip
                address += f"?{query}"
            if len(address) > 4000:
                continue
            asked = time.process_time()
            answer = await http.request(
                method, address, content=body, headers={"content-type": "application/json"}
            )
            assert answer.status_code not in (500, 501), (number, method, address, body[:500], answer.text)
            described = paths.get(path, {}).get(method.lower(), {}).get("responses")
            if described is not None and not strayed:
                assert str(answer.status_code) in described, (number, method, address, answer.status_code)
            took = time.process_time() - asked
            if took > SLOW_S:  # whatever is made when it is first asked for takes its time once
                asked = time.process_time()
                await http.request(
                    method, address, content=body, headers={"content-type": "application/json"}
                )
                took = time.process_time() - asked
            assert took < SLOW_S, (number, method, address, body[:500])
            assert len(answer.content) < 4_000_000, number
            told = too_much(answer.text, secrets) or too_much(str(answer.headers), secrets)
            assert not told, (number, method, address, body[:500], told)
            if number % 100 == 0:
                secrets |= seeds_of(own_server)
    print(f"requests: {count} inputs, {time.monotonic() - began:.0f} s")
    await b.close()
    assert [line for line in noted if line["log_level"] in ("error", "critical")] == []
    assert (await http.get("/healthz")).status_code == 200


def test_each_body_belongs_to_a_route(own_server: Harness) -> None:
    assert set(BODIES) <= {
        getattr(route, "path", "") for route in application.make_app(own_server.services).routes
    }


MESSAGES: list[dict[str, Any]] = [
    {"kind": "act", "seat": 0, "action": 1},
    {"kind": "say", "name": "", "text": "oui"},
    {"kind": "undo", "seat": 0},
    {"kind": "sit", "seat": 1, "name": "Tom", "here": False, "nonce": "n"},
    {"kind": "nudge", "seat": 1},
    {"kind": "stay", "seat": 1},
    {"kind": "stand_in", "seat": 1, "open": True},
    {"kind": "consent", "seat": 0, "yes": True},
]


def message(chance: random.Random, table: str, command_id: str, do: dict[str, Any]) -> dict[str, Any]:
    """A message of a browser to a table, of any kind that is answered."""
    kind = chance.choice(("hello", "why", "past", "more", "advise", "command", "command"))
    seat = chance.randrange(2)
    more: dict[str, dict[str, Any]] = {
        "hello": {},
        "why": {"id": "i", "seat": seat, "clicks": [f"add.{chance.randrange(3)}"]},
        "past": {"id": "i", "move": chance.randrange(6)},
        "more": {"id": "i", "seat": seat, "click": f"add.{chance.randrange(3)}"},
        "advise": {"id": "i", "seat": seat},
        "command": {"command_id": command_id, "expected_seq": chance.choice((0, 1, 4, 9)), "do": do},
    }
    return {"t": kind, "table": table} | more[kind]


@few_or_many("count", 300, 30_000)
async def test_messages(own_server: Harness, count: int) -> None:
    a, b = await pair(own_server)
    lea, tom = own_server.people
    secrets = {id(a): await secrets_of(own_server, tom), id(b): await secrets_of(own_server, lea)}
    kept: dict[int, list[bytes]] = {id(a): [], id(b): []}
    for tab in (a, b):
        _keep_all(tab, kept[id(tab)])
    began = time.monotonic()
    with structlog.testing.capture_logs() as noted:
        for number in range(count):
            chance = random.Random(f"messages {number}")
            sent = message(chance, a.table, f"f{number}", chance.choice(MESSAGES))
            tab = chance.choice((a, b))
            written = as_json(chance, sent).encode("utf-8", "surrogatepass")
            sent_at = time.process_time()
            await tab.send(written[:MAX_MESSAGE].decode("utf-8", "replace"))
            await tab.until_kind("error", "rejected", "applied", "duplicate", "welcome", "current", "because", "choices", "past", "advice")  # fmt: skip
            assert time.process_time() - sent_at < SLOW_S, (number, written)
            for each in (a, b):
                told = next(
                    filter(None, (too_much(frame, secrets[id(each)]) for frame in kept[id(each)])), ""
                )
                assert not told, (number, written, told)
                kept[id(each)].clear()
    print(f"messages: {count} inputs, {time.monotonic() - began:.0f} s")
    assert [line for line in noted if line["log_level"] in ("error", "critical")] == []
    assert (await a.hello())["t"] in ("welcome", "current")
    assert json.dumps(a.view)
