"""Guided first games: each is played through once, when somebody first asks for it, and kept."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import cache

import msgspec

from ludotheque.core import registry
from ludotheque.core.game import Game
from ludotheque.core.message import Message
from ludotheque.scene.model import Choices
from ludotheque.server.live.questions import reason_against
from ludotheque.server.room.refused import Refused
from ludotheque.table import Table, first_game, views
from ludotheque.table.first_game import Played

_encode = msgspec.json.Encoder().encode


class Doubt(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/first-game/{game}/why`: what was clicked at a step."""

    step: int
    clicks: list[str]


@cache
def played(name: str) -> Played | None:
    """The first game of the game with this name; None if it has none."""
    game = registry.get(name)
    return first_game.play(game) if first_game.exists(game) else None


@cache
def _told(name: str) -> bytes:
    found = played(name)
    return b"" if found is None else _encode(found.told)


async def told(game: Game) -> bytes:
    """The first game as JSON. Raises `Refused` if the game has none."""
    made = await asyncio.to_thread(_told, game.name)
    if not made:
        raise Refused("error.not_found", (), 404)
    return made


async def why(game: Game, doubt: Doubt) -> tuple[Message, Sequence[str]]:
    """Why these clicks are not legal at a step, and the rows behind it. Raises `Refused` if there is no such step."""
    found = await asyncio.to_thread(played, game.name)
    if found is None or not 0 <= doubt.step < len(found.tables):
        raise Refused("error.not_found", (), 404)
    return await asyncio.to_thread(why_not, found.tables[doubt.step], found.told.seat, doubt.clicks)


def why_not(table: Table, seat: int, clicks: Sequence[str]) -> tuple[Message, Sequence[str]]:
    """Why these clicks of a seat are not legal, and the rows behind it; `error.allowed` if they are."""
    if seat in table.actors and _leads_on(views.choices(table.journal, seat), clicks):
        return Message("error.allowed"), ()
    return reason_against(table, seat, clicks)


def _leads_on(choices: Choices, clicks: Sequence[str]) -> bool:
    """Whether these clicks begin or make a legal action."""
    nodes = set(choices.roots)
    for click in clicks:
        at = {index for index in nodes if choices.nodes[index].click == click}
        if not at:
            return False
        nodes = {after for index in at for after in choices.nodes[index].next}
    return True
