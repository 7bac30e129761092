"""A breath between what is made for sockets: clocks and hands must not wait until everybody has been shown everything."""

from __future__ import annotations

import asyncio
import time
from collections import deque

MOST_S = 0.003
"""So long scenes are made before the event loop looks at its clocks and sockets again."""


class Pace:
    """Shares the event loop out among those who make what is shown: each asks for a `turn` before."""

    def __init__(self, most_s: float = MOST_S) -> None:
        self.most_s = most_s
        self._began: float | None = None
        self._served = 0
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._goes_round = False

    @property
    def is_free(self) -> bool:
        """Whether something may be made at once."""
        return self._began is None or time.monotonic() - self._began < self.most_s

    async def turn(self) -> None:
        """Return when something may be made: at once, or after the loop has gone round, those who came first before the others."""
        again = False
        while not self.is_free:
            waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            (self._waiting.appendleft if again else self._waiting.append)(waiter)
            await waiter
            again = True
        if self._began is None:
            self._began = time.monotonic()
            self._go_round()
        self._served += 1

    def _go_round(self) -> None:
        if not self._goes_round:
            self._goes_round = True
            asyncio.get_running_loop().call_soon(self._round)

    def _round(self) -> None:
        """What was put in when this round began is done: the next begins, with about as many as there was time for in this one."""
        self._goes_round = False
        self._began = None
        for _ in range(min(self._served + 1, len(self._waiting))):
            waiter = self._waiting.popleft()
            if not waiter.done():
                waiter.set_result(None)
        self._served = 0
        if self._waiting:
            self._go_round()
