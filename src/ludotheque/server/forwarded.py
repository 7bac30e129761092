"""Puts into a request who asks, and by which scheme: as trusted proxies say, and as the address for everybody is known to be."""

from __future__ import annotations

from starlette.types import ASGIApp, Receive, Scope, Send

from ludotheque.server.addresses import FORWARDED
from ludotheque.server.logs import Logger
from ludotheque.server.services import Services

logger = Logger(__name__)

MOST_WARNED = 10
"""Of so many addresses that are no trusted proxies, and say that they are, the log tells."""
_SCHEMES = {"http": "http", "https": "https", "ws": "http", "wss": "https"}


class Forwarded:
    """Changes the client and the scheme of what comes in."""

    def __init__(self, app: ASGIApp, services: Services) -> None:
        self.app, self.settings = app, services.settings
        self._warned: set[str] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request or a socket on."""
        if scope["type"] in ("http", "websocket"):
            self._settle(scope)
        await self.app(scope, receive, send)

    def _settle(self, scope: Scope) -> None:
        proxies = self.settings.proxies
        peer = scope["client"][0] if scope.get("client") else ""
        scheme = _SCHEMES.get(scope["scheme"], "http")
        said = [(name, value.decode("latin-1")) for name, value in scope["headers"] if name in FORWARDED]
        if said and peer not in proxies:
            self._warn(peer)
        elif said:
            chain = [each for name, value in said if name == b"x-forwarded-for" for each in value.split(",")]
            scope["client"] = (proxies.asker(peer, chain), 0)
            for name, value in said:
                if name == b"x-forwarded-proto":
                    scheme = _SCHEMES.get(value.rpartition(",")[2].strip().lower(), scheme)
        host = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"host"), "")
        if self.settings.origins.is_secure(host):
            scheme = "https"
        scope["scheme"] = scheme if scope["type"] == "http" else scheme.replace("http", "ws")

    def _warn(self, peer: str) -> None:
        if peer not in self._warned and len(self._warned) < MOST_WARNED:
            self._warned.add(peer)
            logger.warning("proxy_not_trusted", address=peer, option="--trust-proxy")
