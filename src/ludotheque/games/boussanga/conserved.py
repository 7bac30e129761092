"""Facts for `Game`: the tokens of each colour and the cards, which no action may change, and when all seats win together."""

from __future__ import annotations

from typing import Any

from ludotheque.core.bits import count_bits
from ludotheque.games.boussanga.rules.setup import is_cooperative
from ludotheque.games.boussanga.state import COLOURS, ELEMENTS, NONE


def conserved(b: Any, s: Any) -> dict[str, int]:
    """What the box holds: the tokens of each colour, wherever they are, and the cards."""
    lying = {
        ELEMENTS[colour]: int(count_bits(s["on_board"][colour]))
        + int(s["store"][:, colour].sum())
        + int(s["reserve"][colour])
        + int(s["zone"][colour])
        for colour in range(COLOURS)
    }
    cards = int(count_bits(s["pile"])) + int(count_bits(s["discarded"])) + int((s["hand"] != NONE).sum())
    return {**lying, "cards": cards}


def is_played_together(b: Any, s: Any) -> bool:
    """Whether all win or lose alike."""
    return bool(is_cooperative(s))
