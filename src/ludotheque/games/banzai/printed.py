"""What is printed of the box: the cards, and the pawns that hands grab. A table is there already."""

from __future__ import annotations

from typing import Any

from ludotheque.core.message import Message
from ludotheque.games.banzai.labels import card_face, card_word
from ludotheque.games.banzai.state import cards_of
from ludotheque.scene.printed import Part, Printed, Say, inside, line, picture, used

WIDTH, HEIGHT, PAWN = 63.0, 88.0, 28.0
"""The measures of a card, which fits common sleeves, and the width of a pawn, in millimetres."""
ART, BACK = 68.0, 60.0
"""How wide the drawings of a card's two faces are."""


def printed(b: Any, contrast: bool, say: Say) -> Printed:
    """The cards of the families that are in the box, and its pawns."""
    back = picture(
        f'<rect x="3" y="3" width="{WIDTH - 6:g}" height="{HEIGHT - 6:g}" rx="6" fill="#F6F0E4" stroke="#23406B" stroke-width=".8"/>'
        + used("card-back", (WIDTH - BACK) / 2, (HEIGHT - BACK) / 2, BACK),
        WIDTH,
        HEIGHT,
    )
    cards = tuple(
        Part(Message("banzai.print.card"), _front(card, say), WIDTH, HEIGHT, back) for card in cards_of(b)
    )
    pawn = picture(f'<circle cx="50" cy="50" r="49" fill="#FBF6EA"/>{used("pawn", 12, 10, 76, "red")}')
    pawn = inside(pawn, PAWN)
    pawns = Part(Message("banzai.print.pawn"), pawn, PAWN, PAWN, pawn, int(b["pawns"]), "disc")
    return Printed(1, (*cards, pawns), board=False, advice=(Message("banzai.print.advice"),))


def _front(card: int, say: Say) -> str:
    """A card's drawing, and what it is called."""
    drawn = used(f"card-{card_face(card)}", (WIDTH - ART) / 2, 3, ART)
    return picture(drawn + line(WIDTH / 2, 80, 4.4, say(card_word(card)), bold=True), WIDTH, HEIGHT)
