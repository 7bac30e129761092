"""The boards as SVG, each drawn once."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from typing import Any

from ludotheque.core import components
from ludotheque.core.game import Game
from ludotheque.core.state import copy as copy_of_state
from ludotheque.server import first_games
from ludotheque.server.kept import Kept
from ludotheque.server.live import Live

KEPT_BYTES = 32 * 2**20
"""How much is kept of drawn boards. A board of somebody's own components may be large."""


class Boards:
    """Boards by game and layout, of printed boxes, of tables in memory and of guided first games."""

    def __init__(self, tables: Mapping[str, Live]) -> None:
        self._tables = tables
        self._drawn: Kept[tuple[str, str], str] = Kept(KEPT_BYTES)

    async def find(self, game: Game, layout: str) -> str | None:
        """The board with this layout as SVG; None if there is none. It is drawn in a thread, so that nobody has to wait for it."""
        found = self._drawn.get((game.name, layout))
        if found is None:
            there = [
                (table.box, copy_of_state(table.state))  # what happens meanwhile changes no copy
                for live in self._tables.values()
                if live.state.game is game and (table := live.state.table) is not None
            ]
            found = await asyncio.to_thread(_draw, game, layout, there)
            if found is not None:
                self._drawn.put((game.name, layout), found, len(found.encode()))
        return found


def _draw(game: Game, layout: str, there: list[tuple[Any, Any]]) -> str | None:
    for box, state in _boxes(game, there):
        if game.presenter.layout(box[0], state[0]).id == layout:
            return game.presenter.board(box[0], state[0])
    return None


def _boxes(game: Game, there: list[tuple[Any, Any]]) -> Iterator[tuple[Any, Any]]:
    for seats in game.seats:
        yield components.load(game).array, game.fresh_state(seats, game.check_options(seats, {}))
    yield from there
    learnt = first_games.of(game)
    if learnt is not None:
        yield learnt.tables[0].box, learnt.tables[0].state
