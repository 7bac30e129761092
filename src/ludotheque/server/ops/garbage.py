"""Python's garbage collector, kept from stopping the event loop.

A full pass looks at every object of the process: 0.1 to 0.5 s with a thousand tables in memory, and nobody is answered meanwhile. So Python
makes none by itself here. What lasts is set aside every second, and a pass looks only at what is younger. What was set aside is freed
as usual once nothing refers to it; only objects that refer to each other in a circle stay, and are looked for when there are many more than
before, if possible while nobody races.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable

EVERY_S = 1.0
ROUNDS, RACING_ROUNDS = 60, 600
"""After how many rounds the objects set aside are counted, which takes 50 ms for a million of them: more rarely while somebody races."""
QUIET_GROWTH, GROWTH = 1.1, 1.5
"""How much more there must be than after the last full pass for another: while nobody races, and in any case."""
NEVER = 1_000_000


class Garbage:
    """The garbage of a process that serves. `is_quiet` says whether nobody would mind a pause now."""

    def __init__(self, is_quiet: Callable[[], bool]) -> None:
        self.is_quiet = is_quiet
        young, middle, _ = gc.get_threshold()
        gc.set_threshold(young, middle, NEVER)
        self.settle()

    def settle(self) -> None:
        """Set aside what is there for good: modules and the like."""
        self.set_aside()
        self._settled = gc.get_freeze_count()

    def set_aside(self) -> None:
        """Free what is young and refers to itself in a circle, and set the rest aside."""
        gc.collect()
        gc.freeze()

    def look_at_all(self) -> bool:
        """A full pass, if there is reason for one. Returns whether it was made."""
        growth = gc.get_freeze_count() / max(self._settled, 1)
        if growth < (QUIET_GROWTH if self.is_quiet() else GROWTH):
            return False
        gc.unfreeze()
        self.settle()
        return True

    async def tend(self) -> None:
        """Do both again and again."""
        rounds = 0
        while True:
            await asyncio.sleep(EVERY_S)
            self.set_aside()
            rounds += 1
            if rounds >= (ROUNDS if self.is_quiet() else RACING_ROUNDS):
                rounds = 0
                self.look_at_all()
