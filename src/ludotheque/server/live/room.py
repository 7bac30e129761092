"""A table in memory: its lock, its one timer, its races and bots, and everybody who looks. A cache over its events, see `tables.py`."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ludotheque.server.base.clocks import wall_ms
from ludotheque.server.base.logs import Logger
from ludotheque.server.live.shown import Pages
from ludotheque.server.live.watchers import Watcher, Watchers
from ludotheque.server.room import agenda, log_events
from ludotheque.server.room.acting import game_ms, next_due
from ludotheque.server.room.doors import is_open
from ludotheque.server.room.log_events import LogEvent, Row
from ludotheque.server.room.refused import Refused
from ludotheque.server.room.state import TableState
from ludotheque.server.room.views import ViewCache
from ludotheque.server.store.leases import Elsewhere
from ludotheque.server.store.log import Batch, Conflict, Lease, Lost, StoreError
from ludotheque.server.store.results import result_of

if TYPE_CHECKING:
    from ludotheque.server.live.table_races import TableRaces
    from ludotheque.server.live.tables import Tables
    from ludotheque.server.live.turns import BotTurns
    from ludotheque.server.thinking.advice import Thought

logger = Logger(__name__)

AT_ONCE_S = 0.002
"""The seconds of each turn for building the earlier moves for somebody who arrives late."""
AWAY_MS = 3000
"""If something has been due for longer than this, the server was away, and a race's clock stands still for that time."""
BACK_MS = 5000
"""The extra time given back so that people can return."""
CROWD_S = 1.0
"""The seconds until a crowd learns who has come and gone, if there is no other news before."""
LONGEST_S = 3600.0
"""The longest time until a table is looked at again."""
AGAIN_S = 2.0
"""The seconds until a failed write is tried again."""


class Room:
    """One table. Only the holder of `lock` appends.

    Attributes:
        state: what has happened there.
        views: what each audience is sent of it.
        pages: what the pages that show it have, and are sent.
        watchers: who looks at it.
        races: its races; None if its game has none, if the table is only looked at, and once the room is closed.
        bots: its bots' turns; None in the same cases.
        lease: says that the table lives in this process; None if there is only one, or if the table is only looked at.
        is_dropped: whether the table no longer lives here, so that nothing happens at it.
        silence: from when to when (Unix ms) it was without a process, because its own had died. Nobody's time ran.
        sights: when each guest was last there, as the log had it when the table was read from it, see `absence.sights`.
        used: when it was last used (seconds of the monotonic clock).
        counted_s: when the countdown 3… 2… 1… began, on the same clock; -1 if there is none.
        news: set, and replaced by another, whenever something happens.
        thoughts: what a bot would do for the seats that asked for advice.
        is_noted: whether the lists of finished games say how this one ended.
        is_listed: whether the list of open tables has it; None if that is not known.
    """

    def __init__(self, tables: Tables, state: TableState, lease: Lease | None = None) -> None:
        settings = tables.settings
        self.tables, self.state, self.lease = tables, state, lease
        self.lock = asyncio.Lock()
        self.views = ViewCache(state, tables.may_write, settings.resign_after)
        self.pages = Pages()
        self.watchers = Watchers()
        self.bots: BotTurns | None = None
        self.races: TableRaces | None = None
        self.timer: asyncio.TimerHandle | None = None
        self.count_s, self.counted_s = settings.countdown, -1.0
        self.news = asyncio.Event()
        self.silence: tuple[int, int] | None = None
        self.sights: dict[int, int] = {}
        self.thoughts: dict[int, Thought] = {}
        self.used = time.monotonic()
        self.is_dropped = self.is_noted = False
        self.is_listed: bool | None = None
        self._besides: tuple[int, list[str]] | None = None
        self._crowd: asyncio.TimerHandle | None = None
        """The timer for telling a crowd who has come and gone."""

    @property
    def may_write(self) -> bool:
        """Whether people may write to each other here."""
        return self.tables.may_write and self.state.created.chat

    def knows(self, guest: int) -> bool:
        """Whether anything here tells of a guest."""
        state = self.state
        return (
            guest == state.host
            or any(chair.guest == guest for chair in state.chairs)
            or any(line.guest == guest for line in state.said)
        )

    # -- who looks ----------------------------------------------------------------------------------------------

    def arrive(self, watcher: Watcher) -> None:
        """Somebody starts watching this table."""
        before = self.watchers.online
        self.watchers.add(watcher)
        self._tell_of(watcher, before)

    def leave(self, watcher: Watcher) -> None:
        """Somebody stops watching. No race waits for them."""
        before = self.watchers.online
        self.watchers.discard(watcher)
        if self.races is not None:
            self.races.left()
        self._tell_of(watcher, before)

    def _tell_of(self, watcher: Watcher, before: frozenset[int]) -> None:
        """`before` are the guests who watched until now. A guest with two pages open is here until both are closed."""
        self.used = time.monotonic()
        self._besides = None
        self.pages.forget()
        if self.watchers.online == before:
            return
        if not self.watchers.is_crowd:
            self.watchers.notify(self.state, but=watcher)
        elif self._crowd is None:
            self._crowd = asyncio.get_running_loop().call_later(CROWD_S, self._tell_crowd)
        self.go_on()

    def _tell_crowd(self) -> None:
        """Tell a crowd who has come and gone."""
        self._crowd = None
        self.watchers.notify(self.state)

    def _cancel_crowd(self) -> None:
        """Do not tell the crowd: other news goes out now, or none at all."""
        if self._crowd is not None:
            self._crowd.cancel()
            self._crowd = None

    def names(self) -> dict[str, int]:
        """The first named watchers, by name. Where people may not write to each other, their names are not shown either."""
        return self.watchers.named(self.state) if self.may_write else {}

    @property
    def besides(self) -> tuple[int, list[str]]:
        """How many guests only watch, and the names of the first of them. Every page shows it, so it is counted once."""
        if self._besides is None:
            self._besides = self.watchers.besides(self.state), list(self.names())
        return self._besides

    def notify(self) -> None:
        """Tell everybody who looks that something changed."""
        self._besides = None
        self.pages.forget()
        self._cancel_crowd()
        news, self.news = self.news, asyncio.Event()
        news.set()
        self.watchers.notify(self.state)

    async def catch_up(self, audience: frozenset[int]) -> None:
        """Build the missing moves of an audience in small steps, so that others do not have to wait."""
        if self.views.is_ready(audience):
            return
        while True:
            await self.tables.pace.turn()
            if self.views.catch_up(audience, AT_ONCE_S):
                return

    # -- writing ------------------------------------------------------------------------------------------------

    async def append(
        self,
        events: Sequence[LogEvent],
        command_id: str | None = None,
        people: Sequence[int] = (),
        ids: Sequence[str | None] | None = None,
    ) -> None:
        """Append the events of one command, or of none: to the log, to the table, then for everybody who looks.

        `people` will find the table in their list. `ids` has the command of each event, where there are several commands. Raises `Refused`
        if they cannot be written, `Elsewhere` or `Conflict`.
        """
        if ids is None:
            ids = [None if n else command_id for n in range(len(events))]
        first, now = self.state.seq + 1, wall_ms()
        rows = [
            Row(first + n, command, now, event)
            for n, (event, command) in enumerate(zip(events, ids, strict=True))
        ]
        named = (log_events.Said, log_events.Removed)  # of other guests only the seats are in the log
        wrote = [event.guest for event in events if isinstance(event, named) and event.guest]
        begins = False if any(isinstance(event, log_events.Started) for event in events) else None
        await self.write(Batch(self.state.id, rows, None, people, self.lease, wrote, begins))
        self.is_listed = self.is_listed if begins is None else begins
        self.tables.count(self.state.game.name, events)
        self.apply(rows)
        await self._note_open()
        await self.note_result()

    async def write(self, *batches: Batch) -> None:
        """Write to this table's log, and to others'. Raises `Elsewhere` if the table lives in another process now."""
        if self.is_dropped:
            raise Elsewhere(self.state.id)
        try:
            await self.tables.write(*batches)
        except Lost as error:
            assert self.tables.leases is not None
            assert self.lease is not None
            self.tables.leases.is_gone(self.state.id, self.lease)
            raise Elsewhere(self.state.id) from error

    def apply(self, rows: Sequence[Row]) -> None:
        """Apply events that are in the log."""
        try:
            for row in rows:
                self.state.apply(row)
        except Exception:
            logger.exception("fold_failed", table=self.state.id, seq=rows[0].seq)
            self.tables.forget(self)
            raise
        self.used = time.monotonic()
        if not all(isinstance(row.event, log_events.Said) for row in rows):
            undone = [row.event.remaining for row in rows if isinstance(row.event, log_events.Undone)]
            self.views.forget(rewound_to=min(undone, default=None))
        self.notify()
        self.go_on()

    async def _note_open(self) -> None:
        """Write whether anybody may sit down at a table now, for the list of open tables. It can be made again from the log."""
        now_open = is_open(self.state)
        if self.is_listed is now_open or (self.is_listed is None and self.state.phase != "lobby"):
            return
        self.is_listed = now_open
        try:
            await self.tables.store.note_open(self.state.id, now_open, self.state.seq)
        except StoreError:  # it is noted with the next event
            self.is_listed = None
            logger.exception("open_not_noted", table=self.state.id)

    async def note_result(self) -> None:
        """Write how the game ended, once it has, for the lists of finished games. They can be made again from the log."""
        is_over = self.state.phase == "over"
        if is_over == self.is_noted:
            return
        self.is_noted = is_over
        try:
            await self.tables.store.add_result(result_of(self.state), lease=self.lease)
        except Lost:  # who has the table now notes it
            return
        except StoreError:
            self.is_noted = not is_over
            logger.exception("result_not_noted", table=self.state.id)
            return
        if is_over:
            self.tables.commitments.drop(self.state.created)
        else:
            self.tables.commitments.note(self.state.id, self.state.created)

    # -- what happens by itself ---------------------------------------------------------------------------------

    def here(self) -> agenda.Here:
        """Who is at the table, for deciding what happens by itself."""
        ago_ms = wall_ms() - round(time.monotonic() * 1000)
        race, watchers = self.races.race if self.races is not None else None, self.watchers
        return agenda.Here(
            watchers.online,
            watchers.look_at(self.state),
            ago_ms + round(watchers.since * 1000),
            {guest: ago_ms + round(seen * 1000) for guest, seen in watchers.seen.items()},
            watchers.opened,
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

    def go_on(self) -> None:
        """Start whatever happens next by itself. Called after each event, and when somebody comes or leaves."""
        if self.tables.has_ended or self.is_dropped:
            return
        for follower in self.tables.followers:
            follower(self)
        if self.races is not None:
            self.races.follow()
        here = self._count(self.here())
        if agenda.happens(self.state, here, wall_ms()):
            self.stop()
            self.wake_now()
        else:
            self._set_timer(here)
        if self.bots is not None:
            self.bots.begin(here)

    def _count(self, here: agenda.Here) -> agenda.Here:
        """Begin to count where nothing else is missing, and stop if that changes."""
        counts = agenda.counts(self.state, self.count_s) and agenda.nothing_is_missing(self.state, here)
        if counts == (self.counted_s >= 0):
            return here
        self.counted_s = time.monotonic() if counts else -1.0
        self.notify()
        return self.here()

    def set_timer(self) -> None:
        """Wake up when something is due."""
        self._set_timer(self.here())

    def _set_timer(self, here: agenda.Here) -> None:
        if self.tables.uptime.is_resting:
            self.stop()
            return
        now_ms = wall_ms()
        waits = (agenda.wait_ms(self.state, here, now_ms), self._game_wait_ms(now_ms))
        soonest_ms = min((each for each in waits if each is not None), default=None)
        self._wake_in(None if soonest_ms is None else min(soonest_ms / 1000, LONGEST_S))

    def _game_wait_ms(self, now_ms: int) -> float | None:
        """The time until the game's clock brings something. It waits for players who may have been quicker."""
        wait_ms = agenda.game_wait_ms(self.state, now_ms)
        if wait_ms is None or self.races is None:
            return wait_ms
        assert self.state.table is not None
        return max(wait_ms, self.races.tick_waits_ms(self.state.table.due_ms))

    def _wake_in(self, wait_s: float | None) -> None:
        self.stop()
        if wait_s is not None and not (self.tables.has_ended or self.is_dropped):
            self.timer = asyncio.get_running_loop().call_later(max(0.0, wait_s), self.wake_now)

    def wake_now(self) -> None:
        """Append what is due, and go on."""
        self.tables.tasks.spawn_here(self._wake())

    async def _wake(self) -> None:
        """Append what is due by now, and go on. A failed write is tried again a little later, so that the table does not stop."""
        try:
            async with self.lock:
                await self._append_due()
        except Refused as error:
            logger.warning("not_written", table=self.state.id, why=str(error))
            self._wake_in(AGAIN_S)
        else:
            self.go_on()

    async def _append_due(self) -> None:
        try:
            await self.let_pass()
            events = [] if self.tables.has_ended else agenda.happens(self.state, self.here(), wall_ms())
            if events:
                await self.append(events)
        except Conflict:  # another process wrote to this log
            await self.tables.reread(self)

    async def let_pass(self) -> None:
        """Append what the clocks have brought by now, unless a player may have been quicker. The caller holds the lock. At a closed table
        nothing is due."""
        if self.state.is_closed:
            return
        if self.state.game.timed:
            await self._let_game_pass()
        await self._let_table_pass()

    async def _let_game_pass(self) -> None:
        """What the game's clock brings."""
        state, course = self.state, self.races
        while state.phase == "playing" and not state.is_paused and state.table is not None:
            now, due = game_ms(state, wall_ms()), state.table.due_ms
            if course is not None and 0 <= due < now - AWAY_MS:
                await self.append([log_events.Away(now - due + BACK_MS)])
                course.begin_again(now - due)
                self.go_on()  # once all presses are decided
                return
            if not 0 <= due <= now or (course is not None and course.tick_waits_ms(due) > 0):
                return
            until = max(state.clock_ms, now if course is None else due)
            await self.append([log_events.Time(until)])

    async def _let_table_pass(self) -> None:
        """Resignations and times that are up. While the server was away, nobody's time ran."""
        state, uptime = self.state, self.tables.uptime
        if next_due(state) is not None:
            await uptime.note_gap()  # before it is counted, so that it is given back once
        while (due := next_due(state)) is not None:
            now_ms = state.now_ms(wall_ms())
            lost_ms = 0 if state.game.timed else uptime.lost_ms(state.time_ms, now_ms, self.silence)
            if lost_ms > 0:
                await self.append([log_events.Away(lost_ms)])
            elif due[0] <= now_ms:
                await self.append([due[1]])
            else:
                return

    # -- the end ------------------------------------------------------------------------------------------------

    def stop(self) -> None:
        """Cancel the timer."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    async def close(self) -> None:
        """Stop everything that happens by itself."""
        self.is_dropped = True
        self.stop()
        self._cancel_crowd()
        if self.bots is not None and self.state.game.has_reflexes:
            self.bots.stop()
        races, self.races, self.bots = self.races, None, None  # both refer to the room: all are freed at once
        if races is not None:
            await races.close()

    def part(self) -> None:
        """The table no longer lives here: nothing happens, and its pages have to connect again."""
        self.is_dropped = True
        if self.bots is not None:
            self.bots.stop()
        self.tables.tasks.spawn(self.close())
        for watcher in list(self.watchers):
            watcher.moved()
