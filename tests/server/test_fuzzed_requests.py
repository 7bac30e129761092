"""Broken requests and messages to a server that runs: it answers each, never with a failure, and goes on."""

from __future__ import annotations

import json
import random
from typing import Any
from urllib.parse import quote

import structlog

from depth import few_or_many
from fuzzing import NASTY, as_json, text
from ludotheque.server import app as application
from ludotheque.server.wire import MAX_MESSAGE
from tests.server.harness import Harness
from tests.server.test_every_route import at, routes
from tests.server.test_playing import LINK, ME, pair

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
    "/api/replay/picture": {"record": "{}", "move": 1, "lang": "en", "names": ["a", "b"], "result": {"key": "a", "args": {}}},
    "/api/replay/what-if": {"record": "{}", "move": 1, "seat": 0, "level": "random", "name": "Léa"},
}  # fmt: skip


@few_or_many("count", 300, 30_000)
async def test_requests(server: Harness, count: int) -> None:
    await server.rules_ready()
    http = (await server.person("Léa")).http
    unsafe, safe = list(routes(server, safe=False)), list(routes(server, safe=True))
    with structlog.testing.capture_logs() as noted:
        for number in range(count):
            chance = random.Random(f"requests {number}")
            if chance.random() < 0.7:
                method, path = chance.choice(unsafe)
                body = as_json(chance, BODIES.get(path, {})).encode("utf-8", "surrogatepass")
            else:
                (method, path), body = chance.choice(safe), b""
            address = at(path)
            if chance.random() < 0.3:
                whole = "/".join(
                    quote(str(chance.choice(NASTY)).encode("utf-8", "replace")) if part == "x" or chance.random() < 0.3 else part
                    for part in address.split("/")[1:]
                )  # fmt: skip
                address = f"/{whole}"
            if chance.random() < 0.3:
                query = quote(text(chance, "page=front&game=tiny&who=a&table=x&view=hand").encode("utf-8", "replace"), safe="=&")  # fmt: skip
                address += f"?{query}"
            if len(address) > 4000:
                continue
            answer = await http.request(
                method, address, content=body, headers={"content-type": "application/json"}
            )
            assert answer.status_code not in (500, 501), (number, method, address, body[:500], answer.text)
            assert len(answer.content) < 4_000_000, number
    assert [line for line in noted if line["log_level"] in ("error", "critical")] == []
    assert (await http.get("/healthz")).status_code == 200


def test_each_body_belongs_to_a_route(server: Harness) -> None:
    assert set(BODIES) <= {
        getattr(route, "path", "") for route in application.make_app(server.services).routes
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


@few_or_many("count", 300, 30_000)
async def test_messages(server: Harness, count: int) -> None:
    a, b = await pair(server)
    with structlog.testing.capture_logs() as noted:
        for number in range(count):
            chance = random.Random(f"messages {number}")
            sent: dict[str, Any] = {"table": a.table, "id": "i"}
            kind = chance.choice(("hello", "why", "past", "more", "advise", "command", "command"))
            if kind == "command":
                sent = {
                    "table": a.table,
                    "command_id": f"f{number}",
                    "expected_seq": chance.choice((0, 1, 4, 9)),
                }
                sent["do"] = chance.choice(MESSAGES)
            else:
                sent |= {"seat": 0, "clicks": ["add.0"], "move": 1}
            tab = chance.choice((a, b))
            written = as_json(chance, {"t": kind} | sent).encode("utf-8", "surrogatepass")
            await tab.send(written[:MAX_MESSAGE].decode("utf-8", "replace"))
            await tab.until_kind("error", "rejected", "applied", "duplicate", "welcome", "current", "because", "choices", "past", "advice")  # fmt: skip
    assert [line for line in noted if line["log_level"] in ("error", "critical")] == []
    assert (await a.hello())["t"] in ("welcome", "current")
    assert json.dumps(a.view)
