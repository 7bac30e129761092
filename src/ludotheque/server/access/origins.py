"""Which host names the server answers to, which pages may talk to it, and what its own pages may do: protects against DNS rebinding and foreign
pages.
"""

from __future__ import annotations

import contextlib
import re
import socket
from collections.abc import Iterable
from functools import cache
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from ludotheque.core.errors import BadInput
from ludotheque.core.message import Message
from ludotheque.server.access.addresses import read

USUAL = {"http": 80, "https": 443}
"""The ports that browsers leave out."""
_HOST = re.compile(r"[A-Za-z0-9._\-]+(:[0-9]+)?|\[[0-9A-Fa-f:.]+\](:[0-9]+)?")
IN_PAGE = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; "
    "worker-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'"
)
"""What pages that are their own server may do: everything comes from their folder, and Python is WebAssembly."""


class Origins:
    """The allowed host names (any port), and extra origins (`https://games.example`) that the user named."""

    def __init__(self, extra: Iterable[str] = (), hosts: Iterable[str] = ()) -> None:
        named = {origin: normal(origin) for origin in extra}
        self.extra = set(named.values())
        self.hosts = {"localhost", "127.0.0.1", "::1", *own_names(), *(_written(host) for host in hosts)}
        for origin, found in named.items():
            if not found:
                raise BadInput("--origin", Message("cli.serve.origin", {"origin": origin}))
            self.hosts.add(host_name(found.partition("//")[2]))

    def host_allowed(self, host: str, reached: str = "") -> bool:
        """Whether a `Host` header (with or without a port) names this server.

        `reached` is the address of this machine that the connection came to: no name leads there that somebody else could have chosen.
        """
        name = host_name(host)
        return name in self.hosts or bool(name and reached and name == _written(reached))

    def is_secure(self, host: str) -> bool:
        """Whether browsers reach what this `Host` header names over TLS alone, as far as was named."""
        own = normal(f"https://{host}")
        return own in self.extra and normal(f"http://{host}") not in self.extra

    def origin_allowed(self, origin: str | None, host: str, scheme: str, reached: str = "") -> bool:
        """Whether an `Origin` header is exactly the page that this server serves under `host`, or one that the user named.

        `scheme` is that of the request (`http`, `https`, `ws`, `wss`), and `reached` as in `host_allowed`.
        """
        if not origin:
            return False
        said = normal(origin)
        own = normal(f"{'https' if scheme in ('https', 'wss') else 'http'}://{host}")
        return bool(said) and self.host_allowed(host, reached) and (said == own or said in self.extra)

    def page_allowed(self, request: HTTPConnection) -> bool:
        """Whether a request that may change something comes from our own pages, or from no page (a program, a mail service).

        Browsers send `Origin` with such requests; where one leaves it out, its `Sec-Fetch-Site` tells a foreign page.
        """
        origin = request.headers.get("origin")
        if origin is not None:
            host = request.headers.get("host", "")
            return self.origin_allowed(origin, host, request.url.scheme, reached_at(request))
        return request.headers.get("sec-fetch-site", "none") in ("none", "same-origin")


def reached_at(request: HTTPConnection) -> str:
    """The address of this machine that a request or a socket came to; "" if it is not known."""
    return str((request.scope.get("server") or ("",))[0] or "")


def host_name(host: str) -> str:
    """The name in a `Host` header as programs write it (see `normal`), without the port and the brackets of an IPv6 address."""
    try:
        return _written(urlsplit(f"//{host}").hostname or "")
    except ValueError:
        return ""


def normal(origin: str) -> str:
    """An origin as browsers write it: without the port that is usual, and with a name in ASCII. "" if it is the address of no site."""
    try:
        parts = urlsplit(origin.strip().lower())
        name, port = _written(parts.hostname or ""), parts.port
    except ValueError:
        return ""
    if parts.scheme not in USUAL or not name or parts.path not in ("", "/") or parts.query or parts.fragment:
        return ""
    if "@" in parts.netloc or port == 0:
        return ""
    shown = f"[{name}]" if ":" in name else name
    return f"{parts.scheme}://{shown}" + (f":{port}" if port not in (None, USUAL[parts.scheme]) else "")


def _written(name: str) -> str:
    """A host's name in lower case and ASCII, an address in its shortest form. "" if it can be no name."""
    found = read(name)
    if found is not None:
        return str(found)
    try:
        return name.lower().rstrip(".").encode("idna").decode("ascii")
    except UnicodeError:
        return ""


def own_names() -> set[str]:
    """The names and addresses of this machine in its own network."""
    name = socket.gethostname().lower()
    return {name, f"{name}.local", *addresses()}


@cache
def addresses() -> tuple[str, ...]:
    """The IPv4 addresses at which others in the network reach this machine, the likeliest first. A resolver that is away may take seconds to say so:
    it is asked once."""
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
    return tuple(address for address in dict.fromkeys(found) if not address.startswith("127."))


def safety(host: str) -> dict[str, str]:
    """The headers for a page of this `Host`. Scripts must be our own; styles may be inline, since places and tints are set on elements."""
    sockets = f" ws://{host} wss://{host}" if _HOST.fullmatch(host) else ""
    policy = (
        "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        f"connect-src 'self'{sockets}; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    )
    return {
        "content-security-policy": policy,
        "x-content-type-options": "nosniff",
        "referrer-policy": "same-origin",
        "x-frame-options": "DENY",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
    }
