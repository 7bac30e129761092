"""Closes tables that people have abandoned: a game that nobody came to, or that everybody left. It is an event in the table's log.

Games over days end by their clock, which closes nothing here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ludotheque.server.base.clocks import wall_ms
from ludotheque.server.base.logs import Logger
from ludotheque.server.room import log_events
from ludotheque.server.room.log_events import Row
from ludotheque.server.room.refused import Refused
from ludotheque.server.room.state import TableState
from ludotheque.server.store.leases import Elsewhere
from ludotheque.server.store.log import Conflict

if TYPE_CHECKING:
    from ludotheque.server.live.tables import Tables

logger = Logger(__name__)

DAY_MS = 86_400_000
LOBBY_DAYS = 7
"""How many days a game that has not begun stays open without anything happening."""
GAME_DAYS = 90
"""The same for a game that has begun and is not over."""
PAGE = 100
LOOK_S = 3600.0
"""The seconds between two searches for such tables."""

CLOSED = '{"kind":"abandoned"%'
"""A pattern for LIKE that finds the event."""


def _days(created: log_events.Created, has_begun: bool) -> int | None:
    """After how many days without anything happening a table is closed whose game is not over; None if its clock ends it."""
    if not has_begun:
        return LOBBY_DAYS
    return None if created.clock is not None and created.clock.per == "days" else GAME_DAYS


def days_of(state: TableState) -> int | None:
    """After how many days without anything happening this table is closed; None if it is not."""
    if state.phase == "over" or state.abandoned is not None:
        return None
    return _days(state.created, state.phase == "playing")


def _days_in(rows: Sequence[Row]) -> int | None:
    """The same as the log says it without the game's rules; None if it does not begin as a table does."""
    created = rows[0].event if rows else None
    if not isinstance(created, log_events.Created):
        return None
    return _days(created, any(isinstance(row.event, log_events.Started) for row in rows))


async def close_abandoned(tables: Tables, now_ms: int | None = None) -> int:
    """Close all such tables where nobody is. Returns how many."""
    now_ms = wall_ms() if now_ms is None else now_ms
    before_ms = now_ms - min(LOBBY_DAYS, GAME_DAYS) * DAY_MS
    after, count = "", 0
    while found := await tables.store.people.left_open(before_ms, CLOSED, after, PAGE):
        for table, last_ms in found:
            count += await _close(tables, table, last_ms, now_ms)
        after = found[-1][0]
    if count:
        logger.info("abandoned_closed", tables=count)
    return count


async def _close(tables: Tables, table: str, last_ms: int, now_ms: int) -> bool:
    """Close a table if its last event, at `last_ms`, is long enough ago. A table that cannot be opened stays as it is."""
    try:
        days = _days_in(await tables.store.events(table))
        if days is None or now_ms - last_ms < days * DAY_MS:
            return False  # without opening the table: its bots would go on
        room = await tables.get(table)
        if room is None or room.watchers:
            return False
        async with room.lock:
            if room.watchers or days_of(room.state) != days:
                return False
            await room.append([log_events.Abandoned(days)])
    except Elsewhere:  # the process that has it open closes it
        return False
    except (Refused, Conflict):
        return False
    return True
