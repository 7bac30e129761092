"""Bots that think in threads of the server's process: where it is not the point that they think elsewhere, since a process takes a second to start."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from ludotheque.server import bots_pool
from ludotheque.server.bots_pool import Bots


def here(bots: Bots) -> None:
    """Let these bots think in threads."""
    for pool in bots._pools:
        pool._pool = ThreadPoolExecutor(pool.processes)  # type: ignore[assignment]


def _threads(processes: int, _prepared: Any) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(processes)


def always_here() -> None:
    """Let all bots of this process think in threads."""
    bots_pool.Pool = _threads  # type: ignore[assignment,misc]
