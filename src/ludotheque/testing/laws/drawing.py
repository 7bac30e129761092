"""Laws about sending and drawing a scene."""

from __future__ import annotations

from xml.parsers import expat

from ludotheque.core.catalogue import LANGUAGES
from ludotheque.scene import text
from ludotheque.scene.art import sprites_of, symbols_in
from ludotheque.scene.budget import MAX_REST, MAX_SCENE, rest_bytes, sent
from ludotheque.scene.model import Layout
from ludotheque.table import views
from ludotheque.testing.law import Case, law
from ludotheque.testing.laws.scenes import audiences


@law(
    "budget",
    "A scene is small enough to be sent after each action: 64 kB, its choices cut to 48, and 48 without them.",
    about=("presenter.scene", "presenter.choices"),
)
def budget(case: Case) -> None:
    for table in case.situations():
        for audience in audiences(case.variant.seats):
            scene, who = table.scene(audience), audience or "a spectator"
            size, rest = len(sent(scene)), rest_bytes(scene)
            if size > MAX_SCENE:
                case.broken(f"the scene for {who} has {size} bytes, more than {MAX_SCENE}")
            if rest > MAX_REST:
                case.broken(f"without choices, the scene for {who} has {rest} bytes, more than {MAX_REST}")


@law(
    "drawn",
    "The pens draw every situation, in well-formed SVG and in characters, with sprites there are; a fold leaves no place out.",
    about=("presenter.board", "presenter.scene", "presenter.layout"),
)
def drawn(case: Case) -> None:
    for table in case.situations(max(3, case.effort.situations // 3)):
        symbols = symbols_in(sprites_of(table.game))
        shown = table.scene(() if table.game.secrets else range(case.variant.seats))
        for language in LANGUAGES:
            if not text.draw(shown, views.layout(table.journal), language).strip():
                case.broken(f"the text pen draws nothing ({language})")
            _well_formed(case, "the SVG of the scene", table.svg(shown.audience, language))
        _well_formed(case, "the board", views.board_svg(table.journal))
        _whole(case, views.layout(table.journal))
        for piece in shown.pieces:
            if symbols.isdisjoint((piece.sprite, f"{piece.sprite}-{piece.face}")):
                known = ", ".join(sorted(symbols))
                case.broken(
                    f"the piece {piece.id} is the sprite {piece.sprite!r}, not in art/sprites.svg, which has {known}"
                )


def _whole(case: Case, layout: Layout) -> None:
    """Each place lies in one part of each fold, and each link leads from part to part."""
    for number, fold in enumerate(layout.folds):
        for place in layout.places:
            inside = sum(
                part.x <= place.x <= part.x + part.w and part.y <= place.y <= part.y + part.h
                for part in fold.parts
            )
            if inside != 1:
                case.broken(f"the place {place.id} lies in {inside} parts of fold {number}, not in one")
        for link in fold.links:
            if link.start == link.end or not {link.start, link.end} <= set(range(len(fold.parts))):
                case.broken(
                    f"a link of fold {number} leads from part {link.start} to part {link.end} of {len(fold.parts)}"
                )


def _well_formed(case: Case, what: str, drawing: str) -> None:
    parser = expat.ParserCreate()
    try:
        parser.Parse(drawing, True)
    except expat.ExpatError as error:
        case.broken(f"{what} is no well-formed XML: {error}")
