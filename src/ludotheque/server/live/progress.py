"""Drives what happens at a table by itself, as `room/agenda.py` says it: keeps the time, writes events down, starts bots."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from ludotheque.server.base.logs import Logger
from ludotheque.server.live.races import waiting
from ludotheque.server.live.races.waiting import wall_ms
from ludotheque.server.live.room import Room
from ludotheque.server.live.turns import BotTurns
from ludotheque.server.room import agenda
from ludotheque.server.room.refused import Refused
from ludotheque.server.store.log import Conflict

if TYPE_CHECKING:
    from ludotheque.server.live.tables import Tables

logger = Logger(__name__)

LONGEST_S = 3600.0
"""The longest time until a table is looked at again."""
AGAIN_S = 2.0
"""The seconds until it is tried again to write what could not be written."""


class Progress:
    """Drives all tables. `bot_pause` is in seconds."""

    def __init__(self, tables: Tables, bot_pause: float) -> None:
        self.tables = tables
        self.turns = BotTurns(tables, bot_pause)
        self.followers: list[Callable[[Room], None]] = []
        """Called for a table after each of its events, and when somebody comes or leaves."""
        self._closed = False

    def close(self) -> None:
        """Stop everything that happens by itself."""
        self._closed = True

    def go_on(self, room: Room) -> None:
        """Start whatever happens next by itself."""
        if self._closed or room.is_dropped:
            return
        for follower in self.followers:
            follower(room)
        if room.races is not None:
            room.races.follow()
        state = room.state
        if room.needs_bots and not state.is_closed and any(chair.who == "bot" for chair in state.chairs):
            room.needs_bots = False
            self.tables.bots.get_ready(state.game)
        self._count(room)
        if agenda.happens(state, room.here(), wall_ms()):
            room.stop()
            self.tables.tasks.spawn_here(self._wake(room))
        else:
            self.set_timer(room)
        if state.abandoned is None:
            self.turns.begin(room)

    def _count(self, room: Room) -> None:
        """Begin to count at a table where nothing else is missing, and stop if that changes."""
        counts = agenda.counts(room.state, room.count_s) and agenda.nothing_is_missing(
            room.state, room.here()
        )
        if counts != (room.counted_s >= 0):
            room.counted_s = time.monotonic() if counts else -1.0
            room.notify_watchers()

    def set_timer(self, room: Room) -> None:
        """Wake up when something is due at this table."""
        waits = (agenda.wait_ms(room.state, room.here(), wall_ms()), _game_wait_ms(room))
        soonest_ms = min((each for each in waits if each is not None), default=None)
        self._wake_in(room, None if soonest_ms is None else min(soonest_ms / 1000, LONGEST_S))

    def _wake_in(self, room: Room, wait_s: float | None) -> None:
        room.stop()
        if wait_s is not None and not (self._closed or room.is_dropped):
            room.timer = asyncio.get_running_loop().call_later(
                wait_s, lambda: self.tables.tasks.spawn_here(self._wake(room))
            )

    async def _wake(self, room: Room) -> None:
        """Append what is due by now, and go on. What cannot be written is tried again in a while: nothing at the table may stop because of it."""
        try:
            async with room.lock:
                await self._append_due(room)
        except Refused as error:
            logger.warning("not_written", table=room.state.id, why=str(error))
            self._wake_in(room, AGAIN_S)
        else:
            self.go_on(room)

    async def _append_due(self, room: Room) -> None:
        try:
            await self.tables.clock.let_pass(room)
            events = [] if self._closed else agenda.happens(room.state, room.here(), wall_ms())
            if events:
                await self.tables.appender.append(room, events)
        except Conflict:  # another process wrote to this log
            await self.tables.reread(room)

    def rules_changed(self, game: str, tables: Iterable[Room]) -> None:
        """A game now runs on compiled rules, so its bots may play at full strength."""
        self.tables.bots.load_again(game)
        for room in tables:
            if room.state.game.name == game:
                room.notify_watchers()
                self.go_on(room)


def _game_wait_ms(room: Room) -> float | None:
    """The time until the game's clock brings something. It waits for players who may have been quicker."""
    wait_ms = agenda.game_wait_ms(room.state, wall_ms())
    if wait_ms is None or room.races is None:
        return wait_ms
    assert room.state.table is not None
    return max(wait_ms, waiting.for_tick_ms(room, room.races.race, room.state.table.due_ms))
