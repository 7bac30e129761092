"""Who looks at a table, and when each guest was last there."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from typing import Protocol

from ludotheque.server.access.frames import Text
from ludotheque.server.base.clocks import now_ms, wall_ms
from ludotheque.server.base.names import look, unlike
from ludotheque.server.room import absence, wire
from ludotheque.server.room.races.timing import Trusted
from ludotheque.server.room.state import TableState

AT_ONCE = 50
"""How many pages of a table are notified at once of a change."""
MAX_NAMED = 5
"""How many watchers are named; the others are counted."""

UNHEARD_S = 45.0
"""How long a page whose line broke may have shown nothing: a phone in a pocket answers no pings. A little over twice `launch.PING_S`."""


class Watcher(Protocol):
    """A socket that shows a table."""

    guest: int
    name: str
    trusted: Trusted
    is_lost: bool
    """Whether its line broke, and nobody closed the page."""
    blocked: frozenset[int]
    """The guests whose lines and noises it does not want."""

    def answer(self, message: wire.Out | Text) -> None:
        """Send a message behind those that wait."""

    def show(self, message: Text) -> None:
        """Send an optional message."""

    def write_now(self, text: Text) -> float | None:
        """Write a message at once. Returns when it was written (ms on the event loop's clock); None if it was not."""

    def measure(self) -> None:
        """Measure the line's round trip right behind what was written."""

    def notify(self, since_ms: float) -> None:
        """The table has changed, at that instant of the event loop's clock."""

    def tell_again(self) -> None:
        """Something was removed from what the page was sent: send everything again."""

    def moved(self) -> None:
        """The table lives in another process now: the page is to connect again."""


class Watchers:
    """The sockets that show one table.

    Attributes:
        online: the guests who look at the table now.
        since: since when the table is in memory (seconds of the monotonic clock, as all instants here).
        seen: when each guest was last seen here.
        looked: until when each guest surely had the table on screen.
        opened: the number of the newest event when each guest last opened the table's page.
    """

    def __init__(self) -> None:
        self.online: frozenset[int] = frozenset()
        self.since = time.monotonic()
        self.seen: dict[int, float] = {}
        self.looked: dict[int, float] = {}
        self.opened: dict[int, int] = {}
        self._sockets: set[Watcher] = set()
        self._named: list[tuple[int, str]] = []
        """Those who have names, with these."""

    def __iter__(self) -> Iterator[Watcher]:
        return iter(self._sockets)

    def __len__(self) -> int:
        return len(self._sockets)

    def add(self, watcher: Watcher) -> None:
        """Somebody starts watching the table."""
        self._sockets.add(watcher)
        self._count_guests()

    def discard(self, watcher: Watcher) -> None:
        """Somebody stops watching."""
        self._sockets.discard(watcher)
        now = self.seen[watcher.guest] = time.monotonic()
        self.looked[watcher.guest] = now - UNHEARD_S if watcher.is_lost else now
        self._count_guests()

    def renamed(self, guest: int, name: str) -> bool:
        """A guest has another name now. Returns whether that changes anything here."""
        mine = [each for each in self._sockets if each.guest == guest and each.name != name]
        for watcher in mine:
            watcher.name = name
        if mine:
            self._count_guests()
        return bool(mine)

    @property
    def is_crowd(self) -> bool:
        """Whether there are too many to notify all at once."""
        return len(self._sockets) > AT_ONCE

    def notify(self, state: TableState, but: Watcher | None = None) -> None:
        """Tell all of them except `but` that something changed: the players first, who must not wait for a crowd."""
        players = state.people
        others, since_ms = list[Watcher](), now_ms()
        for watcher in self._sockets:
            if watcher.guest in players and watcher is not but:
                watcher.notify(since_ms)
            elif watcher is not but:
                others.append(watcher)
        self._notify_some(others, since_ms)

    def _notify_some(self, waiting: list[Watcher], since_ms: float) -> None:
        """Notify the first of these, and the others after them."""
        for watcher in waiting[:AT_ONCE]:
            if watcher in self._sockets:
                watcher.notify(since_ms)
        if len(waiting) > AT_ONCE:
            asyncio.get_running_loop().call_soon(self._notify_some, waiting[AT_ONCE:], since_ms)

    def is_away(self, state: TableState, guest: int) -> bool:
        """Whether a guest has not watched the table for a while."""
        if guest in self.online:
            return False
        patience_s = absence.patience_s(state)
        noted = max((chair.absent_ms for chair in state.chairs if chair.is_of(guest)), default=-1)
        if noted >= 0 and state.now_ms(wall_ms()) - noted >= patience_s * 1000:
            return True
        return time.monotonic() - self.seen.get(guest, self.since) >= patience_s

    def look_at(self, state: TableState) -> bool:
        """Whether somebody who sits at the table has it on screen; if only bots sit there, whether anybody has."""
        return bool(state.people & self.online if state.people else self._sockets)

    def besides(self, state: TableState) -> int:
        """How many guests look at the table and do not play at it."""
        players = {chair.guest for chair in state.chairs}
        return len(self.online) - len(players & self.online)

    def named(self, state: TableState) -> dict[str, int]:
        """The first of them who have names, by these, in the order in which they gave them to the server.

        Nobody there has the name of a person at the table, or of another who watches.
        """
        players = {chair.guest for chair in state.chairs}
        taken = {look(chair.name) for chair in state.chairs if chair.who == "person"}
        found: dict[str, int] = {}
        for guest, name in self._named:
            if guest not in players:
                found[unlike(taken, name)] = guest
                taken.add(look(next(reversed(found))))
                if len(found) == MAX_NAMED:
                    break
        return found

    def _count_guests(self) -> None:
        names = {watcher.guest: watcher.name for watcher in self._sockets if watcher.guest}
        self.online = frozenset(names)
        self._named = sorted((guest, name) for guest, name in names.items() if name)
