"""Appends what is due at a table by its clocks: what the game's clock brings, resignations, times that are up."""

from __future__ import annotations

from ludotheque.server.live.appending import Appender
from ludotheque.server.live.races import waiting
from ludotheque.server.live.races.waiting import wall_ms
from ludotheque.server.live.room import Room
from ludotheque.server.room import log_events
from ludotheque.server.room.acting import game_ms, next_due
from ludotheque.server.store.uptime import Uptime

AWAY_MS = 3000
"""If something has been due for longer than this, the server was away, and a race's clock stands still for that time."""

BACK_MS = 5000
"""The extra time given back so that people can return."""


class Clock:
    """The clocks of all tables."""

    def __init__(self, appender: Appender, uptime: Uptime) -> None:
        self.appender, self.uptime = appender, uptime

    async def let_pass(self, room: Room) -> None:
        """Append what is due by now, unless a player may have been quicker. The caller holds the lock. At a closed table nothing is due."""
        if room.state.is_closed:
            return
        await self._let_game_pass(room)
        await self._let_table_pass(room)

    async def _let_game_pass(self, room: Room) -> None:
        """What the game's clock brings."""
        state, course = room.state, room.races
        while (
            state.game.timed and state.phase == "playing" and not state.is_paused and state.table is not None
        ):
            now, due = game_ms(state, wall_ms()), state.table.due_ms
            if course is not None and 0 <= due < now - AWAY_MS:
                await self.appender.append(room, [log_events.Away(now - due + BACK_MS)])
                course.begin_again(now - due)
                self.appender.happened(room)  # once nothing is being decided any more
                return
            if not 0 <= due <= now or (
                course is not None and waiting.for_tick_ms(room, course.race, due) > 0
            ):
                return
            until = max(state.clock_ms, now if course is None else due)
            await self.appender.append(room, [log_events.Time(until)])

    async def _let_table_pass(self, room: Room) -> None:
        """Resignations and times that are up. While the server was away, nobody's time ran."""
        state = room.state
        if next_due(state) is not None:
            await self.uptime.note_gap()  # before it is counted, so that it is given back once
        while (due := next_due(state)) is not None:
            now_ms = state.now_ms(wall_ms())
            lost_ms = 0 if state.game.timed else self.uptime.lost_ms(state.time_ms, now_ms, room.silence)
            if lost_ms > 0:
                await self.appender.append(room, [log_events.Away(lost_ms)])
            elif due[0] <= now_ms:
                await self.appender.append(room, [due[1]])
            else:
                return
