"""Answers questions that change nothing at a table: why an action is refused, more choices, an earlier scene."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from ludotheque.core.errors import LudothequeError
from ludotheque.core.message import Message
from ludotheque.scene.budget import beginning_with
from ludotheque.server.live.room import Room
from ludotheque.server.room import wire
from ludotheque.server.room.permits import holder
from ludotheque.server.room.refused import Refused
from ludotheque.server.room.state import TableState
from ludotheque.table import Table, views

Question = wire.Why | wire.More | wire.Past


async def answer(room: Room, guest: int, question: Question) -> wire.Out:
    """The answer for this guest. Raises `Refused` if there is none."""
    match question:
        case wire.Why():
            holder(room.state, guest, question.seat)
            return _because(room.state, question)
        case wire.More():
            holder(room.state, guest, question.seat)
            choices = views.choices(_playing(room.state).journal, question.seat)
            return wire.ChoicesOut(question.id, beginning_with(choices, question.click))
        case wire.Past():
            return await _past(room, guest, question)


async def _past(room: Room, guest: int, question: wire.Past) -> wire.Out:
    table = _playing(room.state)
    if not 0 <= question.move <= len(table.events):
        raise Refused("error.unknown_move", move=question.move)
    mine = frozenset(room.state.seats_of(guest))
    try:  # in a thread, since all moves up to there are replayed
        scene = await asyncio.to_thread(views.scene_at, table.journal, mine, question.move)
    except IndexError as error:  # it has been taken back
        raise Refused("error.unknown_move", move=question.move) from error
    return wire.PastOut(question.id, question.move, scene)


def _playing(state: TableState) -> Table:
    if state.table is None:
        raise Refused("error.not_playing")
    return state.table


def _because(state: TableState, message: wire.Why) -> wire.Out:
    """Why the action that these clicks mean is refused. An action that is legal has the reason `error.allowed`."""
    table = _playing(state)
    reason = Message("error.allowed")
    rules: tuple[str, ...] = ()
    if state.phase == "over":
        reason = Message("error.game_over")
    elif message.seat not in state.actors:
        reason = Message("error.not_your_turn")
    else:
        reason, rules = reason_against(table, message.seat, message.clicks)
    return wire.Because(message.id, reason, list(rules))


def reason_against(table: Table, seat: int, clicks: Sequence[str]) -> tuple[Message, tuple[str, ...]]:
    """Why the rules refuse what these clicks mean, and the rows that say so; `error.allowed` if they do not."""
    try:
        code, _ = views.clicked(table.journal, seat, clicks)
        refusal = table.why_not(code, seat)
    except LudothequeError as error:
        refused = Refused.of(error)
        return refused.message, tuple(refused.rules)
    return (Message("error.allowed"), ()) if refusal is None else (refusal.message, refusal.rules)
