"""The cards of one hand, set as somebody holds them at a real table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludotheque.core.errors import BadPosition
from ludotheque.core.message import Message
from ludotheque.games.banzai.labels import card_face, card_word
from ludotheque.games.banzai.state import card_name, card_named, cards_of
from ludotheque.scene.model import Piece


def stock(b: Any, s: Any) -> tuple[Piece, ...]:
    """Every card of the box: those of its families."""
    return tuple(
        Piece(card_name(card), "card", "stock", card_word(card), face=card_face(card)) for card in cards_of(b)
    )


def lay(
    b: Any, s: Any, position: dict[str, Any], thing: str, place: str, guessed: Sequence[str] = ()
) -> dict[str, Any]:
    """A card at a place of the first hand, which changes places with the one that was there.

    Its family comes into play where it is not, for one of which nobody has set a card: those that are only `guessed` make way.
    """
    parts = place.split(".")
    hand = position["hands"][0]
    if parts[:2] != ["hand", "0"] or not parts[-1].isdigit() or int(parts[-1]) >= len(hand):
        raise BadPosition("lay", Message("banzai.box.only"))
    if card_named(thing) not in cards_of(b):
        raise BadPosition("lay", Message("banzai.box.only"))
    at, family = int(parts[-1]), thing.partition(".")[0]
    hands, families = [list(each) for each in position["hands"]], list(position["families"])
    if family not in families:
        kept = {card.partition(".")[0] for i, card in enumerate(hand) if i != at and card not in guessed}
        away = next((each for each in families if each not in kept), None)
        if away is None:
            raise BadPosition("lay", Message("banzai.box.families", {"n": len(families)}))
        families[families.index(away)] = family
        hands = [
            [f"{family}.{card.partition('.')[2]}" if card.startswith(f"{away}.") else card for card in each]
            for each in hands
        ]
    was = hands[0][at]
    for each in hands:
        for i, card in enumerate(each):
            if card == thing:
                each[i] = was
    hands[0][at] = thing
    return {**position, "families": families, "hands": hands}
