"""What processes ask each other, on a port of their own: each request needs the secret that is in the database."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
from typing import TYPE_CHECKING

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from ludotheque.server.base.listening import split
from ludotheque.server.base.logs import Logger
from ludotheque.server.ops.cluster.relay import SECRET
from ludotheque.server.ops.hosting.tables import close_here
from ludotheque.server.room import wire
from ludotheque.server.room.refused import Refused

if TYPE_CHECKING:
    from ludotheque.server.services import Services

logger = Logger(__name__)

ANSWER_S = 5.0
"""The seconds within which another process answers."""


class Facts(msgspec.Struct, frozen=True, tag=True):
    """What should the host's page show of this process?"""


class CloseTable(msgspec.Struct, frozen=True, tag="Close"):
    """Close a table, or open it again."""

    table: str
    closed: bool


class WhoseKey(msgspec.Struct, frozen=True, tag="Link"):
    """Whose key for another device is this? See `guests.DeviceLinks`."""

    key: str
    use_up: bool


class Commanded(msgspec.Struct, frozen=True, tag="Command"):
    """Do what a guest commands at a table that lives in the process that is asked."""

    guest: int
    command: wire.Command


Question = Facts | CloseTable | WhoseKey | Commanded


async def ask(address: str, secret: str, question: Question, within_s: float = ANSWER_S) -> bytes | None:
    """What the process at this address answers; None if it answers nothing, or that it cannot."""
    data = msgspec.json.encode(question)
    head = f"POST / HTTP/1.1\r\nhost: {address}\r\n{SECRET}: {secret}\r\ncontent-length: {len(data)}\r\nconnection: close\r\n\r\n"
    try:
        async with asyncio.timeout(within_s):
            reader, writer = await asyncio.open_connection(*split(address))
            try:
                writer.write(head.encode() + data)
                answer = await reader.read(-1)
            finally:
                writer.close()
        told, _, content = answer.partition(b"\r\n\r\n")
        if told.startswith(b"HTTP/1.1 200"):
            return content
        logger.warning("not_answered", process=address, why=told[:20].decode(errors="replace"))
    except (OSError, TimeoutError) as error:
        logger.warning("not_answered", process=address, why=str(error) or type(error).__name__)
    return None


def inner_app(app: ASGIApp, services: Services, secret: str) -> ASGIApp:
    """The application of the inner port: relayed WebSockets go to the `app` for browsers, and requests are questions of other processes."""

    async def answer(question: Question) -> bytes | None:
        match question:
            case Facts():
                return msgspec.json.encode(services.watched.here())
            case WhoseKey(key, use_up):
                return b"%d" % services.guests.links.find(key, use_up=use_up)
            case Commanded(guest, command):
                return wire.write(await services.tables.executor.execute(guest, command))
            case CloseTable(table, closed):
                room = await services.tables.get(table)
                if room is None:
                    return None
                await close_here(room, closed)
                return b""

    async def endpoint(request: Request) -> Response:
        content = None
        with contextlib.suppress(Refused):
            content = await answer(msgspec.json.decode(await request.body(), type=Question))
        return Response(content, 503 if content is None else 200)

    asked = Starlette(routes=[Route("/", endpoint, methods=["POST"])])

    async def inner(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await app(scope, receive, send)
            return
        given = dict(scope["headers"]).get(SECRET.encode(), b"")
        known = hmac.compare_digest(given, secret.encode())
        await (asked if known else Response(status_code=403))(scope, receive, send)

    return inner
