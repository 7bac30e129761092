"""What processes ask each other, on a port of their own: each request needs the secret that is in the database."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from ludotheque.server.base.listening import split
from ludotheque.server.ops.cluster.gossip import Told
from ludotheque.server.ops.cluster.relay import SECRET
from ludotheque.server.ops.hosting.closing import close_here
from ludotheque.server.room import wire
from ludotheque.server.room.refused import Refused
from ludotheque.server.store.leases import Elsewhere

if TYPE_CHECKING:
    from ludotheque.server.services import Services

CALL_S = 5.0
"""The seconds within which another process answers."""


ASK_S = 1.5
"""The seconds within which it answers what can be left out."""


class Nothing(msgspec.Struct, frozen=True):
    """A question without anything in it."""


class ToClose(msgspec.Struct, frozen=True):
    """A table that is to be closed by the host, or to be open again."""

    table: str
    closed: bool


class Key(msgspec.Struct, frozen=True):
    """A key for another device, see `guests.DeviceLinks`."""

    key: str
    use_up: bool


class Commanded(msgspec.Struct, frozen=True):
    """A guest's command at a table that lives in the process that is asked."""

    guest: int
    command: wire.Command


def inner_app(app: ASGIApp, services: Services, secret: str, hear: Callable[[Told], None]) -> ASGIApp:
    """The application of the inner port: relayed WebSockets go to the `app` for browsers, and requests are those of other processes."""

    async def told(request: Request) -> Response:
        hear(msgspec.json.decode(await request.body(), type=Told))
        return Response()

    async def link(request: Request) -> Response:
        asked = msgspec.json.decode(await request.body(), type=Key)
        return Response(str(services.guests.links.find(asked.key, use_up=asked.use_up)))

    async def command(request: Request) -> Response:
        asked = msgspec.json.decode(await request.body(), type=Commanded)
        try:
            return Response(wire.write(await services.tables.executor.execute(asked.guest, asked.command)))
        except Elsewhere:
            return Response(status_code=503)

    async def facts(_request: Request) -> Response:
        return Response(msgspec.json.encode(services.watched.here()))

    async def close(request: Request) -> Response:
        asked = msgspec.json.decode(await request.body(), type=ToClose)
        done = False
        with contextlib.suppress(Elsewhere, Refused):
            live = await services.tables.get(asked.table)
            if live is not None:
                await close_here(services, live, asked.closed)
                done = True
        return Response(status_code=200 if done else 503)

    answered = (told, link, command, facts, close)
    routes = [Route(f"/{each.__name__}", each, methods=["POST"]) for each in answered]
    asked = Starlette(routes=routes)

    async def inner(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await app(scope, receive, send)
            return
        given = dict(scope["headers"]).get(SECRET.encode(), b"")
        known = hmac.compare_digest(given, secret.encode())
        await (asked if known else Response(status_code=403))(scope, receive, send)

    return inner


async def call(address: str, secret: str, what: str, body: msgspec.Struct, within_s: float = CALL_S) -> bytes:
    """What the process at this address answers. Raises `OSError` or `TimeoutError` if it answers nothing, or that it cannot."""
    async with asyncio.timeout(within_s):
        host, port = split(address)
        reader, writer = await asyncio.open_connection(host, port)
        try:
            data = msgspec.json.encode(body)
            head = f"POST /{what} HTTP/1.1\r\nhost: {address}\r\n{SECRET}: {secret}\r\ncontent-length: {len(data)}\r\nconnection: close\r\n\r\n"
            writer.write(head.encode() + data)
            answer = await _all(reader)
        finally:
            writer.close()
    head_of, _, content = answer.partition(b"\r\n\r\n")
    if not head_of.startswith(b"HTTP/1.1 200"):
        raise OSError(f"{address} answers {head_of[:20]!r}")
    return content


async def _all(reader: asyncio.StreamReader) -> bytes:
    parts = []
    while part := await reader.read(2**16):
        parts.append(part)
    return b"".join(parts)
