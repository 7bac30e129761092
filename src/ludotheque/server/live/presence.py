"""Who is at a table: arrivals and departures are told to the others, and to whatever waits for people."""

from __future__ import annotations

import time
from collections.abc import Callable

from ludotheque.server.live.room import Room, Watcher

GoOn = Callable[[Room], None]


def arrive(watcher: Watcher, room: Room, go_on: GoOn) -> None:
    """Somebody starts watching this table."""
    before = room.online
    room.arrive(watcher)
    _tell(watcher, room, before, go_on)


def leave(watcher: Watcher, room: Room, go_on: GoOn) -> None:
    """Somebody stops watching. No race waits for them any more."""
    before = room.online
    room.leave(watcher)
    if room.races is not None:
        room.races.left()
    _tell(watcher, room, before, go_on)


def _tell(watcher: Watcher, room: Room, before: frozenset[int], go_on: GoOn) -> None:
    """`before` are the guests who watched until now. A guest with two pages open is here until both are closed."""
    room.used = time.monotonic()
    if room.online == before:
        return
    for other in room.watchers:
        if other is not watcher:
            other.notify()
    go_on(room)
