"""« 3… 2… 1… »: a game that is raced begins a moment after its table is full, so that everybody looks when the first cards are there."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable

from ludotheque.server.fold import TableState
from ludotheque.server.live import Live


class Countdown:
    """Counts before the games of a server; `begin` is called when a count is over. Nothing can be done at a table meanwhile: its game is not there yet."""

    def __init__(self, seconds: float, begin: Callable[[Live], object]) -> None:
        self.seconds, self.begin = seconds, begin

    def counts(self, state: TableState) -> bool:
        """Whether this table's game begins with a count."""
        return self.seconds > 0 and state.game.racing is not None

    def see_to(self, live: Live) -> None:
        """Begin to count where a table is full and looked at, and stop where it is not any more."""
        ready = live.state.phase == "lobby" and live.state.is_full and live.is_looked_at
        if not ready:
            self.stop(live)
        elif live.counting is None:
            live.counting = asyncio.get_running_loop().call_later(self.seconds, self._over, live)
            live.notify_watchers()

    def stop(self, live: Live) -> None:
        """Count no more."""
        if live.counting is not None:
            live.counting.cancel()
            live.counting = None
            live.notify_watchers()

    def _over(self, live: Live) -> None:
        live.counting = None
        if live.state.phase == "lobby" and live.state.is_full and live.is_looked_at:
            self.begin(live)


def left_ms(live: Live) -> int:
    """How long until the game begins, -1 where nobody counts."""
    if live.counting is None:
        return -1
    return max(0, math.ceil((live.counting.when() - asyncio.get_running_loop().time()) * 1000))
