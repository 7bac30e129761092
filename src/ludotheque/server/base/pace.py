"""Shares the event loop, so that clocks and hands do not wait until every screen is updated."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import time

MAX_S = 0.003
"""How many seconds scenes are built before the event loop looks at its clocks and sockets again."""


class Pace:
    """Shares the event loop among those who build scenes and moves. Each asks for a `turn` first."""

    def __init__(self, most_s: float = MAX_S) -> None:
        self.most_s = most_s
        self._began: float | None = None
        self._served = 0
        self._waiting: list[tuple[int, asyncio.Future[None]]] = []
        self._tickets = itertools.count()
        self._goes_round = False

    @property
    def is_free(self) -> bool:
        """Whether something may be built at once."""
        return self._began is None or time.monotonic() - self._began < self.most_s

    async def turn(self) -> None:
        """Wait until it is one's turn to build: at once if there is time and nobody waits."""
        ticket = next(self._tickets)
        comes_now = not self._waiting
        while not (comes_now and self.is_free):
            waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            heapq.heappush(self._waiting, (ticket, waiter))
            self._go_round()
            await waiter
            comes_now = True
        if self._began is None:
            self._began = time.monotonic()
            self._go_round()
        self._served += 1

    def _go_round(self) -> None:
        if not self._goes_round:
            self._goes_round = True
            asyncio.get_running_loop().call_soon(self._round)

    def _round(self) -> None:
        """Start the next round, with about as many turns as there was time for in the last one."""
        self._goes_round = False
        self._began = None
        for _ in range(min(self._served + 1, len(self._waiting))):
            _, waiter = heapq.heappop(self._waiting)
            if not waiter.done():
                waiter.set_result(None)
        self._served = 0
        if self._waiting:
            self._go_round()
