"""Relays the WebSocket of a table that lives in another process: after the request to upgrade, raw bytes in both directions.

So pings reach the browser itself, and races measure its line and not ours. The other process is told, in headers that it believes only with the
secret, who asks, and what the kernel here knows of the line.
"""

from __future__ import annotations

import asyncio
import hmac
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import parse_qs

from ludotheque.server.access.loosened import loosen
from ludotheque.server.access.timed import TimedProtocol, is_direct, kernel_round_trips_ms, told_round_trip_ms

if TYPE_CHECKING:
    from websockets.http11 import Request

    from ludotheque.server.ops.cluster.cluster import Cluster

OURS = "x-ludotheque-"
"""How the headers between processes begin. A browser's own are never passed on."""
SECRET, PEER, SCHEME, RTT, REACHED = (
    f"{OURS}{name}" for name in ("secret", "peer", "scheme", "rtt", "reached")
)
IDENTITY = re.compile(r"[\w-]{1,32}")


class ProcessAway(RuntimeError):
    """The process in which a table lives does not answer."""


def table_in(path: str) -> str:
    """The table that the address of a WebSocket names; "" for none."""
    found = parse_qs(path.partition("?")[2]).get("table", [""])[0]
    return found if IDENTITY.fullmatch(found) else ""


class Pipe(asyncio.Protocol):
    """One end of a relayed connection: what arrives here goes `out` at the other end.

    Attributes:
        out: the transport of the other end.
        process: the process at the inner end.
    """

    transport: Any
    process = ""

    def __init__(self, out: Any, lost: Callable[[Exception | None], None] = lambda _: None) -> None:
        """`lost` is called once the connection is."""
        self.out, self._lost = out, lost

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.out.write(data)

    def pause_writing(self) -> None:
        self.out.pause_reading()

    def resume_writing(self) -> None:
        self.out.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        self.out.close()
        loosen(self.transport)
        self._lost(exc)

    def cut(self) -> None:
        """Cut both connections at once, whatever waits to be sent: the page connects again."""
        self.transport.abort()
        self.out.abort()


class RelayingProtocol(TimedProtocol):
    """Serves the WebSockets of tables that live here, or nowhere yet, and relays the others."""

    cluster: Cluster
    _pipe: Pipe | None = None

    def handle_connect(self, event: Request) -> None:
        table = table_in(event.path)
        if not table or self.cluster.is_here(table):
            super().handle_connect(event)
            return
        if self.cluster.is_full:
            refuse(self, 503)
            return
        self.transport.pause_reading()
        self.cluster.reaching += 1
        task = self.loop.create_task(self._find(event, table))
        task.add_done_callback(self.on_task_complete)
        self.tasks.add(task)

    async def _find(self, event: Request, table: str) -> None:
        try:
            pipe = await self.cluster.reach(table, self.transport)
        except ProcessAway:
            refuse(self, 503)  # nobody can serve this table just now
            return
        finally:
            self.cluster.reaching -= 1
        if self.transport.is_closing():
            if pipe is not None:
                pipe.transport.close()
            return
        if pipe is None:
            super().handle_connect(event)
        else:
            self._relay(event, pipe)
        self.transport.resume_reading()

    def _relay(self, event: Request, pipe: Pipe) -> None:
        """From now on everything goes through a pipe."""
        pipe.transport.write(self._request(event))
        browser = Pipe(pipe.transport, self.connection_lost)
        browser.connection_made(self.transport)
        self.transport.set_protocol(browser)
        self._pipe = pipe
        self.cluster.pipes.add(pipe)

    def shutdown(self) -> None:
        if self._pipe is not None:
            self._pipe.cut()
        else:
            super().shutdown()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._pipe is not None:
            self.cluster.pipes.discard(self._pipe)
            self._pipe = None
        super().connection_lost(exc)

    def _request(self, event: Request) -> bytes:
        """The request as it is passed on."""
        headers = [
            (name, value) for name, value in event.headers.raw_items() if not name.lower().startswith(OURS)
        ]
        read = {"headers": [(_raw(name), _raw(value)) for name, value in headers]}
        self.scope = cast("Any", read)  # all that `server/access/timed.py` reads of it
        headers += [(SECRET, self.cluster.secret), (SCHEME, str(self.scheme))]
        if self.client is not None:
            headers.append((PEER, self.client[0]))
        if self.server is not None:
            headers.append((REACHED, self.server[0]))
        measured: tuple[float, ...] = ()
        if is_direct(self):
            measured = kernel_round_trips_ms(self.transport.get_extra_info("socket")) or ()
        elif (told := told_round_trip_ms(self)) is not None:
            measured = (told,)
        if measured:
            headers.append((RTT, " ".join(str(round(each * 1000)) for each in measured)))
        lines = [f"GET {event.path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers), "", ""]
        return b"\r\n".join(map(_raw, lines))


class InnerProtocol(TimedProtocol):
    """Serves what other processes relay, and nobody else."""

    secret: str
    is_relayed = True

    def handle_connect(self, event: Request) -> None:
        if not hmac.compare_digest(_raw(event.headers.get(SECRET, "")), _raw(self.secret)):
            refuse(self, 403)
            return
        rtt = event.headers.get(RTT, "").split()
        if rtt and all(each.isdigit() for each in rtt):
            least, *usual = (int(each) / 1000 for each in rtt)
            self.vouched = least, usual[0] if usual else None
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["client"] = (event.headers.get(PEER, ""), 0)
            self.scope["server"] = (event.headers.get(REACHED, ""), None)
            self.scope["scheme"] = "wss" if event.headers.get(SCHEME) == "wss" else "ws"
            self.scope["headers"] = [
                (name, value)
                for name, value in self.scope["headers"]
                if not name.lower().startswith(_raw(OURS))
            ]


def refuse(protocol: TimedProtocol, status: int) -> None:
    """Refuse a WebSocket before the application sees it."""
    protocol.conn.send_response(protocol.conn.reject(status, ""))
    protocol.transport.write(b"".join(protocol.conn.data_to_send()))
    protocol.transport.close()


def _raw(text: str) -> bytes:
    return text.encode("latin-1", errors="surrogateescape")
