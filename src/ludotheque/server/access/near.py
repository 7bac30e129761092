"""The house's own network: which addresses lie in it, and which of them are this machine's."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable
from contextlib import closing

from starlette.requests import HTTPConnection

from ludotheque.server.access.addresses import IP, Network, read
from ludotheque.server.access.origins import host_name

PRIVATE: tuple[Network, ...] = tuple(
    ipaddress.ip_network(each)
    for each in ("192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12", "fc00::/7", "169.254.0.0/16")
)
"""Private networks (RFC 1918, RFC 4193), and those of machines that give themselves addresses of IPv4 (RFC 3927). A link-local address of IPv6 would need
its interface behind it, which no browser accepts."""
NOT_OURS = re.compile(
    r"lo\d*$|tun|tap|wg|ppp|ipsec|tailscale|zt|utun|nebula|docker|br-|veth|virbr|vnet|vmnet|vboxnet|lxc|lxdbr|incusbr|podman|cni|flannel|cali|bridge|awdl|llw|anpi|gif|stf"
    r"|.*(?i:vpn|tunnel|wireguard|nordlynx|nordtun|proton\d|cloudflare|mullvad|outline|zerotier|vethernet|hyper-v virtual|virtualbox|vmware)"
)
"""How the interfaces are called that lead out of the house (VPN) or into this machine (containers, virtual machines). Windows tells their descriptions."""
HOUSE = "ludotheque.house"
"""What the scope of a request or a socket has that came in by the house's network."""


def is_near(text: str) -> bool:
    """Whether an address lies in a private network, as those of a house do."""
    found = read(text)
    return found is not None and any(found in network for network in PRIVATE)


def own_near() -> tuple[str, ...]:
    """The addresses in private networks that this machine has now, the likeliest first. It takes about a millisecond."""
    import ifaddr

    found = [
        (adapter.nice_name, ip.ip if isinstance(ip.ip, str) else ip.ip[0])
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
    ]
    return sorted_out(found, _usual())


def sorted_out(found: Iterable[tuple[str, str]], usual: str = "") -> tuple[str, ...]:
    """Of these addresses, each with its interface, those of the house: the `usual` one first, then IPv4, then by network."""
    ours = [address for interface, address in found if not NOT_OURS.match(interface) and is_near(address)]
    return tuple(sorted(dict.fromkeys(ours), key=lambda each: (each != usual, _rank(each))))


def _rank(text: str) -> int:
    address = read(text)
    return next(place for place, network in enumerate(PRIVATE) if address in network)


def _usual() -> str:
    """The address that this machine's way out begins at; "" if it has none. Nothing is sent."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # reserved for documentation
            return str(probe.getsockname()[0])
        except OSError:
            return ""


def by_house(connection: HTTPConnection) -> bool:
    """Whether a request or a socket came in by the house's network."""
    return HOUSE in connection.scope


def is_own_name(host: str) -> bool:
    """Whether a `Host` header names the machine on which its browser runs."""
    name = host_name(host)
    address: IP | None = read(name)
    return name == "localhost" or (address is not None and address.is_loopback)
