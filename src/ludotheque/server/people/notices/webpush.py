"""One message to one browser by its push service: encrypted for that browser (RFC 8291), signed with the server's keys, sent by HTTPS.

The address of a push service comes from the browser, so from outside. It is not used before it is known to lead out of this network,
and the connection goes to the very address that was looked at.
"""

from __future__ import annotations

import asyncio
import ipaddress
import os
import socket
import ssl
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from ludotheque.server.people.notices.vapid import Vapid, decoded
from ludotheque.server.store.people import Subscription

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

SEND_S = 10.0
"""A push service has this many seconds for everything: its name, the connection, its answer."""
TTL_S = 2 * 24 * 3600
"""How long a push service keeps a message for a browser that is off, in seconds."""
RECORD = 4096
LONGEST_ENDPOINT = 1024
LONGEST_PAYLOAD = 2000
"""Bytes of a payload; push services must take 3993."""

LOOKUPS = 4
"""Names of push services that are looked up at once."""

_NAT64 = ipaddress.ip_network("64:ff9b::/96")
_INTERNET = ipaddress.ip_network("2000::/3")
"""Where all addresses of the internet lie that contain none of IPv4."""
_NOT_OUTSIDE = tuple(
    map(ipaddress.ip_network, ("192.0.0.0/24", "192.88.99.0/24", "2001:db8::/32", "3fff::/20"))
)
"""Kept for protocols and examples. Some of Python's versions take them for the internet's."""

_looking_up = ThreadPoolExecutor(LOOKUPS, "push-names")
"""Threads of their own: a name that nobody answers for holds one for long, and the rest of the server needs the usual ones."""


class BadEndpoint(ValueError):
    """A push service's address that is not called."""


class Unreachable(OSError):
    """No push service answered."""


def checked_endpoint(endpoint: str, unguarded: bool = False) -> tuple[str, int]:
    """The host and port of a push service's address. Raises `BadEndpoint` unless it is https on the usual port."""
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port
    except ValueError as error:
        raise BadEndpoint(str(error)) from error
    printable = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint
    if not host or not printable or len(endpoint) > LONGEST_ENDPOINT or "@" in parts.netloc:
        raise BadEndpoint("no address of a push service")
    if unguarded and parts.scheme == "http":
        return host, port or 80
    if parts.scheme != "https" or (port not in (None, 443) and not unguarded):
        raise BadEndpoint("a push service is called by https alone, on its usual port")
    return host, port or 443


def is_outside(address: str) -> bool:
    """Whether an IP address belongs to the internet: not to this machine, its network, or anything else of its own kind."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        inner = ip.ipv4_mapped or ip.sixtofour
        if ip in _NAT64:
            inner = ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
        if inner is not None:
            return is_outside(str(inner))
        if ip.teredo is not None or ip not in _INTERNET:
            return False
    return ip.is_global and not ip.is_multicast and not any(ip in each for each in _NOT_OUTSIDE)


async def addresses_of(host: str, port: int, unguarded: bool = False) -> list[str]:
    """The IP addresses of a push service. Raises `BadEndpoint` if one of them lies inside this network, `Unreachable` if it has none."""
    loop = asyncio.get_running_loop()
    try:
        wanted = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
        found = await loop.run_in_executor(_looking_up, wanted)
    except (OSError, UnicodeError) as error:
        raise Unreachable(str(error)) from error
    addresses = list(dict.fromkeys(str(entry[4][0]) for entry in found))
    if not unguarded and not all(is_outside(each) for each in addresses):
        raise BadEndpoint("this address lies inside the network")
    return addresses


def check_keys(subscription: Subscription) -> None:
    """Raises `ValueError` if nothing can be encrypted for this browser."""
    from cryptography.hazmat.primitives.asymmetric import ec

    ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(subscription.p256dh))
    if len(decoded(subscription.auth)) != 16:
        raise ValueError("the secret of a subscription has 16 bytes")


def encrypted(
    payload: bytes,
    subscription: Subscription,
    salt: bytes | None = None,
    key: EllipticCurvePrivateKey | None = None,
) -> bytes:
    """The body of a message (`aes128gcm`, one record). `salt` and `key` are drawn anew, except where a test has its own."""
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    if len(payload) > LONGEST_PAYLOAD:
        raise ValueError(f"a payload has at most {LONGEST_PAYLOAD} bytes")
    salt = os.urandom(16) if salt is None else salt
    key = ec.generate_private_key(ec.SECP256R1()) if key is None else key
    theirs, secret = decoded(subscription.p256dh), decoded(subscription.auth)
    ours = key.public_key().public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
    shared = key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
    first = HKDF(SHA256(), 32, secret, b"WebPush: info\x00" + theirs + ours).derive(shared)
    content = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\x00").derive(first)
    nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\x00").derive(first)
    sealed = AESGCM(content).encrypt(nonce, payload + b"\x02", None)
    return salt + RECORD.to_bytes(4, "big") + bytes([len(ours)]) + ours + sealed


async def send(
    subscription: Subscription,
    payload: bytes,
    vapid: Vapid,
    contact: str = "",
    topic: str = "",
    unguarded: bool = False,
) -> int:
    """Send a message, and return the HTTP status of the answer. Never takes longer than `SEND_S`.

    A message with a `topic` takes the place of an earlier one that was not delivered yet. Raises `BadEndpoint` or `Unreachable`.
    """
    endpoint = subscription.endpoint
    host, port = checked_endpoint(endpoint, unguarded)
    body = await asyncio.to_thread(encrypted, payload, subscription)
    proof = await asyncio.to_thread(vapid.signed, endpoint, contact)
    parts = urlsplit(endpoint)
    headers = {
        "Host": parts.netloc,
        "Authorization": proof,
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "Content-Length": str(len(body)),
        "TTL": str(TTL_S),
        "Urgency": "normal",
        "Connection": "close",
    } | ({"Topic": topic} if topic else {})
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    try:
        async with asyncio.timeout(SEND_S):
            addresses = await addresses_of(host, port, unguarded)
            reader, writer = await _connected(addresses, host, port, parts.scheme == "https")
            try:
                writer.write(f"POST {path} HTTP/1.1\r\n{head}\r\n".encode("ascii") + body)
                await writer.drain()
                return await _status(reader)
            finally:
                writer.transport.abort()
    except (TimeoutError, ssl.SSLError, OSError) as error:
        raise Unreachable(str(error) or type(error).__name__) from error


async def _status(reader: asyncio.StreamReader) -> int:
    """The status of an answer, of which only the first line is read."""
    try:
        while True:
            words = (await reader.readuntil(b"\r\n")).split(None, 2)
            if len(words) < 2 or not words[0].startswith(b"HTTP/1.") or not words[1].isdigit():
                raise Unreachable("the answer is no HTTP")
            status = int(words[1])
            if status >= 200:
                return status
            await reader.readuntil(b"\r\n\r\n")  # an interim answer
    except (asyncio.IncompleteReadError, asyncio.LimitOverrunError) as error:
        raise Unreachable(str(error)) from error


async def _connected(
    addresses: list[str], host: str, port: int, secure: bool
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection to the first of these addresses that takes one; its certificate must be for `host`."""
    context = await asyncio.to_thread(ssl.create_default_context) if secure else None
    failed: OSError | None = None
    for address in addresses:
        try:
            return await asyncio.open_connection(
                address, port, ssl=context, server_hostname=host if secure else None
            )
        except OSError as error:
            failed = error
    raise Unreachable(str(failed))
