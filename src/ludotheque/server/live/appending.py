"""Appends events: to the log first, then to the table in memory, then to everybody who watches."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence

from ludotheque.server.base.logs import Logger
from ludotheque.server.live.commitments import Commitments
from ludotheque.server.live.races.waiting import wall_ms
from ludotheque.server.live.room import Room
from ludotheque.server.room import log_events
from ludotheque.server.room.doors import is_open
from ludotheque.server.room.log_events import LogEvent, Row
from ludotheque.server.room.refused import Refused, first_line
from ludotheque.server.room.state import fold
from ludotheque.server.store.leases import Elsewhere, Leases
from ludotheque.server.store.log import Batch, Lost, Store, StoreError
from ludotheque.server.store.results import result_of

logger = Logger(__name__)


class Appender:
    """Appends events to tables.

    Args:
        happened: called for a table after each append.
        failed: called for a table that no longer agrees with its log.
        leases: knows which tables live in this process; None if there is only one.

    Attributes:
        moves: how many actions were appended, by game.
        races: how many races, by whether a pause of the server mattered (`yes`, `no`).
    """

    def __init__(
        self,
        store: Store,
        happened: Callable[[Room], None],
        failed: Callable[[Room], None],
        leases: Leases | None = None,
    ) -> None:
        self.store, self.happened, self.failed, self.leases = store, happened, failed, leases
        self.commitments = Commitments(store, leases is not None)
        self.moves: Counter[str] = Counter()
        self.races: Counter[str] = Counter(no=0, yes=0)

    async def append(
        self,
        room: Room,
        events: Sequence[LogEvent],
        command_id: str | None = None,
        people: Sequence[int] = (),
    ) -> None:
        """Append the events of one command, or of none. The caller holds the table's lock. `people` will find the table in their list."""
        ids = [None if n else command_id for n in range(len(events))]
        await self.append_all(room, events, ids, people)

    async def append_all(
        self, room: Room, events: Sequence[LogEvent], ids: Sequence[str | None], people: Sequence[int] = ()
    ) -> None:
        """The same for events of several commands: `ids` has the command of each, or None."""
        first, now = room.state.seq + 1, wall_ms()
        rows = [
            Row(first + n, command, now, event)
            for n, (event, command) in enumerate(zip(events, ids, strict=True))
        ]
        told = (log_events.Said, log_events.Removed)  # of others the log knows only who sat there
        wrote = [event.guest for event in events if isinstance(event, told) and event.guest]
        begins = False if any(isinstance(event, log_events.Started) for event in events) else None
        await self._store(room, Batch(room.state.id, rows, None, people, room.lease, wrote, begins))
        room.is_listed = room.is_listed if begins is None else begins
        self._count(room, events)
        self._apply(room, rows)
        await self._note_open(room)
        await self.note_result(room)

    def _count(self, room: Room, events: Sequence[LogEvent]) -> None:
        for event in events:
            if isinstance(event, log_events.Act):
                self.moves[room.state.game.name] += 1
            elif isinstance(event, log_events.Resolved):
                self.races["yes" if event.slow else "no"] += 1

    async def _note_open(self, room: Room) -> None:
        """Write whether anybody may sit down at a table now, for the list of open tables. It can be made again from the log."""
        now_open = is_open(room.state)
        if room.is_listed is now_open or (room.is_listed is None and room.state.phase != "lobby"):
            return
        room.is_listed = now_open
        try:
            await self.store.note_open(room.state.id, now_open, room.state.seq)
        except StoreError:  # it is noted with the next event
            room.is_listed = None
            logger.exception("open_not_noted", table=room.state.id)

    async def note_result(self, room: Room) -> None:
        """Write how a table's game ended, once it has, for the lists of finished games. They can be made again from the log."""
        is_over = room.state.phase == "over"
        if is_over == room.is_noted:
            return
        room.is_noted = is_over
        try:
            await self.store.add_result(result_of(room.state), lease=room.lease)
        except Lost:  # who has the table now notes it
            return
        except StoreError:
            room.is_noted = not is_over
            logger.exception("result_not_noted", table=room.state.id)
            return
        if is_over:
            self.commitments.drop(room.state.created)
        else:
            self.commitments.note(room.state.id, room.state.created)

    async def begin(self, table: str, host: int, events: Sequence[LogEvent]) -> None:
        """Append the first events of a new table."""
        await self._store(None, first_batch(table, host, events))

    async def begin_next(
        self, room: Room, command_id: str, next_table: log_events.Rematch, events: Sequence[LogEvent]
    ) -> int:
        """Append the first events of the next table, and the link to it. Returns the link's number in this table's log."""
        state = room.state
        link = Row(state.seq + 1, command_id, wall_ms(), next_table)
        await self._store(
            room, first_batch(next_table.table, state.host, events), Batch(state.id, [link], lease=room.lease)
        )
        self._apply(room, [link])
        return link.seq

    async def _store(self, room: Room | None, *batches: Batch) -> None:
        """Write these events, of a table in memory or of a new one. Raises `Elsewhere` if the table lives in another process now."""
        try:
            if self.leases is not None:
                await self.leases.sure()
            if room is not None and room.is_dropped:
                raise Elsewhere(room.state.id)
            await self.store.append(*batches)
        except Lost as error:
            assert room is not None
            assert room.lease is not None
            assert self.leases is not None
            self.leases.is_gone(room.state.id, room.lease)
            raise Elsewhere(room.state.id) from error
        except StoreError as error:
            raise Refused("error.log_failed", (), 503, why=first_line(error)) from error
        for batch in batches:
            first = batch.rows[0].event
            if isinstance(first, log_events.Created):
                self.commitments.note(batch.table, first)

    def _apply(self, room: Room, rows: Sequence[Row]) -> None:
        rewound_to: int | None = None
        try:
            for row in rows:
                room.state.apply(row)
                if isinstance(row.event, log_events.Undone):
                    rewound_to = row.event.remaining
        except Exception:
            logger.exception("fold_failed", table=room.state.id, seq=rows[0].seq)
            self.failed(room)
            raise
        room.used = time.monotonic()
        if not all(isinstance(row.event, log_events.Said) for row in rows):
            room.views.forget(rewound_to)
        room.notify_watchers(rewound_to)
        self.happened(room)


def first_batch(table: str, host: int, events: Sequence[LogEvent]) -> Batch:
    """A new table, with the people who will find it in their lists. Raises `BrokenLog` if its events make no table."""
    now = wall_ms()
    rows = [Row(seq, None, now, event) for seq, event in enumerate(events)]
    state = fold(table, rows)
    people = {host, *(chair.guest for chair in state.chairs)} - {0}
    return Batch(table, rows, (state.game.name, host), sorted(people), is_open=is_open(state) or None)
