"""Lets newcomers in, one after another: whoever shares an address with many waits a little, in place of being refused.

A whole school may come at once through one address, and somebody there may be a pest. Neither keeps the others out as long as the line is
neither too long nor too slow.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from ludotheque.server.addresses import Address
from ludotheque.server.limits import LONGEST_S, Buckets, too_fast

WAIT_S = 20.0
"""The longest that somebody waits."""
MOST_WAITING = 400
"""The most who wait at one address."""
MOST_OF_ALL = 4000
"""The most who wait at all."""


@dataclass
class _Line:
    """Who waits at one address: the lock lets them go on in the order in which they came."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    waiting: int = 0


class Newcomers:
    """The lines of newcomers, one for each address."""

    def __init__(self, limit: Buckets) -> None:
        self.limit = limit
        self._lines: dict[str, _Line] = {}
        self.waiting = 0

    async def admit(self, asker: Address) -> bool:
        """Wait until one more newcomer from there may come in. Returns whether that took a while.

        Raises `Refused` (429) if the line is too long, or takes more than `WAIT_S` seconds.
        """
        where = asker.counted[0]
        if where not in self._lines and self.limit.take(asker):
            return False
        line = self._lines.setdefault(where, _Line())
        takes_s = self.limit.missing_s(asker) + line.waiting / max(self.limit.rate.per_s, 1 / LONGEST_S)
        if takes_s > WAIT_S or line.waiting >= MOST_WAITING or self.waiting >= MOST_OF_ALL:
            if not line.waiting:
                del self._lines[where]
            raise too_fast(self.limit.wait_s(asker))
        self._wait(line, 1)
        try:
            async with asyncio.timeout(WAIT_S), line.lock:
                while not self.limit.take(asker):  # noqa: ASYNC110  (tokens come with time alone)
                    await asyncio.sleep(self.limit.missing_s(asker))
        except TimeoutError:
            raise too_fast(self.limit.wait_s(asker)) from None
        finally:
            self._wait(line, -1)
            if not line.waiting:
                del self._lines[where]
        return True

    def _wait(self, line: _Line, more: int) -> None:
        line.waiting += more
        self.waiting += more
