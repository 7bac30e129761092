"""Tables that cannot be opened: the game is missing, its rules have changed, or the log is broken.

They appear in the lists with the known facts about them, and affect no other table.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from ludotheque.core.message import Message
from ludotheque.server.room import log_events
from ludotheque.server.room.log_events import Row
from ludotheque.server.room.refused import Refused

GONE = 410
"""The HTTP status for a table that exists but cannot be opened."""

AGAIN_S = 30.0
"""The seconds until a table that could not be opened is tried again: its log or game may have been repaired."""


@dataclass(frozen=True)
class BrokenTable:
    """A table that cannot be opened.

    Attributes:
        why: for people at the table: why not, and what can be done.
        waits: whether its log says that a seat is open.
    """

    id: str
    game: str
    why: Message
    waits: bool
    since: float = field(default_factory=time.monotonic)

    @property
    def is_fresh(self) -> bool:
        """Whether it was tried recently."""
        return time.monotonic() - self.since < AGAIN_S

    def refused(self) -> Refused:
        """The answer to an attempt to open it."""
        refused = Refused.by(self.why)
        refused.status = GONE
        return refused


def waits(rows: Sequence[Row]) -> bool:
    """Whether these events show, without the game's rules, that the game has not begun and a seat is open to anybody."""
    created = rows[0].event if rows else None
    if not isinstance(created, log_events.Created):
        return False
    taken: dict[int, int] = {}
    door: log_events.Door = "anybody"
    for row in rows[1:]:
        match row.event:
            case log_events.Sat():
                taken[row.event.seat] = row.event.guest
            case log_events.Bot():
                taken[row.event.seat] = 0
            case log_events.Stood():
                taken.pop(row.event.seat, None)
            case log_events.Invited():
                door = row.event.who
            case log_events.Removed():
                taken = {seat: guest for seat, guest in taken.items() if guest != row.event.guest}
            case log_events.LetIn() | log_events.Said() | log_events.Renamed():
                pass
            case _:
                return False
    return door == "anybody" and len(taken) < created.seats
