"""Asks the server's application (ASGI) what its browser would ask over a network: requests, and messages both ways."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable, Iterable
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import unquote

from ludotheque.server.room.refused import Refused
from ludotheque.server.store.databases import StoreError

App = Callable[[Any, Any, Any], Awaitable[None]]
Keep = Callable[[str], Awaitable[None]]
HOST = b"localhost"
ASGI = {"version": "3.0", "spec_version": "2.4"}


class Asker:
    """The one browser that this server has. `cookies` are those that it had before, and `keep` is given them when they have changed."""

    def __init__(self, app: App, cookies: str = "", keep: Keep | None = None) -> None:
        self.app, self.keep = app, keep
        self._cookies: SimpleCookie = SimpleCookie(cookies)

    async def ask(self, method: str, address: str, headers: str, body: Any) -> tuple[int, str, bytes]:
        """Ask for an address, which begins with `/`; headers are JSON. Returns the answer's status, its headers as pairs in JSON, and its bytes."""
        status, given, parts = 500, [], []
        asked = [{"type": "http.request", "body": _bytes(body), "more_body": False}]

        async def receive() -> Any:
            if not asked:
                await asyncio.Event().wait()  # nobody hangs up
            return asked.pop()

        async def send(message: Any) -> None:
            nonlocal status, given
            if message["type"] == "http.response.start":
                status = message["status"]
                given = [
                    (name.decode("latin-1"), value.decode("latin-1")) for name, value in message["headers"]
                ]
            else:
                parts.append(message.get("body", b""))

        scope = self._scope("http", "http", address, json.loads(headers).items())
        try:
            await self.app(scope | {"method": method, "http_version": "1.1"}, receive, send)
        except Exception:
            if not given:  # else it has answered that it failed, and says so once more
                raise
        try:
            await self._keep(value for name, value in given if name == "set-cookie")
        except StoreError as error:
            refused = Refused.unwritten(error)
            return refused.status, "[]", json.dumps(refused.as_json()).encode()
        return status, json.dumps(given), b"".join(parts)

    def connect(self, address: str, hear: Callable[[str], None], end: Callable[[int], None]) -> Socket:
        """Open a line for messages. `hear` is called with each of them, and `end` once with the code with which the line was closed."""
        line = Socket(hear, end)
        scope = self._scope("websocket", "ws", address, [("origin", f"http://{HOST.decode()}")]) | {
            "subprotocols": []
        }
        line.task = asyncio.ensure_future(line.run(self.app, scope))
        return line

    def _scope(
        self, kind: str, scheme: str, address: str, headers: Iterable[tuple[str, str]]
    ) -> dict[str, Any]:
        path, _, query = address.partition("?")
        sent = [
            (b"host", HOST),
            *((name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers),
        ]
        if self._cookies:
            sent.append((b"cookie", _written(self._cookies).encode("latin-1")))
        return {
            "type": kind, "asgi": ASGI, "scheme": scheme, "path": unquote(path), "raw_path": path.encode(), "query_string": query.encode(), "root_path": "",
            "headers": sent, "client": ("127.0.0.1", 1), "server": ("localhost", 80), "state": {}, "extensions": {},
        }  # fmt: skip

    async def _keep(self, given: Iterable[str]) -> None:
        """Take the cookies of an answer. They are kept before they count: else a guest would be here today, and unknown tomorrow."""
        cookies: SimpleCookie = SimpleCookie(_written(self._cookies))
        for each in given:
            with contextlib.suppress(CookieError):
                for name, morsel in SimpleCookie(each).items():
                    if morsel["max-age"] == "0" or not morsel.value:
                        cookies.pop(name, None)
                    else:
                        cookies[name] = morsel.value
        written = _written(cookies)
        if written != _written(self._cookies):
            if self.keep is not None:
                await self.keep(written)
            self._cookies = cookies


def _written(cookies: SimpleCookie) -> str:
    """Cookies as a browser sends them."""
    return "; ".join(f"{name}={each.value}" for name, each in cookies.items())


def _bytes(body: Any) -> bytes:
    """The bytes of a body, which a page hands over as an object of its own."""
    return body if isinstance(body, bytes) else bytes(body.to_bytes())


class Socket:
    """A line for messages."""

    def __init__(self, hear: Callable[[str], None], end: Callable[[int], None]) -> None:
        self.hear, self.end = hear, end
        self.task: asyncio.Future[None] | None = None
        self._sent: asyncio.Queue[Any] = asyncio.Queue()
        self._sent.put_nowait({"type": "websocket.connect"})

    def send(self, text: str) -> None:
        """Send a message to the server."""
        self._sent.put_nowait({"type": "websocket.receive", "text": text})

    def close(self) -> None:
        """The page has gone."""
        self._sent.put_nowait({"type": "websocket.disconnect", "code": 1001, "reason": ""})

    async def run(self, app: App, scope: Any) -> None:
        """Let the application serve this line until it ends."""
        code = 1006

        async def send(message: Any) -> None:
            nonlocal code
            if message["type"] == "websocket.send":
                text = message.get("text")
                self.hear(message["bytes"].decode() if text is None else text)
            elif message["type"] == "websocket.close":
                code = message.get("code", 1000)

        try:
            await app(scope, self._sent.get, send)
        finally:
            self.end(code)
