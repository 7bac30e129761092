"""Connections without end: whoever opens many, or never finishes a request, keeps nobody else from playing."""

from __future__ import annotations

import asyncio
import contextlib
import resource
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import MagicMock

import pytest
import structlog
import websockets
from websockets.datastructures import Headers
from websockets.http11 import Request

from ludotheque.server.access import connections, loosened
from ludotheque.server.access.connections import Places, Space, for_players, space
from ludotheque.server.access.limits import UNLIMITED, Limits
from ludotheque.server.base import logs
from ludotheque.server.base.log_lines import listen_to_others
from ludotheque.server.ops.cluster import relay
from ludotheque.server.ops.cluster.cluster import Cluster
from ludotheque.server.ops.cluster.relay import ProcessAway, RelayingProtocol
from tests.server.harness import Process, http_client, serving
from tests.server.test_playing import BOT, LINK, ME

FILES = 200
Opened = list[tuple[asyncio.StreamReader, asyncio.StreamWriter]]


class Many:
    """Connections that are opened together and closed together."""

    def __init__(self, base: str) -> None:
        self.host, _, self.port = base.partition(":")
        self.all: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def open(self, count: int, said: bytes = b"") -> Opened:
        """So many more, over which this is sent and nothing else."""
        found = [await asyncio.open_connection(self.host, int(self.port)) for _ in range(count)]
        self.all += found
        for _, writer in found:
            writer.write(said)
        return found

    async def __aenter__(self) -> Many:
        return self

    async def __aexit__(self, *_: object) -> None:
        for _, writer in self.all:
            writer.close()
        await asyncio.gather(*(writer.wait_closed() for _, writer in self.all), return_exceptions=True)


async def alive(found: Opened) -> int:
    """How many of them are still open."""
    ends = [reader.at_eof() or reader.exception() is not None for reader, _ in found]
    return ends.count(False)


def test_players_find_room_whatever_the_system_allows() -> None:
    assert space(65_536, Limits()) == Space(65_536, 2048, 21_120, 5000)
    assert space(1024, Limits()) == Space(1024, 224, 224, 448)
    assert space(64, Limits()) == Space(64, 4, 4, 8)
    for files in (64, 256, 1024, 4096, 65_536):
        found = space(files, Limits())
        assert found.at_once + found.requests + found.sockets <= max(16, files - connections.KEPT)
        assert found.of_address(1000) <= found.sockets // 2, "one address leaves half of it to others"
        assert found.sockets - for_players(found.sockets) < found.sockets


def test_the_soft_limit_of_open_files_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "setrlimit", lambda _what, pair: asked.append(pair))
    for soft, hard, files in (
        (1024, 524_288, 65_536),
        (1024, 4096, 4096),
        (1024, resource.RLIM_INFINITY, 65_536),
        (1024, 1024, 1024),
        (100_000, 200_000, 100_000),
        (resource.RLIM_INFINITY, resource.RLIM_INFINITY, 65_536),
    ):
        monkeypatch.setattr(resource, "getrlimit", lambda _what, both=(soft, hard): both)
        assert connections.files() == files
    assert asked == [(65_536, 524_288), (4096, 4096), (65_536, resource.RLIM_INFINITY)]


async def test_idle_and_half_sent_requests_make_room(tmp_path: Path) -> None:
    async with serving(tmp_path, files=FILES) as server, Many(server.base) as many:
        most = server.services.space.requests
        assert most == 18
        lea = await server.person("Léa")
        tab = await lea.tab(await lea.make([ME, LINK]))
        for count, said in (
            (2 * most, b""),
            (most, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: "),
            (most, b"PUT /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n{"),
        ):
            await many.open(count, said)
            answer = await server.stranger().http.get("/healthz", timeout=5)
            assert answer.status_code == 200
        assert len(server.services.connections) <= most
        assert server.services.connections.refused >= 3 * most
        assert await alive(many.all) <= most
        assert (await tab.do("say", text="still here"))["t"] == "applied"


async def test_a_request_that_is_never_whole_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loosened, "HEAD_S", 0.2)
    monkeypatch.setattr(loosened, "BODY_S", 0.6)
    put = b"PUT /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 12\r\n\r\n"
    late = b"HTTP/1.1 408 Request Timeout"
    with structlog.testing.capture_logs() as lines:
        async with serving(tmp_path) as server, Many(server.base) as many:
            ((silent, _),) = await many.open(1)
            ((half, _),) = await many.open(1, b"GET /heal")
            ((never, _),) = await many.open(1, put + b'{"na')
            ((whole, writer),) = await many.open(1, put)
            answers = await asyncio.gather(silent.read(), half.read())
            assert [each.split(b"\r\n")[0] for each in answers] == [late] * 2
            writer.write(b'{"name":"x"}')
            assert (await whole.readline()).split()[1] == b"200", "a body may take longer than a head"
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            rest = await whole.read()
            assert b'"name":"x"' in rest
            assert b"200 OK" in rest, "the next request has its own time"
            assert late in await never.read()
            await asyncio.sleep(0)
            assert not len(server.services.connections)
    assert [line for line in lines if line["log_level"] == "error"] == [], "who hangs up is no failure"


async def test_the_last_sockets_are_for_players(tmp_path: Path) -> None:
    limits = replace(UNLIMITED, sockets_of_address=8)
    async with serving(tmp_path, limits=limits) as server:
        lea = await server.person("Léa")
        table, lobby = await lea.make([ME, BOT]), await lea.make([ME, LINK])
        first = await lea.tab(table)
        await first.begun()
        strangers = [await server.stranger().tab() for _ in range(5)]
        with pytest.raises(websockets.InvalidStatus) as refused:
            await server.stranger().tab()
        assert (refused.value.response.status_code, b"error.busy" in refused.value.response.body) == (
            503,
            True,
        )
        with pytest.raises(websockets.InvalidStatus):
            await (await server.person("Tom")).tab(table)
        with pytest.raises(websockets.InvalidStatus):
            await lea.tab(lobby)  # where nobody plays yet
        for _ in range(2):
            assert (await (await lea.tab(table)).do("say", text="here"))["t"] == "applied"
        with pytest.raises(websockets.InvalidStatus):
            await lea.tab(table)
        await strangers[0].close()


def test_places_are_taken_before_waiting_and_given_back() -> None:
    taken: dict[object, int] = {}
    most: dict[object, int] = {"all": 10, "192.0.2.1": 4}
    with contextlib.ExitStack() as open_:
        told = []
        for _ in range(6):  # all of them come before the first is accepted
            places = open_.enter_context(Places(taken, {"all": 2}))
            told.append(places.take(most))
        assert told == [(True, False)] * 3 + [(True, True)] + [(False, True)] * 2
        assert taken == {"all": 4, "192.0.2.1": 4}, "whoever is refused has none"
        with Places(taken, {"all": 2}) as another:
            assert another.take({"all": 10, "192.0.2.2": 4}) == (True, False)
            assert another.take({("guest", 1): 0}) == (False, True)
        with Places(taken, {"all": 4}) as another:
            assert another.take({"all": 10}) == (True, True)
    assert taken == {}


async def test_connections_waiting_for_a_relay_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    known = asyncio.Event()

    class Full(Cluster):
        def __init__(self) -> None:
            self.pipes, self.reaching = set(), 0
            self._services = cast(
                "Any", SimpleNamespace(sockets={"all": 5}, space=SimpleNamespace(sockets=10))
            )

        def is_here(self, table: str) -> bool:
            return False

        async def reach(self, table: str, browser: object) -> None:
            await known.wait()
            raise ProcessAway(table)

    cluster, refused = Full(), []

    class Asking(RelayingProtocol):
        def __init__(self) -> None:
            self.cluster, self.loop, self.tasks = cluster, asyncio.get_running_loop(), set()
            self.transport = MagicMock()

    monkeypatch.setattr(relay, "refuse", lambda protocol, status: refused.append(protocol))

    asking = [Asking() for _ in range(5)]
    for each in asking:  # all at once, before it is known where the first one's table lives
        each.handle_connect(Request("/ws?table=t", Headers()))
    assert refused == asking[3:], "each takes two of the five that are free"
    known.set()
    await asyncio.gather(*(task for each in asking for task in each.tasks))
    await asyncio.sleep(0)
    assert (cluster.reaching, len(refused)) == (0, 5)


def test_a_line_that_cannot_be_logged_ends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_file() -> None:
        raise OSError(24, "Too many open files")

    monkeypatch.setattr(logs, "prepare", no_file)
    logs.Logger("x").error("something")
    loop = asyncio.new_event_loop()
    listen_to_others()
    try:
        loop.call_soon(lambda: 1 // 0)
        loop.call_soon(loop.stop)
        loop.run_forever()
    finally:
        loop.close()


@pytest.mark.deep
async def test_a_server_with_few_files_outlives_a_thousand_connections(tmp_path: Path) -> None:
    first = "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256)); "
    server = await Process(tmp_path / "data", first=first).start()
    async with Many(server.base) as many:
        for _ in range(5):
            for begun in (b"", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"):
                await many.open(100, begun)
            async with http_client() as http:
                answer = await http.put(f"http://{server.base}/api/me", json={"name": "Léa"}, timeout=10)
                assert answer.status_code == 200
        _, said = await server.kill(2)
    assert "Traceback" not in said, said
