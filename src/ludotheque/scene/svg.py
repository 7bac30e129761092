"""Draws a scene as one self-contained SVG, for notebooks, documents and shared pictures.

The board comes first. Below it come the panels (hands, dice), the seats, the last move and the prompt: all that a reader who has only the
picture needs.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Mapping, Sequence
from html import escape
from math import atan2, degrees, hypot
from typing import Any

import msgspec

from ludotheque.core.catalogue import export, say
from ludotheque.core.game import Game
from ludotheque.core.message import Message
from ludotheque.scene.art import sprites_of, symbols_in
from ludotheque.scene.model import Layout, Panel, Piece, Place, Scene, Standing
from ludotheque.scene.seats import called
from ludotheque.scene.turning import on_board

TINTS = {
    "red": ("#C62828", "#8B1A1A"),
    "blue": ("#0072B2", "#00507D"),
    "yellow": ("#E69F00", "#A67300"),
    "green": ("#009E73", "#006B4E"),
    "plum": ("#8E4585", "#63305D"),
    "sky": ("#56B4E9", "#2F7FAE"),
    "none": ("#8A8F94", "#5E6368"),
}
"""The palette of the pieces: for each name a tone and a darker one. Colour-blind readers can tell them apart."""

PAPER, INK = "#F6F0E4", "#22262B"

SHAPES = {
    "●": "M0-.92A.92.92 0 1 1 0 .92A.92.92 0 1 1 0-.92Z",
    "■": "M-.8-.8H.8V.8H-.8Z",
    "▲": "M0-.95 1 .8H-1Z",
    "◆": "M0-1.05 1.05 0 0 1.05-1.05 0Z",
    "✚": "M-.32-.95H.32V-.32H.95V.32H.32V.95H-.32V.32H-.95V-.32H-.32Z",
    "⬟": "M0-1 .95-.31.59.81H-.59L-.95-.31Z",
}
"""The marks as paths in a square from -1 to 1. Other marks are written as text."""

Say = Callable[[Message], str]
Name = str | Message
"""What a player is called; a message for a bot."""


def of_game(
    game: Game,
    scene: Scene,
    layout: Layout,
    board: str,
    language: str,
    names: Sequence[Name] = (),
) -> str:
    """A scene of a game as SVG, with the game's own symbols. `names` are the players' names, if known."""
    return draw(scene, layout, board, sprites_of(game), language, names)


def draw(
    scene: Scene,
    layout: Layout,
    board: str,
    sprites: str,
    language: str = "fr",
    names: Sequence[Name] = (),
) -> str:
    """A scene on its board as SVG, with the symbols of `sprites` inside. `names` are the players' names, if known."""
    entries = export(language)
    called = [name_in(name, language, entries) for name in names]
    picture = Drawing(scene, layout, symbols_in(sprites), words_with(language, entries, called))
    parts = [picture.ground(board), f"<defs>{nested(sprites)}</defs>", *picture.on_the_board()]
    below = picture.below(called)
    label = escape(picture.words(layout.label))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {layout.width:g} {picture.height:g}" role="img" '
        f'aria-label="{label}" font-family="system-ui, sans-serif">{"".join(parts)}{"".join(below)}</svg>'
    )


def drawn(
    game: Game, scene: Scene, layout: Layout, board: str, language: str, names: Sequence[Name] = ()
) -> tuple[float, list[str]]:
    """The height of a scene's picture and the pieces of SVG that it consists of, without the game's symbols.

    Most pieces are the same in the next scene of a game, so a page with many of its moments needs each piece only once.
    """
    entries = export(language)
    symbols = symbols_in(sprites_of(game))
    called = [name_in(name, language, entries) for name in names]
    picture = Drawing(scene, layout, symbols, words_with(language, entries, called))
    parts = [picture.ground(board), *picture.on_the_board(), *picture.below(called)]
    return picture.height, parts


def words_with(language: str, entries: Mapping[str, Any], called: Sequence[str]) -> Say:
    """Puts messages into words that call every player by name, where names are known."""
    names = {seat: name for seat, name in enumerate(called) if name}
    return lambda message: say(message, language, entries, names)


def name_in(name: Name, language: str, entries: Mapping[str, Any]) -> str:
    """What a player is called; a bot of a level that is unknown here by that level."""
    if isinstance(name, str):
        return name
    return say(name, language, entries) if name.key in entries else name.key.rpartition(".")[2]


class Arrow(msgspec.Struct, frozen=True):
    """An arrow over a board in a picture: the ids of the places that it passes; `refused` crosses it out."""

    path: tuple[str, ...]
    refused: bool = False


class Marking(msgspec.Struct, frozen=True):
    """What a picture shows of a scene, and what is drawn over it.

    Attributes:
        around: the ids of the places that it shows, with a little of what is around them; empty for the whole board.
        panels: the ids of the panels drawn below the board, without their titles.
        board: whether the board is drawn.
        arrows: arrows between places.
        rings: the ids of places with a ring around them.
        notes: a few characters beside a place, such as a number, by the id of the place.
        coming: pieces that a move will bring, drawn faintly: for each id of a place that of another one, whose piece is drawn there.
    """

    around: tuple[str, ...] = ()
    panels: tuple[str, ...] = ()
    board: bool = True
    arrows: tuple[Arrow, ...] = ()
    rings: tuple[str, ...] = ()
    notes: dict[str, str] = {}
    coming: dict[str, str] = {}


def illustrate(
    game: Game, scene: Scene, layout: Layout, board: str, marking: Marking, language: str = "fr"
) -> str:
    """A part of a scene as SVG, with arrows and rings, to explain a rule. It contains no sentence."""
    sprites = sprites_of(game)
    entries = export(language)
    picture = Drawing(scene, layout, symbols_in(sprites), lambda message: say(message, language, entries))
    return picture.illustrated(board, sprites, marking)


def _only_used(sprites: str, drawn: str) -> str:
    """The file of symbols without those that a drawing does not need."""
    symbols = {
        found[1]: found[0]
        for found in re.finditer(r'<symbol[^>]*id="([^"]+)".*?</symbol>', sprites, re.DOTALL)
    }
    needed: set[str] = set()
    wanted = set(re.findall(r'href="#([^"]+)"', drawn))
    while wanted:
        needed |= wanted
        wanted = {
            name for one in wanted & symbols.keys() for name in re.findall(r'href="#([^"]+)"', symbols[one])
        } - needed
    for name, symbol in symbols.items():
        if name not in needed:
            sprites = sprites.replace(symbol, "")
    return sprites


def nested(svg: str) -> str:
    """The content of an SVG file as a nested `<svg>` that keeps its own view box."""
    return svg[svg.index("<svg") :] if "<svg" in svg else ""


class Drawing:
    """A scene being drawn. `height` grows with the text under the board."""

    def __init__(self, scene: Scene, layout: Layout, symbols: set[str], words: Say) -> None:
        self.scene, self.layout, self.symbols, self.words = scene, layout, symbols, words
        self.places = {place.id: place for place in on_board(scene, layout)}
        self.on: dict[str, list[Piece]] = {}
        for piece in sorted(scene.pieces, key=lambda piece: piece.order):
            self.on.setdefault(piece.place, []).append(piece)
        self.height = layout.height
        self.letter = layout.width / 46
        self.margin = self.letter

    def ground(self, board: str) -> str:
        """The board, turned as the scene is."""
        width, height = self.layout.width, self.layout.height
        drawn = f'<svg width="{width:g}" height="{height:g}">{nested(board)}</svg>'
        if not self.scene.turn:
            return drawn
        return f'<g transform="rotate({self.scene.turn:g} {width / 2:g} {height / 2:g})">{drawn}</g>'

    def illustrated(self, board: str, sprites: str, marking: Marking) -> str:
        """The part of the scene that a picture shows, with what is drawn over it."""
        left, top, right, bottom = self.window(marking.around) if marking.board else (0.0, 0.0, 0.0, 0.0)
        unit = self.layout.unit or min(place.w for place in self.layout.places)
        parts = []
        if marking.board:
            parts += [self.ground(board), *self.on_the_board(trace=False)]
            for name, source in marking.coming.items():
                piece = msgspec.structs.replace(self.on[source][-1], mark="")
                parts.append(f'<g opacity="0.6">{draw_piece(piece, self.places[name], self.symbols, "")}</g>')
            parts += [_ring(self.places[name]) for name in marking.rings if name in self.places]
            parts += [
                _arrow(
                    [self.places[name] for name in arrow.path],
                    arrow.refused,
                    self,
                    0.11 * max(right - left, 0.8 * (bottom - top)),
                )
                for arrow in marking.arrows
            ]
            parts += [
                _note(self.places[name], text, (left, top, right))
                for name, text in marking.notes.items()
                if name in self.places
            ]
            clip = f'<clipPath id="window"><rect x="{left:g}" y="{top:g}" width="{right - left:g}" height="{bottom - top:g}" rx="{0.2 * unit:g}"/></clipPath>'
            parts = [f'{clip}<g clip-path="url(#window)">', *parts, "</g>"]
        for panel in self.scene.panels:
            if panel.id in marking.panels:
                held = [place for place in panel.places if place.id in self.on]
                drawn, right, bottom = self.shelf(held, marking, left, right, bottom, unit)
                parts += drawn
        view = f"{left:g} {top:g} {right - left:g} {bottom - top:g}"
        sprites = _only_used(sprites, "".join(parts))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" width="{right - left:g}" height="{bottom - top:g}" '
            f'font-family="system-ui, sans-serif"><defs>{nested(sprites)}</defs>{"".join(parts)}</svg>'
        )

    def shelf(
        self, held: Sequence[Place], marking: Marking, left: float, right: float, bottom: float, unit: float
    ) -> tuple[list[str], float, float]:
        """Places of a panel side by side under what is drawn so far, and the new right and bottom of the picture."""
        room = 1.16
        size = min(1.3 * unit, (right - left) / room / max(1, len(held))) if right > left else unit
        right = max(right, left + room * size * len(held))
        start = (left + right - room * size * (len(held) - 1)) / 2
        tallest = max((size / place.w * place.h for place in held), default=0.0)
        below = any(place.id in marking.notes for place in held)
        parts = []
        for number, place in enumerate(held):
            x, y = start + room * number * size, bottom + 0.16 * size + tallest / 2
            moved = Place(place.id, x, y, size, size / place.w * place.h, place.label)
            parts.append(self.heap(moved))
            if place.id in marking.rings:
                parts.append(_ring(moved))
            if place.id in marking.notes:
                under = Place("", x, y + 0.5 * tallest + 0.66 * size, size, size, place.label)
                parts.append(_note(under, marking.notes[place.id], (left, bottom, right)))
        return parts, right, bottom + tallest + (0.68 if below else 0.24) * size

    def is_over(self, start: Place, end: Place, size: float) -> bool:
        """Whether a step between two places passes over another place, or is very long."""
        far = hypot(end.x - start.x, end.y - start.y)
        x, y = (start.x + end.x) / 2, (start.y + end.y) / 2
        near = (hypot(place.x - x, place.y - y) < 0.5 * size for place in self.places.values())
        return far > 3.5 * size or (far > 1.6 * size and any(near))

    def window(self, around: Sequence[str]) -> tuple[float, float, float, float]:
        """The left, top, right and bottom of what a picture shows of the board: up to its edge, where that is near, so that what is written there stays whole."""
        shown = [self.places[name] for name in around]
        if not shown:
            return 0.0, 0.0, self.layout.width, self.layout.height
        size = max(min(place.w, place.h) for place in shown)

        def reach(end: float, edge: float) -> float:
            return edge if abs(edge - end) < 0.75 * size else end + (0.35 if edge > end else -0.35) * size

        return (
            reach(min(place.x - place.w / 2 for place in shown), 0.0),
            reach(min(place.y - place.h / 2 for place in shown), 0.0),
            reach(max(place.x + place.w / 2 for place in shown), self.layout.width),
            reach(max(place.y + place.h / 2 for place in shown), self.layout.height),
        )

    def on_the_board(self, trace: bool = True) -> list[str]:
        parts = [self.trace(self.scene.last.trace)] if trace and self.scene.last is not None else []
        occupied = [place for place in self.places.values() if self.on.get(place.id)]
        return parts + [self.heap(place) for place in sorted(occupied, key=self.is_above)]

    def is_above(self, place: Place) -> bool:
        """Whether a piece there is drawn above everything else."""
        return any(piece.above for piece in self.on[place.id])

    def heap(self, place: Place) -> str:
        """What stands on a place: a single piece, or the topmost one of a heap with a number."""
        pieces = self.on[place.id]
        drawn = draw_piece(pieces[-1], place, self.symbols, self.words(pieces[-1].label))
        if len(pieces) == 1:
            return drawn
        size = 0.3 * min(place.w, place.h)
        return drawn + draw_text(
            place.x + 1.1 * size, place.y + 1.6 * size, size, f"×{len(pieces)}", bold=True
        )

    def trace(self, names: Sequence[str]) -> str:
        """The path of the last move, with a dot at each place."""
        way = [self.places[name] for name in names if name in self.places]
        if not way:
            return ""
        points = " ".join(f"{place.x:g},{place.y:g}" for place in way)
        size = 0.12 * way[0].w
        line = (
            f'<polyline points="{points}" fill="none" stroke-width="{0.6 * size:g}" stroke-linejoin="round"/>'
        )
        dots = "".join(
            f'<circle cx="{place.x:g}" cy="{place.y:g}" r="{size:g}" fill="{INK}"/>' for place in way
        )
        return f'<g stroke="{INK}" opacity="0.3">{line}{dots}</g>'

    # -- under the board ----------------------------------------------------------------------------------------------

    def below(self, names: Sequence[str]) -> list[str]:
        """Panels, seats, the last move and the prompt, one below the other, on paper."""
        parts: list[str] = []
        self.height += 0.5 * self.letter
        for panel in self.scene.panels:
            parts += self.panel(panel)
        for standing in self.scene.standings:
            parts += self.standing(standing, names)
        if self.scene.last is not None:
            parts += self.paragraph(self.words(self.scene.last.message))
        parts += self.paragraph(self.words(self.scene.prompt), bold=True)
        self.height += 0.5 * self.letter
        top, width = self.layout.height, self.layout.width
        paper = f'<rect y="{top:g}" width="{width:g}" height="{self.height - top:g}" rx="{self.letter:g}" fill="{PAPER}"/>'
        return [paper, *parts]

    def paragraph(self, text: str, bold: bool = False, indent: float = 0.0) -> list[str]:
        room = int((self.layout.width - 2 * self.margin - indent) / (0.56 * self.letter))
        parts = []
        for line in textwrap.wrap(text, max(room, 10)):
            self.height += 1.5 * self.letter
            y = self.height - 0.4 * self.letter
            parts.append(draw_text(self.margin + indent, y, self.letter, line, bold=bold))
        return parts

    def standing(self, standing: Standing, names: Sequence[str]) -> list[str]:
        """A seat: an arrow if it may act, its marks, its name, its counters, and at the end its rank."""
        y = self.height + 0.75 * self.letter
        x = self.margin + 1.3 * self.letter
        parts = []
        if standing.seat in self.scene.actors:
            parts.append(f'<path d="M{self.margin:g} {y - 0.45 * self.letter:g}l{0.8 * self.letter:g} '
                         f'{0.45 * self.letter:g}l{-0.8 * self.letter:g} {0.45 * self.letter:g}z" fill="{INK}"/>')  # fmt: skip
        signs = list(standing.mark) if len(standing.mark) == len(standing.tints) else [standing.mark]
        for sign, tint in zip(signs, standing.tints, strict=False):
            parts.append(draw_sign(sign, tint, x + 0.4 * self.letter, y, 0.5 * self.letter))
            x += 1.2 * self.letter
        said = [*names[standing.seat : standing.seat + 1], *(self.words(line) for line in standing.lines)]
        if standing.rank:
            said.insert(0, self.words(Message("ui.rank", {"n": standing.rank})))
        bold = standing.seat in self.scene.actors or standing.rank == 1
        text = ", ".join(filter(None, said)) or self.words(called(standing.seat))
        return parts + self.paragraph(text, bold, x + 0.3 * self.letter - self.margin)

    def panel(self, panel: Panel) -> list[str]:
        """A panel: its title, then those of its places that hold something, in a row."""
        held = [place for place in panel.places if place.id in self.on]
        parts = self.paragraph(
            ": ".join([self.words(panel.title), ", ".join(map(self.words, panel.lines))]).rstrip(": ")
        )
        if not held:
            return parts
        size = 3.2 * self.letter
        apart = (1.5 if any(len(self.on[place.id]) > 1 for place in held) else 1.15) * size
        for number, place in enumerate(held):
            x = self.margin + 0.5 * size + number * apart
            tall = size / place.w * place.h if place.w > 0 else size
            scale = size / max(size, tall)
            moved = Place(place.id, x, self.height + 0.55 * size, size * scale, tall * scale, place.label)
            parts.append(self.heap(moved))
        self.height += 1.15 * size
        return parts


def draw_piece(piece: Piece, place: Place, symbols: set[str], label: str) -> str:
    name = f"{piece.sprite}-{piece.face}" if f"{piece.sprite}-{piece.face}" in symbols else piece.sprite
    tone, dark = TINTS.get(piece.tint, TINTS["none"])
    x, y = place.x - place.w / 2, place.y - place.h / 2
    badge = _badge(piece.badge, place) if piece.badge in symbols else ""
    mark = _mark(piece, place) if piece.mark else ""
    return (
        f'<g style="--tint:{tone};--tint-dark:{dark};color:{tone}"><title>{escape(label)}</title>'
        f'<use href="#{escape(name)}" x="{x:g}" y="{y:g}" width="{place.w:g}" height="{place.h:g}"/>'
        f"{_pattern(piece, place, symbols)}{badge}{mark}</g>"
    )


def _pattern(piece: Piece, place: Place, symbols: set[str]) -> str:
    """The tokens drawn on a piece."""
    drawn, width = [], 0.94 * min(place.w, place.h)
    for token in piece.pattern:
        tone, dark = TINTS.get(token.tint, TINTS["none"])
        size = width * token.size
        x, y = place.x + width * token.dx - size / 2, place.y + width * token.dy - size / 2
        if token.sprite in symbols:
            drawn.append(
                f'<use style="--tint:{tone};--tint-dark:{dark}" href="#{escape(token.sprite)}" '
                f'x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}"/>'
            )
        else:
            drawn.append(
                f'<circle cx="{x + size / 2:g}" cy="{y + size / 2:g}" r="{0.42 * size:g}" fill="{tone}"/>'
            )
    return "".join(drawn)


def _badge(symbol: str, place: Place) -> str:
    """A small symbol over the upper right corner."""
    size = min(place.w, place.h)
    x, y = place.x + 0.14 * size, place.y - 0.58 * size
    return f'<use href="#{escape(symbol)}" x="{x:g}" y="{y:g}" width="{0.46 * size:g}" height="{0.46 * size:g}"/>'


def _mark(piece: Piece, place: Place) -> str:
    """The piece's mark on a small disc at the upper left, so that colour is not the only difference."""
    size = min(place.w, place.h)
    x, y = place.x - 0.3 * size, place.y - 0.3 * size
    dark = TINTS.get(piece.tint, TINTS["none"])[1]
    disc = f'<circle cx="{x:g}" cy="{y:g}" r="{0.165 * size:g}" fill="#FDF9F1" stroke="{dark}" stroke-width="{0.02 * size:g}"/>'
    return disc + draw_sign(piece.mark, piece.tint, x, y, 0.1 * size, ink=dark)


def draw_sign(mark: str, tint: str, x: float, y: float, size: float, ink: str = "") -> str:
    """A mark, `size` from its centre to its edge: a shape, or text."""
    tone = ink or TINTS.get(tint, TINTS["none"])[0]
    if mark in SHAPES:
        return f'<path d="{SHAPES[mark]}" transform="translate({x:g} {y:g}) scale({size:g})" fill="{tone}"/>'
    height = (2.4 if len(mark) == 1 else 1.8) * size
    return draw_text(x, y + 0.375 * height, height, mark, bold=True, ink=ink or INK, anchor="middle")


def draw_text(
    x: float, y: float, size: float, text: str, bold: bool = False, ink: str = INK, anchor: str = "start"
) -> str:
    weight = ' font-weight="700"' if bold else ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{ink}" text-anchor="{anchor}"{weight}>'
        f"{escape(text)}</text>"
    )


def _ring(place: Place) -> str:
    """A ring around a place, light and dark so that it is seen on any ground."""
    size = min(place.w, place.h)
    width, height = place.w + 0.06 * size, place.h + 0.06 * size
    shape = (
        f'<rect x="{place.x - width / 2:g}" y="{place.y - height / 2:g}" width="{width:g}" height="{height:g}" '
        f'rx="{(0.5 if place.shape == "circle" else 0.14) * width:g}" fill="none"'
    )
    return f'{shape} stroke="#FDF9F1" stroke-width="{0.13 * size:g}"/>{shape} stroke="{INK}" stroke-width="{0.065 * size:g}"/>'


def _arrow(way: Sequence[Place], refused: bool, picture: Drawing, least: float) -> str:
    """An arrow through places, at least as thick as for places of the width `least`; crossed out if it is refused.

    A step over others is bent, so that they stay in sight.
    """
    size = min(min(place.w, place.h) for place in way)
    x, y = _toward(way[0], way[1], 0.42 * size)
    line, last, bend_x, bend_y = [f"M{x:g} {y:g}"], way[0], x, y
    for number, place in enumerate(way[1:], 2):
        across, down = place.x - last.x, place.y - last.y
        bend = 0.26 if picture.is_over(last, place, size) else 0.0
        bend_x, bend_y = (last.x + place.x) / 2 + bend * down, (last.y + place.y) / 2 - bend * across
        x, y = place.x, place.y
        if number == len(way) and not refused:
            gap = 0.5 if picture.on.get(place.id) else 0.12
            x, y = _toward(place, Place("", bend_x, bend_y, 0, 0, place.label), gap * size)
        line.append(f"Q{bend_x:g} {bend_y:g} {x:g} {y:g}")
        last = place
    size = max(size, least)
    ink = "#A3200D" if refused else INK
    path = f'<path d="{"".join(line)}" fill="none" stroke-linecap="round" stroke-linejoin="round"'
    dashes = f' stroke-dasharray="{0.05 * size:g} {0.2 * size:g}"' if refused else ""
    angle = degrees(atan2(y - bend_y, x - bend_x))
    head = (
        f'<g transform="translate({x:g} {y:g}) rotate({angle:g}) scale({size:g})" '
        f'stroke="#FDF9F1" stroke-width=".07" stroke-linejoin="round">'
    )
    cross = f'<circle r=".2" fill="{ink}"/><path d="M-.09-.09.09.09M.09-.09-.09.09"/></g>'
    point = f'<path d="M.2 0-.2-.24-.12 0-.2.24Z" fill="{ink}"/></g>'
    return (
        f'{path} stroke="#FDF9F1" stroke-width="{0.2 * size:g}"/>'
        f'{path} stroke="{ink}" stroke-width="{0.09 * size:g}"{dashes}/>{head}{cross if refused else point}'
    )


def _toward(start: Place, end: Place, far: float) -> tuple[float, float]:
    """The point at this distance from one place towards another."""
    length = hypot(end.x - start.x, end.y - start.y)
    part = min(1.0, far / length) if length else 0.0
    return start.x + part * (end.x - start.x), start.y + part * (end.y - start.y)


def _note(place: Place, text: str, window: tuple[float, float, float]) -> str:
    """A few characters on a label over the upper edge of a place, inside the window (its left, top and right)."""
    left, top, right = window
    size = 0.36 * min(place.w, place.h)
    width = (0.62 * len(text) + 0.7) * size
    x = min(max(place.x, left + 0.55 * width), right - 0.55 * width) if right - left > width else place.x
    y = max(place.y - 0.62 * place.h, top + 0.9 * size)
    return (
        f'<rect x="{x - width / 2:g}" y="{y - 0.72 * size:g}" width="{width:g}" height="{1.44 * size:g}" rx="{0.4 * size:g}" '
        f'fill="{INK}" stroke="#FDF9F1" stroke-width="{0.09 * size:g}"/>'
        + draw_text(x, y + 0.36 * size, size, text, bold=True, ink="#FDF9F1", anchor="middle")
    )
