"""« 3… 2… 1… »: a raced game begins shortly after its table is full, so that everybody is looking when the first cards appear."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable

from ludotheque.server.fold import TableState
from ludotheque.server.live import Live


class Countdown:
    """The countdowns of all tables. `begin` is called when one ends. Until then nothing can be done at the table, since its game has not begun."""

    def __init__(self, seconds: float, begin: Callable[[Live], object]) -> None:
        self.seconds, self.begin = seconds, begin

    def counts(self, state: TableState) -> bool:
        """Whether this table's game begins with a countdown."""
        return self.seconds > 0 and state.game.racing is not None

    def see_to(self, live: Live) -> None:
        """Start counting at a table that is full and being looked at, and stop if that changes."""
        ready = live.state.phase == "lobby" and live.state.is_full and live.is_looked_at
        if not ready:
            self.stop(live)
        elif live.counting is None:
            live.counting = asyncio.get_running_loop().call_later(self.seconds, self._over, live)
            live.notify_watchers()

    def stop(self, live: Live) -> None:
        """Stop counting."""
        if live.counting is not None:
            live.counting.cancel()
            live.counting = None
            live.notify_watchers()

    def _over(self, live: Live) -> None:
        live.counting = None
        if live.state.phase == "lobby" and live.state.is_full and live.is_looked_at:
            self.begin(live)


def left_ms(live: Live) -> int:
    """The time until the game begins, in milliseconds; -1 if no countdown is running."""
    if live.counting is None:
        return -1
    return max(0, math.ceil((live.counting.when() - asyncio.get_running_loop().time()) * 1000))
