"""`Tabletop`: a presenter for games whose pieces stand on places, made from three functions; and `grid`, a board of rows.

A game that needs more overrides a method, or has a `scene.py` that defines every function of `core.game.Presenter`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ludotheque.core.errors import Unreadable
from ludotheque.core.game import HIDDEN, ActionPath
from ludotheque.core.message import Message
from ludotheque.core.notation import Notation
from ludotheque.core.verbs import CHANCE_SEAT
from ludotheque.scene import asking
from ludotheque.scene.clicks import graph
from ludotheque.scene.model import Button, Choices, EventView, Layout, Motion, Place, Scene
from ludotheque.scene.palette import Palette

CELL = 100
RIM = 40

PALETTE = Palette.of(
    "plain-board",
    {
        "rim": ("#9C6B3C", "#3A2A1A", "#000000"),
        "field": ("#E8D2A6", "#5A4A30", "#FFFFFF"),
        "place": ("#D3B680", "#463820", "#DDDDDD"),
    },
)


class Tabletop:
    """A game's presenter, see `core.game.Presenter`. The words of an action are `<game>.choice.<kind>` and `<game>.event.<kind>`.

    Both take the fields of the action's structure as arguments, such as `{n}`. An id that is clicked and is neither a piece nor a place is
    a button, whose text is `<game>.button.<id>`. What an action looked like is found by comparing the scenes before and after it.

    Args:
        game: the name of the game.
        codec: the game's codec.
        layout: `layout(b, s)`, the board's places.
        scene: `scene(b, s, audience)`, what is on the table.
        clicks: `clicks(b, s, seat, action)`, the ids to click in turn for an action, legal or not; empty if nothing there can be clicked.
    """

    def __init__(
        self,
        game: str,
        codec: Notation,
        layout: Callable[[Any, Any], Layout],
        scene: Callable[[Any, Any, int], Scene],
        clicks: Callable[[Any, Any, int, int], Sequence[str]],
    ) -> None:
        self.game, self.codec = game, codec
        self.layout, self.scene, self.clicks = layout, scene, clicks

    def keys(self) -> Iterator[str]:
        """The keys of the words for the kinds of actions."""
        for kind in self.codec.kinds:
            yield from (f"{self.game}.choice.{kind}", f"{self.game}.event.{kind}")

    def board(self, b: Any, s: Any) -> str:
        """A field with a rim, and every place in its shape."""
        return plain_board(self.layout(b, s))

    def choices(self, b: Any, s: Any, seat: int) -> Choices:
        """Each legal action by its clicks; for chance, each result."""
        most = self.codec.count(b)
        asked = asking.results(b, s, most) if seat == CHANCE_SEAT else asking.legal(b, s, seat, most)
        paths = [
            (self.clicks(b, s, seat, code), code, *self._said("choice", b, s, seat, code)) for code in asked
        ]
        shown = self.scene(b, s, _alone(seat))
        places = [*self.layout(b, s).places, *shown.places]
        places += [place for panel in shown.panels for place in panel.places]
        there = {place.id for place in places} | {piece.id for piece in shown.pieces}
        pressed = dict.fromkeys(click for ids, *_ in paths for click in ids if click not in there)
        return graph(seat, paths, [Button(name, Message(f"{self.game}.button.{name}")) for name in pressed])

    def clicked(self, b: Any, s: Any, seat: int, clicks: Sequence[str]) -> tuple[int, ActionPath]:
        """The first action, legal or not, that has these clicks; a piece and its place mean the same, if nothing else is found."""
        known = {code: list(self.clicks(b, s, seat, code)) for code in range(self.codec.count(b))}
        place = {piece.id: piece.place for piece in self.scene(b, s, _alone(seat)).pieces}
        for standing in ({}, place):
            wanted = [standing.get(click, click) for click in clicks]
            for code, ids in known.items():
                if ids and [standing.get(each, each) for each in ids] == wanted:
                    return code, ()
        text = " ".join(clicks)
        raise Unreadable(f"the clicks {text!r} mean no action", Message("error.unreadable", {"text": text}))

    def event(self, b: Any, before: Any, after: Any, seat: int, code: int, path: ActionPath) -> EventView:
        """What was done, and every piece that came, went or moved. Raises `TypeError` for a hidden action, which is for the game to describe."""
        if code == HIDDEN:
            raise TypeError(
                f"{self.game} hides actions: override Tabletop.event, and say what is seen of them"
            )
        motions = tuple(self._motions(b, before, after))
        trace = dict.fromkeys(place for motion in motions for place in motion.path)
        key, args = self._said("event", b, before, seat, code)
        return EventView(
            seat, self.codec.text(b, before, seat, code, path), Message(key, args), motions, tuple(trace)
        )

    def _said(self, what: str, b: Any, s: Any, seat: int, code: int) -> tuple[str, Mapping[str, Any]]:
        """The key of an action's words, and their arguments."""
        parts = self.codec.structure(b, s, seat, code)
        return f"{self.game}.{what}.{parts.pop('kind')}", parts

    def _motions(self, b: Any, before: Any, after: Any) -> Iterator[Motion]:
        """The pieces that are elsewhere, gone or new, as everybody saw it who may know these states."""
        there = {piece.id: piece.place for piece in self.scene(b, before, 0).pieces}
        here = {piece.id: piece.place for piece in self.scene(b, after, 0).pieces}
        for piece, place in there.items():
            if piece not in here:
                yield Motion(piece, (place,), "vanish")
            elif here[piece] != place:
                yield Motion(piece, (place, here[piece]), "slide")
        yield from (Motion(piece, (place,), "appear") for piece, place in here.items() if piece not in there)


def _alone(seat: int) -> int:
    """The audience of this seat alone; of nobody for chance."""
    return 0 if seat == CHANCE_SEAT else 1 << seat


def grid(game: str, rows: Sequence[Sequence[str]], shape: str = "rect") -> Layout:
    """A board of rows of places, which have the ids `rows` gives them, by which texts may call them; "" leaves a gap.

    The words are `<game>.board`, and `<game>.place` with the argument `name`, the place's id.

    Args:
        game: the name of the game.
        rows: the ids of the places, row by row from the top.
        shape: `rect` or `circle`.
    """
    columns = max(map(len, rows))
    size = (0.8 if shape == "circle" else 0.94) * CELL
    places = tuple(
        Place(
            name,
            RIM + (column + 0.5) * CELL,
            RIM + (row + 0.5) * CELL,
            size,
            size,
            Message(f"{game}.place", {"name": name}),
            shape,
            column,
            row,
            name=name,
        )
        for row, names in enumerate(rows)
        for column, name in enumerate(names)
        if name
    )
    told_apart = hashlib.blake2b(repr((rows, shape)).encode(), digest_size=4).hexdigest()
    return Layout(
        f"{columns}x{len(rows)}-{told_apart}",
        2 * RIM + columns * CELL,
        2 * RIM + len(rows) * CELL,
        places,
        Message(f"{game}.board"),
    )


def plain_board(layout: Layout) -> str:
    """A board as SVG that shows nothing but its places."""
    ink, width, height = PALETTE.ink, layout.width, layout.height
    ground = (
        f'<rect width="{width:g}" height="{height:g}" rx="28" fill="{ink("rim")}"/>'
        f'<rect x="14" y="14" width="{width - 28:g}" height="{height - 28:g}" rx="18" fill="{ink("field")}"/>'
    )
    drawn = "".join(map(_drawn, layout.places))
    return PALETTE.svg(width, height, f'{ground}<g fill="{ink("place")}">{drawn}</g>')


def _drawn(place: Place) -> str:
    if place.shape == "circle":
        return f'<circle cx="{place.x:g}" cy="{place.y:g}" r="{place.w / 2:g}"/>'
    x, y = place.x - place.w / 2, place.y - place.h / 2
    return f'<rect x="{x:g}" y="{y:g}" width="{place.w:g}" height="{place.h:g}" rx="8"/>'
