"""What is printed of the box: the board, the tokens, the cards, and a score sheet.

Cards are so much smaller than the board that, as the rulebook describes, one held up before an eye covers the right cells: at 35 cm from the board
15 cm above it, and on the diagonal 20 cm.
"""

from __future__ import annotations

from typing import Any

from ludotheque.core.message import Message
from ludotheque.games.boussanga.labels import SPRITES, TINTS, element, frame_of
from ludotheque.games.boussanga.scene import card_pattern
from ludotheque.games.boussanga.state import COLOURS
from ludotheque.scene.model import Piece
from ludotheque.scene.printed import Part, Printed, Say, face

UNIT = 0.21
"""A cell is 21 mm wide: the board then fits on one sheet."""
TOKEN, CARD = 17.5, 42.0
"""How wide tokens and cards are, in millimetres."""
EDGE = 7.0
"""How far the drawing of a token is from the edge of its symbol."""
SYMBOLS = {"card", *(f"{sprite}{more}" for sprite in SPRITES for more in ("", "-glass", "-spot"))}


def printed(b: Any, contrast: bool, say: Say) -> Printed:
    """The tokens have two equal faces. A card's back is its front seen from behind, without the signs; in high contrast with them."""
    tokens = tuple(_tokens(colour, int(b["tokens_of"][colour])) for colour in range(COLOURS))
    cards = tuple(
        Part(
            Message("boussanga.print.card"),
            _card(frame_of(b, 0, card), 0),
            CARD,
            CARD,
            _card(frame_of(b, 1, card), 0 if contrast else 1),
        )
        for card in range(int(b["cards"]))
    )
    rows = tuple(
        Message("boussanga.print.score", {"what": element(colour), "n": int(b["value"][colour])})
        for colour in range(COLOURS)
    )
    return Printed(UNIT, (*tokens, *cards), advice=(Message("boussanga.print.advice"),), score=rows)


def _tokens(colour: int, count: int) -> Part:
    drawn = face(Piece("", SPRITES[colour], "", element(colour), tint=TINTS[colour]), SYMBOLS)
    cropped = drawn.replace(
        'viewBox="0 0 100 100"', f'viewBox="{EDGE:g} {EDGE:g} {100 - 2 * EDGE:g} {100 - 2 * EDGE:g}"'
    )
    return Part(Message("boussanga.print.token"), cropped, TOKEN, TOKEN, cropped, count, "disc")


def _card(frame: str, side: int) -> str:
    piece = Piece("", "card", "", Message("boussanga.print.card"), pattern=card_pattern(frame, side))
    return face(piece, SYMBOLS)
