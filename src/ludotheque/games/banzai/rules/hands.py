"""Hands of cards: what they hold, how cards pass from one to another, and who knows where they are."""

from __future__ import annotations

from typing import Any

from ludotheque.core.entry_point import State, entry_point
from ludotheque.core.jit import compiled
from ludotheque.core.lazy import np
from ludotheque.core.rule import rule
from ludotheque.games.banzai.state import CARDS, DEALT, MAX_FAMILIES, NO_FAMILY, NONE, OF_FAMILY, Character

LORD, PRINCESS = Character.LORD.value, Character.PRINCESS.value
ONE_FAMILY = (1 << OF_FAMILY) - 1
ALL_FAMILIES = sum(1 << (OF_FAMILY * family) for family in range(MAX_FAMILIES))
"""The card of character 0 of each family."""


@compiled
def bit(number: int) -> int:
    """The set of this alone."""
    return 1 << int(number)


@compiled
def count(cards: int) -> int:
    """The number of cards in a set."""
    found = 0
    rest = int(cards)
    while rest:
        rest &= rest - 1
        found += 1
    return found


@compiled
def lowest(cards: int) -> int:
    """The first of a set that is not empty."""
    number = 0
    rest = int(cards)
    while rest & 1 == 0:
        rest >>= 1
        number += 1
    return number


@compiled
def first_of(cards: int, number: int) -> int:
    """The first `number` cards of a set, as a set."""
    found, rest = 0, int(cards)
    for _ in range(number):
        found |= rest & -rest
        rest &= rest - 1
    return found


@compiled
def holds(s: Any, seat: int, card: int) -> bool:
    """Whether a card is in a seat's hand."""
    return int(s.hands[seat]) >> int(card) & 1 == 1


@compiled
def cards_of_family(s: Any, family: int) -> int:
    """The cards of a family and of those it is united with, as a set."""
    return int(s.family_cards[family])


@rule("BNZ-72")
def unite(s: Any, one: int, other: int) -> None:
    """Two families, with all that they are united with, are one from now on."""
    first, second = s.united[one], s.united[other]
    cards = int(s.family_cards[one]) | int(s.family_cards[other])
    for family in range(MAX_FAMILIES):
        if s.united[family] == first or s.united[family] == second:  # compiled: no sets
            s.united[family] = min(first, second)
            s.family_cards[family] = cards


@compiled
def separate_families(s: Any) -> None:
    """No family is united with another."""
    for family in range(MAX_FAMILIES):
        s.united[family] = family
        s.family_cards[family] = ONE_FAMILY << (OF_FAMILY * family)


@compiled
def cards_of_character(character: int) -> int:
    """All cards of a character, as a set."""
    return ALL_FAMILIES << int(character)


@rule("BNZ-73")
def held_of_family(s: Any, seat: int, family: int) -> int:
    """How many cards of a family a seat has; united families count as one."""
    return count(int(s.hands[seat]) & cards_of_family(s, family))


@compiled
def held_of_character(s: Any, seat: int, character: int) -> int:
    """How many cards of a character a seat has."""
    return count(int(s.hands[seat]) & cards_of_character(character))


@rule("BNZ-63")
def spared(s: Any, seat: int) -> int:
    """With three Magiciens, one card less is needed until the round ends."""
    return int(s.magician_seats) >> int(seat) & 1


@entry_point()
@rule("BNZ-08")
def has_complete_family(s: State, seat: int) -> bool:
    """Five cards of one family."""
    for family in range(MAX_FAMILIES):
        if is_in_play(s, family) and held_of_family(s, seat, family) >= OF_FAMILY - spared(s, seat):
            return True
    return False


@compiled
def is_in_play(s: Any, family: int) -> bool:
    """Whether a family is among those of this round."""
    return int(s.in_play) >> int(family) & 1 == 1


@compiled
def family_of(card: int) -> int:
    """The family of a card."""
    return card // OF_FAMILY


@compiled
def one_of_each(s: Any, seat: int) -> int:
    """A card of each character, all of different families (united ones being one), as a set: found by trying them in turn.

    0 where there are none such.
    """
    for character in range(OF_FAMILY):
        if held_of_character(s, seat, character) == 0:
            return 0
    tried = np.zeros(OF_FAMILY, np.int64)
    character = 0
    while 0 <= character < OF_FAMILY:
        tried[character] = _next_family(s, seat, tried, character)
        if tried[character] == MAX_FAMILIES:
            tried[character] = 0
            character -= 1
            if character >= 0:
                tried[character] += 1
        else:
            character += 1
    cards = 0
    for found in range(character):
        cards |= bit(OF_FAMILY * tried[found] + found)
    return cards


@compiled
def _next_family(s: Any, seat: int, tried: Any, character: int) -> int:
    """The next family, from the one to try on, of which the seat has this character and that no earlier one has taken."""
    for family in range(tried[character], MAX_FAMILIES):
        taken = not holds(s, seat, OF_FAMILY * family + character)
        for earlier in range(character):
            if s.united[tried[earlier]] == s.united[family]:
                taken = True
        if not taken:
            return family
    return MAX_FAMILIES


# -- cards that go from one place to another ----------------------------------------------------------------------------


@compiled
def forget(s: Any, cards: int) -> None:
    """Where these cards are is known to nobody any more."""
    s.shown = int(s.shown) & ~cards
    for seat in range(s.seats):
        s.known[seat] = int(s.known[seat]) & ~cards


@compiled
def leaves(s: Any, seat: int, card: int) -> None:
    """A card leaves a hand; if it was laid down, another one has to be chosen."""
    s.hands[seat] = int(s.hands[seat]) & ~bit(card)
    s.held[seat] -= 1
    if s.chosen[seat] == card:
        s.chosen[seat] = NONE
    forget(s, bit(card))


@compiled
def comes(s: Any, seat: int, card: int) -> None:
    """A card comes into a hand."""
    s.hands[seat] = int(s.hands[seat]) | bit(card)
    s.held[seat] += 1


@compiled
def passes(s: Any, giver: int, taker: int, card: int) -> None:
    """A card passes from hand to hand. The giver knows where it is now."""
    leaves(s, giver, card)
    comes(s, taker, card)
    learns(s, giver, bit(card))


@compiled
def learns(s: Any, seat: int, cards: int) -> None:
    """A seat sees where these cards are."""
    s.known[seat] = (int(s.known[seat]) | cards) & ~int(s.hands[seat])


@compiled
def clear_hands(s: Any) -> None:
    """No cards anywhere, and nothing known."""
    s.shown = 0
    s.pool = 0
    s.pooled = 0
    for seat in range(len(s.hands)):
        s.hands[seat] = 0
        s.held[seat] = 0
        s.chosen[seat] = NONE
        s.known[seat] = 0
        s.gift[seat] = 0
        s.back_to[seat] = 0


@compiled
def pile(s: Any) -> int:
    """The cards of this round's families that nobody has, as a set."""
    cards = 0
    for family in range(MAX_FAMILIES):
        if is_in_play(s, family):
            cards |= ONE_FAMILY << (OF_FAMILY * family)
    for seat in range(s.seats):
        cards &= ~int(s.hands[seat])
        if s.gift[seat] > 0:
            cards &= ~int(s.gift[seat])
    return cards & ~int(s.pool)


@rule("BNZ-14")
def least_wanted(s: Any, seat: int) -> int:
    """The card chosen for an absent player: the first one of the family of which they have the fewest."""
    best, fewest = NONE, DEALT + CARDS
    for card in range(CARDS):
        if holds(s, seat, card):
            held = held_of_family(s, seat, family_of(card))
            if held < fewest:
                best, fewest = card, held
    return best


@compiled
def spent_by(s: Any, call: int, seat: int) -> bool:
    """Whether a seat has made a call in this round."""
    return s.used[call, seat] != NONE


@compiled
def spent(s: Any, call: int) -> bool:
    """Whether anybody has made a call in this round."""
    for seat in range(s.seats):
        if spent_by(s, call, seat):
            return True
    return False


@compiled
def spend(s: Any, call: int, seat: int, family: int) -> None:
    """A call is made: not again in this round."""
    s.used[call, seat] = family if family != NONE else NO_FAMILY
