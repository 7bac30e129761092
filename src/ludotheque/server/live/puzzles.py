"""Positions of the day: each is made once, when somebody first asks for it, and kept."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import lru_cache

import msgspec

from ludotheque.core import registry
from ludotheque.core.game import Game
from ludotheque.core.message import Message
from ludotheque.server.live.first_games import why_not
from ludotheque.server.room.refused import Refused
from ludotheque.table import Table, puzzles

_encode = msgspec.json.Encoder().encode


class Doubt(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/puzzles/{game}/why`: what was clicked in a position, by its number."""

    number: int
    clicks: list[str]


@lru_cache(16)
def _told(name: str, number: int) -> bytes:
    return _encode(puzzles.puzzle(registry.get(name), number))


@lru_cache(16)
def _table(name: str, number: int) -> Table:
    return puzzles.table_of(registry.get(name), number)


def of_day(day: int, count: int) -> int:
    """The number, from 0, of the position for a day; days may be counted from any date.

    They come round, those with even numbers on one day and the others on the next: so no day has the position of the day before, even where
    some were added or taken away meanwhile.
    """
    odd = day % 2 if count > 1 else 0
    return 2 * (day // 2 % ((count + 1 - odd) // 2)) + odd


async def told(game: Game, day: int) -> bytes:
    """The position of a day as JSON. Raises `Refused` if the game has none."""
    count = len(puzzles.read(game.name))
    if not count:
        raise Refused("error.not_found", (), 404)
    return await asyncio.to_thread(_told, game.name, of_day(day, count))


async def why(game: Game, doubt: Doubt) -> tuple[Message, Sequence[str]]:
    """Why these clicks are not legal in a position, and the rows behind it. Raises `Refused` if there is no such position."""
    every = puzzles.read(game.name)
    if not 0 <= doubt.number < len(every):
        raise Refused("error.not_found", (), 404)
    table = await asyncio.to_thread(_table, game.name, doubt.number)
    return await asyncio.to_thread(why_not, table, int(every[doubt.number]["seat"]), doubt.clicks)
