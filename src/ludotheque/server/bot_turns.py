"""When bots act at a table: after a pause where it is their turn, or, where the clock runs, when their reflexes say."""

from __future__ import annotations

import asyncio
import contextlib
import random
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING

import structlog

from ludotheque.server import wire
from ludotheque.server.bots_pool import BotFailed
from ludotheque.server.commands import act
from ludotheque.server.live import Live
from ludotheque.server.log import Conflict
from ludotheque.server.races import waiting
from ludotheque.server.races.waiting import wall_ms
from ludotheque.server.reasons import Refused

if TYPE_CHECKING:
    from ludotheque.server.tables import Tables

logger = structlog.get_logger(__name__)

ASKING_S = 20.0
"""Seconds for which bots wait while people decide on a takeback."""

AGAIN_S = 0.3
"""Seconds after which a bot thinks again whose hand came too late."""


@dataclass
class Plan:
    """What a bot is about to do, and at which instant of the event loop's clock; `since`: the decision it is for."""

    since: int
    seed: int
    code: int = -1
    delay_ms: int = -1
    due_s: float = 0.0


class BotTurns:
    """The bots of all tables of a server."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    def begin(self, live: Live) -> None:
        """Let every bot that may act see to it."""
        state = live.state
        if state.phase != "playing" or self.held_up(live):
            return
        turn = self._react if state.game.has_reflexes else self._turn
        for seat in state.actors:
            if state.is_bot(seat) and seat not in live.bot_tasks:
                live.bot_tasks[seat] = asyncio.create_task(turn(live, seat))

    def held_up(self, live: Live) -> bool:
        """Whether bots wait for the answer to a takeback; after a while, or where nobody who was asked is here, they go on."""
        asking = live.state.asking
        if asking is None:
            return False
        here = any(live.state.chairs[seat].guest in live.online for seat in asking.of)
        left_s = ASKING_S - (wall_ms() - asking.since_ms) / 1000
        if not here or left_s <= 0:
            return False
        asyncio.get_running_loop().call_later(left_s + 0.01, self.tables.go_on, live)
        return True

    # -- taking turns -------------------------------------------------------------------------------------------

    async def _turn(self, live: Live, seat: int) -> None:
        """Let a bot decide for a seat and write its action down, unless the decision was overtaken meanwhile."""
        try:
            for _ in range(3):
                since = live.state.decision_since.get(seat, -1)
                await asyncio.sleep(self.tables.bot_pause * random.uniform(0.75, 1.25))
                if await self._act(live, seat, since):
                    break
        except (BotFailed, Refused):
            logger.exception("bot_failed", table=live.state.id, seat=seat)
            await asyncio.sleep(2)
        finally:
            live.bot_tasks.pop(seat, None)
        self.tables.go_on(live)

    async def _act(self, live: Live, seat: int, since: int) -> bool:
        """True once the bot has acted or need not any more; False if it has to think again."""
        state, table = live.state, live.state.table
        if table is None or seat not in state.actors or self.held_up(live):
            return True
        code = await self.tables.bots.choose(
            state.game.name, state.components, table.view({seat}).tobytes(), seat, state.level(seat)
        )
        if live.course is not None and live.course.is_raced(code):
            await self._race(live, seat, code, asyncio.get_running_loop().time())
            return True
        async with live.lock:
            await self.tables.let_time_pass(live)
            if seat not in live.state.actors or self.held_up(live):
                return True
            if live.state.decision_since.get(seat, -1) != since:
                return False
            live.bot_tasks.pop(seat, None)
            await self._write(live, seat, code)
        return True

    async def _write(self, live: Live, seat: int, code: int) -> None:
        event = act(live.state, seat, code, (), wall_ms())
        try:
            await self.tables.write(live, [event], [None])
        except Conflict:
            await self.tables.reread(live)

    async def _race(self, live: Live, seat: int, code: int, due_s: float) -> bool:
        """Enter the race that is on; whether the bot got what it went for."""
        done: asyncio.Future[wire.Out] = asyncio.get_running_loop().create_future()
        assert live.course is not None
        try:
            live.course.bot(seat, code, due_s * 1000, done.set_result)
        except Refused:
            return False
        return isinstance(await done, wire.Applied)

    # -- reacting -----------------------------------------------------------------------------------------------

    async def _react(self, live: Live, seat: int) -> None:
        """Follow what happens for a seat, and do what its reflexes say when they say, as long as it may act."""
        plan = Plan(-2, 0)
        try:
            while seat in live.state.actors and live.state.is_bot(seat) and not self.held_up(live):
                news = live.news
                plan = await self._ask(live, seat, plan)
                if await self._changed(news, plan):
                    continue
                if not await self._carry_out(live, seat, plan):
                    await self._changed(news, Plan(0, 0, 0, 0, asyncio.get_running_loop().time() + AGAIN_S))
                plan = Plan(-2, 0)
        except BotFailed:
            logger.exception("bot_failed", table=live.state.id, seat=seat)
            await asyncio.sleep(2)
        finally:
            live.bot_tasks.pop(seat, None)
        self.tables.go_on(live)

    async def _ask(self, live: Live, seat: int, before: Plan) -> Plan:
        """The plan for what there is now: the one before, at its time, where it is still the same for the same decision.

        The luck of a plan stays as long as the decision does, so that a game whose rules look only at what concerns the seat
        gives the same answer again.
        """
        state, table = live.state, live.state.table
        assert table is not None
        asked_s = asyncio.get_running_loop().time()
        since = state.decision_since.get(seat, -1)
        seed = before.seed if before.since == since else secrets.randbits(63)
        found = await self.tables.bots.reflex(
            state.game.name, state.components, table.view({seat}).tobytes(), seat, state.level(seat), seed
        )
        if found is None:
            return Plan(since, seed)
        if before.since == since and found == (before.code, before.delay_ms):
            return before
        return Plan(since, seed, *found, asked_s + found[1] / 1000)

    async def _changed(self, news: asyncio.Event, plan: Plan) -> bool:
        """Wait until the plan's time has come, or something happens (True)."""
        if news.is_set():
            return True
        wait_s = max(0.0, plan.due_s - asyncio.get_running_loop().time()) if plan.delay_ms >= 0 else None
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(news.wait(), wait_s)
        return news.is_set()

    async def _carry_out(self, live: Live, seat: int, plan: Plan) -> bool:
        course = live.course
        if course is not None and course.is_raced(plan.code):
            return await self._race(live, seat, plan.code, plan.due_s)
        if course is not None and (wait_ms := waiting.for_act_ms(live, course.race)) > 0:
            await asyncio.sleep(wait_ms / 1000)
        async with live.lock:
            await self.tables.let_time_pass(live)
            if seat not in live.state.actors or live.state.decision_since.get(seat, -1) != plan.since:
                return True
            try:
                await self._write(live, seat, plan.code)
            except Refused:
                logger.warning("reflex_refused", table=live.state.id, seat=seat, action=plan.code)
                return False
        return True
