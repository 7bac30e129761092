"""The tables in memory: caches over the log, read on demand and dropped when nobody watches them."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING

from ludotheque.core.message import Message
from ludotheque.server.access.limits import Buckets
from ludotheque.server.base.clocks import now_ms, wall_ms
from ludotheque.server.base.lateness import Pulse
from ludotheque.server.base.logs import Logger
from ludotheque.server.base.pace import Pace
from ludotheque.server.live.boards import Boards
from ludotheque.server.live.broken import BrokenTable, waits
from ludotheque.server.live.commitments import Commitments
from ludotheque.server.live.executor import Executor
from ludotheque.server.live.looked_at import LookedAt
from ludotheque.server.live.room import Room
from ludotheque.server.live.table_races import TableRaces
from ludotheque.server.live.tasks import Tasks
from ludotheque.server.live.turns import BotTurns
from ludotheque.server.room import absence, log_events
from ludotheque.server.room.doors import is_open
from ludotheque.server.room.log_events import LogEvent, Row
from ludotheque.server.room.races.credit import Credits
from ludotheque.server.room.reading import BrokenLog
from ludotheque.server.room.refused import Refused, english
from ludotheque.server.room.spec import TableSpec, next_table, opening
from ludotheque.server.room.state import TableState, fold
from ludotheque.server.room.views import ViewCache
from ludotheque.server.store.leases import Elsewhere, Leases
from ludotheque.server.store.log import Batch, Conflict, Lease, Lost, Store, StoreError
from ludotheque.server.store.uptime import GAP_MS, SharedUptime, Uptime
from ludotheque.server.thinking.pool import Bots
from ludotheque.server.thinking.preparation import BEING_MADE, Preparation

if TYPE_CHECKING:
    from ludotheque.server.settings import Settings

logger = Logger(__name__)

LONG = 40
"""A table with this many events is replayed in a thread: with interpreted rules it would keep other tables waiting."""

IDLE_S = 120.0
"""The seconds after which a table without watchers is dropped from memory."""


class Tables:
    """All tables of this server.

    With `leases` there are other processes where tables may live; see `cluster/`. `may_write`: whether people may write to each other.
    """

    def __init__(
        self,
        store: Store,
        bots: Bots,
        preparation: Preparation,
        settings: Settings,
        leases: Leases | None = None,
    ) -> None:
        self.settings, self.leases = settings, leases
        self.may_write = settings.chat
        self.chat = Buckets(settings.limits.chat)
        self.uptime = (
            Uptime(store, store.folder) if leases is None else SharedUptime(store, store.folder, leases.sure)
        )
        self.store, self.bots, self.preparation = store, bots, preparation
        self._rooms: dict[str, Room] = {}
        self.broken: dict[str, BrokenTable] = {}
        """The tables that could not be opened, with why."""
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self.boards = Boards(self._rooms)
        self.tasks, self.pulse, self.pace, self.evening = Tasks(), Pulse(), Pace(), Credits()
        self.commitments = Commitments(store, leases is not None)
        self.followers: list[Callable[[Room], None]] = []
        """Called with a table after each of its events, and when somebody comes or leaves."""
        self.moves: Counter[str] = Counter()
        """How many actions were written, by game."""
        self.raced: Counter[str] = Counter(no=0, yes=0)
        """How many races, by whether a pause of the server mattered."""
        self.looked_at = LookedAt(self)
        self.opening: Callable[[str], Awaitable[None]] | None = None
        """Called with the id of each table before it lives here, where it may have lived elsewhere."""
        self.executor = Executor(self)
        self.is_stopping = False
        """Whether the server is stopping, so that no new table is made."""
        self.has_ended = False
        """Whether things have stopped happening by themselves."""
        preparation.on_change(self._rules_changed)

    async def close(self) -> None:
        """Stop bots and clocks. Everything acknowledged is in the log."""
        self.has_ended = True
        thoughts = [task for room in self._rooms.values() if room.bots for task in room.bots.tasks.values()]
        for room in self._rooms.values():
            await room.close()
        await self.tasks.close(*thoughts)

    async def rest(self, since_ms: int) -> None:
        """Nobody can see this server since this instant (Unix ms): nobody's time runs until it wakes."""
        await self.uptime.rest(since_ms)
        for room in self._rooms.values():
            room.set_timer()

    async def wake(self) -> None:
        """Somebody can see this server again: at each table people are given back the time in which nobody could."""
        await self.uptime.wake()
        for room in self._rooms.values():
            room.wake_now()

    def _rules_changed(self, game: str) -> None:
        """A game now runs on compiled rules, so its bots may play at full strength."""
        self.bots.load_again(game)
        for room in list(self._rooms.values()):
            if room.state.game.name == game:
                room.notify()
                room.go_on()

    def drop_idle(self, idle_s: float = IDLE_S) -> int:
        """Drop tables that nobody watches and where nothing happens. Returns how many."""
        limit = time.monotonic() - idle_s
        idle = [
            name
            for name, room in self._rooms.items()
            if room.used <= limit and not (room.watchers or room.lock.locked() or self._is_thinking(room))
        ]
        for name in idle:
            room = self._rooms[name]
            self.forget(room)
        return len(idle)

    def lost(self, identity: str) -> None:
        """A table has left the memory, or lives in another process: nothing happens here, and its pages have to connect again."""
        room = self._rooms.pop(identity, None)
        if room is not None:
            room.part()

    @property
    def in_memory(self) -> list[Room]:
        """The tables in memory."""
        return list(self._rooms.values())

    @property
    def has_races(self) -> bool:
        """Whether anybody is at a table where the quickest hand counts."""
        return any(room.races is not None and room.watchers for room in self._rooms.values())

    async def finish(self) -> None:
        """Stop things from happening by themselves, and finish the work in progress at each table."""
        self.has_ended = True
        for room in self.in_memory:
            async with room.lock:
                pass

    async def hand_over(self) -> None:
        """Stop all tables so that other processes may go on with them. What was begun is finished first."""
        self.has_ended = True
        there = list(self._rooms.values())
        for room in there:
            async with room.lock:
                self._rooms.pop(room.state.id, None)
                room.part()

    def _is_thinking(self, room: Room) -> bool:
        """Whether a bot is about to move. Bots with reflexes follow the table as long as it exists."""
        return room.bots is not None and bool(room.bots.tasks) and not room.state.game.has_reflexes

    # -- finding ------------------------------------------------------------------------------------------------

    async def get(self, identity: str) -> Room | None:
        """The table with this id, read from the log if it is not in memory; None if there is none. Raises `Refused` if it cannot be opened."""
        room = self._rooms.get(identity)
        if room is None:
            self._refuse_broken(identity)
            task = self._loading.get(identity)
            if task is None:
                task = self._loading[identity] = asyncio.create_task(self._load(identity))
                task.add_done_callback(lambda done: self._loaded(identity, done))
            room = await asyncio.shield(task)
        if self.leases is not None:
            await self._still_here(identity)
        if room is not None:
            room.used = time.monotonic()
        return room

    def _refuse_broken(self, identity: str) -> None:
        """Raises `Refused` if a table could not be opened a moment ago."""
        broken = self.broken.get(identity)
        if broken is not None and broken.is_fresh:
            raise broken.refused()

    def _loaded(self, identity: str, task: asyncio.Task[Room | None]) -> None:
        """A table was read, or could not be. The tasks that wait learn it; if none waits, an exception is no failure."""
        self._loading.pop(identity, None)
        if not task.cancelled():
            task.exception()

    async def look_at(self, identity: str) -> Room | None:
        """The table with this id, to be looked at and nothing more: in this process or as its log has it; None if there is none.

        Raises `Refused` if it cannot be opened.
        """
        if self.leases is None or identity in self._rooms:
            return await self.get(identity)
        self._refuse_broken(identity)
        try:
            return await self.looked_at.find(identity)
        except (Refused, StoreError):
            raise
        except Exception as error:
            game, rows = await self.store.game_of(identity), await self.store.events(identity)
            raise self._note_broken(identity, game or "", rows, error).refused() from error

    async def glance(self, identity: str) -> TableState | None:
        """A table as it is in this process or as its log has it, without opening it; None if there is none, or if it cannot be read."""
        room = self._rooms.get(identity)
        if room is None:
            try:
                room = await self.looked_at.find(identity)
            except Exception as error:  # the reason is shown when the table is opened
                logger.info("glance_failed", table=identity, cause=repr(error))
        return None if room is None else room.state

    async def _still_here(self, identity: str) -> None:
        """Raises `Elsewhere` if another process has taken a table that was here a moment ago."""
        assert self.leases is not None
        try:
            await self.leases.sure()
        except StoreError as error:
            raise Refused.unwritten(error) from error
        room = self._rooms.get(identity)
        if room is not None and room.lease != self.leases.lease_of(identity):
            self.lost(identity)
            raise Elsewhere(identity)

    async def _load(self, identity: str) -> Room | None:
        game = await self.store.game_of(identity)
        if game is None:
            return None
        rows: Sequence[Row] = ()
        lease = await self.leases.take(identity) if self.leases is not None else None
        try:
            if self.opening is not None:
                await self.opening(identity)
            rows = await self.store.events(identity)
            room = await self._opened(identity, rows, lease)
        except Exception as error:
            if self.leases is not None and lease is not None:
                self.lost(identity)
                self.leases.give_back(identity, lease)
            if isinstance(error, Refused | StoreError):
                raise
            raise self._note_broken(identity, game, rows, error).refused() from error
        self.broken.pop(identity, None)
        return room

    async def _opened(self, identity: str, rows: Sequence[Row], lease: Lease | None) -> Room:
        state = await self.folded(identity, rows)
        room = Room(self, state, lease)
        if self.leases is not None and self.leases.lease_of(identity) != lease:
            raise Elsewhere(identity)
        self._rooms[identity] = room
        room.bots = BotTurns(room, self.settings.bot_pause)
        if self.leases is not None:
            silent_ms, now_ms = self.leases.silent_since(identity), wall_ms()
            if 0 <= now_ms - silent_ms <= GAP_MS:  # else it was an outage, or nobody wanted the table
                room.silence = silent_ms, now_ms
        room.sights = absence.sights(room.state, self.uptime.away_after(room.state.time_ms))
        if room.state.phase == "over":
            room.is_noted = await self.store.knows_result(identity)
            await room.note_result()
        self.preparation.want(room.state.game.name)
        if room.state.game.racing is not None:
            room.races = TableRaces(room, room.state.game.racing, self.pulse, self.evening)
            room.races.follow()
        async with room.lock:  # what fell due while nobody looked is handled first
            await room.let_pass()
        room.go_on()
        return room

    async def folded(self, identity: str, rows: Sequence[Row]) -> TableState:
        """The table that these events make. A long game is replayed while the server does other things."""
        if len(rows) < LONG:
            return fold(identity, rows)
        return await asyncio.to_thread(fold, identity, rows)

    def _note_broken(self, identity: str, game: str, rows: Sequence[Row], error: Exception) -> BrokenTable:
        """Mark a table as one that cannot be opened, for a while."""
        self.lost(identity)
        if isinstance(error, BrokenLog):
            logger.warning(
                "table_closed", table=identity, game=game, seq=error.seq, kind=error.kind,
                why=english(error.reason), cause=repr(error.__cause__),
            )  # fmt: skip
            why = error.message or error.reason
        else:
            logger.error("table_closed", table=identity, game=game, exc_info=error)
            reason = Message("error.log.failed", {"why": type(error).__name__})
            why = Message("error.table_unreadable", {"why": reason})
        broken = self.broken[identity] = BrokenTable(identity, game, why, waits(rows))
        return broken

    async def read_again_without(self, guest: int) -> list[str]:
        """Read tables again after a guest was erased from their logs: those that mention the guest, and those that began at a moment of another
        game, where a seat may have had the guest's name. Returns their ids."""
        there = [room for room in self._rooms.values() if room.knows(guest) or room.state.created.position]
        for room in there:
            async with room.lock:
                try:
                    await self.reread(room)
                except Refused:
                    self.vanish(room.state.id)
                    continue
            for watcher in list(room.watchers):
                watcher.tell_again()
            room.go_on()
        looked_at = [
            room.state.id for room in self.looked_at.kept if room.knows(guest) or room.state.created.position
        ]
        for identity in looked_at:
            self.looked_at.drop(identity)
        return [*(room.state.id for room in there), *looked_at]

    def vanish(self, identity: str) -> None:
        """A table was erased: forget all about it."""
        room = self._rooms.get(identity)
        if room is not None:
            self.commitments.drop(room.state.created)
            self.forget(room)
        self.broken.pop(identity, None)
        self.looked_at.drop(identity)

    async def erase(self, identity: str) -> bool:
        """Erase a table with everything about it, unless somebody is there or it lives elsewhere. Returns whether it is gone."""
        room = self._rooms.get(identity)
        if identity in self._loading or (room is not None and (room.watchers or room.lock.locked())):
            return False
        lease = None
        try:
            if self.leases is not None:
                lease = await self.leases.take(identity)
            await self.store.people.erase_table(identity)
        except (Elsewhere, Conflict):
            return False
        self.vanish(identity)
        if self.leases is not None and lease is not None:
            self.leases.give_back(identity, lease)
        return True

    async def reread(self, room: Room) -> None:
        """Read a table from its log again. Raises `Refused` if it is gone or cannot be read."""
        state = room.state
        rows = await self.store.events(state.id)
        if not rows:
            self.vanish(state.id)
            raise Refused("error.unknown_table", (), 404)
        try:
            room.state = await self.folded(state.id, rows)
        except BrokenLog as error:
            raise self._note_broken(state.id, state.game.name, rows, error).refused() from error
        room.views = ViewCache(room.state, self.may_write, self.settings.resign_after)
        room.notify()
        if room.races is not None:
            room.races.follow()

    def forget(self, room: Room) -> None:
        """Drop a table from memory. It is read again when somebody wants it, if it is still there."""
        self.lost(room.state.id)
        if self.leases is not None and room.lease is not None:
            self.leases.give_back(room.state.id, room.lease)

    def renamed(self, guest: int, name: str) -> None:
        """A guest has another name now: update the tables that they watch."""
        for room in self._rooms.values():
            if room.watchers.renamed(guest, name):
                room.notify()

    async def blocks_changed(self, guest: int) -> None:
        """A guest has blocked or unblocked somebody: their pages show other people's lines differently now."""
        blocked = frozenset(each.guest for each in await self.store.blocks_of(guest))
        for room in self._rooms.values():
            for watcher in room.watchers:
                if watcher.guest == guest:
                    watcher.blocked = blocked
                    watcher.notify(now_ms())

    # -- making -------------------------------------------------------------------------------------------------

    async def create(self, guest: int, own_name: str, spec: TableSpec) -> str:
        """Make a table and return its id. Raises `Refused`, or an error of the core, if it cannot be made."""
        unrated = not (await self.store.wishes_of(guest)).rated
        events = await asyncio.to_thread(opening, guest, own_name, spec, unrated)  # it may import the game
        return await self.begin(guest, spec.game, events)

    def refuse_while_stopping(self) -> None:
        """No table is made while the server stops."""
        if self.is_stopping:
            raise Refused("error.stopping", (), 503)

    async def begin(self, guest: int, game: str, events: Sequence[LogEvent]) -> str:
        """Make a table of these first events and return its id."""
        self.refuse_while_stopping()
        identity = secrets.token_urlsafe(9)
        await self.write(first_batch(identity, guest, events))
        self.preparation.want(game, BEING_MADE)
        return identity

    async def create_next(self, room: Room, guest: int, command_id: str) -> int:
        """Make the table that follows a finished one. Returns the number of the event that says so."""
        self.refuse_while_stopping()
        identity = secrets.token_urlsafe(9)
        events = next_table(room.state, guest)
        state = room.state
        link = Row(
            state.seq + 1, command_id, wall_ms(), log_events.Rematch(identity, state.seats_of(guest)[0])
        )
        await room.write(first_batch(identity, state.host, events), Batch(state.id, [link], lease=room.lease))
        room.apply([link])
        self.preparation.want(state.game.name, BEING_MADE)
        return link.seq

    # -- writing ------------------------------------------------------------------------------------------------

    async def write(self, *batches: Batch) -> None:
        """Write to the logs of tables. Raises `Lost` if one lives in another process now, `Refused` if the store cannot."""
        try:
            if self.leases is not None:
                await self.leases.sure()
            await self.store.append(*batches)
        except Lost:
            raise
        except StoreError as error:
            raise Refused.unwritten(error) from error
        for batch in batches:
            first = batch.rows[0].event
            if isinstance(first, log_events.Created):
                self.commitments.note(batch.table, first)

    def count(self, game: str, events: Sequence[LogEvent]) -> None:
        """Count the events written to a table of this game, for the metrics."""
        for event in events:
            if isinstance(event, log_events.Act):
                self.moves[game] += 1
            elif isinstance(event, log_events.Resolved):
                self.raced["yes" if event.slow else "no"] += 1


def first_batch(table: str, host: int, events: Sequence[LogEvent]) -> Batch:
    """A new table, with the people who will find it in their lists. Raises `BrokenLog` if its events make no table."""
    now = wall_ms()
    rows = [Row(seq, None, now, event) for seq, event in enumerate(events)]
    state = fold(table, rows)
    people = {host, *(chair.guest for chair in state.chairs)} - {0}
    return Batch(table, rows, (state.game.name, host), sorted(people), is_open=is_open(state) or None)
