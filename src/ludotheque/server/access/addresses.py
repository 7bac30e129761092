"""Who asks: which proxies are believed about it, and what an address counts as.

A limit by address counts what one person can use at will as one address: all of an IPv6 network (`NETWORK`), and, with more room, the wider one
around it (`WIDE`), since its owner may use any part of it.
"""

from __future__ import annotations

import functools
import ipaddress
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from ludotheque.core.errors import BadInput
from ludotheque.core.message import Message
from ludotheque.server.base.logs import Logger

if TYPE_CHECKING:
    from ludotheque.server.services import Services

logger = Logger(__name__)

NETWORK, WIDE = 64, 48
"""The bits of an IPv6 address that count: one home or one telephone has all of a /64, many homes share a /48."""
WIDER = 8
"""How many times the limit of an address a wide network has."""
EVERYBODY, OF_EVERYBODY = "everybody", 20
"""The name under which all strangers are counted together, and how many times the limit of an address they have."""
OPTION = "--trust-proxy"
WIDEST = {4: 8, 6: 16}
"""The fewest bits of a network of proxies that must be named, by the version of its addresses: nobody owns a wider one."""
TOLD = "ludotheque.told"
"""What a request's scope has where a proxy has told who asks."""
BEHIND = "behind a proxy"
"""What an asker counts as if the proxy on this machine names itself, or nobody."""
FORWARDED = (b"x-forwarded-for", b"x-forwarded-proto", b"forwarded")
"""The headers with which proxies say for whom they ask."""
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
MOST_WARNED = 10
"""How many addresses the log warns of: those that act as a proxy and are not trusted, and proxies whose headers are not read."""
_SCHEMES = {"http": "http", "https": "https", "ws": "http", "wss": "https"}

IP = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network


@dataclass(frozen=True)
class Address:
    """An address from which somebody asks.

    Attributes:
        text: as it is written; "" if it is not known.
        counted: what it counts as: itself if it is of IPv4, else its networks, the narrowest first.
        is_loopback: whether it is this machine's own, and no proxy has told it.
    """

    text: str
    counted: tuple[str, ...] = field(compare=False)
    is_loopback: bool = False

    def __str__(self) -> str:
        return self.text


@functools.lru_cache(maxsize=10_000)
def address(text: str) -> Address:
    """An address with what it counts as. What is no address counts as itself."""
    found = read(text)
    if found is None:
        return Address(text, (text,))
    if isinstance(found, ipaddress.IPv4Address):
        return Address(str(found), (str(found),), found.is_loopback)
    return Address(
        str(found),
        tuple(str(ipaddress.IPv6Network((int(found), bits), strict=False)) for bits in (NETWORK, WIDE)),
        found.is_loopback,
    )


def share(counted: object) -> int:
    """How many times the limit of one address applies to this name."""
    if counted == EVERYBODY:
        return OF_EVERYBODY
    return WIDER if isinstance(counted, str) and counted.endswith(f":/{WIDE}") else 1


def read(text: str) -> IP | None:
    """An address; None if the text is not one. An IPv4 address written as IPv6 counts as IPv4."""
    try:
        found = ipaddress.ip_address(text)
    except ValueError:
        return None
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return found.ipv4_mapped
        if found in _NAT64:
            return ipaddress.IPv4Address(int(found) & 0xFFFF_FFFF)
    return found


def is_loopback(text: str) -> bool:
    """Whether an address is this machine's own."""
    return address(text).is_loopback


class Proxies:
    """The proxies that are believed about who asks: this machine, and what the host has named."""

    def __init__(self, named: Iterable[str] = ()) -> None:
        """Take addresses and networks, several of them in one text if there are spaces or commas. Raises `BadInput` for what is neither."""
        self.networks: tuple[Network, ...] = tuple(
            _network(each) for text in named for each in re.split(r"[\s,]+", text) if each
        )

    def __contains__(self, text: str) -> bool:
        found = read(text)
        return found is not None and (found.is_loopback or any(found in network for network in self.networks))

    def asker(self, peer: str, forwarded: Sequence[str]) -> tuple[str, int]:
        """Who asks when this peer has forwarded a request for these, the nearest last: the rightmost that is no trusted proxy.

        Where a proxy does not tell an address, it counts as the asker itself. Where all are trusted, the first of them asks. With it comes the
        place, from the right, of what the proxy that was asked by it has added.
        """
        asker, place = peer, 0
        for behind, each in enumerate(reversed(forwarded)):
            if asker not in self:
                break
            place, found = behind, read(_without_port(each))
            if found is None:
                break
            asker = str(found)
        return asker, place


def asker_of(connection: HTTPConnection) -> Address:
    """The address that a request or a socket came from, past trusted proxies (see `Forwarded`). What a proxy has told is never this machine."""
    found = address(connection.client.host if connection.client else "")
    return Address(found.text, (BEHIND,)) if found.is_loopback and TOLD in connection.scope else found


def _network(text: str) -> Network:
    try:
        found = _plain(ipaddress.ip_network(text))
    except ValueError as error:
        raise BadInput(OPTION, Message("cli.serve.trust_proxy", {"given": text[:100]})) from error
    if found.prefixlen < WIDEST[found.version]:
        raise BadInput(OPTION, Message("cli.serve.trust_proxy", {"given": text[:100]}))
    return found


def _plain(network: Network) -> Network:
    """A network of IPv4 that is written as one of IPv6 as that of IPv4."""
    plain = read(str(network.network_address))
    if isinstance(plain, ipaddress.IPv4Address) and isinstance(network, ipaddress.IPv6Network):
        return ipaddress.IPv4Network((int(plain), max(0, network.prefixlen - 96)))
    return network


def _without_port(text: str) -> str:
    text = text.strip().strip('"')
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0] if text.count(":") == 1 else text


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
