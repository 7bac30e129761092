"""A breath between what is made for sockets: clocks and hands must not wait until everybody has been shown everything."""

from __future__ import annotations

import asyncio
import time

MOST_S = 0.003
"""So long scenes are made before the event loop looks at its clocks and sockets again."""


class Pace:
    """Shares the event loop out among those who make what is shown: each asks for a `turn` before."""

    def __init__(self, most_s: float = MOST_S) -> None:
        self.most_s = most_s
        self._began: float | None = None

    @property
    def is_free(self) -> bool:
        """Whether something may be made at once."""
        return self._began is None or time.monotonic() - self._began < self.most_s

    async def turn(self) -> None:
        """Return when something may be made: at once, or after the loop has gone round once more."""
        while True:
            if self.is_free:
                break
            await asyncio.sleep(0)
        if self._began is None:
            self._began = time.monotonic()
            asyncio.get_running_loop().call_soon(self._round)

    def _round(self) -> None:
        """What was put in when this round began is done: the next one begins."""
        self._began = None
