"""Plays the bots' turns at tables: after a pause, or against the clock when their reflexes say so."""

from __future__ import annotations

import asyncio
import contextlib
import random
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludotheque.core import entry
from ludotheque.server.base.logs import Logger
from ludotheque.server.live.races import waiting
from ludotheque.server.live.races.waiting import wall_ms
from ludotheque.server.live.room import Room
from ludotheque.server.room import agenda, wire
from ludotheque.server.room.acting import act, game_ms
from ludotheque.server.room.refused import Refused
from ludotheque.server.store.leases import Elsewhere
from ludotheque.server.store.log import Conflict
from ludotheque.server.thinking.pool import BotFailed
from ludotheque.table import Table, views

if TYPE_CHECKING:
    from ludotheque.server.live.tables import Tables

logger = Logger(__name__)

BEAT = 2.0
"""How many pauses more bots wait while something deserves a look."""

THROW = 1.0
"""How many pauses more bots wait while the dice that they go on with are looked at."""

AGAIN_S = 0.3
"""The seconds until a bot whose hand came too late thinks again."""


@dataclass(frozen=True)
class Plan:
    """What a bot plans.

    Attributes:
        revision: the revision for which it was asked.
        code: the action; -1 for none.
        at_ms: the instant of the action on the game's clock.
    """

    revision: int = -1
    code: int = -1
    at_ms: int = -1


NOTHING = Plan()


class BotTurns:
    """The bots of all tables. `pause` is how many seconds they seem to think."""

    def __init__(self, tables: Tables, pause: float) -> None:
        self.tables, self.pause = tables, pause

    def begin(self, room: Room) -> None:
        """Start every bot that may act."""
        state = room.state
        if state.phase != "playing" or state.is_paused or self.held_up(room):
            return
        turn = self._react if state.game.has_reflexes else self._turn
        for seat in state.actors:
            if state.is_bot(seat) and seat not in room.bot_tasks:
                room.bot_tasks[seat] = asyncio.create_task(turn(room, seat))

    def held_up(self, room: Room) -> bool:
        """Whether bots wait for the answer to a takeback."""
        return agenda.bots_wait(room.state, room.here(), wall_ms())

    # -- taking turns -------------------------------------------------------------------------------------------

    async def _turn(self, room: Room, seat: int) -> None:
        """Let a bot decide for a seat, and append its action unless something happened meanwhile."""
        try:
            for _ in range(3):
                since = room.state.decision_since.get(seat, -1)
                await asyncio.sleep(self.pause * random.uniform(0.75, 1.25))
                await asyncio.sleep(self.pause * self._looks(room))
                if await self._act(room, seat, since):
                    break
        except Elsewhere:
            return
        except (BotFailed, Refused):
            logger.exception("bot_failed", table=room.state.id, seat=seat)
            await asyncio.sleep(2)
        finally:
            room.bot_tasks.pop(seat, None)
        self.tables.progress.go_on(room)

    def _looks(self, room: Room) -> float:
        """How many pauses what the last seat did, what came of it, or what the dice show deserves first."""
        table = room.state.table
        if table is None:
            return 0.0
        events = table.events
        last = next((index for index in range(len(events) - 1, -1, -1) if events[index].seat >= 0), 0)
        if room.views.has_moment(last):
            return BEAT
        return THROW if room.views.has_throw(len(events)) else 0.0

    async def _act(self, room: Room, seat: int, since: int) -> bool:
        """Returns True once the bot has acted or no longer has to, and False if it must think again."""
        state, table = room.state, room.state.table
        if table is None or seat not in state.actors or not state.is_bot(seat) or self.held_up(room):
            return True
        code = await self.tables.bots.choose(
            state.game.name,
            state.components,
            views.view(table.journal, {seat}).tobytes(),
            seat,
            state.level(seat),
        )
        if room.races is not None and room.races.is_raced(code):
            await self._race(room, seat, code, asyncio.get_running_loop().time())
            return True
        async with room.lock:
            await self.tables.clock.let_pass(room)
            if seat not in room.state.actors or not room.state.is_bot(seat) or self.held_up(room):
                return True
            if room.state.decision_since.get(seat, -1) != since:
                return False
            room.bot_tasks.pop(seat, None)
            await self._write(room, seat, code)
        return True

    async def _write(self, room: Room, seat: int, code: int) -> None:
        event = act(room.state, seat, code, (), wall_ms())
        try:
            await self.tables.appender.append(room, [event])
        except Conflict:
            await self.tables.reread(room)

    async def _race(self, room: Room, seat: int, code: int, due_s: float) -> bool:
        """Enter the current race. Returns whether the bot got what it wanted."""
        done: asyncio.Future[wire.Out] = asyncio.get_running_loop().create_future()
        assert room.races is not None
        try:
            room.races.bot(seat, code, due_s * 1000, done.set_result)
        except Refused:
            return False
        return isinstance(await done, wire.Applied)

    # -- reacting -----------------------------------------------------------------------------------------------

    async def _react(self, room: Room, seat: int) -> None:
        """Follow the table for a seat and play what its reflexes say, as long as it may act."""
        plan = NOTHING
        try:
            while seat in room.state.actors and room.state.is_bot(seat) and not self.held_up(room):
                news = room.news
                plan = await self._ask(room, seat, plan)
                if await _changed(news, self._due_s(room, plan)):
                    continue
                if not await self._carry_out(room, seat, plan):
                    await _changed(room.news, asyncio.get_running_loop().time() + AGAIN_S)
                plan = NOTHING
        except Elsewhere:
            return
        except BotFailed:
            logger.exception("bot_failed", table=room.state.id, seat=seat)
            await asyncio.sleep(2)
        finally:
            room.bot_tasks.pop(seat, None)
        self.tables.progress.go_on(room)

    async def _ask(self, room: Room, seat: int, before: Plan) -> Plan:
        """The plan now: the previous one if the revision is the same or the bot wants the same action."""
        state, table = room.state, room.state.table
        assert table is not None
        revision = int(entry.revision(table.journal.box, table.journal.state))
        if before.revision == revision >= 0 and (before.code < 0 or _is_possible(table, seat, before.code)):
            return before
        luck = room.lucks.setdefault(seat, secrets.randbits(62))
        now_ms = table.journal.clock_ms
        found = await self.tables.bots.reflex(
            state.game.name,
            state.components,
            views.view(table.journal, {seat}).tobytes(),
            seat,
            state.level(seat),
            luck,
        )
        return Plan(revision) if found is None else Plan(revision, found[0], now_ms + found[1])

    def _due_s(self, room: Room, plan: Plan) -> float | None:
        """The plan's instant on the event loop's clock; None if there is nothing to do. In a race it counts from the cue."""
        if plan.code < 0:
            return None
        course = room.races
        if course is not None and course.race is not None and course.is_raced(plan.code):
            return (course.race.fired_ms + plan.at_ms - course.race.base_ms) / 1000
        return asyncio.get_running_loop().time() + (plan.at_ms - game_ms(room.state, wall_ms())) / 1000

    async def _carry_out(self, room: Room, seat: int, plan: Plan) -> bool:
        """Play the plan. Returns False if that failed and the bot should wait a little."""
        course = room.races
        if course is not None and course.is_raced(plan.code):
            return await self._race(room, seat, plan.code, self._due_s(room, plan) or 0.0)
        if course is not None and (wait_ms := waiting.for_act_ms(room, course.race)) > 0:
            await asyncio.sleep(wait_ms / 1000)
        async with room.lock:
            await self.tables.clock.let_pass(room)
            table = room.state.table
            if table is None or seat not in room.state.actors or not room.state.is_bot(seat):
                return False
            if not _is_possible(table, seat, plan.code):
                return False
            try:
                await self._write(room, seat, plan.code)
            except Elsewhere:
                raise
            except Refused:
                logger.warning("reflex_refused", table=room.state.id, seat=seat, action=plan.code)
                return False
        return True


def _is_possible(table: Table, seat: int, code: int) -> bool:
    return int(entry.why_not(table.journal.box, table.journal.state, seat, code)) == 0


async def _changed(news: asyncio.Event, due_s: float | None) -> bool:
    """Wait until an instant of the event loop's clock (None: for ever), or until something happens. Returns whether it did."""
    if news.is_set():
        return True
    wait_s = None if due_s is None else max(0.0, due_s - asyncio.get_running_loop().time())
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(news.wait(), wait_s)
    return news.is_set()
