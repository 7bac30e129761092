"""Advice: what a good bot would do for a person, from that person's view alone.

People who play only against bots, or with others at the same screen, may ask for it. It is counted, so that everybody sees how often. While
pieces are being set up, anybody may ask, and nothing is counted. In a rated game nobody may. In a game of quickness only somebody alone against bots
gets advice, so that no race between people depends on it, and the game itself says what to do and why.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludotheque.core.game import Advised
from ludotheque.core.message import Message
from ludotheque.core.state import copy as copy_of_state
from ludotheque.scene.model import Choices
from ludotheque.server.room import log_events, wire
from ludotheque.server.room.permits import may_advise, own_seat
from ludotheque.server.room.rated import unrated
from ludotheque.server.room.refused import Refused
from ludotheque.server.thinking.pool import BotFailed
from ludotheque.table import views

if TYPE_CHECKING:
    from ludotheque.server.live.room import Room
    from ludotheque.server.live.tables import Tables
    from ludotheque.server.room.state import TableState

LEVEL = "strong"
"""The level of the bot that advises: good, and quick."""

SETUP_LEVEL = "steady"
"""The level of the bot that sets up somebody's pieces, which are many: quicker, and it does not place them all in a row."""


ALIKE = 0.03
"""Actions whose chances differ by less are as good as each other, as far as such a short search can tell."""


@dataclass
class Thought:
    """What a bot thinks of a seat's decision.

    Attributes:
        since: the number of the event that began the decision.
        advised: what the bot would do, once it knows.
        counted: whether the log says that the seat was advised.
    """

    since: int
    advised: asyncio.Task[Advised | None]
    counted: bool = False


async def advise(tables: Tables, room: Room, guest: int, asked: wire.Advise) -> wire.Advice:
    """What a good bot would do for this seat. Asked again in the same situation, it says the same and counts nothing.

    Raises `Refused` if there is no advice.
    """
    state, seat = room.state, asked.seat
    own_seat(state, guest, seat)
    if seat not in state.actors or state.table is None:
        raise Refused("error.not_your_turn")
    choices = views.choices(state.table.journal, seat)
    is_rated = state.rated and unrated(state) is None
    if is_rated or (not choices.setup and not may_advise(state, guest)):
        raise Refused("error.no_advice")
    thought = room.thoughts.get(seat)
    if thought is None or thought.since != state.decision_since.get(seat, -1):
        thought = room.thoughts[seat] = Thought(
            state.decision_since.get(seat, -1),
            tables.tasks.spawn(_think(tables, state, seat, SETUP_LEVEL if choices.setup else LEVEL)),
        )
    advised = await _known(room, seat, thought)
    async with room.lock:
        await room.let_pass()
        if room.state.decision_since.get(seat, -1) != thought.since or seat not in room.state.actors:
            raise Refused("error.stale")
        if not choices.setup and not thought.counted:
            thought.counted = True
            await room.append([log_events.Advised(seat)])
    click = first_click(choices, advised.action)
    return wire.Advice(asked.id, seat, advised.action, click, room.state.seq, advised.why)


async def _think(tables: Tables, state: TableState, seat: int, level: str) -> Advised | None:
    assert state.table is not None
    if state.game.racing is not None:
        now = copy_of_state(state.table.journal.state)  # the game goes on meanwhile
        return await asyncio.to_thread(views.advice, state.table.journal, seat, now)
    journal, view = state.table.journal, views.view(state.table.journal, {seat})
    weighed = await tables.bots.weigh(state.game.name, state.components, view.tobytes(), seat, level)
    # Others at the same screen read it, too, and the reason for an action may give away what is hidden from them.
    if state.game.secrets and sum(chair.who == "person" for chair in state.chairs) > 1:
        return because(weighed)
    return because(weighed, await asyncio.to_thread(views.merit, journal, view, seat, weighed[0]))


def because(weighed: tuple[int, float | None, float | None], merit: Message | None = None) -> Advised:
    """An action with its reason: what speaks for it, and the chances that it leaves, beside those of the best other one where they differ.

    Without both chances the merit alone is the reason; without a merit there is none.
    """
    action, chances, others = weighed
    if chances is None or others is None:
        return Advised(action, merit)
    n, other = round(100 * chances), round(100 * others)
    differ = chances - others >= ALIKE
    told = {"n": n, "other": other} if differ else {"n": n}
    if merit is None:
        return Advised(action, Message("ui.advice.better" if differ else "ui.advice.alike", told))
    briefly = Message("ui.advice.chances.else" if differ else "ui.advice.chances", told)
    return Advised(action, Message("ui.advice.because", {"why": merit, "chances": briefly}))


async def _known(room: Room, seat: int, thought: Thought) -> Advised:
    """The result of a thought. A thought without one is forgotten, so that the seat may ask again."""
    failed = None
    try:
        advised = await asyncio.shield(thought.advised)
    except BotFailed as error:
        advised, failed = None, error
    if advised is not None:
        return advised
    if room.thoughts.get(seat) is thought:
        del room.thoughts[seat]
    raise Refused("error.no_advice" if failed else "error.advice_wait") from failed


def first_click(choices: Choices, action: int) -> str:
    """The first click on the shortest way to an action; "" if there is none."""
    waiting = [(root, choices.nodes[root].click) for root in choices.roots]
    seen = set(choices.roots)
    while waiting:
        following: list[tuple[int, str]] = []
        for index, first in waiting:
            if choices.nodes[index].action == action:
                return first
            for after in choices.nodes[index].next:
                if after not in seen:
                    seen.add(after)
                    following.append((after, first))
        waiting = following
    return next((button.id for button in choices.buttons if button.action == action), "")
