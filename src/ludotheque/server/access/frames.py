"""What goes over the line to one browser: messages as frames, when each was received and sent, and the round trips.

Text messages are WebSocket frames (RFC 6455), written and compressed (RFC 7692) once for all sockets that are sent the same. No message is compressed
with what an earlier one had in it, so a compressed frame is the same for everybody, and no memory is kept for a socket.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from typing import Any

from ludotheque.server.room.races.timing import Trusted

LEAST = 1400
"""A message of fewer bytes is sent as it is: it fits into one packet either way."""
_TEXT, _COMPRESSED = 0x81, 0xC1
FAST, WINDOW_BITS, MEMORY = 1, 13, 6
_END = b"\0\0\xff\xff"
"""How a block that was flushed ends. It is not sent."""
EXTENSION = "ludotheque.line"
RECEIVED = "ludotheque.received_ms"
"""The key of a received message for its arrival, in milliseconds on the event loop's clock."""


class Text:
    """A message, and its frames. It is not compressed if it `is_mixed`: what others wrote stands beside what may be secret, and its length would tell how
    much of it repeats."""

    __slots__ = ("_compressed", "_plain", "is_mixed", "text")

    def __init__(self, text: bytes, is_mixed: bool = False) -> None:
        self.text, self.is_mixed = text, is_mixed
        self._plain = self._compressed = b""

    def frame(self, compressed: bool) -> bytes:
        """The frame; `compressed` if the other end takes such frames."""
        if compressed and len(self.text) >= LEAST and not self.is_mixed:
            if not self._compressed:
                from isal import isal_zlib  # a page that is its own server compresses nothing

                deflate = isal_zlib.compressobj(FAST, isal_zlib.DEFLATED, -WINDOW_BITS, MEMORY)
                data = deflate.compress(self.text) + deflate.flush(isal_zlib.Z_SYNC_FLUSH)
                self._compressed = _framed(_COMPRESSED, data.removesuffix(_END))
            return self._compressed
        if not self._plain:
            self._plain = _framed(_TEXT, self.text)
        return self._plain


def _framed(kind: int, data: bytes) -> bytes:
    size = len(data)
    if size < 126:
        head = struct.pack("!BB", kind, size)
    elif size < 65536:
        head = struct.pack("!BBH", kind, 126, size)
    else:
        head = struct.pack("!BBQ", kind, 127, size)
    return head + data


class Line:
    """What is known about a socket's network. Without the server's own protocol nothing is known, and nothing is compensated."""

    def __init__(self) -> None:
        self.trusted = Trusted()

    def watch_closely(self, closely: bool) -> None:
        """Measure round trips often from now on, or only as often as keeps the connection alive."""

    def measure(self) -> None:
        """Send a ping right behind the cue that was just written."""

    def write(self, _text: Text, /) -> float | None:
        """Write a message at once, before those that wait. Returns when it was written; None if that is impossible."""
        return None

    def send(self, _texts: Sequence[Text], /) -> bool:
        """Write messages together, behind those that wait. Returns False if that is impossible now; nothing is written then."""
        return False

    @property
    def idle(self) -> bool:
        """Whether there is room for optional messages."""
        return False


def line_of(scope: Mapping[str, Any]) -> Line:
    """The line of a socket, from its ASGI scope."""
    found = (scope.get("extensions") or {}).get(EXTENSION)
    return found if isinstance(found, Line) else Line()
