"""What is printed of a box: what its game says of it, or the board and the pieces of a first scene."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Literal

import msgspec

from ludotheque.core.components import load
from ludotheque.core.game import Game
from ludotheque.core.message import Message
from ludotheque.scene.art import sprites_of, symbols_in
from ludotheque.scene.editor import differences
from ludotheque.scene.model import Layout, Piece
from ludotheque.scene.printed import UNSAID, Part, Printed, Say, face, inside
from ludotheque.scene.turning import on_board
from ludotheque.table import views
from ludotheque.table.table import Table

PLACE_MM = 24.0
"""How wide a place is where a game does not say."""
LARGEST_MM = 520.0
"""How wide or high a board may then be."""


class Contents:
    """What is printed of a box.

    Attributes:
        printed: the parts.
        layout: the places of the board.
        board: its picture; "" for a game that needs none.
        differences: how a user's own box differs from the printed one; nothing for the printed box.
        seats: the numbers of players that the box is enough for.
        components: the content of a user's own component file; None for the printed box.
    """

    def __init__(self, game: Game, components: Mapping[str, Any] | None, contrast: bool, say: Say) -> None:
        self.components = components
        self.seats = game.seats_with(load(game, components).array[0])
        table = Table(game, max(self.seats), seed=1, components=components)
        self.layout: Layout = views.layout(table.journal)
        self.differences = [each.said for each in differences(game, components)] if components else []
        own = _own(game)
        self.printed = own(table.journal.box, contrast, say) if own else derived(game, table, contrast)
        self.board = views.board_svg(table.journal) if self.printed.board else ""


def _own(game: Game) -> Callable[[Any, bool, Say], Printed] | None:
    """What the game's package says of its box; None if it says nothing."""
    name = f"{game.package}.printed"
    try:
        if find_spec(name) is None:
            return None
    except ModuleNotFoundError:  # a game of one file
        return None
    found: Callable[[Any, bool, Say], Printed] = import_module(name).printed
    return found


def derived(game: Game, table: Table, contrast: bool) -> Printed:
    """The board and the pieces of a first scene: a counter for each, as large as its place."""
    layout, scene = views.layout(table.journal), table.scene(())
    usual = layout.unit or statistics.mode(place.w for place in layout.places)
    unit = min(PLACE_MM / usual, LARGEST_MM / max(layout.width, layout.height))
    return Printed(unit, tuple(_counters(game, layout, scene, 0.92 * usual * unit, contrast)))


def _counters(game: Game, layout: Layout, scene: Any, size: float, contrast: bool) -> Iterator[Part]:
    """The pieces, those that look alike together."""
    symbols = symbols_in(sprites_of(game))
    there = {place.id for place in on_board(scene, layout)} | {
        place.id for panel in scene.panels for place in panel.places
    }
    alike: dict[bytes, tuple[Piece, int]] = {}
    for piece in scene.pieces:
        if piece.place in there:
            look = Piece(
                "",
                piece.sprite,
                "",
                UNSAID,
                piece.face,
                piece.tint,
                piece.mark,
                badge=piece.badge,
                pattern=piece.pattern,
            )
            key = msgspec.json.encode(look)
            alike[key] = (look, alike[key][1] + 1 if key in alike else 1)
    for look, count in alike.values():
        shape: Literal["rect", "disc"] = "rect" if look.pattern else "disc"
        drawn = face(look, symbols, contrast)
        drawn = inside(drawn, size) if shape == "disc" else drawn
        yield Part(Message("sheet.pieces"), drawn, size, size, drawn, count, shape)
