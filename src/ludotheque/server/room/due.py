"""What is due at a table whatever its game: a resignation takes effect, a time is up."""

from __future__ import annotations

from ludotheque.server.room import log_events
from ludotheque.server.room.log_events import LogEvent
from ludotheque.server.room.state import TableState


def next_due(state: TableState) -> tuple[int, LogEvent] | None:
    """The next of these events, and its instant on the table's clock; None if nothing is due."""
    if state.phase != "playing":
        return None
    found: list[tuple[int, int, LogEvent]] = [
        (chair.resigns_ms, seat, log_events.Resigned(seat))
        for seat, chair in enumerate(state.chairs)
        if chair.resigns_ms >= 0
    ]
    up = state.clocks.due() if state.clocks is not None else None
    if up is not None:
        found.append((*up, log_events.TimedOut(up[1])))
    first = min(found, key=lambda each: each[:2], default=None)
    return None if first is None else (first[0], first[2])
