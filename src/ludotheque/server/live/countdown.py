"""« 3… 2… 1… »: a raced game begins shortly after everybody is ready, and goes on shortly after somebody is back, so that all are looking."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable

from ludotheque.server.live.live import Live
from ludotheque.server.room import absence
from ludotheque.server.room.state import TableState


class Countdown:
    """The countdowns of all tables. `begin` is called when one ends. Until then nothing can be done at the table: its game has not begun,
    or stands still."""

    def __init__(self, seconds: float, begin: Callable[[Live], object]) -> None:
        self.seconds, self.begin = seconds, begin

    def counts(self, state: TableState) -> bool:
        """Whether this table's game begins with a countdown, once its people have said that they are ready."""
        return self.seconds > 0 and state.game.racing is not None

    def awaits_ready(self, state: TableState) -> bool:
        """Whether nothing but somebody's word is missing for the game to begin."""
        return state.phase == "lobby" and self.counts(state) and state.is_full and not state.is_ready

    def see_to(self, live: Live) -> None:
        """Start counting at a table where nothing else is missing, and stop if that changes. A game that is not raced, or a count without
        seconds, begins at once."""
        if not self._is_due(live):
            self.stop(live)
        elif self.seconds <= 0 or live.state.game.racing is None:
            self.begin(live)
        elif live.counting is None:
            live.counting = asyncio.get_running_loop().call_later(self.seconds, self._over, live)
            live.notify_watchers()

    def stop(self, live: Live) -> None:
        """Stop counting."""
        if live.counting is not None:
            live.counting.cancel()
            live.counting = None
            live.notify_watchers()

    def _is_due(self, live: Live) -> bool:
        state = live.state
        if state.is_closed:
            return False
        if state.is_paused:
            return state.phase == "playing" and not absence.is_deserted(state, live.online)
        if state.phase != "lobby" or state.waits_to_begin or not (state.is_full and live.is_looked_at):
            return False
        return state.is_ready or not self.counts(state)

    def _over(self, live: Live) -> None:
        live.counting = None
        if self._is_due(live):
            self.begin(live)


def left_ms(live: Live) -> int:
    """The time until the game begins or goes on, in milliseconds; -1 if no countdown is running."""
    if live.counting is None:
        return -1
    return max(0, math.ceil((live.counting.when() - asyncio.get_running_loop().time()) * 1000))
