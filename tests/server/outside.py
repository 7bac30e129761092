"""What lies outside a house: a push service with browsers that can read what they get, and a mail server. Both are on 127.0.0.1."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from tests.server.harness import WAIT_S


def b64(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def unb64(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def point(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )


class Browser:
    """A browser that may be called: its subscription, and the private key with which it reads what comes."""

    def __init__(self, base: str, name: str) -> None:
        self.key, self.auth = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
        self.endpoint = f"{base}/{name}"
        self.subscription = {
            "endpoint": self.endpoint,
            "expirationTime": None,
            "keys": {"p256dh": b64(point(self.key)), "auth": b64(self.auth)},
        }

    def read(self, body: bytes) -> Any:
        """What was sent, decrypted as RFC 8188 and RFC 8291 say."""
        salt, size, long = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        theirs, sealed = body[21 : 21 + long], body[21 + long :]
        assert len(sealed) <= size
        shared = self.key.exchange(
            ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        )
        info = b"WebPush: info\0" + point(self.key) + theirs
        first = HKDF(hashes.SHA256(), 32, self.auth, info).derive(shared)
        content = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(first)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(first)
        plain = AESGCM(content).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert plain[-1:] == b"\x02", "the last record"
        return json.loads(plain[:-1])


def claims(authorization: str, key: str) -> Any:
    """What a signature of the server says. Fails if it was not made with this key."""
    found = re.fullmatch(r"vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)", authorization)
    assert found
    head, body, proof, told = found.groups()
    assert told == key
    assert json.loads(unb64(head)) == {"typ": "JWT", "alg": "ES256"}
    raw = unb64(proof)
    r, s = int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unb64(key))
    try:
        public.verify(utils.encode_dss_signature(r, s), f"{head}.{body}".encode(), ec.ECDSA(hashes.SHA256()))
    except InvalidSignature as error:
        raise AssertionError("not signed with this key") from error
    return json.loads(unb64(body))


@dataclass
class Pushed:
    """A message that came to the push service."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class PushService:
    """A push service. `status` is what it answers; while `held` is set, it answers nothing."""

    base: str = ""
    status: int = 201
    held: asyncio.Event | None = None
    came: asyncio.Queue[Pushed] = field(default_factory=asyncio.Queue)

    def browser(self, name: str) -> Browser:
        return Browser(self.base, name)

    async def next(self) -> Pushed:
        return await asyncio.wait_for(self.came.get(), WAIT_S)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            headers = {
                name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:-2])
            }
            body = await reader.readexactly(int(headers["content-length"]))
            await self.came.put(Pushed(head[0].split()[1], headers, body))
            if self.held is not None:
                await self.held.wait()
            writer.write(f"HTTP/1.1 {self.status} Said\r\nContent-Length: 0\r\n\r\n".encode())
            await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()


@asynccontextmanager
async def push_service() -> AsyncIterator[PushService]:
    service = PushService()
    async with await asyncio.start_server(service.serve, "127.0.0.1", 0) as server:
        service.base = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        yield service


@dataclass
class Mailbox:
    """A mail server. While `refuses`, it takes no message."""

    port: int = 0
    refuses: bool = False
    logins: list[str] = field(default_factory=list)
    came: asyncio.Queue[EmailMessage] = field(default_factory=asyncio.Queue)

    async def next(self) -> EmailMessage:
        return await asyncio.wait_for(self.came.get(), WAIT_S)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        def say(line: str) -> None:
            writer.write(f"{line}\r\n".encode())

        say("220 a mailbox")
        while line := (await reader.readline()).decode().strip():
            word = line.upper().split()[0]
            if word == "EHLO":
                say("250-here")
                say("250 AUTH PLAIN")
            elif word == "AUTH":
                self.logins.append(base64.b64decode(line.split()[2]).decode())
                say("235 welcome")
            elif word == "RCPT" and self.refuses:
                say("451 not now")
            elif word == "DATA":
                say("354 go on")
                text = (await reader.readuntil(b"\r\n.\r\n"))[:-5].replace(b"\r\n..", b"\r\n.")
                mail = message_from_bytes(text, policy=policy.default)
                assert isinstance(mail, EmailMessage)
                say("250 taken")
                await self.came.put(mail)
            elif word == "QUIT":
                say("221 bye")
                break
            else:
                say("250 well")
            await writer.drain()
        writer.close()


@asynccontextmanager
async def mailbox() -> AsyncIterator[Mailbox]:
    box = Mailbox()
    async with await asyncio.start_server(box.serve, "127.0.0.1", 0) as server:
        box.port = server.sockets[0].getsockname()[1]
        yield box
