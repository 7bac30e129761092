"""A table in memory, with those who watch it: a cache over its events, see `tables.py`."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Protocol

from ludotheque.server import wire
from ludotheque.server.fold import TableState
from ludotheque.server.pace import Pace
from ludotheque.server.races.timing import Trusted
from ludotheque.server.view_cache import ViewCache

if TYPE_CHECKING:
    from ludotheque.server.races.table_races import TableRaces


AWAY_S = 15.0
AWAY_WITHOUT_HURRY_S = 300.0
"""Who has not been seen for so long is away: others may have a bot play for them. Where nobody races, moves may wait for minutes."""

AT_ONCE_S = 0.002
"""For so long, in a turn, somebody who comes late is told what happened so far."""


class Watcher(Protocol):
    """A socket that shows a table."""

    guest: int
    name: str
    trusted: Trusted

    def answer(self, message: wire.Out) -> None:
        """Send a message, after those that wait."""

    def show(self, message: wire.Out) -> None:
        """Send a message that may as well be left out."""

    def write_now(self, text: bytes) -> float | None:
        """Write a message at once; when it was written (ms of the event loop's clock), None if it was not."""

    def measure(self) -> None:
        """Measure the line's round trip right behind what was written."""

    def notify(self, rewound_to: int | None = None) -> None:
        """The table changed; with `rewound_to`, moves from that index on were taken back."""


class Live:
    """A table in memory. Only the holder of `lock` appends. `needs_bots`: bots are to be told what they will play."""

    def __init__(self, state: TableState, pace: Pace) -> None:
        self.state, self.pace = state, pace
        self.needs_bots = True
        self.lock = asyncio.Lock()
        self.views = ViewCache(state)
        self.watchers: set[Watcher] = set()
        self.online: frozenset[int] = frozenset()
        """The guests who look at the table now."""
        self.seen: dict[int, float] = {}
        self.since = time.monotonic()
        """When each guest was last seen here, and since when the table is in memory (seconds of the monotonic clock)."""
        self.bot_tasks: dict[int, asyncio.Task[None]] = {}
        self.timer: asyncio.TimerHandle | None = None
        self.counting: asyncio.TimerHandle | None = None
        """The count before the game begins, see `countdown.py`."""
        self.used = time.monotonic()
        self.races: TableRaces | None = None
        self.news = asyncio.Event()
        """Set, and replaced by another, whenever something happens."""
        self.lucks: dict[int, int] = {}
        """The luck of each bot's reflexes."""

    def arrive(self, watcher: Watcher) -> None:
        """Somebody looks at the table from now on."""
        self.watchers.add(watcher)
        self._count_guests()

    def leave(self, watcher: Watcher) -> None:
        """Somebody looks away."""
        self.watchers.discard(watcher)
        self.seen[watcher.guest] = time.monotonic()
        self._count_guests()

    def is_away(self, guest: int) -> bool:
        """Whether a guest has not looked at the table for a while."""
        longest = AWAY_S if self.state.game.timed else AWAY_WITHOUT_HURRY_S
        return guest not in self.online and time.monotonic() - self.seen.get(guest, self.since) >= longest

    async def catch_up(self, audience: frozenset[int]) -> None:
        """Make what an audience was not told yet of the game, a little at a time: the others must not wait for it."""
        while True:
            await self.pace.turn()
            if self.views.catch_up(audience, AT_ONCE_S):
                return

    def _count_guests(self) -> None:
        self.online = frozenset(watcher.guest for watcher in self.watchers if watcher.guest)

    @property
    def is_looked_at(self) -> bool:
        """Whether somebody who sits at the table has it before their eyes; anybody, where only bots sit."""
        people = {chair.guest for chair in self.state.chairs if chair.who == "person"}
        return bool(people & self.online if people else self.watchers)

    def notify_watchers(self, rewound_to: int | None = None) -> None:
        """Let every watcher know that something changed."""
        news, self.news = self.news, asyncio.Event()
        news.set()
        for watcher in self.watchers:
            watcher.notify(rewound_to)
