"""Draws a scene as one self-contained SVG, for notebooks, documents and shared pictures.

The board comes first. Below it come the panels (hands, dice), the seats, the last move and the prompt: all that a reader needs who only has
the picture.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Sequence
from html import escape
from importlib.resources import files

from ludotheque.core.catalogue import export, say
from ludotheque.core.game import Game
from ludotheque.core.message import Message
from ludotheque.scene.model import Layout, Panel, Piece, Place, Scene, Standing
from ludotheque.scene.seats import called
from ludotheque.scene.turning import on_board

TINTS = {
    "red": ("#D55E00", "#9A4400"),
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

_SYMBOL = re.compile(r'<symbol[^>]*id="([^"]+)"')

Say = Callable[[Message], str]


def of_game(
    game: Game, scene: Scene, layout: Layout, board: str, language: str, names: Sequence[str] = ()
) -> str:
    """A scene of a game as SVG, with the game's own symbols. `names` are the players' names, if known."""
    sprites = files(game.package) / "art" / "sprites.svg"
    art = sprites.read_text("utf-8") if sprites.is_file() else ""
    return draw(scene, layout, board, art, language, names)


def draw(
    scene: Scene, layout: Layout, board: str, sprites: str, language: str = "fr", names: Sequence[str] = ()
) -> str:
    """A scene on its board as SVG, with the symbols of `sprites` inside. `names` are the players' names, if known."""
    entries = export(language)
    picture = _Picture(
        scene, layout, set(_SYMBOL.findall(sprites)), lambda message: say(message, language, entries)
    )
    ground = f'<svg width="{layout.width:g}" height="{layout.height:g}">{_inner(board)}</svg>'
    if scene.turn:
        middle = f"{layout.width / 2:g} {layout.height / 2:g}"
        ground = f'<g transform="rotate({scene.turn:g} {middle})">{ground}</g>'
    parts = [ground, f"<defs>{_inner(sprites)}</defs>", *picture.on_the_board()]
    below = picture.below(
        [say(f"bot.{name}", language, entries) if f"bot.{name}" in entries else name for name in names]
    )
    label = escape(picture.words(layout.label))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {layout.width:g} {picture.height:g}" role="img" '
        f'aria-label="{label}" font-family="system-ui, sans-serif">{"".join(parts)}{"".join(below)}</svg>'
    )


def _inner(svg: str) -> str:
    """The content of an SVG file as a nested `<svg>` that keeps its own view box."""
    return svg[svg.index("<svg") :] if "<svg" in svg else ""


class _Picture:
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

    def on_the_board(self) -> list[str]:
        parts = [self.trace(self.scene.last.trace)] if self.scene.last is not None else []
        places = sorted(self.places.values(), key=self.is_above)
        return parts + [self.heap(place) for place in places]

    def is_above(self, place: Place) -> bool:
        """Whether a piece there is drawn above everything else."""
        return any(piece.above for piece in self.on.get(place.id, []))

    def heap(self, place: Place) -> str:
        """What stands on a place: a single piece, or the topmost one of a heap with a number."""
        pieces = self.on.get(place.id, [])
        if not pieces:
            return ""
        drawn = _piece(pieces[-1], place, self.symbols, self.words(pieces[-1].label))
        if len(pieces) == 1:
            return drawn
        size = 0.3 * min(place.w, place.h)
        return drawn + _text(place.x + 1.1 * size, place.y + 1.6 * size, size, f"×{len(pieces)}", bold=True)

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
            parts += self.paragraph(f"{self.scene.last.text} · {self.words(self.scene.last.message)}")
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
            parts.append(_text(self.margin + indent, y, self.letter, line, bold=bold))
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
            parts.append(_sign(sign, tint, x + 0.4 * self.letter, y, 0.5 * self.letter))
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


def _piece(piece: Piece, place: Place, symbols: set[str], label: str) -> str:
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
    return disc + _sign(piece.mark, piece.tint, x, y, 0.1 * size, ink=dark)


def _sign(mark: str, tint: str, x: float, y: float, size: float, ink: str = "") -> str:
    """A mark, `size` from its centre to its edge: a shape, or text."""
    tone = ink or TINTS.get(tint, TINTS["none"])[0]
    if mark in SHAPES:
        return f'<path d="{SHAPES[mark]}" transform="translate({x:g} {y:g}) scale({size:g})" fill="{tone}"/>'
    return _text(x, y + 0.9 * size, 2.4 * size, mark, bold=True, ink=ink or INK, anchor="middle")


def _text(
    x: float, y: float, size: float, text: str, bold: bool = False, ink: str = INK, anchor: str = "start"
) -> str:
    weight = ' font-weight="700"' if bold else ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{ink}" text-anchor="{anchor}"{weight}>'
        f"{escape(text)}</text>"
    )
