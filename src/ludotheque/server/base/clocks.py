"""The two clocks of the server, in milliseconds."""

from __future__ import annotations

import asyncio
import time


def now_ms() -> float:
    """The event loop's clock, which times sockets."""
    return asyncio.get_running_loop().time() * 1000


def wall_ms() -> int:
    """The wall clock, which times games: milliseconds since 1970 (UTC)."""
    return time.time_ns() // 1_000_000
