"""Who is at a table: arrivals and departures are told to the others, and to whatever waits for people."""

from __future__ import annotations

import time
from collections.abc import Callable

from ludotheque.server.live.live import Live, Watcher

GoOn = Callable[[Live], None]


def arrive(watcher: Watcher, live: Live, go_on: GoOn) -> None:
    """Somebody starts watching this table."""
    before = live.online
    live.arrive(watcher)
    _tell(watcher, live, before, go_on)


def leave(watcher: Watcher, live: Live, go_on: GoOn) -> None:
    """Somebody stops watching. No race waits for them any more."""
    before = live.online
    live.leave(watcher)
    if live.races is not None:
        live.races.left()
    _tell(watcher, live, before, go_on)


def _tell(watcher: Watcher, live: Live, before: frozenset[int], go_on: GoOn) -> None:
    """`before` are the guests who watched until now. A guest with two pages open is here until both are closed."""
    live.used = time.monotonic()
    if live.online == before:
        return
    for other in live.watchers:
        if other is not watcher:
            other.notify()
    go_on(live)
