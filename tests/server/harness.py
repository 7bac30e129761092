"""Driving a server as browsers do: cookies, HTTP, WebSockets."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import signal
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import httpx2
import msgspec
import uvicorn
import websockets

from ludotheque.server.access.limits import UNLIMITED, Limits
from ludotheque.server.app import make_app
from ludotheque.server.base.listening import listen
from ludotheque.server.launch import server_of
from ludotheque.server.ops.side_server import uvicorn_settings
from ludotheque.server.room import wire
from ludotheque.server.services import Services, running
from ludotheque.server.settings import Settings
from ludotheque.server.store import archive, uptime
from ludotheque.server.store.log import FILE
from tests.server import forking, thinking
from tests.server.merging import Merged
from tools.ports import free_port
from tools.telling import COUNTED

WAIT_S = 60.0
PATIENT = "faces = 6\ncards = 6\nrounds = 2\npawn = 2\npatience_ms = 60000\n"
"""A box of the tiny game in which nothing happens by itself during a test."""

ANSWERS = {"rejected": wire.Rejected, "choices": wire.ChoicesOut, "past": wire.PastOut}

PLAIN = frozenset((str, int, float, bool, type(None)))

_numbers = itertools.count()


def whole(message: dict[str, Any], kind: type[wire.Out]) -> dict[str, Any]:
    """A message with all that the server leaves out because it is as usual."""
    found: dict[str, Any] = _all_of(msgspec.convert(message, kind))
    return {"t": message["t"]} | found


def _all_of(thing: Any) -> Any:
    if type(thing) in PLAIN:  # most are
        return thing
    if isinstance(thing, msgspec.Struct):
        return {name: _all_of(getattr(thing, name)) for name in thing.__struct_fields__}
    if isinstance(thing, dict):
        return {name: each if type(each) in PLAIN else _all_of(each) for name, each in thing.items()}
    return [_all_of(each) for each in thing] if isinstance(thing, list | tuple) else thing


def http_client(base: str = "", headers: dict[str, str] | None = None) -> httpx2.AsyncClient:
    """A client of a server without TLS. It reads no certificates: that takes a twentieth of a second of a processor each time."""
    return httpx2.AsyncClient(base_url=base, headers=headers, timeout=WAIT_S, verify=False)


class Person:
    """A guest with a cookie."""

    def __init__(self, base: str, name: str) -> None:
        self.base, self.name = base, name
        self.http = http_client(f"http://{base}")
        self.tabs: list[Tab] = []

    async def arrive(self) -> Person:
        answer = await self.http.put("/api/me", json={"name": self.name, "lang": "fr"})
        assert answer.status_code == 200, answer.text
        return self

    @property
    def cookie(self) -> str:
        return "; ".join(f"{c.name}={c.value}" for c in self.http.cookies.jar)

    async def make(self, chairs: list[dict[str, Any]], game: str = "tiny", **more: Any) -> str:
        spec = {"game": game, "seats": len(chairs), "chairs": chairs, "first": 0}
        if game == "tiny":
            spec["components"] = PATIENT
        answer = await self.http.post("/api/tables", json=spec | more)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    async def tab(self, table: str | None = None, greet: bool = True, **headers: str) -> Tab:
        origin = headers.pop("origin", f"http://{self.base}")
        cookie = {"cookie": self.cookie} if self.cookie else {}
        ws = await websockets.connect(
            f"ws://{self.base}/ws" + (f"?table={table}" if table else ""),
            origin=origin,
            additional_headers=cookie | headers,
            max_size=None,  # type: ignore[arg-type]
        )
        tab = Tab(ws, table or "")
        self.tabs.append(tab)
        if table is not None and greet:
            await tab.hello()
            await tab.begun()
        return tab

    async def leave(self) -> None:
        """Close all that is open."""
        await asyncio.gather(*(tab.close() for tab in self.tabs))
        await self.http.aclose()


class Tab:
    """An open socket at a table; `view` is the newest state it was told."""

    def __init__(self, ws: Any, table: str) -> None:
        self.ws, self.table = ws, table
        self.view: dict[str, Any] = {}
        self._merged = Merged()
        self.moves: list[Any] = []
        self.cues: list[Any] = []
        self.photos: list[Any] = []

    async def send(self, message: dict[str, Any] | str | bytes) -> None:
        await self.ws.send(message if isinstance(message, str | bytes) else json.dumps(message))

    async def receive(self) -> dict[str, Any]:
        message = self._merged.take(json.loads(await asyncio.wait_for(self.ws.recv(), WAIT_S)))
        if message["t"] in ("welcome", "update"):
            message = whole(message, wire.Welcome if message["t"] == "welcome" else wire.Update)
            layout = message["layout"] or self.view.get("layout")
            start = message.get("moves_from", 0)
            self.moves = self.moves[:start] + message["moves"]
            self.view = message | {"layout": layout}
        if message["t"] in ANSWERS:
            message = whole(message, ANSWERS[message["t"]])
        if message["t"] == "cue":
            self.cues.append(message)
        if message["t"] == "photo":
            self.photos.append(message)
        return message

    async def until_kind(self, *kinds: str) -> dict[str, Any]:
        while True:
            message = await self.receive()
            if message["t"] in kinds:
                return message

    async def until(self, so: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The view once it is so."""
        while not (self.view and so(self.view)):
            await self.receive()
        return self.view

    async def begun(self) -> None:
        """Wait for the beginning of a game whose seats are taken, if this is the socket of somebody who sits there and nobody else is awaited."""
        table = self.view.get("table")
        if table and table["phase"] == "lobby":
            chairs = table["chairs"]
            waits = any(chair["awaited"] and not chair["yours"] for chair in chairs)
            full = all(chair["who"] != "open" for chair in chairs)
            if full and not waits and any(chair["yours"] for chair in chairs):
                await self.until(lambda view: view["table"]["phase"] != "lobby")

    async def hello(self, **more: Any) -> dict[str, Any]:
        await self.send({"t": "hello", "table": self.table, "changes": True} | more)
        return await self.until_kind("welcome", "current", "error")

    async def do(
        self, kind: str, *, expected: int | None = None, command_id: str = "", **fields: Any
    ) -> dict[str, Any]:
        """Send a command; its answer."""
        command_id = command_id or f"c{next(_numbers)}"
        expected = self.view["seq"] if expected is None else expected
        await self.send(
            {"t": "command", "table": self.table, "command_id": command_id, "expected_seq": expected,
             "do": {"kind": kind, **fields}}
        )  # fmt: skip
        while True:
            answer = await self.receive()
            if answer.get("command_id", answer.get("id")) == command_id:
                return answer

    async def act(self, seat: int, action: int, **more: Any) -> dict[str, Any]:
        return await self.do("act", seat=seat, action=action, **more)

    async def close(self) -> None:
        await self.ws.close()


class Harness:
    """A running server."""

    def __init__(self, base: str, services: Services) -> None:
        self.base, self.services = base, services
        self.people: list[Person] = []

    async def rules_ready(self, game: str = "tiny", patience_s: float = 120) -> None:
        self.services.preparation.want(game)
        async with asyncio.timeout(patience_s):
            while self.services.preparation.status(game) != "ready":
                assert self.services.preparation.status(game) != "failed", self.services.preparation.why(game)
                await asyncio.sleep(0.01)

    async def person(self, name: str) -> Person:
        person = await Person(self.base, name).arrive()
        self.people.append(person)
        return person

    def stranger(self) -> Person:
        """Somebody without a cookie."""
        person = Person(self.base, "")
        self.people.append(person)
        return person


async def until(so: Callable[[], Awaitable[bool]], wrong: str) -> None:
    """Wait until it is so. Fails with what is wrong."""
    end = time.monotonic() + WAIT_S
    while not await so():
        assert time.monotonic() < end, wrong
        await asyncio.sleep(0.01)


def logged(where: Path | str, command: str) -> set[tuple[str, int]]:
    """The events that commands of this name caused, in a data folder or a database: each one's table and number."""
    return {
        (table, row.seq) for table, rows in archive.tables(where) for row in rows if row.command_id == command
    }


def later(data: Path, ms: int) -> None:
    """Let the server of this data folder, which has stopped, have been away for so long."""
    with closing(sqlite3.connect(data / FILE)) as database, database:
        database.execute("UPDATE events SET at_ms = at_ms - ?", [ms])
    heard = data / uptime.FILE
    at = heard.stat().st_mtime - ms / 1000
    os.utime(heard, (at, at))


@asynccontextmanager
async def visiting(house: Harness) -> AsyncIterator[Harness]:
    """A server that tests share, with people of one test, who leave at its end."""
    harness = Harness(house.base, house.services)
    try:
        yield harness
    finally:
        await asyncio.gather(*(person.leave() for person in harness.people))


@asynccontextmanager
async def serving(
    data: Path, limits: Limits = UNLIMITED, bot_processes: bool = False, **settings: Any
) -> AsyncIterator[Harness]:
    """A server on a free port of 127.0.0.1 in this event loop. Its bots think in threads, or in processes of their own as they do elsewhere."""
    settings = {"bot_pause": 0.0, "resign_after": 0.0} | settings
    async with running(Settings(data, limits=limits, **settings)) as services:
        if not bot_processes:
            thinking.here(services.bots)
        listening = listen("127.0.0.1", 0)
        quickly = {"log_level": "error", "timeout_graceful_shutdown": 1}
        app = make_app(services)
        services.house.lend(app, listening.getsockname()[1])
        config = uvicorn.Config(
            app,
            **(uvicorn_settings(services) | quickly),
        )
        uv = server_of(config, services)
        task = asyncio.create_task(uv.serve(sockets=[listening]))
        while not uv.started:
            await asyncio.sleep(0.005)
        harness = Harness(f"127.0.0.1:{listening.getsockname()[1]}", services)
        try:
            yield harness
        finally:
            for person in harness.people:
                await person.http.aclose()
            uv.should_exit = True
            await task
            listening.close()


class Process:
    """A server in a process of its own, to be killed. Its rules are interpreted, unless the environment says otherwise."""

    def __init__(
        self,
        data: Path,
        port: int = 0,
        database: str = "",
        options: dict[str, Any] | None = None,
        first: str = "",
        **environment: str,
    ) -> None:
        self.data, self.port, self.database = data, port or free_port(), database
        self.first = first  # what it does before it serves
        self.base = f"127.0.0.1:{self.port}"
        self.environment = {**os.environ, "LUDOTHEQUE_RULES": "interpreted", **environment}
        self.options: dict[str, Any] = {"bot_pause": 0} | (options or {})

    async def start(self, wait: bool = True) -> Process:
        options = {"port": self.port, "data": str(self.data), "database": self.database} | self.options
        COUNTED["servers"] += 1
        code = f"{self.first}from ludotheque.server import launch, settings; launch.serve(settings.Settings(**{options!r}))"
        self.process = await forking.run(code, self.environment)
        if wait:
            line = await asyncio.wait_for(self.process.stdout.readline(), WAIT_S)
            assert b"http://" in line, await self.ended()
        return self

    async def ready(self, game: str) -> None:
        async with http_client() as http, asyncio.timeout(120):
            while True:
                games = (await http.get(f"http://{self.base}/api/library")).json()["games"]
                status = next(g["ready"] for g in games if g["name"] == game)
                assert status != "failed"
                if status == "ready":
                    return
                await asyncio.sleep(0.1)

    async def ended(self) -> tuple[int, str]:
        """The exit code and what was said on standard error."""
        _, said = await asyncio.wait_for(self.process.communicate(), WAIT_S)
        return self.process.returncode or 0, said.decode()

    async def kill(self, how: int = signal.SIGKILL) -> tuple[int, str]:
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(how)
        return await self.ended()
