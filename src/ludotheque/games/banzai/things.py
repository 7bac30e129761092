"""Cards, families and calls by name, and what never changes in a game."""

from __future__ import annotations

from typing import Any

from ludotheque.games.banzai.rules.hands import count, is_in_play, pile
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


def conserved(b: Any, s: Any) -> dict[str, int]:
    """Every card of the families in play is in one hand, given, pooled or in the pile; every seat is in, out or the third."""
    held = sum(count(int(hand)) for hand in s["hands"])
    given = sum(count(int(gift)) for gift in s["gift"] if gift > 0)
    cards = held + given + count(int(s["pool"])) + count(pile(s))
    expected = OF_FAMILY * len(families_in_play(s))
    return {
        "cards too many or too few": cards - expected,
        "hands told wrongly": sum(
            count(int(hand)) != int(held) for hand, held in zip(s["hands"], s["held"], strict=True)
        ),
        "players away from the table": sum(
            int(out) == 0 and seat not in seated(s) for seat, out in enumerate(s["out"][: int(s["seats"])])
        ),
    }


def always_reveals(b: Any, s: Any, code: int) -> bool:
    """What is said and done at this table was seen and heard: nobody takes anything back alone."""
    return True
