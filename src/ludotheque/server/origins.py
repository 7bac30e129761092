"""Which host names the server answers to, and which pages may talk to it: protects against DNS rebinding and foreign pages."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from ludotheque.core.errors import BadInput
from ludotheque.core.message import Message


class Origins:
    """The allowed host names (any port), and extra origins (`https://games.example`) that the user named."""

    def __init__(self, extra: Iterable[str] = (), hosts: Iterable[str] = ()) -> None:
        self.extra = {origin.rstrip("/").lower() for origin in extra}
        self.hosts = {"localhost", "127.0.0.1", "::1", *own_names(), *(host.lower() for host in hosts)}
        for origin in self.extra:
            parts = urlsplit(origin)
            if parts.scheme not in ("http", "https") or not parts.hostname:
                raise BadInput("--origin", Message("cli.serve.origin", {"origin": origin}))
            self.hosts.add(parts.hostname)

    def host_allowed(self, host: str) -> bool:
        """Whether a `Host` header (with or without a port) names this server."""
        return host_name(host) in self.hosts

    def origin_allowed(self, origin: str | None, host: str, scheme: str) -> bool:
        """Whether an `Origin` header is exactly the page that this server serves under `host`, or one that the user named.

        `scheme` is that of the request (`http`, `https`, `ws`, `wss`).
        """
        if not origin:
            return False
        origin = origin.lower()
        own = ("https" if scheme in ("https", "wss") else "http") + "://" + host.lower()
        return self.host_allowed(host) and (origin == own or origin in self.extra)

    def page_allowed(self, request: HTTPConnection) -> bool:
        """Whether a request that may change something comes from our own pages, or from no page (a program, a mail service).

        Browsers send `Origin` with such requests; where one leaves it out, its `Sec-Fetch-Site` tells a foreign page.
        """
        origin = request.headers.get("origin")
        if origin is not None:
            return self.origin_allowed(origin, request.headers.get("host", ""), request.url.scheme)
        return request.headers.get("sec-fetch-site", "none") in ("none", "same-origin")


def host_name(host: str) -> str:
    """The name in a `Host` header, without the port and the brackets of an IPv6 address."""
    try:
        return (urlsplit(f"//{host}").hostname or "").lower()
    except ValueError:
        return ""


def own_names() -> set[str]:
    """The names and addresses of this machine in its own network."""
    name = socket.gethostname().lower()
    return {name, f"{name}.local", *addresses()}


def addresses() -> list[str]:
    """The IPv4 addresses at which others in the network reach this machine, the likeliest first."""
    found: list[str] = []
    probe = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        # An address reserved for documentation: connecting a datagram socket sends nothing, it only picks an interface.
        probe.connect(("192.0.2.1", 9))
        found.append(probe.getsockname()[0])
    except OSError:
        pass
    finally:
        probe.close()
    with contextlib.suppress(OSError):
        others = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
        found += [str(entry[4][0]) for entry in others]
    return [address for address in dict.fromkeys(found) if not address.startswith("127.")]
