"""The line to one browser: when each message was received and sent, to the microsecond, and the round trips."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludotheque.server.access.frames import Text
from ludotheque.server.room.races.timing import Trusted

EXTENSION = "ludotheque.line"
RECEIVED = "ludotheque.received_ms"
"""The key of a received message for its arrival, in milliseconds on the event loop's clock."""


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
