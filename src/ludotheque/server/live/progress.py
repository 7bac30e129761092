"""Drives what happens at a table by itself, as `room/agenda.py` says it: keeps the time, writes events down, starts bots."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from ludotheque.server.base.logs import Logger
from ludotheque.server.live.live import Live
from ludotheque.server.live.races import waiting
from ludotheque.server.live.races.waiting import wall_ms
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
        self.followers: list[Callable[[Live], None]] = []
        """Called for a table after each of its events, and when somebody comes or leaves."""
        self._closed = False

    def close(self) -> None:
        """Stop everything that happens by itself."""
        self._closed = True

    def go_on(self, live: Live) -> None:
        """Start whatever happens next by itself."""
        if self._closed or live.is_dropped:
            return
        for follower in self.followers:
            follower(live)
        if live.races is not None:
            live.races.follow()
        state = live.state
        if live.needs_bots and not state.is_closed and any(chair.who == "bot" for chair in state.chairs):
            live.needs_bots = False
            self.tables.bots.get_ready(state.game)
        self._count(live)
        if agenda.happens(state, live.here(), wall_ms()):
            live.stop()
            self.tables.tasks.spawn_here(self._wake(live))
        else:
            self.set_timer(live)
        if state.abandoned is None:
            self.turns.begin(live)

    def _count(self, live: Live) -> None:
        """Begin to count at a table where nothing else is missing, and stop if that changes."""
        counts = agenda.counts(live.state, live.count_s) and agenda.nothing_is_missing(
            live.state, live.here()
        )
        if counts != (live.counted_s >= 0):
            live.counted_s = time.monotonic() if counts else -1.0
            live.notify_watchers()

    def set_timer(self, live: Live) -> None:
        """Wake up when something is due at this table."""
        waits = (agenda.wait_ms(live.state, live.here(), wall_ms()), _game_wait_ms(live))
        soonest_ms = min((each for each in waits if each is not None), default=None)
        self._wake_in(live, None if soonest_ms is None else min(soonest_ms / 1000, LONGEST_S))

    def _wake_in(self, live: Live, wait_s: float | None) -> None:
        live.stop()
        if wait_s is not None and not (self._closed or live.is_dropped):
            live.timer = asyncio.get_running_loop().call_later(
                wait_s, lambda: self.tables.tasks.spawn_here(self._wake(live))
            )

    async def _wake(self, live: Live) -> None:
        """Append what is due by now, and go on. What cannot be written is tried again in a while: nothing at the table may stop because of it."""
        try:
            async with live.lock:
                await self._append_due(live)
        except Refused as error:
            logger.warning("not_written", table=live.state.id, why=str(error))
            self._wake_in(live, AGAIN_S)
        else:
            self.go_on(live)

    async def _append_due(self, live: Live) -> None:
        try:
            await self.tables.clock.let_pass(live)
            events = [] if self._closed else agenda.happens(live.state, live.here(), wall_ms())
            if events:
                await self.tables.appender.append(live, events)
        except Conflict:  # another process wrote to this log
            await self.tables.reread(live)

    def rules_changed(self, game: str, tables: Iterable[Live]) -> None:
        """A game now runs on compiled rules, so its bots may play at full strength."""
        self.tables.bots.load_again(game)
        for live in tables:
            if live.state.game.name == game:
                live.notify_watchers()
                self.go_on(live)


def _game_wait_ms(live: Live) -> float | None:
    """The time until the game's clock brings something. It waits for players who may have been quicker."""
    wait_ms = agenda.game_wait_ms(live.state, wall_ms())
    if wait_ms is None or live.races is None:
        return wait_ms
    assert live.state.table is not None
    return max(wait_ms, waiting.for_tick_ms(live, live.races.race, live.state.table.due_ms))
