"""Lets newcomers in, one after another: people who share an address with many wait a little, instead of being refused.

A whole school may come at once through one address, and somebody there may be a pest. While the line is short, people come in in the order in which
they came. In a long one the next is drawn by lot, and so is the one who must go when it is full: a pest who keeps on fills it only for a while, and others
who ask again have as good a chance as each request of the pest.
"""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass, field

from ludotheque.server.access.addresses import Address
from ludotheque.server.access.limits import Buckets, too_fast

WAIT_S = 20.0
"""The longest that somebody waits."""
IN_ORDER = 40
"""Up to this length a line is served in order."""
MOST_WAITING = 400
"""The most who wait at one address."""
MOST_OF_ALL = 4000
"""The most who wait at all."""


@dataclass
class _Queue:
    """Those who wait at one address, the first first, and what lets them in. What they wait for is whether they may come in."""

    waiting: list[asyncio.Future[bool]] = field(default_factory=list)
    serving: asyncio.Task[None] | None = None


class Newcomers:
    """The lines of newcomers, one for each address."""

    def __init__(self, limit: Buckets) -> None:
        self.limit = limit
        self._lines: dict[str, _Queue] = {}
        self.waiting = 0

    async def admit(self, asker: Address) -> bool:
        """Wait until one more newcomer from there may come in. Returns whether that took a while.

        Raises `Refused` (429) if too many wait, or if it takes more than `WAIT_S` seconds.
        """
        where = asker.counted[0]
        if where not in self._lines and self.limit.take(asker):
            return False
        if self.limit.missing_s(asker) > WAIT_S or self.waiting >= MOST_OF_ALL:
            raise too_fast(self.limit.wait_s(asker))
        line = self._lines.setdefault(where, _Queue())
        mine: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        line.waiting.append(mine)
        if len(line.waiting) > max(1, min(MOST_WAITING, int(self.limit.rate.per_s * WAIT_S))):
            _tell(line.waiting.pop(secrets.randbelow(len(line.waiting))), False)
        if line.serving is None:
            line.serving = asyncio.create_task(self._serve(where, line, asker))
        self.waiting += 1
        try:
            async with asyncio.timeout(WAIT_S):
                may = await mine
        except TimeoutError:
            may = False
        finally:
            self.waiting -= 1
            if mine in line.waiting:
                line.waiting.remove(mine)
        if not may:
            raise too_fast(self.limit.wait_s(asker))
        return True

    async def _serve(self, where: str, line: _Queue, asker: Address) -> None:
        """Let one after another of a line in, until nobody waits there any more."""
        try:
            while line.waiting:
                if not self.limit.take(asker):
                    await asyncio.sleep(self.limit.missing_s(asker))
                    continue
                length = len(line.waiting)
                _tell(line.waiting.pop(0 if length <= IN_ORDER else secrets.randbelow(length)), True)
        finally:
            del self._lines[where]


def _tell(waiting: asyncio.Future[bool], may: bool) -> None:
    """Say whether somebody may come in, unless they have just given up."""
    if not waiting.done():
        waiting.set_result(may)
