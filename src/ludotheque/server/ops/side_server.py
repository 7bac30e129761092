"""A server beside the one for browsers, on a port of its own in the same event loop."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from typing import TYPE_CHECKING, Any

import uvicorn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ludotheque.server.services import Services


PING_S = 20.0
ACCEPTING = 3
"""The turns of the event loop in which a connection that is being accepted comes in. In a server that is closed meanwhile, asyncio would forget it, open."""


class SideServer(uvicorn.Server):
    """Serves its port as long as the server for browsers runs, which alone listens to signals."""

    def __init__(self, config: uvicorn.Config, listening: socket.socket) -> None:
        super().__init__(config)
        self._serving = asyncio.create_task(self.serve(sockets=[listening]))

    async def close(self) -> None:
        """Serve no more."""
        self.should_exit = True
        await self._serving

    async def cut(self) -> None:
        """Serve no more from this moment on, and close every connection: politely at first, within the time that `config` gives, then anyhow."""
        servers: list[asyncio.Server] = getattr(self, "servers", [])
        for server in servers:
            for listening in server.sockets:
                with contextlib.suppress(
                    NotImplementedError
                ):  # by the event loop of Windows, which has no readers
                    asyncio.get_running_loop().remove_reader(listening)
        for _ in range(ACCEPTING):
            await asyncio.sleep(0)
        for server in servers:
            server.close()
        await self.close()
        for connection in list(self.server_state.connections):
            connection.transport.abort()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def uvicorn_settings(services: Services | None = None) -> dict[str, Any]:
    """Settings for uvicorn: limits, and the protocols that count connections, measure lines and relay those of other processes' tables.

    Without `services` they are those of the port for other processes, which brings a WebSocket protocol of its own.
    """
    from ludotheque.server.access.loosened import LoosenedHTTP
    from ludotheque.server.access.timed import TimedProtocol, trusting

    http: type[LoosenedHTTP] = LoosenedHTTP
    protocol: type[TimedProtocol] = TimedProtocol
    if services is not None:
        http = type("LoosenedHTTP", (LoosenedHTTP,), {"among": services.connections})
        if services.cluster is not None:
            from ludotheque.server.ops.cluster.relay import RelayingProtocol

            protocol = type("ClusterProtocol", (RelayingProtocol,), {"cluster": services.cluster})
        protocol = trusting(services.settings.rtt_header, services.settings.proxies, protocol)

    return {
        "log_config": None,
        "log_level": "warning",
        "access_log": False,
        "lifespan": "off",
        "http": http,
        "ws": protocol,
        "ws_max_size": 256 * 1024,
        "ws_ping_interval": PING_S,
        "ws_ping_timeout": PING_S,
        "ws_per_message_deflate": False,
        "timeout_graceful_shutdown": 3,
        "server_header": False,
        "backlog": services.space.at_once if services is not None else 2048,
        "proxy_headers": False,  # see `addresses.Forwarded`
    }
