"""What the tiny game is made of.

phases: THROW (chance) → DEAL (chance, a card a seat) → CHOOSE (all at once) → GRAB (a race) → next round, or OVER
"""

from collections.abc import Mapping
from enum import IntEnum
from typing import Any

import numpy as np

from ludotheque.core.errors import BadComponents
from ludotheque.core.validation import known_keys, number


class Phase(IntEnum):
    """The parts of a round, and the end."""

    THROW = 0
    DEAL = 1
    CHOOSE = 2
    GRAB = 3
    OVER = 4


THROW, DEAL, CHOOSE, GRAB, OVER = (phase.value for phase in Phase)
NONE, SEALED, UNKNOWN = -1, 99, -2
MAX_FACES, MAX_CARDS, MAX_SEATS = 8, 12, 3
ADDS = 3
GRAB_CODE = ADDS
FIRST_FACE = GRAB_CODE + 1
FIRST_CARD = FIRST_FACE + MAX_FACES

Box = np.dtype(
    [
        ("tiny_box", "i4"),
        ("faces", "i4"),
        ("cards", "i4"),
        ("rounds", "i4"),
        ("pawn", "i4"),
        ("patience_ms", "i8"),
    ],
    align=True,
)
State = np.dtype(
    [
        ("tiny", "i4"),
        ("seats", "i4"),
        ("first", "i4"),
        ("calm", "i4"),
        ("phase", "i4"),
        ("rounds_played", "i4"),
        ("die", "i4"),
        ("card", "i4", MAX_SEATS),
        ("add", "i4", MAX_SEATS),
        ("score", "i4", MAX_SEATS),
        ("pawn_by", "i4"),
        ("now_ms", "i8"),
        ("gone_ms", "i8"),
    ],
    align=True,
)

RANGES = {
    "phase": (THROW, OVER),
    "rounds_played": (0, 8),
    "die": (NONE, MAX_FACES - 1),
    "card": (NONE, MAX_CARDS - 1),
    "add": (NONE, ADDS - 1),
    "score": (0, 8 * (MAX_FACES + 9)),
    "pawn_by": (NONE, MAX_SEATS - 1),
    "now_ms": (0, 1 << 40),
    "gone_ms": (-1, 1 << 40),
}

LIMITS = {
    "faces": (2, MAX_FACES),
    "cards": (3, MAX_CARDS),
    "rounds": (1, 8),
    "pawn": (0, 9),
    "patience_ms": (100, 60000),
}


def components(data: Mapping[str, Any]) -> Any:
    """The box of a component file."""
    known_keys(BadComponents, data, LIMITS)
    box = np.zeros(1, Box)
    for name, limits in LIMITS.items():
        box[name] = number(BadComponents, name, data.get(name), *limits)
    return box


def conserved(b: Any, s: Any) -> dict[str, int]:
    """Every card is in one hand or in the pile."""
    hands = [int(card) for card in s["card"] if card != NONE]
    pile = [card for card in range(int(b["cards"])) if card not in hands]
    return {"cards": len(hands) + len(pile)}
