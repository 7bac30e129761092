"""A WebSocket that costs its process little: it hands on whole text messages as they come, and answers pings. And a page, which connects again."""

from __future__ import annotations

import asyncio
import os
import struct
import zlib
from base64 import b64encode
from collections.abc import Callable

from load import words

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
FINAL, COMPRESSED, MASKED = 0x80, 0x40, 0x80
FLUSHED = b"\x00\x00\xff\xff\x03\x00"
"""What ends a compressed message is not sent; and the end of all that is compressed."""
NO_MASK = b"\0\0\0\0"
"""A client must mask what it sends; a mask of zeros leaves it as it is."""

LEFT = "closed here"
AGAIN_S = 0.1
TRIES = 100
"""How often a page tries to connect again, with this pause in between."""

Take = Callable[[bytes], None]


class Line(asyncio.Protocol):
    """An open socket. `take` is called with each text message, `closed` says why there will be none any more."""

    def __init__(self, take: Take) -> None:
        self.take = take
        self.closed = ""
        self.received = 0
        """Bytes that came, those of the protocol included."""
        self.gone: Callable[[], None] = lambda: None
        """Called when the server has closed the socket, or the connection broke."""
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._rest = b""
        self._parts: list[bytes] = []
        self._greeted = False
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        was_left = self.closed == LEFT
        self.closed = self.closed or str(exc or "the server hung up")
        if not self.opened.done():
            self.opened.set_exception(ConnectionError(self.closed))
            self.opened.exception()  # whoever waits is told; if nobody does, that is no news
        elif not was_left:
            self.gone()

    def send(self, text: bytes) -> None:
        """Send a text message."""
        self._write(TEXT, text)

    def close(self) -> None:
        """Hang up."""
        self.closed = self.closed or LEFT
        self._write(CLOSE, struct.pack("!H", 1000))
        if self._transport is not None:
            self._transport.close()

    def break_off(self) -> None:
        """Cut the connection without a word."""
        if self._transport is not None:
            self._transport.abort()

    def _write(self, kind: int, payload: bytes) -> None:
        length = len(payload)
        if length < 126:
            head = bytes((FINAL | kind, MASKED | length))
        else:
            head = struct.pack("!BBH", FINAL | kind, MASKED | 126, length)
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(head + NO_MASK + payload)

    def data_received(self, data: bytes) -> None:
        self.received += len(data)
        data = self._rest + data if self._rest else data
        if not self._greeted:
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._rest = head
                return
            self._greeted = True
            if self.opened.done():  # nobody waits for it any more
                return
            if b" 101 " in head.partition(b"\r\n")[0]:
                self.opened.set_result(None)
            else:
                self.opened.set_exception(ConnectionError(f"refused: {head.decode()} {data.decode()}"))
                return
        at, size = 0, len(data)
        while size - at >= 2:
            kind, length, begin = data[at] & 0x0F, data[at + 1] & 0x7F, at + 2
            if length == 126:
                if size - at < 4:
                    break
                length, begin = (data[at + 2] << 8) + data[at + 3], at + 4
            elif length == 127:
                if size - at < 10:
                    break
                length, begin = struct.unpack_from("!Q", data, at + 2)[0], at + 10
            if size - begin < length:
                break
            payload = data[begin : begin + length]
            if data[at] & COMPRESSED:
                payload = zlib.decompress(payload + FLUSHED, wbits=-zlib.MAX_WBITS)
            self._frame(kind, bool(data[at] & FINAL), payload)
            at = begin + length
        self._rest = data[at:]

    def _frame(self, kind: int, final: bool, payload: bytes) -> None:
        if kind == PING:
            self._write(PONG, payload)
        elif kind == CLOSE:
            self.closed = self.closed or f"closed by the server: {payload!r}"
            if self._transport is not None:
                self._transport.close()
        elif kind < 3:
            if final and not self._parts:
                self.take(payload)
                return
            self._parts.append(payload)
            if final:
                whole = b"".join(self._parts)
                self._parts.clear()
                self.take(whole)


async def connect(base: str, take: Take, cookie: str = "", table: str = "", local: str = "") -> Line:
    """A socket at the server `host:port`, of the guest with this cookie, led to the process of a table; from the address `local` of this machine.

    `ConnectionError` says why there is none.
    """
    host, _, port = base.rpartition(":")
    own = (local, 0) if local else None
    _, line = await asyncio.get_running_loop().create_connection(
        lambda: Line(take), host, int(port), local_addr=own
    )
    asked = [
        f"GET /ws{f'?table={table}' if table else ''} HTTP/1.1",
        f"Host: {base}",
        f"Origin: http://{base}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Extensions: permessage-deflate",
        f"Sec-WebSocket-Key: {b64encode(os.urandom(16)).decode()}",
        *([f"Cookie: {cookie}"] if cookie else []),
    ]
    assert line._transport is not None
    line._transport.write(("\r\n".join(asked) + "\r\n\r\n").encode())
    try:
        await line.opened
    except BaseException:  # also where nobody waits for it any more: it would stay open
        line.break_off()
        raise
    return line


class Page:
    """A page at a table: a socket led to the process in which the table lives, and opened again where it is closed, as browsers do.

    Attributes:
        reopened: how often it was opened again.
        again: called each time, right behind the greeting, so that what was not answered is sent again.
    """

    def __init__(self, base: str, take: Take, table: str, cookie: str = "") -> None:
        self.base, self.take, self.table, self.cookie = base, take, table, cookie
        self.again: Callable[[], None] = lambda: None
        self.reopened = self._before = 0
        self.closed = ""
        """Why it is no longer opened."""
        self._line: Line | None = None
        self._opening: asyncio.Task[None] | None = None

    @property
    def received(self) -> int:
        """Bytes that came."""
        return self._before + (self._line.received if self._line is not None else 0)

    async def open(self) -> None:
        """Connect."""
        if self._line is not None:
            self._before += self._line.received
        self._line = await connect(self.base, self.take, self.cookie, self.table)
        self._line.gone = self._gone

    def send(self, text: bytes) -> None:
        """Send a text message. Where there is no socket just now it is lost."""
        if self._line is not None:
            self._line.send(text)

    def greet(self, table: str) -> None:
        """Look at this table from now on."""
        self.table = table
        self.send(words.hello(table))

    def cut(self) -> None:
        """Hang up as a network does that fails, and connect again."""
        if self._line is not None:
            self._line.break_off()

    def close(self) -> None:
        """Leave."""
        self.closed = self.closed or LEFT
        if self._opening is not None:
            self._opening.cancel()
        if self._line is not None:
            self._line.close()

    def _gone(self) -> None:
        if not self.closed and (self._opening is None or self._opening.done()):
            self._opening = asyncio.get_running_loop().create_task(self._again())

    async def _again(self) -> None:
        why = ""
        for _ in range(TRIES):
            try:
                await self.open()
            except OSError as error:
                why = str(error)
                await asyncio.sleep(AGAIN_S)
                continue
            self.reopened += 1
            self.greet(self.table)
            self.again()
            return
        self.closed = self.closed or why
