"""Closing a table and opening it again, in whatever process it lives. What was played stays in its log, and nobody's time runs meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotheque.server.live.room import Room
from ludotheque.server.room import log_events
from ludotheque.server.room.log_events import LogEvent
from ludotheque.server.room.refused import Refused
from ludotheque.server.store.leases import Elsewhere

if TYPE_CHECKING:
    from ludotheque.server.services import Services


async def set_closed(services: Services, table: str, closed: bool) -> None:
    """Close a table, or open it again. Done already, it changes nothing. Raises `Refused` if there is no such table, or nobody answers for it."""
    try:
        room = await services.tables.get(table)
        if room is None:
            raise Refused("error.unknown_table", (), 404)
        await close_here(room, closed)
    except Elsewhere as error:
        if services.cluster is None or not await services.cluster.close_there(table, closed):
            raise Refused("error.host.unreached", (), 503) from error


async def close_here(room: Room, closed: bool) -> None:
    """The same for a table that lives here. Raises `Refused` or `Elsewhere` if it cannot be written."""
    async with room.lock:
        if room.state.is_closed == closed:
            return
        await room.let_pass()
        state = room.state
        events: list[LogEvent] = [log_events.Closed() if closed else log_events.Reopened()]
        if closed and state.game.racing is not None and state.phase == "playing" and not state.is_paused:
            events.insert(0, log_events.Paused())  # a race stands still as when all have left
        await room.append(events)
