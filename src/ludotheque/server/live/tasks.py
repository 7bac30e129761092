"""Background tasks that nobody waits for, until the server ends."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Coroutine
from typing import Any, TypeVar

from ludotheque.server.store.leases import Elsewhere

Found = TypeVar("Found")


class Tasks:
    """The background tasks of a server."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Coroutine[Any, Any, Found]) -> asyncio.Task[Found]:
        """Run something in the background."""
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    def spawn_here(self, work: Coroutine[Any, Any, None]) -> None:
        """Run what happens by itself at a table, as long as the table lives in this process."""

        async def here() -> None:
            with contextlib.suppress(Elsewhere):
                await work

        self.spawn(here())

    async def close(self, *others: asyncio.Task[Any]) -> None:
        """Cancel all of them, and these."""
        tasks = [*self._running, *others]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
