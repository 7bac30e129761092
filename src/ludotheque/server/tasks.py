"""Background tasks that nobody waits for, until the server ends."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

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

    async def close(self, *others: asyncio.Task[Any]) -> None:
        """Cancel all of them, and these."""
        tasks = [*self._running, *others]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
