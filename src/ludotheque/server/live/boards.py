"""The boards as SVG, each drawn once."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any
from weakref import WeakKeyDictionary

from ludotheque.core import components
from ludotheque.core.game import Game
from ludotheque.core.state import copy as copy_of_state
from ludotheque.server.base.cache import Cache
from ludotheque.server.live import first_games
from ludotheque.server.live.room import Room

KEPT_BYTES = 32 * 2**20
"""How much is kept of drawn boards. A board of somebody's own components may be large."""


Drawable = tuple[Any, Any]
"""A box and a state."""


class Boards:
    """Boards by game and layout, of printed boxes, of tables in memory and of guided first games."""

    def __init__(self, tables: Mapping[str, Room]) -> None:
        self._tables = tables
        self._drawn: Cache[tuple[str, str], str] = Cache(KEPT_BYTES)
        self._ready_made: dict[str, dict[str, Drawable]] = {}
        """Boards that need no table, by game and layout."""
        self._layouts: WeakKeyDictionary[Room, str] = WeakKeyDictionary()
        """The layout of each table. It never changes, so a layout that nobody has costs little to look for."""

    async def find(self, game: Game, layout: str) -> str | None:
        """The board with this layout as SVG; None if there is none. It is drawn in a thread, so that nobody has to wait for it."""
        found = self._drawn.get((game.name, layout))
        if found is None:
            shown = await self._shown(game, layout)
            if shown is not None:
                found = await asyncio.to_thread(game.presenter.board, shown[0][0], shown[1][0])
                self._drawn.put((game.name, layout), found, len(found.encode()))
        return found

    async def of(self, game: Game, layout: str, room: Room) -> str | None:
        """The board of this table as SVG, if it has this layout."""
        if room.state.game is not game or room.state.table is None:
            return None
        there = _copied(room)
        if await asyncio.to_thread(_layouts, game, [there]) != [layout]:
            return None
        found = await asyncio.to_thread(game.presenter.board, there[0][0], there[1][0])
        self._drawn.put((game.name, layout), found, len(found.encode()))
        return found

    async def _shown(self, game: Game, layout: str) -> Drawable | None:
        """Something with this layout."""
        if game.name not in self._ready_made:
            self._ready_made[game.name] = await asyncio.to_thread(_ready_made, game)
        there = [room for room in self._tables.values() if room.state.game is game]
        new = [room for room in there if room not in self._layouts and room.state.table is not None]
        if new:
            copies = [_copied(room) for room in new]
            self._layouts.update(zip(new, await asyncio.to_thread(_layouts, game, copies), strict=True))
        known = self._ready_made[game.name].get(layout)
        return known or next((_copied(room) for room in there if self._layouts.get(room) == layout), None)


def _copied(room: Room) -> Drawable:
    """A copy of a table that has begun, for drawing it while the game goes on."""
    assert room.state.table is not None
    return room.state.table.journal.box, copy_of_state(room.state.table.journal.state)


def _layouts(game: Game, there: list[Drawable]) -> list[str]:
    return [game.presenter.layout(box[0], state[0]).id for box, state in there]


def _ready_made(game: Game) -> dict[str, Drawable]:
    there: list[Drawable] = [
        (components.load(game).array, game.fresh_state(seats, game.check_options(seats, {})))
        for seats in game.seats
    ]
    learnt = first_games.played(game.name)
    if learnt is not None:
        there.append((learnt.tables[0].journal.box, learnt.tables[0].journal.state))
    return dict(zip(_layouts(game, there), there, strict=True))
