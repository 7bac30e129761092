"""Uvicorn's protocol for WebSockets, which measures its line: ASGI tells an application nothing of that, so `TimedProtocol` puts a `Line` into the scope.

The browser answers WebSocket pings below the page's scripts.
"""

from __future__ import annotations

import asyncio
import random
import socket
import struct
import sys
from collections.abc import Iterable, Sequence
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame
from websockets.protocol import State

from ludotheque.server.access.addresses import Proxies, is_loopback
from ludotheque.server.access.frames import EXTENSION, FAST, MEMORY, RECEIVED, WINDOW_BITS, Line, Text
from ludotheque.server.access.loosened import loosen

PING_MS = 2500.0
FIRST_PINGS = 4
"""The number of pings sent quickly, so that a line is known before the first race."""
FIRST_PING_MS = 250.0
MAX_UNREAD = 32
"""The number of unread messages at which the protocol stops reading from the network."""
MAX_UNSENT = 64 * 1024
"""The number of unsent bytes above which optional messages are dropped."""
OFFERED = ServerPerMessageDeflateFactory(
    server_no_context_takeover=True,
    client_no_context_takeover=True,
    compress_settings={"level": FAST, "memLevel": MEMORY},
)
"""The compression that the server takes part in, if a browser asks for it."""


class TimedLine(Line):
    """The line of a socket served by `TimedProtocol`."""

    def __init__(self, protocol: TimedProtocol) -> None:
        super().__init__()
        self.protocol: TimedProtocol | None = protocol
        """None once the connection is lost: objects that refer to each other are freed late, all at once, and the event loop waits."""
        self._timer: asyncio.TimerHandle | None = None
        self._sent: dict[bytes, float] = {}
        self._raced = b""
        """The ping behind the last cue."""
        self._count = 0
        self._direct: bool | None = None

    def watch_closely(self, closely: bool) -> None:
        if closely and self._timer is None:
            self._ping()
        elif not closely and self._timer is not None:
            self.stop()

    def stop(self) -> None:
        """Stop pinging."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def lose(self) -> None:
        """The connection is lost: nothing is sent any more."""
        self.stop()
        self.protocol = None

    def _open(self) -> TimedProtocol | None:
        """The protocol, if it accepts messages."""
        protocol = self.protocol
        return protocol if protocol is not None and protocol.can_write() else None

    def _ping(self) -> None:
        self._count += 1
        wait = FIRST_PING_MS if self._count <= FIRST_PINGS else PING_MS
        self._timer = asyncio.get_running_loop().call_later(wait / 1000, self._ping)
        self._send_ping()

    def measure(self) -> None:
        self._raced = self._send_ping()

    def _send_ping(self) -> bytes:
        """Send a ping. Returns its payload, which its pong repeats."""
        protocol = self._open()
        if protocol is None:
            return b""
        payload = struct.pack("!Q", random.getrandbits(64))
        if len(self._sent) > FIRST_PINGS:
            self._sent.pop(next(iter(self._sent)))  # never answered, or too late to matter
        self._sent[payload] = protocol.now_ms()
        protocol.conn.send_ping(payload)
        protocol.transport.write(b"".join(protocol.conn.data_to_send()))
        return payload

    def pong(self, payload: bytes) -> None:
        """Handle the answer to a ping."""
        sent, protocol = self._sent.pop(payload, None), self.protocol
        if sent is None or protocol is None:
            return
        now = protocol.now_ms()
        if payload == self._raced:
            self.trusted.add_raced(now, now - sent)
        else:
            self.trusted.add(now, now - sent)
        if self._direct is None:
            self._direct = not protocol.is_relayed and is_direct(protocol)
            if protocol.is_relayed:
                self.trusted.kernel_ms, self.trusted.kernel_usual_ms = protocol.vouched
            elif not self._direct:
                self.trusted.kernel_ms = told_round_trip_ms(protocol)
        if self._direct:
            measured = kernel_round_trips_ms(protocol.transport.get_extra_info("socket"))
            self.trusted.kernel_ms, self.trusted.kernel_usual_ms = measured or (None, None)

    def write(self, text: Text, /) -> float | None:
        protocol = self._open()
        if protocol is None:
            return None
        data = text.frame(compressed=False)
        sent_ms = protocol.now_ms()  # not after the write, which may wake another process that runs first
        protocol.transport.write(data)
        return sent_ms

    def send(self, texts: Sequence[Text], /) -> bool:
        protocol = self._open()
        if protocol is None or not protocol.writable.is_set():
            return False
        compressed = protocol.takes_compressed
        protocol.transport.write(b"".join([text.frame(compressed) for text in texts]))
        return True

    @property
    def idle(self) -> bool:
        protocol = self._open()
        return protocol is not None and protocol.transport.get_write_buffer_size() < MAX_UNSENT


class Stamped(asyncio.Queue[Any]):
    """The protocol's queue of received messages, which notes when each arrived."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__()
        self._clock = loop

    def put_nowait(self, item: Any) -> None:
        item[RECEIVED] = self._clock.time() * 1000
        super().put_nowait(item)


class TimedProtocol(WebSocketsSansIOProtocol):
    """Uvicorn's protocol, which also notes when messages come and go, and keeps reading while the application is busy.

    `rtt_header` is the header in which a trusted proxy gives what its kernel measured of the line to the browser; "" for none.
    """

    rtt_header = ""
    proxies = Proxies()
    is_relayed = False
    """Whether another process of the server is at the other end, and the browser behind it."""
    vouched: tuple[float | None, float | None] = (None, None)
    """The round trips to the browser that the kernel measured there, see `Trusted`."""
    takes_compressed = False
    """Whether the browser reads compressed messages."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.line = TimedLine(self)
        self.queue = Stamped(self.loop)
        self.conn.available_extensions = [OFFERED]

    def now_ms(self) -> float:
        """The event loop's clock."""
        return self.loop.time() * 1000

    def can_write(self) -> bool:
        """Whether the connection is open and accepts messages."""
        return (
            self.handshake_complete
            and self.conn.state is State.OPEN
            and not (self.close_sent or self.disconnected or self.initial_response)
            and not self.transport.is_closing()
        )

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        self.takes_compressed = takes_compressed(self.conn.extensions)
        if hasattr(self, "scope"):
            cast("dict[str, Any]", self.scope["extensions"])[EXTENSION] = self.line

    async def send(self, message: Any) -> None:
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True  # it was refused, which is no error of the application

    def send_receive_event_to_app(self) -> None:
        reads_on = not self.read_paused
        self.read_paused = True  # else Uvicorn pauses reading after each message
        super().send_receive_event_to_app()
        self.read_paused = not reads_on
        if reads_on and self.queue.qsize() >= MAX_UNREAD:
            self.read_paused = True
            self.transport.pause_reading()

    def handle_pong(self, event: Frame) -> None:
        self.line.pong(bytes(event.data))
        super().handle_pong(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self.line.lose()
        super().connection_lost(exc)
        self.conn.parser.close()
        loosen(self.transport)


def is_direct(protocol: Any) -> bool:
    """Whether the browser itself is at the other end of the connection, as far as we can tell: no proxy header says otherwise.

    A connection from this machine may be a tunnel or a silent proxy, and the kernel cannot know how long the line behind it is. A header
    alone makes nobody a trusted proxy.
    """
    peer = protocol.transport.get_extra_info("peername")
    if peer and is_loopback(str(peer[0])):
        return False
    names = {name.lower() for name, _ in protocol.scope["headers"]}
    return not (names & {b"forwarded", b"x-forwarded-for", b"via"} and is_trusted_proxy(protocol))


def is_trusted_proxy(protocol: Any) -> bool:
    """Whether a trusted proxy is at the other end of the connection."""
    peer = protocol.transport.get_extra_info("peername")
    return bool(peer) and str(peer[0]) in protocol.proxies


def trusting(
    rtt_header: str, proxies: Proxies | None = None, base: type[TimedProtocol] = TimedProtocol
) -> type[TimedProtocol]:
    """The protocol that trusts these proxies, and their header for the round trip to the browser."""
    given = {"rtt_header": rtt_header.lower(), "proxies": proxies or Proxies()}
    return type("TrustingProtocol", (base,), given)


def told_round_trip_ms(protocol: Any) -> float | None:
    """The round trip to the browser that a trusted proxy's kernel measured; the header has microseconds.

    None if there is no such header by agreement, it does not occur exactly once, or it is not a number.
    """
    name = protocol.rtt_header.encode()
    if not name or not is_trusted_proxy(protocol):
        return None
    said = [value for header, value in protocol.scope["headers"] if header.lower() == name]
    if len(said) != 1 or not said[0].isdigit() or len(said[0]) > 9:
        return None
    return int(said[0]) / 1000


_TCP_INFO_BYTES, _SMOOTHED_AT, _MIN_AT = 152, 68, 148


def kernel_round_trips_ms(connection: Any) -> tuple[float, float] | None:
    """The shortest and the smoothed round trip that the kernel measured on a connection; None if it gives none.

    The shortest covers recent minutes (`tcpi_min_rtt` in Linux's TCP_INFO; an old kernel has only the smoothed one). No program at the other
    end can make it longer.
    """
    if not sys.platform.startswith("linux") or connection is None:
        return None
    try:
        info = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _TCP_INFO_BYTES)
    except OSError:
        return None
    at = _MIN_AT if len(info) >= _MIN_AT + 4 else _SMOOTHED_AT
    if len(info) < at + 4:
        return None
    least, smoothed = (float(struct.unpack_from("@I", info, each)[0]) / 1000 for each in (at, _SMOOTHED_AT))
    return least, smoothed


def takes_compressed(extensions: Iterable[object]) -> bool:
    """Whether the browser reads frames compressed with this window, by what was agreed on."""
    return any(
        isinstance(each, PerMessageDeflate) and each.local_max_window_bits >= WINDOW_BITS
        for each in extensions
    )
