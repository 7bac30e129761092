"""Facts for `Game`: the tokens of each colour and the cards, which no action may change, when all seats win together, and what each seat has come to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludotheque.core.bits import count_bits
from ludotheque.games.boussanga.rules.aligning import points as points_of
from ludotheque.games.boussanga.rules.setup import is_cooperative, store_of
from ludotheque.games.boussanga.state import COLOURS, ELEMENTS, NONE


def conserved(b: Any, s: Any) -> dict[str, int]:
    """What the box holds: the tokens of each colour, wherever they are, and the cards."""
    lying = {
        ELEMENTS[colour]: int(count_bits(s["on_board"][colour]))
        + sum(row[colour] for row in s["store"].tolist())
        + int(s["reserve"][colour])
        + int(s["zone"][colour])
        for colour in range(COLOURS)
    }
    cards = (
        int(count_bits(s["pile"]))
        + int(count_bits(s["discarded"]))
        + sum(card != NONE for hand in s["hand"].tolist() for card in hand)
    )
    return {**lying, "cards": cards}


def is_played_together(b: Any, s: Any) -> bool:
    """Whether all win or lose alike."""
    return bool(is_cooperative(s))


def points(b: Any, s: Any) -> Sequence[int]:
    """Each seat's points; none where all have the same."""
    if is_cooperative(s):
        return ()
    return [int(points_of(b, s, store_of(s, seat))) for seat in range(int(s["seats"]))]
