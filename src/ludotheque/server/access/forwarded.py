"""Puts into a request who asks, and by which scheme: as trusted proxies say, and as the address for everybody is known to be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.types import ASGIApp, Receive, Scope, Send

from ludotheque.server.access.addresses import FORWARDED, TOLD
from ludotheque.server.base.logs import Logger

if TYPE_CHECKING:
    from ludotheque.server.services import Services

logger = Logger(__name__)

MOST_WARNED = 10
"""Of so many addresses the log tells that are no trusted proxies and say that they are, or are and say it in another way than is read."""
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
            self._warn("proxy_not_trusted", peer)
        elif said:
            chain, schemes = _listed(said, b"x-forwarded-for"), _listed(said, b"x-forwarded-proto")
            if not chain and not schemes:
                self._warn("forwarded_not_read", peer)
            asker, place = proxies.asker(peer, chain)
            scope["client"], scope[TOLD] = (asker, 0), True
            if schemes:  # each proxy has added one, or there is one for all
                scheme = _SCHEMES.get(schemes[max(0, len(schemes) - 1 - place)].strip().lower(), scheme)
        host = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"host"), "")
        if self.settings.allowed.is_secure(host):
            scheme = "https"
        scope["scheme"] = scheme if scope["type"] == "http" else scheme.replace("http", "ws")

    def _warn(self, event: str, peer: str) -> None:
        if peer in self._warned or len(self._warned) >= MOST_WARNED:
            return
        self._warned.add(peer)
        if event == "proxy_not_trusted":
            logger.warning(event, address=peer, option="--trust-proxy")
        else:
            logger.warning(event, address=peer, wanted="X-Forwarded-For")


def _listed(said: list[tuple[bytes, str]], header: bytes) -> list[str]:
    """What all headers of a name list, in order."""
    return [each for name, value in said if name == header for each in value.split(",")]
