"""Plays the turns of a table's bots: after a pause, or against the clock when their reflexes say so."""

from __future__ import annotations

import asyncio
import contextlib
import random
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ludotheque.core import entry
from ludotheque.server.base.clocks import wall_ms
from ludotheque.server.base.logs import Logger
from ludotheque.server.room import agenda, wire
from ludotheque.server.room.acting import act, game_ms
from ludotheque.server.room.refused import Refused
from ludotheque.server.store.leases import Elsewhere
from ludotheque.server.store.log import Conflict
from ludotheque.server.thinking.pool import BotFailed
from ludotheque.table import Table, views

if TYPE_CHECKING:
    from ludotheque.server.live.room import Room

logger = Logger(__name__)

BEAT = 2.0
"""How many more pauses bots wait while something deserves a look."""

THROW = 1.0
"""How many more pauses bots wait while people look at the dice of the turn."""

AGAIN_S = 0.3
"""The seconds until a bot whose hand came too late thinks again."""


@dataclass(frozen=True)
class BotPlan:
    """What a bot plans.

    Attributes:
        revision: the revision for which it was asked.
        code: the action; -1 for none.
        at_ms: the instant of the action on the game's clock.
    """

    revision: int = -1
    code: int = -1
    at_ms: int = -1


NOTHING = BotPlan()


class BotTurns:
    """The bots of one table. `pause` is how many seconds they seem to think."""

    def __init__(self, room: Room, pause: float) -> None:
        self.room, self.pause = room, pause
        self.tasks: dict[int, asyncio.Task[None]] = {}
        """What each of them is doing, by seat."""
        self._lucks: dict[int, int] = {}
        """The luck of each one's reflexes."""
        self._know_the_game = False

    def begin(self, here: agenda.Here) -> None:
        """Start every bot that may act."""
        state = self.room.state
        if (
            not self._know_the_game
            and not state.is_closed
            and any(each.who == "bot" for each in state.chairs)
        ):
            self._know_the_game = True
            self.room.tables.bots.get_ready(state.game)
        if state.phase != "playing" or state.is_paused or state.abandoned is not None:
            return
        idle = [seat for seat in state.actors if state.is_bot(seat) and seat not in self.tasks]
        if not idle or agenda.bots_wait(state, here, wall_ms()):
            return
        turn = self._react if state.game.has_reflexes else self._turn
        for seat in idle:
            self.tasks[seat] = asyncio.create_task(turn(seat))

    def stop(self) -> None:
        """Stop all of them."""
        for task in self.tasks.values():
            task.cancel()

    def _may_act(self, seat: int) -> bool:
        """Whether a seat is a bot's, may act, and waits for nobody's answer to a takeback."""
        state = self.room.state
        if seat not in state.actors or not state.is_bot(seat):
            return False
        return not agenda.bots_wait(state, self.room.here(), wall_ms())

    def _seen(self, table: Table, seat: int) -> tuple[str, dict[str, Any] | None, bytes, int, str]:
        """What a bot is asked about: the seat's view of the game, never the whole table."""
        state, view = self.room.state, views.view(table.journal, {seat})
        return state.game.name, state.components, view.tobytes(), seat, state.level(seat)

    # -- taking turns -------------------------------------------------------------------------------------------

    async def _turn(self, seat: int) -> None:
        """Let a bot decide for a seat, and append its action unless something happened meanwhile."""
        try:
            for _ in range(3):
                since = self.room.state.decision_since.get(seat, -1)
                await asyncio.sleep(self.pause * random.uniform(0.75, 1.25))
                await asyncio.sleep(self.pause * self._looks())
                if await self._act(seat, since):
                    break
        except Elsewhere:
            return
        except (BotFailed, Refused):
            logger.exception("bot_failed", table=self.room.state.id, seat=seat)
            await asyncio.sleep(2)
        finally:
            self.tasks.pop(seat, None)
        self.room.go_on()

    def _looks(self) -> float:
        """How many pauses people need first to look at the last move, its result or the dice."""
        table = self.room.state.table
        if table is None:
            return 0.0
        events = table.events
        last = next((index for index in range(len(events) - 1, -1, -1) if events[index].seat >= 0), 0)
        if self.room.views.has_moment(last):
            return BEAT
        return THROW if self.room.views.has_throw(len(events)) else 0.0

    async def _act(self, seat: int, since: int) -> bool:
        """Returns True once the bot has acted or no longer has to, and False if it must think again."""
        table = self.room.state.table
        if table is None or not self._may_act(seat):
            return True
        code = await self.room.tables.bots.choose(*self._seen(table, seat))
        if self.room.races is not None and self.room.races.is_raced(code):
            await self._race(seat, code, asyncio.get_running_loop().time())
            return True
        async with self.room.lock:
            await self.room.let_pass()
            if not self._may_act(seat):
                return True
            if self.room.state.decision_since.get(seat, -1) != since:
                return False
            self.tasks.pop(seat, None)
            await self._write(seat, code)
        return True

    async def _write(self, seat: int, code: int) -> None:
        event = act(self.room.state, seat, code, (), wall_ms())
        try:
            await self.room.append([event])
        except Conflict:
            await self.room.tables.reread(self.room)

    async def _race(self, seat: int, code: int, due_s: float) -> bool:
        """Enter the current race. Returns whether the bot's action was applied."""
        done: asyncio.Future[wire.Out] = asyncio.get_running_loop().create_future()
        assert self.room.races is not None
        try:
            self.room.races.bot(seat, code, due_s * 1000, done.set_result)
        except Refused:
            return False
        return isinstance(await done, wire.Applied)

    # -- reacting -----------------------------------------------------------------------------------------------

    async def _react(self, seat: int) -> None:
        """Follow the table for a seat and play what its reflexes say, as long as it may act."""
        plan = NOTHING
        try:
            while self._may_act(seat):
                news = self.room.news
                plan = await self._ask(seat, plan)
                if await _changed(news, self._due_s(plan)):
                    continue
                if not await self._carry_out(seat, plan):
                    await _changed(self.room.news, asyncio.get_running_loop().time() + AGAIN_S)
                plan = NOTHING
        except Elsewhere:
            return
        except BotFailed:
            logger.exception("bot_failed", table=self.room.state.id, seat=seat)
            await asyncio.sleep(2)
        finally:
            self.tasks.pop(seat, None)
        self.room.go_on()

    async def _ask(self, seat: int, before: BotPlan) -> BotPlan:
        """The plan now: the previous one if the revision is the same or the bot wants the same action."""
        table = self.room.state.table
        assert table is not None
        revision = int(entry.revision(table.journal.box, table.journal.state))
        if before.revision == revision >= 0 and (before.code < 0 or _is_possible(table, seat, before.code)):
            return before
        luck = self._lucks.setdefault(seat, secrets.randbits(62))
        now_ms = table.journal.clock_ms
        found = await self.room.tables.bots.reflex(*self._seen(table, seat), luck)
        return BotPlan(revision) if found is None else BotPlan(revision, found[0], now_ms + found[1])

    def _due_s(self, plan: BotPlan) -> float | None:
        """The plan's instant on the event loop's clock; None if there is nothing to do. In a race it counts from the cue."""
        if plan.code < 0:
            return None
        course = self.room.races
        if course is not None and course.race is not None and course.is_raced(plan.code):
            return (course.race.fired_ms + plan.at_ms - course.race.base_ms) / 1000
        return asyncio.get_running_loop().time() + (plan.at_ms - game_ms(self.room.state, wall_ms())) / 1000

    async def _carry_out(self, seat: int, plan: BotPlan) -> bool:
        """Play the plan. Returns False if that failed and the bot should wait a little."""
        course = self.room.races
        if course is not None and course.is_raced(plan.code):
            return await self._race(seat, plan.code, self._due_s(plan) or 0.0)
        if course is not None and (wait_ms := course.act_waits_ms()) > 0:
            await asyncio.sleep(wait_ms / 1000)
        async with self.room.lock:
            await self.room.let_pass()
            table = self.room.state.table
            if table is None or seat not in self.room.state.actors or not self.room.state.is_bot(seat):
                return False
            if not _is_possible(table, seat, plan.code):
                return False
            try:
                await self._write(seat, plan.code)
            except Elsewhere:
                raise
            except Refused:
                logger.warning("reflex_refused", table=self.room.state.id, seat=seat, action=plan.code)
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
