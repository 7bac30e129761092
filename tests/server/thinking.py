"""Bots that think in threads of the server's process: where it is not the point that they think elsewhere, since a process takes a second to start."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from ludotheque.server.thinking.pool import Bots


class Threads(ThreadPoolExecutor):
    """Threads in the place of a pool of processes."""

    def __init__(self, processes: int, *_prepared: Any) -> None:
        super().__init__(processes)

    def end(self, wait: bool = True) -> None:
        """End the threads, once they have thought."""
        self.shutdown(wait, cancel_futures=True)


def here(bots: Bots) -> None:
    """Let these bots think in threads."""
    for pool in bots._pools:
        pool._pool = Threads(1)  # type: ignore[attr-defined]
