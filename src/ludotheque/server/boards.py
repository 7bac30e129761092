"""The boards as SVG, each drawn once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from typing import Any

from ludotheque.core import components
from ludotheque.core.game import Game
from ludotheque.server import first_games
from ludotheque.server.live import Live

MAX_BOARDS = 100


class Boards:
    """Boards by game and layout, of printed boxes, of tables in memory and of guided first games."""

    def __init__(self, tables: Mapping[str, Live]) -> None:
        self._tables = tables
        self._drawn: OrderedDict[tuple[str, str], str] = OrderedDict()

    def find(self, game: Game, layout: str) -> str | None:
        """The board with this layout as SVG; None if there is none."""
        found = self._drawn.get((game.name, layout))
        if found is not None:
            return found
        for b, s in self._boxes(game):
            if game.presenter.layout(b, s).id == layout:
                svg = self._drawn[game.name, layout] = game.presenter.board(b, s)
                if len(self._drawn) > MAX_BOARDS:
                    self._drawn.popitem(last=False)
                return svg
        return None

    def _boxes(self, game: Game) -> Iterator[tuple[Any, Any]]:
        for seats in game.seats:
            yield components.load(game).array[0], game.fresh_state(seats, game.check_options(seats, {}))[0]
        for live in self._tables.values():
            if live.state.game is game and live.state.table is not None:
                yield live.state.table.b, live.state.table.s
        learnt = first_games.of(game)
        if learnt is not None:
            yield learnt.tables[0].b, learnt.tables[0].s
