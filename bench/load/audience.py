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
"""How many are on their way in at the same time."""
SETTLE_S = 3.0


class Watcher:
    """Somebody who looks at the table."""

    def __init__(self, audience: Audience) -> None:
        self.audience, self.seq = audience, -1
        self.line: Line | None = None

    def take(self, text: bytes) -> None:
        """A message came."""
        told = words.look(text)
        if told.t in words.SHOWN:
            self.seq = told.seq
            self.audience.seen()


class Audience:
    """All who look at the table of a pair, which goes on playing."""

    def __init__(self, server: Server, pair: pairs.Pair) -> None:
        self.server, self.pair = server, pair
        self.watchers: list[Watcher] = []
        self.delays: list[float] = []
        self.sent = 0.0

    def seen(self) -> None:
        """One of them has a new state."""
        if self.sent:
            self.delays.append(time.perf_counter() - self.sent)

    async def come(self, count: int) -> None:
        """So many come, from several addresses."""
        gate, addresses = asyncio.Semaphore(AT_ONCE), itertools.cycle(range(ADDRESSES))

        async def one(address: str) -> None:
            watcher = Watcher(self)
            async with gate:
                watcher.line = await connect(
                    self.server.base, watcher.take, table=self.pair.table, local=address
                )
            watcher.line.send(words.hello(self.pair.table))
            self.watchers.append(watcher)

        await asyncio.gather(*(one(f"127.0.1.{next(addresses) + 1}") for _ in range(count)))
        await asyncio.sleep(SETTLE_S)

    async def play(self, rate: float, seconds: float) -> dict[str, float]:
        """The pair makes so many moves a second; how soon the player and these have them."""
        self.pair.own.clear()
        self.delays.clear()
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            await self.pair.quiet()
            self.sent = time.perf_counter()
            self.pair.move()
            await asyncio.sleep(1 / rate)
        own, theirs = ([1000 * each for each in delays] for delays in (self.pair.own, self.delays))
        found = {"p50_ms": pairs.quantile(own, 0.5), "p99_ms": pairs.quantile(own, 0.99)}
        if self.watchers:
            found |= {
                f"watchers_{name}_ms": pairs.quantile(theirs, share)
                for name, share in (("p50", 0.5), ("p99", 0.99))
            }
        return {name: round(value, 2) for name, value in found.items()}


async def measure(server: Server, game: str, watchers: int, rate: float, seconds: float) -> dict[str, Any]:
    """Delays of a table's moves without and with so many who look at it, ms; `missing` of them do not have its newest state at the end."""
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
        assert watcher.line is not None
        watcher.line.close()
    pair.close()
    return {
        "watchers": watchers,
        "alone": alone,
        "crowded": crowded,
        "server_cpu_share": round(share, 3),
        "missing": missing,
    }
