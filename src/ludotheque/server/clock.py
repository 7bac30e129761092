"""The clocks of timed games: whatever is due is appended when it is due."""

from __future__ import annotations

import asyncio

from ludotheque.server import log_events
from ludotheque.server.appending import Appender
from ludotheque.server.commands import game_ms
from ludotheque.server.live import Live
from ludotheque.server.races import waiting
from ludotheque.server.races.waiting import wall_ms
from ludotheque.server.tasks import Tasks

AWAY_MS = 3000
"""If something has been due for longer than this, the server was away, and a race's clock stands still for that time."""

BACK_MS = 5000
"""The extra time given back so that people can return."""


class Clock:
    """The clocks of all tables."""

    def __init__(self, appender: Appender, tasks: Tasks) -> None:
        self.appender, self.tasks = appender, tasks

    def set(self, live: Live) -> None:
        """Wake up when something is due at this table."""
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None
        state = live.state
        if not state.game.timed or state.phase != "playing" or state.table is None:
            return
        due = state.table.due_ms
        if due >= 0:
            held_ms = waiting.for_tick_ms(live, live.races.race, due) if live.races is not None else 0.0
            wait_s = max(held_ms, due - game_ms(state, wall_ms()), 0) / 1000
            live.timer = asyncio.get_running_loop().call_later(
                wait_s, lambda: self.tasks.spawn(self._tick(live))
            )

    async def _tick(self, live: Live) -> None:
        async with live.lock:
            await self.let_pass(live)
            self.set(live)

    async def let_pass(self, live: Live) -> None:
        """Append what is due by now, unless a player may have been quicker. The caller holds the lock."""
        state, course = live.state, live.races
        while state.game.timed and state.phase == "playing" and state.table is not None:
            now, due = game_ms(state, wall_ms()), state.table.due_ms
            if course is not None and 0 <= due < now - AWAY_MS:
                await self.appender.append(live, [log_events.Away(now - due + BACK_MS)])
                course.begin_again(now - due)
                return
            if not 0 <= due <= now or (
                course is not None and waiting.for_tick_ms(live, course.race, due) > 0
            ):
                return
            until = max(state.clock_ms, now if course is None else due)
            await self.appender.append(live, [log_events.Time(until)])
