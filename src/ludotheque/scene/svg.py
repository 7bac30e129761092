"""A pen: a scene drawn as one self-contained SVG, for notebooks, documents and shared pictures."""

from __future__ import annotations

import re
from html import escape
from importlib.resources import files
from typing import Any

from ludotheque.scene.catalogue import export, say
from ludotheque.scene.model import Layout, Piece, Place, Scene

TINTS = {
    "red": ("#D55E00", "#9A4400"),
    "blue": ("#0072B2", "#00507D"),
    "yellow": ("#E69F00", "#A67300"),
    "green": ("#009E73", "#006B4E"),
    "plum": ("#8E4585", "#63305D"),
    "sky": ("#56B4E9", "#2F7FAE"),
    "none": ("#8A8F94", "#5E6368"),
}
"""The palette of the pieces, each a tone and a darker one, told apart by colour-blind eyes too."""

_SYMBOL = re.compile(r'<symbol[^>]*id="([^"]+)"')


def of_table(table: Any, scene: Scene, language: str = "fr") -> str:
    """The scene of a table as SVG."""
    sprites = files(table.game.package) / "art" / "sprites.svg"
    art = sprites.read_text("utf-8") if sprites.is_file() else ""
    return draw(scene, table.layout(), table.board_svg(), art, language)


def draw(scene: Scene, layout: Layout, board: str, sprites: str, language: str = "fr") -> str:
    """A scene on its board, `width` × `height` of the layout, with the sprites' symbols inside."""
    places = {place.id: place for place in layout.places}
    symbols, words = set(_SYMBOL.findall(sprites)), export(language)
    parts = [_inner(board), f"<defs>{_inner(sprites)}</defs>"]
    if scene.last is not None:
        parts += [_trace(places[name]) for name in scene.last.trace if name in places]
    for piece in sorted(scene.pieces, key=lambda piece: piece.order):
        if piece.place in places:
            label = say(piece.label, language, words)
            parts.append(_piece(piece, places[piece.place], symbols, label))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {layout.width:g} {layout.height:g}" role="img" '
        f'aria-label="{escape(say(layout.label, language, words))}">{"".join(parts)}</svg>'
    )


def _inner(svg: str) -> str:
    """What an SVG file holds, as a nested `<svg>` that keeps its own view box."""
    return svg[svg.index("<svg") :] if "<svg" in svg else ""


def _piece(piece: Piece, place: Place, symbols: set[str], label: str) -> str:
    name = f"{piece.sprite}-{piece.face}" if f"{piece.sprite}-{piece.face}" in symbols else piece.sprite
    tone, dark = TINTS.get(piece.tint, TINTS["none"])
    x, y = place.x - place.w / 2, place.y - place.h / 2
    badge = _badge(piece.badge, place) if piece.badge in symbols else ""
    return (
        f'<g style="--tint:{tone};--tint-dark:{dark};color:{tone}"><title>{escape(label)}</title>'
        f'<use href="#{escape(name)}" x="{x:g}" y="{y:g}" width="{place.w:g}" height="{place.h:g}"/>{badge}</g>'
    )


def _badge(symbol: str, place: Place) -> str:
    """A small symbol over the upper right corner."""
    size = min(place.w, place.h)
    x, y = place.x + 0.2 * size, place.y - 0.52 * size
    return f'<use href="#{escape(symbol)}" x="{x:g}" y="{y:g}" width="{0.34 * size:g}" height="{0.34 * size:g}"/>'


def _trace(place: Place) -> str:
    return f'<circle cx="{place.x:g}" cy="{place.y:g}" r="{place.w * 0.12:g}" fill="#22262B" fill-opacity="0.25"/>'
