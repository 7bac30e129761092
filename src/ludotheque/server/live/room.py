"""A table in memory with its watchers: a cache over its events, see `tables.py`."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Protocol

from ludotheque.server.base.names import look, unlike
from ludotheque.server.base.pace import Pace
from ludotheque.server.room import absence, agenda, wire
from ludotheque.server.room.permits import RESIGN_S
from ludotheque.server.room.races.timing import Trusted
from ludotheque.server.room.state import TableState
from ludotheque.server.room.views import ViewCache
from ludotheque.server.store.log import Lease

if TYPE_CHECKING:
    from ludotheque.server.live.races.table_races import TableRaces
    from ludotheque.server.thinking.advice import Thought


MAX_NAMED = 5
"""So many of those who watch are named; the others are counted."""

UNHEARD_S = 45.0
"""A page whose line broke may have shown nothing for so long: a phone in a pocket answers no pings. Twice `launch.PING_S`, and a little."""

AT_ONCE_S = 0.002
"""The seconds of each turn in which somebody who arrives late is sent what happened so far."""


class Watcher(Protocol):
    """A socket that shows a table."""

    guest: int
    name: str
    trusted: Trusted
    is_lost: bool
    """Whether its line broke, and nobody closed the page."""
    blocked: frozenset[int]
    """The guests whose lines and noises it does not want."""

    def answer(self, message: wire.Out) -> None:
        """Send a message behind those that wait."""

    def show(self, message: wire.Out) -> None:
        """Send an optional message."""

    def write_now(self, text: bytes) -> float | None:
        """Write a message at once. Returns when it was written (ms on the event loop's clock); None if it was not."""

    def measure(self) -> None:
        """Measure the line's round trip right behind what was written."""

    def notify(self, rewound_to: int | None = None) -> None:
        """The table has changed. With `rewound_to`, moves from that index on were taken back."""

    def tell_again(self) -> None:
        """Something was taken out of what has been sent: send all of it again."""

    def moved(self) -> None:
        """The table lives in another process now: the page is to connect again."""


class Room:
    """A table in memory. Only the holder of `lock` appends. `needs_bots` says whether bots must be told what they will play.

    `lease` says that the table lives in this process; None if there is only one, or if the table is only looked at.
    """

    def __init__(
        self,
        state: TableState,
        pace: Pace,
        lease: Lease | None = None,
        is_quiet: bool = False,
        resign_s: float = RESIGN_S,
        count_s: float = 0.0,
    ) -> None:
        self.state, self.pace, self.lease, self.count_s = state, pace, lease, count_s
        self.silence: tuple[int, int] | None = None
        """From when to when (Unix ms) the table was without a process, because its own had died. Nobody's time ran."""
        self.is_dropped = False
        """Whether the table lives here no longer. Nothing happens at it any more."""
        self.needs_bots = True
        self.is_noted = False
        """Whether it is written in the lists of finished games how this one ended."""
        self.is_listed: bool | None = None
        """Whether it is written in the list of open tables; None if that is not known."""
        self.lock = asyncio.Lock()
        self.views = ViewCache(state, is_quiet, resign_s)
        self.watchers: set[Watcher] = set()
        self.online: frozenset[int] = frozenset()
        """The guests who look at the table now."""
        self._named: list[tuple[int, str]] = []
        """Those of them who have names, with these."""
        self.seen: dict[int, float] = {}
        self.came: dict[int, int] = {}
        """The number of the newest event when each guest last opened the table's page."""
        self.since = time.monotonic()
        """When each guest was last seen here, and since when the table is in memory (seconds of the monotonic clock)."""
        self.looked: dict[int, float] = {}
        """Until when each guest surely had the table on screen, likewise."""
        self.sights: dict[int, int] = {}
        """The same as the log had it when the table was read from it, see `absence.sights`."""
        self.bot_tasks: dict[int, asyncio.Task[None]] = {}
        self.timer: asyncio.TimerHandle | None = None
        """Wakes the table when something happens by itself, see `room/agenda.py`."""
        self.counted_s = -1.0
        """When the countdown began (seconds of the monotonic clock), 3… 2… 1…, after which the game begins or goes on; -1 if there is none."""
        self.used = time.monotonic()
        self.races: TableRaces | None = None
        self.news = asyncio.Event()
        """Set, and replaced by another, whenever something happens."""
        self.lucks: dict[int, int] = {}
        """The luck of each bot's reflexes."""
        self.thoughts: dict[int, Thought] = {}
        """What a bot would do for the seats that asked for advice."""

    def knows(self, guest: int) -> bool:
        """Whether anything here tells of a guest."""
        state = self.state
        return (
            guest == state.host
            or any(chair.guest == guest for chair in state.chairs)
            or any(line.guest == guest for line in state.said)
        )

    def arrive(self, watcher: Watcher) -> None:
        """Somebody starts watching the table."""
        self.watchers.add(watcher)
        self._count_guests()

    def leave(self, watcher: Watcher) -> None:
        """Somebody stops watching."""
        self.watchers.discard(watcher)
        now = self.seen[watcher.guest] = time.monotonic()
        self.looked[watcher.guest] = now - UNHEARD_S if watcher.is_lost else now
        self._count_guests()

    def here(self) -> agenda.Here:
        """Who is at the table, for what happens by itself."""
        ago_ms = time.time_ns() // 1_000_000 - round(time.monotonic() * 1000)
        race = self.races.race if self.races is not None else None
        return agenda.Here(
            self.online,
            self.is_looked_at,
            ago_ms + round(self.since * 1000),
            {guest: ago_ms + round(seen * 1000) for guest, seen in self.seen.items()},
            self.came,
            self.count_s,
            ago_ms + round(self.counted_s * 1000) if self.counted_s >= 0 else -1,
            race is not None and bool(race.pending),
        )

    @property
    def begins_ms(self) -> int:
        """The time until the game begins or goes on, in milliseconds; -1 if there is no countdown."""
        if self.counted_s < 0:
            return -1
        return max(0, round((self.counted_s + self.count_s - time.monotonic()) * 1000))

    def stop(self) -> None:
        """Cancel the timer."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def is_away(self, guest: int) -> bool:
        """Whether a guest has not watched the table for a while."""
        if guest in self.online:
            return False
        patience_s = absence.patience_s(self.state)
        noted = max((chair.absent_ms for chair in self.state.chairs if chair.is_of(guest)), default=-1)
        if noted >= 0 and self.state.now_ms(time.time_ns() // 1_000_000) - noted >= patience_s * 1000:
            return True
        return time.monotonic() - self.seen.get(guest, self.since) >= patience_s

    @property
    def watching(self) -> int:
        """How many guests look at the table and do not play at it."""
        players = {chair.guest for chair in self.state.chairs}
        return len(self.online) - len(players & self.online)

    @property
    def watchers_named(self) -> list[str]:
        """The names of the first of them, as far as they have names, in the order in which they gave them to the server.

        Nobody there has the name of a person at the table, or of another who watches.
        """
        return list(self._watching_as())

    def guest_named(self, name: str) -> int:
        """The guest who watches under this name; 0 if nobody does."""
        return self._watching_as().get(name, 0)

    def _watching_as(self) -> dict[str, int]:
        """Who watches, by the names of the first of them. Where people may not write to each other, names tell nothing either."""
        if self.is_quiet:
            return {}
        chairs = self.state.chairs
        players = {chair.guest for chair in chairs}
        taken = {look(chair.name) for chair in chairs if chair.who == "person"}
        found: dict[str, int] = {}
        for guest, name in self._named:
            if guest not in players:
                found[unlike(taken, name)] = guest
                taken.add(look(next(reversed(found))))
                if len(found) == MAX_NAMED:
                    break
        return found

    @property
    def is_quiet(self) -> bool:
        """Whether people may not write to each other here."""
        return self.views.is_quiet or not self.state.created.chat

    def renamed(self, guest: int, name: str) -> bool:
        """A guest has another name now. Returns whether that changes anything here."""
        mine = [each for each in self.watchers if each.guest == guest and each.name != name]
        for watcher in mine:
            watcher.name = name
        if mine:
            self._count_guests()
        return bool(mine)

    async def catch_up(self, audience: frozenset[int]) -> None:
        """Build the moves that an audience has not been sent, in small steps, so that others need not wait."""
        while True:
            await self.pace.turn()
            if self.views.catch_up(audience, AT_ONCE_S):
                return

    def _count_guests(self) -> None:
        names = {watcher.guest: watcher.name for watcher in self.watchers if watcher.guest}
        self.online = frozenset(names)
        self._named = sorted((guest, name) for guest, name in names.items() if name)

    @property
    def is_looked_at(self) -> bool:
        """Whether somebody who sits at the table has it on screen; if only bots sit there, whether anybody has."""
        people = {chair.guest for chair in self.state.chairs if chair.who == "person"}
        return bool(people & self.online if people else self.watchers)

    def notify_watchers(self, rewound_to: int | None = None) -> None:
        """Tell every watcher that something changed."""
        news, self.news = self.news, asyncio.Event()
        news.set()
        for watcher in self.watchers:
            watcher.notify(rewound_to)
