"""A table in memory, with those who watch it: a cache over its events, see `tables.py`."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Protocol

from ludotheque.server.fold import TableState
from ludotheque.server.log import Row
from ludotheque.server.present import Views


class Watcher(Protocol):
    """A socket that shows a table."""

    guest: int

    def mark(self, keep: int | None = None) -> None:
        """The table changed; with `keep`, moves from that index on were taken back."""


class Live:
    """A table in memory. Only the holder of `lock` appends. `rest`: events that wait until the rules are prepared."""

    def __init__(self, state: TableState, rest: Sequence[Row]) -> None:
        self.state = state
        self.rest = list(rest)
        self.lock = asyncio.Lock()
        self.views = Views(state)
        self.watchers: set[Watcher] = set()
        self.bot_tasks: dict[int, asyncio.Task[None]] = {}
        self.timer: asyncio.TimerHandle | None = None
        self.used = time.monotonic()

    @property
    def online(self) -> set[int]:
        """The guests who look at the table now."""
        return {watcher.guest for watcher in self.watchers if watcher.guest}

    def tell(self, keep: int | None = None) -> None:
        """Let every watcher know that something changed."""
        for watcher in self.watchers:
            watcher.mark(keep)
