"""The tables in memory: caches over the log. Commands go to the log first, then here, then to everybody who watches."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Sequence
from typing import Any

from ludotheque.core.message import Message
from ludotheque.server import log_events, wire
from ludotheque.server.boards import Boards
from ludotheque.server.bot_turns import BotTurns
from ludotheque.server.bots_pool import Bots
from ludotheque.server.broken import BrokenLog
from ludotheque.server.closed import Closed, waits
from ludotheque.server.commands import begun, decide, game_ms, up_to_date
from ludotheque.server.countdown import Countdown
from ludotheque.server.fold import TableState, fold
from ludotheque.server.live import Live
from ludotheque.server.log import Batch, Conflict, Row, Store, StoreError
from ludotheque.server.log_events import LogEvent
from ludotheque.server.logs import Logger
from ludotheque.server.making import TableSpec, next_table, opening
from ludotheque.server.pace import Pace
from ludotheque.server.prepare import BEING_MADE, Preparation
from ludotheque.server.present import Views
from ludotheque.server.races import waiting
from ludotheque.server.races.course import Course
from ludotheque.server.races.credit import Credits
from ludotheque.server.races.pulse import Pulse
from ludotheque.server.races.waiting import wall_ms
from ludotheque.server.reasons import Refused, english, first_line

logger = Logger(__name__)

LONG = 40
"""Events of a table that take so long to be gone through, by interpreted rules, that other tables must not wait for it."""

IDLE_S = 120.0
"""Seconds after which a table that nobody watches is dropped from memory."""


AWAY_MS = 3000
"""What was due by itself so long ago, and was not done, the server was away for: the clock of a race stands still then."""

BACK_MS = 5000
"""So much time is given back besides, for people to come back in."""


class Tables:
    """All tables of this server."""

    def __init__(
        self, store: Store, bots: Bots, preparation: Preparation, bot_pause: float, countdown_s: float = 0.0
    ) -> None:
        self.store, self.bots, self.preparation, self.bot_pause = store, bots, preparation, bot_pause
        self._live: dict[str, Live] = {}
        self.closed: dict[str, Closed] = {}
        """The tables that could not be opened, with why."""
        self._loading: dict[str, asyncio.Task[Live | None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self.boards = Boards(self._live)
        self._closed = False
        self.pulse, self.pace, self.evening = Pulse(), Pace(), Credits()
        self.turns = BotTurns(self)
        self.countdown = Countdown(countdown_s, lambda live: self.spawn(self._begin(live)))
        preparation.on_change(self._rules_changed)

    async def close(self) -> None:
        """Stop bots and clocks; what was acknowledged is in the log."""
        self._closed = True
        for live in self._live.values():
            await self._stop(live)
        tasks = [*self._tasks, *(task for live in self._live.values() for task in live.bot_tasks.values())]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def drop_idle(self, idle_s: float = IDLE_S) -> int:
        """Drop tables that nobody watches and nothing happens at; how many."""
        limit = time.monotonic() - idle_s
        idle = [
            name
            for name, live in self._live.items()
            if live.used <= limit and not (live.watchers or live.lock.locked() or self._is_thinking(live))
        ]
        for name in idle:
            live = self._live.pop(name)
            self.spawn(self._stop(live))
        return len(idle)

    def _is_thinking(self, live: Live) -> bool:
        """Whether a bot is about to move; those with reflexes follow what happens as long as the table is there."""
        return bool(live.bot_tasks) and not live.state.game.has_reflexes

    async def _stop(self, live: Live) -> None:
        """Nothing happens by itself at this table any more."""
        if live.state.game.has_reflexes:
            for task in live.bot_tasks.values():
                task.cancel()
        if live.timer is not None:
            live.timer.cancel()
        if live.counting is not None:
            live.counting.cancel()
        if live.course is not None:
            await live.course.close()

    # -- finding and making -------------------------------------------------------------------------------------

    async def get(self, identity: str) -> Live | None:
        """The table of that id, read from the log if it is not in memory; None if there is none, `Refused` if it cannot be opened."""
        live = self._live.get(identity)
        if live is None:
            closed = self.closed.get(identity)
            if closed is not None and closed.is_fresh:
                raise closed.refused()
            task = self._loading.get(identity)
            if task is None:
                task = self._loading[identity] = asyncio.create_task(self._load(identity))
                task.add_done_callback(lambda _: self._loading.pop(identity, None))
            live = await asyncio.shield(task)
        if live is not None:
            live.used = time.monotonic()
        return live

    async def _load(self, identity: str) -> Live | None:
        game = await self.store.game_of(identity)
        if game is None:
            return None
        rows: Sequence[Row] = ()
        try:
            rows = await self.store.events(identity)
            live = await self._opened(identity, rows)
        except (Refused, StoreError):
            raise
        except Exception as error:
            raise self._close(identity, game, rows, error).refused() from error
        self.closed.pop(identity, None)
        return live

    async def _opened(self, identity: str, rows: Sequence[Row]) -> Live:
        live = Live(await self._folded(identity, rows), self.pace)
        self._live[identity] = live
        self.preparation.want(live.state.game.name)
        if live.state.game.racing is not None:
            live.course = Course(live, live.state.game.racing, self.write, self.pulse, self.evening)
            live.course.hurry = lambda: self._set_clock(live)
            live.course.follow()
            async with live.lock:  # what fell due while the server was away is settled before anybody looks
                await self.let_time_pass(live)
        self.go_on(live)
        return live

    async def _folded(self, identity: str, rows: Sequence[Row]) -> TableState:
        """The table of these events; a long game is gone through beside whatever else the server does."""
        if len(rows) < LONG:
            return fold(identity, rows)
        return await asyncio.to_thread(fold, identity, rows)

    def _close(self, identity: str, game: str, rows: Sequence[Row], error: Exception) -> Closed:
        """Tell of a table that it cannot be opened, for a while."""
        self._live.pop(identity, None)
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
        closed = self.closed[identity] = Closed(identity, game, why, waits(rows))
        return closed

    async def create(self, guest: int, own_name: str, spec: TableSpec) -> str:
        """Make a table; its id. `Refused` or an error of the core says what cannot be."""
        identity = secrets.token_urlsafe(9)
        events = opening(guest, own_name, spec)
        await self._write_new(identity, events, guest)
        return identity

    async def _write_new(self, identity: str, events: Sequence[LogEvent], host: int, *also: Batch) -> None:
        now = wall_ms()
        rows = [Row(seq, None, now, event) for seq, event in enumerate(events)]
        state = fold(identity, rows)
        people = {host, *(chair.guest for chair in state.chairs if chair.guest)}
        batch = Batch(identity, rows, (state.game.name, host), sorted(people))
        await self._store(batch, *also)
        self.preparation.want(state.game.name, BEING_MADE)

    async def _store(self, *batches: Batch) -> None:
        try:
            await self.store.append(*batches)
        except StoreError as error:
            raise Refused("error.log_failed", (), 503, why=first_line(error)) from error

    # -- commands -----------------------------------------------------------------------------------------------

    async def command(self, guest: int, command: wire.Command) -> wire.Out:
        """Carry out a command and answer it; once begun it is finished even if the one who sent it is gone."""
        task = asyncio.create_task(self._command(guest, command))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def _command(self, guest: int, command: wire.Command) -> wire.Out:
        try:
            if not 1 <= len(command.command_id) <= 80:
                raise Refused(
                    "error.bad_input",
                    field="command_id",
                    why=Message("error.why.length", {"low": 1, "high": 80}),
                )
            live = await self.get(command.table)
            if live is None:
                raise Refused("error.unknown_table")
        except Refused as refused:
            return _rejected(command, refused, -1, None)
        try:
            return await self._in_turn(live, guest, command)
        except Refused as refused:
            audience = frozenset(live.state.seats_of(guest))
            await live.catch_up(audience)
            return _rejected(command, refused, live.state.seq, live.views.scene(audience))

    async def _in_turn(self, live: Live, guest: int, command: wire.Command) -> wire.Out:
        """Carry a command out once what was pressed before it is decided; one that is raced for enters the race."""
        course = live.course
        while True:
            wait_ms = 0.0
            async with live.lock:
                if course is None or not isinstance(command.do, wire.Act) or not live.state.seats_of(guest):
                    return await self._carry_out(live, guest, command)
                known = _known(live, command.command_id)
                raced = known is None and command.do.seat >= 0 and course.is_raced(command.do.action)
                if raced:
                    up_to_date(live.state, guest, command.do, command.expected_seq)
                    done: asyncio.Future[wire.Out] = asyncio.get_running_loop().create_future()
                    course.plain(
                        guest, command.do.seat, command.do.action, command.command_id, done.set_result
                    )
                else:
                    wait_ms = waiting.for_act_ms(live, course.race)
                    if wait_ms <= 0:
                        return await self._carry_out(live, guest, command)
            if raced:
                return await done
            await asyncio.sleep(wait_ms / 1000)

    async def _carry_out(self, live: Live, guest: int, command: wire.Command) -> wire.Out:
        known = _known(live, command.command_id)
        if known is not None:
            return wire.Duplicate(command.command_id, known)
        if not guest:
            raise Refused("error.no_guest")
        if isinstance(command.do, wire.Rematch) and live.state.rematch and live.state.seats_of(guest):
            return wire.Duplicate(command.command_id, live.state.rematch_seq)
        await self.let_time_pass(live)
        try:
            seq = await self._append_command(live, guest, command)
        except Conflict:
            # Somebody else wrote this table's log: read it again and judge the command by what it says now.
            await self.reread(live)
            known = _known(live, command.command_id)
            if known is not None:
                return wire.Duplicate(command.command_id, known)
            try:
                seq = await self._append_command(live, guest, command)
            except Conflict as error:
                raise Refused("error.log_failed", why=first_line(error)) from error
        return wire.Applied(command.command_id, seq)

    async def _append_command(self, live: Live, guest: int, command: wire.Command) -> int:
        state, do = live.state, command.do
        if isinstance(do, wire.Rematch):
            return await self._rematch(live, guest, command.command_id)
        counts, counting = self.countdown.counts(state), live.counting is not None
        events = decide(state, guest, do, command.expected_seq, wall_ms(), counts, counting, live.is_away)
        seq = state.seq + 1
        await self._append(live, events, command.command_id, [guest] if isinstance(do, wire.Sit) else [])
        return seq

    async def _rematch(self, live: Live, guest: int, command_id: str) -> int:
        state = live.state
        identity = secrets.token_urlsafe(9)
        events = next_table(state, guest)
        now = wall_ms()
        link = Row(state.seq + 1, command_id, now, log_events.Rematch(identity))
        await self._write_new(identity, events, state.host, Batch(state.id, [link]))
        self._applied(live, [link])
        return link.seq

    async def returned(self, live: Live, guest: int) -> None:
        """Whoever is back plays where a bot stood in for them."""
        async with live.lock:
            state = live.state
            seats = [seat for seat in state.seats_of(guest) if state.chairs[seat].stand_in]
            if seats and state.phase == "playing":
                await self._append(live, [log_events.Returned(seat) for seat in seats], None)

    async def _append(
        self, live: Live, events: Sequence[LogEvent], command_id: str | None, people: Sequence[int] = ()
    ) -> None:
        """Write events to the log, then let them happen here and tell the watchers. The lock is held."""
        ids = [None if n else command_id for n in range(len(events))]
        await self.write(live, events, ids, people)

    async def write(
        self, live: Live, events: Sequence[LogEvent], ids: Sequence[str | None], people: Sequence[int] = ()
    ) -> None:
        """The same for events of several commands: `ids` says which, None for what no command asked for."""
        first, now = live.state.seq + 1, wall_ms()
        rows = [
            Row(first + n, command, now, event)
            for n, (event, command) in enumerate(zip(events, ids, strict=True))
        ]
        await self._store(Batch(live.state.id, rows, None, people))
        self._applied(live, rows)

    def _applied(self, live: Live, rows: Sequence[Row]) -> None:
        keep: int | None = None
        try:
            for row in rows:
                live.state.apply(row)
                if isinstance(row.event, log_events.Undone):
                    keep = row.event.keep
        except Exception:
            logger.exception("fold_failed", table=live.state.id, seq=rows[0].seq)
            self._live.pop(live.state.id, None)
            raise
        live.used = time.monotonic()
        live.views.forget(keep)
        live.tell(keep)
        self.go_on(live)

    async def reread(self, live: Live) -> None:
        state = live.state
        rows = await self.store.events(state.id)
        try:
            live.state = await self._folded(state.id, rows)
        except BrokenLog as error:
            raise self._close(state.id, state.game.name, rows, error).refused() from error
        live.views = Views(live.state)
        live.tell(0)
        if live.course is not None:
            live.course.follow()

    # -- what happens by itself ---------------------------------------------------------------------------------

    def go_on(self, live: Live) -> None:
        """See to whatever comes next by itself: the beginning, bots, the clock."""
        if self._closed:
            return
        state = live.state
        if live.course is not None:
            live.course.follow()
        if live.needs_bots and any(chair.who == "bot" for chair in state.chairs):
            live.needs_bots = False
            self.bots.get_ready(state.game)
        if state.phase == "lobby":
            if self.countdown.counts(state):
                self.countdown.see_to(live)
            elif state.is_full and live.is_looked_at:
                self.spawn(self._begin(live))
            return
        if state.phase == "playing":
            for guest in {chair.guest for chair in state.chairs if chair.stand_in} & live.online:
                self.spawn(self.returned(live, guest))
        self._set_clock(live)
        self.turns.begin(live)

    def spawn(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _begin(self, live: Live) -> None:
        async with live.lock:
            if live.state.phase == "lobby" and live.state.is_full:
                await self._append(live, [begun(live.state)], None)

    def _rules_changed(self, game: str) -> None:
        """A game is played on by compiled rules from here on; its bots may think in earnest."""
        self.bots.load_again(game)
        for live in list(self._live.values()):
            if live.state.game.name == game:
                live.tell()
                self.go_on(live)

    def _set_clock(self, live: Live) -> None:
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None
        state = live.state
        if not state.game.timed or state.phase != "playing" or state.table is None:
            return
        due = state.table.due_ms
        if due >= 0:
            held_ms = waiting.for_tick_ms(live, live.course.race, due) if live.course is not None else 0.0
            wait_s = max(held_ms, due - game_ms(state, wall_ms()), 0) / 1000
            live.timer = asyncio.get_running_loop().call_later(wait_s, lambda: self.spawn(self._tick(live)))

    async def _tick(self, live: Live) -> None:
        async with live.lock:
            await self.let_time_pass(live)
            self._set_clock(live)

    async def let_time_pass(self, live: Live) -> None:
        """Write down what is due by now, unless somebody may have been quicker; the lock is held."""
        state, course = live.state, live.course
        while state.game.timed and state.phase == "playing" and state.table is not None:
            now, due = game_ms(state, wall_ms()), state.table.due_ms
            if course is not None and 0 <= due < now - AWAY_MS:
                await self._append(live, [log_events.Away(now - due + BACK_MS)], None)
                course.begin_again(now - due)
                return
            if not 0 <= due <= now or (
                course is not None and waiting.for_tick_ms(live, course.race, due) > 0
            ):
                return
            await self._append(
                live, [log_events.Time(max(state.clock_ms, now if course is None else due))], None
            )


def _known(live: Live, command_id: str) -> int | None:
    """The number under which a command is in the log already."""
    return live.state.commands.get(command_id)


def _rejected(command: wire.Command, refused: Refused, seq: int, scene: Any) -> wire.Rejected:
    return wire.Rejected(command.command_id, refused.message, list(refused.rules), seq, scene)
