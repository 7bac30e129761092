"""Tables that cannot be opened: their game is not installed any more, their rules are others now, or their log is broken.

Each is told in the lists with what is known of it, and harms no other.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from ludotheque.core.message import Message
from ludotheque.server import log_events
from ludotheque.server.log import Row
from ludotheque.server.reasons import Refused

GONE = 410
"""The HTTP status of a table that is there and cannot be opened."""

AGAIN_S = 30.0
"""So many seconds after it could not be opened, a table is tried again: its log or its game may have been mended."""


@dataclass(frozen=True)
class Closed:
    """A table that cannot be opened: `why` says it to people, and what can be done. `waits`: its log says that a seat is open."""

    id: str
    game: str
    why: Message
    waits: bool
    since: float = field(default_factory=time.monotonic)

    @property
    def is_fresh(self) -> bool:
        """Whether it was tried a moment ago."""
        return time.monotonic() - self.since < AGAIN_S

    def refused(self) -> Refused:
        """What is answered to whoever wants to open it."""
        refused = Refused.by(self.why)
        refused.status = GONE
        return refused


def waits(rows: Sequence[Row]) -> bool:
    """Whether events say of a table, without its rules, that its game has not begun and that a seat is open."""
    created = rows[0].event if rows else None
    if not isinstance(created, log_events.Created):
        return False
    taken: set[int] = set()
    for row in rows[1:]:
        match row.event:
            case log_events.Sat() | log_events.Bot():
                taken.add(row.event.seat)
            case log_events.Stood():
                taken.discard(row.event.seat)
            case _:
                return False
    return len(taken) < created.seats
