"""Laws about sending and drawing a scene."""

from __future__ import annotations

import re
from importlib.resources import files
from xml.parsers import expat

from ludotheque.core.catalogue import LANGUAGES
from ludotheque.scene import text
from ludotheque.scene.budget import MAX_SCENE, sent
from ludotheque.table import views
from ludotheque.testing.law import Case, law
from ludotheque.testing.laws.scenes import audiences

_SYMBOL = re.compile(r'<symbol[^>]*id="([^"]+)"')


@law(
    "budget",
    "A scene is small enough to be sent after each action: 64 kB, its choices cut to 48.",
    about=("presenter.scene", "presenter.choices"),
)
def budget(case: Case) -> None:
    for table in case.situations():
        for audience in audiences(case.variant.seats):
            size = len(sent(table.scene(audience)))
            if size > MAX_SCENE:
                case.broken(
                    f"the scene for {audience or 'a spectator'} has {size} bytes, more than {MAX_SCENE}"
                )


@law(
    "drawn",
    "The pens draw every situation, in well-formed SVG and in characters, with sprites there are.",
    about=("presenter.board", "presenter.scene"),
)
def drawn(case: Case) -> None:
    for table in case.situations(max(3, case.effort.situations // 3)):
        sprites = files(table.game.package) / "art" / "sprites.svg"
        symbols = set(_SYMBOL.findall(sprites.read_text("utf-8"))) if sprites.is_file() else set()
        shown = table.scene(() if table.game.secrets else range(case.variant.seats))
        for language in LANGUAGES:
            if not text.draw(shown, views.layout(table.journal), language).strip():
                case.broken(f"the text pen draws nothing ({language})")
            _well_formed(case, "the SVG of the scene", table.svg(shown.audience, language))
        _well_formed(case, "the board", views.board_svg(table.journal))
        for piece in shown.pieces:
            if symbols.isdisjoint((piece.sprite, f"{piece.sprite}-{piece.face}")):
                case.broken(f"the piece {piece.id} is the sprite {piece.sprite!r}, not in art/sprites.svg")


def _well_formed(case: Case, what: str, drawing: str) -> None:
    parser = expat.ParserCreate()
    try:
        parser.Parse(drawing, True)
    except expat.ExpatError as error:
        case.broken(f"{what} is no well-formed XML: {error}")
