"""When the server was not running: nobody's time runs out meanwhile.

A file in the data folder is touched every few seconds. A gap is an outage: the server was stopped, killed, or the machine slept.
Outages are kept in the database, because a table may be opened long after one.
"""

from __future__ import annotations

import contextlib
import os
from bisect import bisect_left, bisect_right
from collections.abc import Awaitable, Callable, Iterable, Sequence
from pathlib import Path

from ludotheque.core.data_folder import FILE_MODE
from ludotheque.server.base.clocks import wall_ms
from ludotheque.server.store.log import Store, StoreError

FILE = "alive"
BEAT_S = 5.0
GAP_MS = 20_000
"""A server that has not been heard of for longer than this was away. It may be a few seconds late when it has much to do."""
MANY = 50
"""Of more outages than this, those that no table tells apart become one when a server starts: a page is away each time that it is hidden."""

Outages = list[tuple[int, int]]


class Uptime:
    """When this data folder was served.

    Attributes:
        outages: from when to when it was not.
        is_resting: whether the server runs and nobody can see it: the page in which it runs is hidden. It is as good as away.
    """

    def __init__(self, store: Store, folder: Path) -> None:
        self.store, self.file = store, folder / FILE
        self.outages: Outages = []
        self.is_resting = False
        self._heard_ms = 0

    async def open(self) -> None:
        """Read the earlier outages, and note the one that ends now."""
        self.outages = await self.store.outages()
        if len(self.outages) > MANY:
            self.outages = merged(self.outages, await self.store.last_times())
            with contextlib.suppress(StoreError):  # it is tried again at the next start
                await self.store.replace_outages(self.outages)
        with contextlib.suppress(OSError):
            self._heard_ms = int(self.file.stat().st_mtime * 1000)
        now_ms = wall_ms()
        heard_ms = self._heard_ms
        self._touch(now_ms)
        if 0 < heard_ms < now_ms:
            await self._note(heard_ms, now_ms)

    async def beat(self) -> None:
        """Say that the server runs. A long gap since the last time is an outage."""
        if self.is_resting:
            return
        now_ms = wall_ms()
        heard_ms = self._heard_ms
        self._touch(now_ms)
        if now_ms - heard_ms > GAP_MS:
            await self._note(heard_ms, now_ms)

    async def note_gap(self) -> None:
        """Note an outage that ends now, if there is one."""
        if wall_ms() - self._heard_ms > GAP_MS:
            await self.beat()

    async def rest(self, since_ms: int) -> None:
        """From this instant on the server is as good as away, until it wakes."""
        await self.beat()
        self._touch(since_ms)
        self.is_resting = True

    async def wake(self) -> None:
        """What the server rested for is an outage, however short."""
        if not self.is_resting:
            return
        self.is_resting, rested_ms = False, self._heard_ms
        self._touch(wall_ms())
        await self._note(rested_ms, self._heard_ms)

    def lost_ms(self, since_ms: int, now_ms: int, silence: tuple[int, int] | None = None) -> int:
        """For how long of this time the server was away, or there was `silence` at a table."""
        is_away = self.is_resting or now_ms - self._heard_ms > GAP_MS
        gap = [(self._heard_ms, now_ms)] if is_away else []
        if silence is not None:
            gap.append(silence)
        return _sum_ms([*self.outages, *gap], since_ms, now_ms)

    def away_after(self, ms: int) -> int:
        """When the server was next heard of no more after this moment (Unix ms); -1 if it has run since."""
        return min((begin for begin, end in self.outages if end > ms), default=-1)

    async def _note(self, begin_ms: int, end_ms: int) -> None:
        self.outages.append((begin_ms, end_ms))
        with contextlib.suppress(StoreError):  # tables that are open remember it all the same
            await self.store.add_outage(begin_ms, end_ms)

    def _touch(self, now_ms: int) -> None:
        self._heard_ms = now_ms
        with contextlib.suppress(OSError):  # a full disk is said elsewhere
            self.file.touch(FILE_MODE)
            os.utime(self.file, (now_ms / 1000, now_ms / 1000))


def _sum_ms(outages: Iterable[tuple[int, int]], since_ms: int, now_ms: int) -> int:
    """How much of this time they took, of which each may be part of another."""
    lost, counted_ms = 0, since_ms
    for begin, end in sorted(outages):
        begin, end = max(counted_ms, begin), min(now_ms, end)
        if end > begin:
            lost, counted_ms = lost + end - begin, end
    return lost


def merged(outages: Outages, last_ms: Sequence[int]) -> Outages:
    """Fewer outages that are the same to tables where something last happened at these times. They do not overlap: a server is away once at a time.

    Outages before all of these times count for no table. If nothing last happened between the beginning of some outages and the end of the last, they count for
    the same tables: they become one that begins with the first and is as long as all of them.
    """
    times, found = sorted(last_ms), []
    alike: dict[int, Outages] = {}
    for begin, end in outages:
        before = bisect_right(times, begin)
        if bisect_left(times, end) > before:  # it had begun already when something happened
            found.append((begin, end))
        elif before:
            alike.setdefault(before, []).append((begin, end))
    for some in alike.values():
        first = min(some)[0]
        found.append((first, first + _sum_ms(some, first, max(end for _, end in some))))
    return sorted(found)


class SharedUptime(Uptime):
    """The same where there are several processes: the server was away when none of them was heard of. The first one heard of afterwards
    notes it in the database, see `cluster/registry.py`.
    """

    def __init__(self, store: Store, folder: Path, sure: Callable[[], Awaitable[None]]) -> None:
        super().__init__(store, folder)
        self._sure = sure

    async def open(self) -> None:
        """Read the earlier outages, and the one that has just ended."""
        self.outages = await self.store.outages()
        self._heard_ms = wall_ms()

    async def beat(self) -> None:
        """Say that this process runs. After a long gap it is read whether all of them were away."""
        now_ms, heard_ms = wall_ms(), self._heard_ms
        if now_ms - heard_ms > GAP_MS:
            await self._sure()
            self.outages = await self.store.outages()
        self._heard_ms = now_ms
