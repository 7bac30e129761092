"""What happens at a table without a command: the start of the game, the bots' turns, the clock, players coming back."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from ludotheque.server.live.countdown import Countdown
from ludotheque.server.live.live import Live
from ludotheque.server.live.turns import BotTurns
from ludotheque.server.room import absence, log_events
from ludotheque.server.room.chairs import Chair
from ludotheque.server.room.log_events import LogEvent
from ludotheque.server.room.seating import begun

if TYPE_CHECKING:
    from ludotheque.server.live.tables import Tables


class Progress:
    """Runs this for all tables. `bot_pause` and `countdown_s` are in seconds."""

    def __init__(self, tables: Tables, bot_pause: float, countdown_s: float) -> None:
        self.tables = tables
        self.turns = BotTurns(tables, bot_pause)
        self.countdown = Countdown(countdown_s, lambda live: tables.tasks.spawn_here(self._begin(live)))
        self.followers: list[Callable[[Live], None]] = []
        """Called for a table after each of its events, and when somebody comes or leaves."""
        self._closed = False

    def close(self) -> None:
        """Stop everything that happens by itself."""
        self._closed = True

    def go_on(self, live: Live) -> None:
        """Start whatever happens next by itself."""
        if self._closed or live.is_dropped:
            return
        for follower in self.followers:
            follower(live)
        state = live.state
        if live.races is not None:
            live.races.follow()
        if state.is_closed:
            self.countdown.see_to(live)
            self.tables.clock.set(live)
            return
        if live.needs_bots and any(chair.who == "bot" for chair in state.chairs):
            live.needs_bots = False
            self.tables.bots.get_ready(state.game)
        if state.abandoned is not None:
            return
        if any(chair.is_erased and not (chair.stand_in or chair.resigned) for chair in state.chairs):
            self.tables.tasks.spawn_here(self._replace(live))
        if state.phase == "lobby":
            self.countdown.see_to(live)
            self._welcome_back(live)
            return
        if state.phase == "playing":
            self.countdown.see_to(live)
            if absence.is_deserted(state, live.online) and not state.is_paused:
                self._pause_soon(live)
            self._welcome_back(live)
            self._note_absence(live)
        self.tables.clock.set(live)
        self.turns.begin(live)

    async def _begin(self, live: Live) -> None:
        """The game begins, or goes on after a pause."""
        async with live.lock:
            state = live.state
            if state.is_closed:
                return
            if state.phase == "lobby" and state.is_full:
                await self.tables.appender.append(live, [begun(state)])
            elif state.is_paused and state.phase == "playing":
                await self.tables.appender.append(live, [log_events.Resumed()])

    def _pause_soon(self, live: Live) -> None:
        """Nobody who plays is there any more: pause at once; after a restart, once people had the time to come back."""
        wait_s = 0.0 if live.seen else absence.COMES_BACK_S - (time.monotonic() - live.since)
        if wait_s <= 0:
            self.tables.tasks.spawn_here(self._pause(live))
        elif live.pause_timer is None:
            loop = asyncio.get_running_loop()
            live.pause_timer = loop.call_later(
                wait_s, lambda: self.tables.tasks.spawn_here(self._pause(live))
            )

    async def _pause(self, live: Live) -> None:
        """The game stands still, once what was pressed before is decided, unless somebody is back."""
        live.pause_timer = None
        async with live.lock:
            if self._closed or live.state.is_closed:
                return
            await self.tables.clock.let_pass(live)
            pressed = live.races is not None and live.races.race is not None and live.races.race.pending
            if not pressed and not live.state.is_paused and absence.is_deserted(live.state, live.online):
                await self.tables.appender.append(live, [log_events.Paused()])

    def _welcome_back(self, live: Live) -> None:
        for guest in {chair.guest for chair in live.state.chairs if _is_back(live, chair)}:
            self.tables.tasks.spawn_here(self._return(live, guest))

    async def _return(self, live: Live, guest: int) -> None:
        """A player who is back takes over from the bot that stood in."""
        async with live.lock:
            await self.tables.clock.let_pass(live)
            state = live.state
            back: list[LogEvent] = []
            for seat in state.seats_of(guest):
                chair = state.chairs[seat]
                if not _is_back(live, chair):
                    continue
                if chair.stand_in:
                    back.append(log_events.Returned(seat))
                else:
                    back.append(log_events.Present(seat))
            if back and state.phase != "over" and not state.is_closed:
                await self.tables.appender.append(live, back)

    async def _replace(self, live: Live) -> None:
        """Nobody holds the seat of a person who was erased: it is open again, or a bot plays on there."""
        async with live.lock:
            state = live.state
            if self._closed or state.phase == "over" or state.abandoned is not None:
                return
            seats = [
                seat for seat, chair in enumerate(state.chairs) if chair.is_erased and not chair.stand_in
            ]
            left: list[LogEvent] = [
                log_events.Stood(seat) if state.phase == "lobby" else log_events.StoodIn(seat)
                for seat in seats
                if seat not in state.resigned
            ]
            if left:
                await self.tables.appender.append(live, left)

    def _note_absence(self, live: Live) -> None:
        """Note in a while who has left, unless they are back by then."""
        if live.absence_timer is None and _left(live):
            again = asyncio.get_running_loop().call_later
            live.absence_timer = again(
                absence.NOTED_S, lambda: self.tables.tasks.spawn_here(self._note(live))
            )

    async def _note(self, live: Live) -> None:
        live.absence_timer = None
        async with live.lock:
            if not self._closed:
                await self.tables.clock.let_pass(live)
            gone = [] if self._closed or live.state.is_closed else _left(live, absence.NOTED_S)
            if live.state.is_closed:
                return
            if gone:
                await self.tables.appender.append(live, [log_events.Absent(seat) for seat in gone])
            else:
                self._note_absence(live)

    def rules_changed(self, game: str, tables: Iterable[Live]) -> None:
        """A game now runs on compiled rules, so its bots may play at full strength."""
        self.tables.bots.load_again(game)
        for live in tables:
            if live.state.game.name == game:
                live.notify_watchers()
                self.go_on(live)


def _is_back(live: Live, chair: Chair) -> bool:
    """Whether this chair's person is there and the others think otherwise. Who declined to play is back if they open the page again: another
    page of theirs that was open all the time says nothing. The same holds for who sat there while a bot was let in for them."""
    if chair.guest not in live.online or not (chair.stand_in or chair.declined or chair.absent_ms >= 0):
        return False
    since = chair.declined_seq if chair.declined else chair.replaced_seq if chair.stand_in else -1
    return since < 0 or live.came.get(chair.guest, -1) >= since


def _left(live: Live, for_s: float = 0.0) -> list[int]:
    """The seats of people who have not looked at the table for so long, and of whom that is not known yet."""
    state, now = live.state, time.monotonic()
    if state.phase != "playing" or not absence.others_play(state):
        return []
    return [
        seat
        for seat in state.remaining
        if (chair := state.chairs[seat]).who == "person"
        and chair.absent_ms < 0
        and chair.guest not in live.online
        and now - live.seen.get(chair.guest, live.since) >= for_s - 0.05
    ]
