"""The names of cards, seats and families in positions and notation, and of sets of them."""

from __future__ import annotations

from typing import Any

from ludotheque.games.banzai.rules.hands import is_in_play
from ludotheque.games.banzai.state import CHARACTERS, FAMILIES, MAX_FAMILIES, OF_FAMILY


def card_name(card: int) -> str:
    """`fox.lord` for a card."""
    return f"{FAMILIES[card // OF_FAMILY]}.{CHARACTERS[card % OF_FAMILY]}"


def card_named(name: str) -> int:
    """The card of a name; -1 if there is none."""
    family, _, character = name.partition(".")
    if family not in FAMILIES or character not in CHARACTERS:
        return -1
    return FAMILIES.index(family) * OF_FAMILY + CHARACTERS.index(character)


def cards_in(cards: int) -> list[int]:
    """The cards of a set, in their order."""
    return [card for card in range(int(cards).bit_length()) if int(cards) >> card & 1]


def families_in_play(s: Any) -> list[int]:
    """The families of this round."""
    return [family for family in range(MAX_FAMILIES) if is_in_play(s, family)]


def seated(s: Any) -> list[int]:
    """Who sits at the table, by place."""
    return [int(seat) for seat in s["seating"][: int(s["placed"])]]


def seats_in(seats: int) -> list[int]:
    """The seats of a set."""
    return [seat for seat in range(seats.bit_length()) if seats >> seat & 1]


def in_hand(s: Any, seat: int) -> list[int]:
    """The cards of a hand that the audience sees, in the order in which they lie: all but the one laid down."""
    laid = int(s["chosen"][seat])
    return [card for card in cards_in(int(s["hands"][seat])) if card != laid]
