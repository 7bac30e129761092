"""One table that many look at: how soon they have a move, and whether those who play notice."""

from __future__ import annotations

import asyncio
import itertools
import time
from typing import Any

from load import pairs, words
from load.line import Line, connect
from load.server import Server, say

ADDRESSES = 8
"""From how many addresses of this machine they come."""
AT_ONCE = 50
"""How many of them come at the same time."""
SETTLE_S = 3.0


class Watcher:
    """A guest who looks at the table."""

    def __init__(self, audience: Audience, number: int) -> None:
        self.audience, self.seq = audience, -1
        self.address = f"127.0.1.{number % ADDRESSES + 1}"
        _, self.cookie = audience.server.http("/api/me", {"name": f"W{number}"}, method="PUT")
        self.line: Line | None = None

    async def come(self) -> None:
        """Look at the table from now on."""
        self.seq, table = -1, self.audience.pair.table
        self.line = await connect(self.audience.server.base, self._take, self.cookie, table, self.address)
        self.line.send(words.hello(table))

    def leave(self) -> None:
        """Close the page."""
        if self.line is not None:
            self.line.close()

    def _take(self, text: bytes) -> None:
        told = words.look(text)
        if told.t in words.SHOWN and told.seq > self.seq:
            if self.seq >= 0:
                self.audience.seen()
            self.seq = told.seq


class Audience:
    """All who look at the table of a pair, which goes on playing."""

    def __init__(self, server: Server, pair: pairs.Pair) -> None:
        self.server, self.pair = server, pair
        self.watchers: list[Watcher] = []
        self.delays: list[float] = []
        self.sent = 0.0

    def seen(self) -> None:
        """One of them sees the newest move."""
        self.delays.append(time.perf_counter() - self.sent)

    async def come(self, count: int) -> None:
        """So many come, from several addresses."""
        gate = asyncio.Semaphore(AT_ONCE)

        async def one(number: int) -> None:
            async with gate:
                watcher = await asyncio.to_thread(Watcher, self, number)
                await watcher.come()
            self.watchers.append(watcher)

        await asyncio.gather(*(one(number) for number in range(count)))
        await asyncio.sleep(SETTLE_S)

    async def play(self, rate: float, seconds: float) -> dict[str, float]:
        """The pair makes so many moves a second; how soon the player and these have them."""
        self.pair.own.clear()
        self.delays.clear()
        end, turn = time.perf_counter() + seconds, itertools.count()
        while time.perf_counter() < end:
            await self.pair.quiet()
            if self.pair.can_move:
                self.sent = time.perf_counter()
                self.pair.move()
            await asyncio.sleep(0.5 / rate)
            if self.watchers:  # somebody reloads the page
                restless = self.watchers[next(turn) % len(self.watchers)]
                restless.leave()
                await restless.come()
            await asyncio.sleep(0.5 / rate)
        own, theirs = ([1000 * each for each in delays] for delays in (self.pair.own, self.delays))
        found = {"p50_ms": pairs.quantile(own, 0.5), "p99_ms": pairs.quantile(own, 0.99)}
        if self.watchers:
            found |= {
                f"watchers_{name}_ms": pairs.quantile(theirs, share)
                for name, share in (("p50", 0.5), ("p99", 0.99))
            }
        return {name: round(value, 2) for name, value in found.items()}


async def measure(server: Server, game: str, watchers: int, rate: float, seconds: float) -> dict[str, Any]:
    """Delays of a table's moves without and with this many who look at it, ms; `missing` of them do not have its newest state at the end."""
    (pair,) = await pairs.tables(server, game, 1)
    pair.then = None
    audience = Audience(server, pair)
    say(f"{game}: {watchers} look at one table")
    alone = await audience.play(rate, seconds)
    await audience.come(watchers)
    used, began = server.cpu_s(), time.perf_counter()
    crowded = await audience.play(rate, seconds)
    share = (server.cpu_s() - used) / (time.perf_counter() - began)
    await asyncio.sleep(1)
    newest = max(watcher.seq for watcher in audience.watchers)
    missing = sum(watcher.seq < newest for watcher in audience.watchers)
    for watcher in audience.watchers:
        watcher.leave()
    pair.close()
    return {
        "watchers": watchers,
        "alone": alone,
        "crowded": crowded,
        "server_cpu_share": round(share, 3),
        "missing": missing,
    }
