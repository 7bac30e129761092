"""What the server finds out about a line: whether it is direct, what the kernel says, when messages came."""

from __future__ import annotations

import asyncio
import gc
import socket
import sys
import weakref
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest
import uvicorn

from ludotheque.server.access import timed
from ludotheque.server.access.addresses import Proxies
from ludotheque.server.access.frames import RECEIVED, Line, Text, line_of
from ludotheque.server.access.timed import TimedProtocol, is_direct, kernel_round_trips_ms
from ludotheque.server.app import make_app
from ludotheque.server.launch import listen
from ludotheque.server.ops.side_server import uvicorn_settings
from tests.server.harness import Harness, Person, until
from tests.server.test_playing import pair
from tests.server.test_races import answered, claim, cued


def protocol(peer: str, named: Sequence[str] = (), **headers: str) -> Any:
    pairs = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return SimpleNamespace(
        scope={"headers": pairs},
        transport=SimpleNamespace(get_extra_info=lambda name: (peer, 1) if name == "peername" else None),
        proxies=Proxies(named),
    )


@pytest.mark.parametrize(
    ("given", "direct"),
    [
        (protocol("192.0.2.7"), True),
        (protocol("127.0.0.1", x_forwarded_for="192.0.2.7"), False),
        (protocol("127.0.0.1"), False),
        (protocol("::1"), False),
        (protocol("10.0.0.2", ["10.0.0.2"], forwarded="for=192.0.2.7"), False),
        (protocol("10.0.0.2", ["10.0.0.0/24"], via="1.1 proxy"), False),
        (protocol("192.0.2.7", x_forwarded_for="1.2.3.4"), True),
    ],
)
def test_a_line_is_direct_unless_a_trusted_proxy_passes_it_on(given: Any, direct: bool) -> None:
    assert is_direct(given) is direct


def test_the_kernel_says_how_long_a_round_trip_takes() -> None:
    assert kernel_round_trips_ms(None) is None
    if not sys.platform.startswith("linux"):
        return
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.create_connection(server.getsockname()) as one,
    ):
        other, _ = server.accept()
        with other:
            for _ in range(20):
                one.sendall(b"x")
                other.recv(1)
                other.sendall(b"y")
                one.recv(1)
            said = kernel_round_trips_ms(one)
    assert said is not None
    assert 0 < said[0] < 100
    assert kernel_round_trips_ms(one) is None, "a closed connection has none"


def test_an_old_kernel_says_a_smoothed_one() -> None:
    info = bytearray(104)
    info[timed._SMOOTHED_AT : timed._SMOOTHED_AT + 4] = (42_000).to_bytes(4, sys.byteorder)
    old = SimpleNamespace(getsockopt=lambda *_: bytes(info))
    if sys.platform.startswith("linux"):
        assert kernel_round_trips_ms(old) == (42, 42)
        assert kernel_round_trips_ms(SimpleNamespace(getsockopt=lambda *_: b"")) is None


async def test_messages_are_stamped_on_arrival_while_the_app_is_busy(server: Harness) -> None:
    a, _ = await pair(server)
    stamps: list[float] = []
    put = timed.Stamped.put_nowait

    def spy(self: Any, item: Any) -> None:
        put(self, item)
        if item["type"] == "websocket.receive":
            stamps.append(item[RECEIVED])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(timed.Stamped, "put_nowait", spy)
        for _ in range(5):
            await a.send({"t": "past", "table": a.table, "id": "p", "move": 0})
        for _ in range(5):
            await a.until_kind("past")
    assert len(stamps) == 5
    assert stamps == sorted(stamps)


async def test_without_our_own_protocol_races_run_uncompensated(
    server: Harness,
) -> None:
    listening = listen("127.0.0.1", 0)
    plain = uvicorn_settings() | {
        "ws": "websockets-sansio",
        "log_level": "error",
        "timeout_graceful_shutdown": 1,
    }
    other = uvicorn.Server(uvicorn.Config(make_app(server.services), **plain))
    task = asyncio.create_task(other.serve(sockets=[listening]))
    a, b = await pair(server)
    tom = Person(f"127.0.0.1:{listening.getsockname()[1]}", "Tom")
    tom.http = server.people[1].http
    while not other.started:
        await asyncio.sleep(0.01)
    far = await tom.tab(a.table)
    await b.close()
    cue = await cued(a, far)
    await asyncio.sleep(0.3)
    grab = claim(far, cue, 1, 120.0)
    await far.send(grab)
    assert (await answered(far, grab["command_id"]))["t"] == "applied"
    assert far.photos[-1]["rows"][0]["compensation_ms"] == 0
    await far.close()
    other.should_exit = True
    await task
    listening.close()


@pytest.mark.parametrize("is_cut", [False, True], ids=["closed", "cut"])
async def test_a_closed_socket_leaves_nothing_to_the_garbage_collector(server: Harness, is_cut: bool) -> None:
    """What refers to itself is freed in one long pass over everything, in which no event is handled."""
    a, b = await pair(server)
    gc.collect()
    gc.disable()
    try:
        left = [
            weakref.ref(each)
            for one in server.services.open_sockets
            for each in (one, one.watching, one.websocket, one.line, one.line.protocol.conn)
        ]
        assert len(left) == 10
        for tab in (a, b):
            if is_cut:
                tab.ws.transport.abort()
            else:
                await tab.close()

        async def freed() -> bool:
            return not any(each() for each in left)

        await until(freed, "something refers to itself")
    finally:
        gc.enable()


def test_a_scope_without_a_line_has_one_that_knows_nothing() -> None:
    found = line_of({"extensions": None})
    assert (found.write(Text(b"")), found.idle, found.trusted.least(0)) == (None, False, 0)
    assert isinstance(found, Line)
    assert TimedProtocol.__mro__[1].__name__ == "WebSocketsSansIOProtocol"
