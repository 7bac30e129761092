"""Cards that the audience has seen in others' hands: they lie open before them, as long as they stay there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ludotheque.games.banzai import picture
from ludotheque.games.banzai.looks import player, said, seen_at
from ludotheque.games.banzai.panels import in_hand, showing
from ludotheque.games.banzai.pieces import face_up
from ludotheque.games.banzai.things import seated
from ludotheque.scene.model import Piece, Place


def seen_cards(s: Any, audience: int) -> Iterator[tuple[Place, Piece]]:
    """Each such card and its place, on an arc before who holds it; closer together where many sit round the table.

    Where several people look at one screen, those are there that everybody has seen.
    """
    placed = int(s["placed"])
    aside = showing(s)
    several = sum(audience >> seat & 1 for seat in seated(s)) > 1
    for place, seat in enumerate(seated(s)):
        cards = [] if audience >> seat & 1 or seat in aside else in_hand(s, seat)
        if several:
            cards = [card for card in cards if int(s["shown"]) >> card & 1]
        step = min(picture.SEEN_APART, 360 / placed / max(len(cards), 1))
        for number, card in enumerate(cards):
            beside = (number - (len(cards) - 1) / 2) * step
            x, y = picture.around(place, placed, picture.SHOWS, beside)
            label = said("banzai.place.seen", who=player(seat))
            at = Place(seen_at(place, number), x, y, picture.SEEN, picture.SEEN, label)
            yield at, face_up(s, seat, card, at.id)
