"""What happens at a table without a command: the start of the game, the bots' turns, the clock, players coming back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ludotheque.server import log_events
from ludotheque.server.bot_turns import BotTurns
from ludotheque.server.commands import begun
from ludotheque.server.countdown import Countdown
from ludotheque.server.live import Live

if TYPE_CHECKING:
    from ludotheque.server.tables import Tables


class Progress:
    """Runs this for all tables. `bot_pause` and `countdown_s` are in seconds."""

    def __init__(self, tables: Tables, bot_pause: float, countdown_s: float) -> None:
        self.tables = tables
        self.turns = BotTurns(tables, bot_pause)
        self.countdown = Countdown(countdown_s, lambda live: tables.tasks.spawn(self._begin(live)))
        self._closed = False

    def close(self) -> None:
        """Stop everything that happens by itself."""
        self._closed = True

    def go_on(self, live: Live) -> None:
        """Start whatever happens next by itself."""
        if self._closed:
            return
        state = live.state
        if live.races is not None:
            live.races.follow()
        if live.needs_bots and any(chair.who == "bot" for chair in state.chairs):
            live.needs_bots = False
            self.tables.bots.get_ready(state.game)
        if state.phase == "lobby":
            if self.countdown.counts(state):
                self.countdown.see_to(live)
            elif state.is_full and live.is_looked_at:
                self.tables.tasks.spawn(self._begin(live))
            return
        if state.phase == "playing":
            for guest in {chair.guest for chair in state.chairs if chair.stand_in} & live.online:
                self.tables.tasks.spawn(self._return(live, guest))
        self.tables.clock.set(live)
        self.turns.begin(live)

    async def _begin(self, live: Live) -> None:
        async with live.lock:
            if live.state.phase == "lobby" and live.state.is_full:
                await self.tables.appender.append(live, [begun(live.state)])

    async def _return(self, live: Live, guest: int) -> None:
        """A player who is back takes over from the bot that stood in."""
        async with live.lock:
            state = live.state
            seats = [seat for seat in state.seats_of(guest) if state.chairs[seat].stand_in]
            if seats and state.phase == "playing":
                await self.tables.appender.append(live, [log_events.Returned(seat) for seat in seats])

    def rules_changed(self, game: str, tables: Iterable[Live]) -> None:
        """A game now runs on compiled rules, so its bots may play at full strength."""
        self.tables.bots.load_again(game)
        for live in tables:
            if live.state.game.name == game:
                live.notify_watchers()
                self.go_on(live)
