"""Relays the WebSocket of a table that lives in another process: after the request to upgrade, raw bytes in both directions.

So pings reach the browser itself, and races measure its line and not ours. The other process is told, in headers that it believes only with the
secret, who asks, and what the kernel here knows of the line.
"""

from __future__ import annotations

import asyncio
import hmac
import re
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import parse_qs

from ludotheque.server.access.line import TimedProtocol, is_direct, kernel_round_trips_ms, told_round_trip_ms

if TYPE_CHECKING:
    from websockets.http11 import Request

    from ludotheque.server.ops.cluster.cluster import Cluster

OURS = "x-ludotheque-"
"""How the headers between processes begin. A browser's own are never passed on."""
SECRET, PEER, SCHEME, RTT, REACHED = (
    f"{OURS}{name}" for name in ("secret", "peer", "scheme", "rtt", "reached")
)
IDENTITY = re.compile(r"[\w-]{1,32}")


class Unreachable(RuntimeError):
    """The process in which a table lives does not answer."""


def table_in(path: str) -> str:
    """The table that the address of a WebSocket names; "" for none."""
    found = parse_qs(path.partition("?")[2]).get("table", [""])[0]
    return found if IDENTITY.fullmatch(found) else ""


class Tunnel(asyncio.Protocol):
    """The connection to the process in which the table lives."""

    def __init__(self, edge: RelayingProtocol) -> None:
        self.edge, self.process = edge, ""
        self.transport: Any = None

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.edge.transport.write(data)

    def pause_writing(self) -> None:
        self.edge.transport.pause_reading()

    def resume_writing(self) -> None:
        self.edge.transport.resume_reading()

    def connection_lost(self, _exc: Exception | None) -> None:
        self.edge.transport.close()

    def close(self) -> None:
        """Cut both connections: the page connects again."""
        self.transport.close()
        self.edge.transport.close()


class RelayingProtocol(TimedProtocol):
    """Serves the WebSockets of tables that live here, or nowhere yet, and relays the others."""

    cluster: Cluster

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tunnel: Tunnel | None = None

    def handle_connect(self, event: Request) -> None:
        table = table_in(event.path)
        if not table or self.cluster.is_here(table):
            super().handle_connect(event)
            return
        if self.cluster.is_full:
            self._refuse()
            return
        self.transport.pause_reading()
        self.cluster.reaching += 1
        task = self.loop.create_task(self._find(event, table))
        task.add_done_callback(self._found)
        task.add_done_callback(self.on_task_complete)
        self.tasks.add(task)

    def _found(self, _: object) -> None:
        self.cluster.reaching -= 1

    async def _find(self, event: Request, table: str) -> None:
        try:
            tunnel = await self.cluster.reach(table, lambda: Tunnel(self))
        except Unreachable:
            self._refuse()
            return
        if self.transport.is_closing():
            if tunnel is not None:
                tunnel.close()
            return
        if tunnel is None:
            super().handle_connect(event)
        else:
            tunnel.transport.write(self._request(event))
            self.tunnel = tunnel
            self.cluster.tunnels.add(tunnel)
        self.transport.resume_reading()

    def _refuse(self) -> None:
        """Nobody can serve this table just now."""
        self.conn.send_response(self.conn.reject(503, ""))
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.transport.close()

    def _request(self, event: Request) -> bytes:
        """The request as it is passed on."""
        headers = [
            (name, value) for name, value in event.headers.raw_items() if not name.lower().startswith(OURS)
        ]
        read = {"headers": [(_raw(name), _raw(value)) for name, value in headers]}
        self.scope = cast("Any", read)  # all that `server/access/line.py` reads of it
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

    def data_received(self, data: bytes) -> None:
        if self.tunnel is not None:
            self.tunnel.transport.write(data)
        else:
            super().data_received(data)

    def pause_writing(self) -> None:
        super().pause_writing()
        if self.tunnel is not None:
            self.tunnel.transport.pause_reading()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.tunnel is not None:
            self.tunnel.transport.resume_reading()

    def shutdown(self) -> None:
        if self.tunnel is not None:
            self.tunnel.close()
        else:
            super().shutdown()

    def connection_lost(self, exc: Exception | None) -> None:
        if self.tunnel is not None:
            self.cluster.tunnels.discard(self.tunnel)
            self.tunnel.transport.close()
            self.tunnel = None  # they refer to each other: freed now, and not by the garbage collector
        super().connection_lost(exc)


class InnerProtocol(TimedProtocol):
    """Serves what other processes relay, and nobody else."""

    secret: str
    is_relayed = True

    def handle_connect(self, event: Request) -> None:
        if not hmac.compare_digest(_raw(event.headers.get(SECRET, "")), _raw(self.secret)):
            self.conn.send_response(self.conn.reject(403, ""))
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()
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


def _raw(text: str) -> bytes:
    return text.encode("latin-1", errors="surrogateescape")
