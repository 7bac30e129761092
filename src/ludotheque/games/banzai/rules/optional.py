"""The optional calls: what the caller may do, and what is asked of others."""

from __future__ import annotations

import math
from typing import Any

from ludotheque.core.jit import compiled
from ludotheque.core.rule import rule
from ludotheque.games.banzai.rules.calls import resume
from ludotheque.games.banzai.rules.choosing import BY_LOT, place_of, swap_places
from ludotheque.games.banzai.rules.hands import (
    PRINCESS,
    bit,
    cards_of_character,
    cards_of_family,
    comes,
    count,
    forget,
    holds,
    learns,
    least_wanted,
    leaves,
    lowest,
    passes,
    spend,
    unite,
)
from ludotheque.games.banzai.rules.pawns import lies, place_x, place_y
from ludotheque.games.banzai.state import (
    CARDS,
    DUELLING,
    FAR,
    GONE,
    NONE,
    OF_FAMILY,
    Call,
    LotFor,
    Phase,
    What,
)

STEAL, LOT = Phase.STEAL.value, Phase.LOT.value
NOTHING, FOR_GIFT, FOR_POOL = LotFor.NOTHING.value, LotFor.GIFT.value, LotFor.POOL.value
MARRIAGE = Call.MARRIAGE.value
OF_SEAT, OF_HAND = What.SEAT.value, What.HAND.value
GIVEN = 2
SEEN_BY_SEER, SEEN_BY_HAND = 3, 2


# -- three alike -----------------------------------------------------------------------------------------------------


@rule("BNZ-58", "BNZ-59")
def take_pawn(s: Any, pawn: int) -> None:
    """Three Guerriers: a pawn less, and one more player out."""
    s.pawn_by[pawn] = GONE
    s.moves_left = 0


@rule("BNZ-64")
def take_from(s: Any, victim: int) -> None:
    """Three Gamins: a card is drawn from this hand."""
    s.asked = victim
    s.moves_left = 0
    s.phase = STEAL


@compiled
def chance_stolen(s: Any, out: Any) -> int:
    """Any card of the hand that is stolen from."""
    found = 0
    for card in range(CARDS):
        if holds(s, s.asked, card):
            out[found] = card
            found += 1
    return found


@rule("BNZ-64", "BNZ-65")
def steal(s: Any, card: int, stop: int) -> None:
    """The card drawn is taken; who lost it chooses again if it was laid down."""
    passes(s, s.asked, s.stop_by, card)
    s.asked = NONE
    s.phase = stop


@rule("BNZ-61")
def give(s: Any, seat: int, one: int, other: int) -> None:
    """Three Seigneurs: two cards are laid face down; when the last has given, the caller has them all."""
    for card in (one, other):
        leaves(s, seat, card)
    s.gift[seat] = bit(one) | bit(other)
    for place in range(s.placed):
        if s.gift[s.seating[place]] == 0:
            return
    for place in range(s.placed):
        giver = s.seating[place]
        s.pool = int(s.pool) | int(s.gift[giver])
        s.gift[giver] = 0
        s.back_to[giver] = GIVEN
    s.pooled = GIVEN * s.placed
    s.moves_left = 0


@rule("BNZ-62")
def deal_back(s: Any, seat: int, card: int) -> None:
    """The caller gives a card back: two to each, the two kept among them."""
    s.pool = int(s.pool) & ~bit(card)
    s.pooled -= 1
    s.back_to[seat] -= 1
    comes(s, seat, card)
    learns(s, s.stop_by, bit(card))


@rule("BNZ-32")
def time_up_for_lords(s: Any) -> None:
    """Time is up: cards are drawn by lot for players who gave none, then dealt back; older games give the least wanted ones, in order."""
    if s.time_up != BY_LOT:
        finish_lords(s)
        resume(s)
        return
    if s.pooled == 0 and s.moves_left == 1:
        for place in range(s.placed):
            seat = s.seating[place]
            if s.gift[seat] == 0:
                s.lot = int(s.lot) | bit(seat)
    if s.lot != 0:
        s.phase = LOT
        s.lot_for = FOR_GIFT
    else:
        draw_from_pool(s)


@rule("BNZ-32")
def drawn_to_give(s: Any, card: int) -> None:
    """The lot has chosen a card that an absent player gives; the second one makes the gift."""
    if s.drawn == NONE:
        s.drawn = card
        return
    seat, first = lowest(s.lot), int(s.drawn)
    s.lot = int(s.lot) & ~bit(seat)
    s.drawn = NONE
    give(s, seat, first, card)
    if s.lot == 0:
        draw_from_pool(s)


@rule("BNZ-32")
def draw_from_pool(s: Any) -> None:
    """What the caller has not dealt back is dealt by lot; then the game goes on."""
    s.lot = 0
    for seat in range(s.seats):
        if s.back_to[seat] > 0:
            s.lot = int(s.lot) | bit(seat)
    s.phase = LOT
    s.lot_for = FOR_POOL
    if s.lot == 0:
        s.lot_for = NOTHING
        resume(s)


@rule("BNZ-32")
def drawn_from_pool(s: Any, card: int) -> None:
    """The lot has dealt a card back."""
    deal_back(s, lowest(s.lot), card)
    draw_from_pool(s)


@rule("BNZ-14", "BNZ-32")
def chance_for_absent(s: Any, out: Any) -> int:
    """Any card of the hand that one is chosen from, or of those that are still to be dealt back."""
    cards = int(s.pool) if s.lot_for == FOR_POOL else int(s.hands[lowest(s.lot)])
    found = 0
    for card in range(CARDS):
        if cards >> card & 1 and card != s.drawn:
            out[found] = card
            found += 1
    return found


@rule("BNZ-32")
def finish_lords(s: Any) -> None:
    """Cards are given for players who have not given any, and dealt back in order."""
    for place in range(s.placed):
        seat = s.seating[place]
        if s.pooled == 0 and s.moves_left == 1 and s.gift[seat] == 0:
            one = least_wanted(s, seat)
            s.hands[seat] = int(s.hands[seat]) & ~bit(one)
            other = least_wanted(s, seat)
            s.hands[seat] = int(s.hands[seat]) | bit(one)
            give(s, seat, one, other)
    for place in range(s.placed):
        seat = s.seating[place]
        while s.back_to[seat] > 0:
            deal_back(s, seat, lowest(s.pool))


# -- oui, maître -----------------------------------------------------------------------------------------------------


@rule("BNZ-71")
def own_princess(s: Any) -> int:
    """The Princesse that a marriage gives away: that of the Seigneur's family, or of one united with it."""
    own = OF_FAMILY * s.stop_family + PRINCESS
    if holds(s, s.stop_by, own):
        return int(own)
    return lowest(int(s.hands[s.stop_by]) & cards_of_family(s, s.stop_family) & cards_of_character(PRINCESS))


@rule("BNZ-71", "BNZ-72", "BNZ-82")
def marry(s: Any, card: int) -> None:
    """The Princesses are exchanged, and their families are one until the round ends."""
    caller, other, own = int(s.stop_by), int(s.asked), own_princess(s)
    passes(s, caller, other, own)
    passes(s, other, caller, card)
    unite(s, own // OF_FAMILY, card // OF_FAMILY)
    spend(s, MARRIAGE, caller, s.stop_family)
    s.lords_used = int(s.lords_used) | bit(s.stop_family)
    s.asked = NONE
    s.moves_left = 0


@rule("BNZ-74", "BNZ-75")
def challenge(s: Any, other: int) -> None:
    """A duel: the two sit face to face, a pawn between them."""
    challenger = int(s.stop_by)
    s.challenger = challenger
    s.challenged = other
    s.moves_left = 0
    if not are_opposite(s, challenger, other):
        half = s.placed // 2
        opposite = s.seating[(place_of(s, other) + half) % s.placed]
        s.displaced = opposite
        swap_places(s, challenger, opposite)
    lay_for_duel(s, challenger, other)


@rule("BNZ-75")
def are_opposite(s: Any, one: int, other: int) -> bool:
    """Whether one sits farthest from the other; with an odd table, where two do, the first clockwise from the other."""
    return bool(place_of(s, one) == (place_of(s, other) + s.placed // 2) % s.placed)


@rule("BNZ-75", "BNZ-76")
def lay_for_duel(s: Any, challenger: int, other: int) -> None:
    """The first pawn half-way between the duellists; the others before the other players, clockwise from the challenger."""
    from_place, to_place = place_of(s, challenger), place_of(s, other)
    x = (place_x(s, from_place) + place_x(s, to_place)) / 2
    y = (place_y(s, from_place) + place_y(s, to_place)) / 2
    pawn = put_next(s, 0, x, y)
    for step in range(1, s.placed):
        place = (from_place + step) % s.placed
        if place != to_place and pawn < s.pawns:
            pawn = put_next(s, pawn, place_x(s, place) * DUELLING / FAR, place_y(s, place) * DUELLING / FAR)


@compiled
def put_next(s: Any, pawn: int, x: float, y: float) -> int:
    """Put the next pawn that has not been taken off at a point; the number to go on from."""
    while pawn < s.pawns and not lies(s, pawn):
        pawn += 1
    if pawn < s.pawns:
        s.pawn_x[pawn] = math.floor(x + 0.5)
        s.pawn_y[pawn] = math.floor(y + 0.5)
    return pawn + 1


@rule("BNZ-78", "BNZ-83")
def look(s: Any, seats: int) -> None:
    """The caller looks at these hands."""
    for seat in range(s.seats):
        if seats >> seat & 1:
            learns(s, s.stop_by, int(s.hands[seat]))
    s.looked = seats
    s.moves_left = 0


@compiled
def may_look_at(s: Any, seats: int, most: int) -> bool:
    """Whether these are as many opponents at the table as may be looked at (all of them where they are fewer)."""
    opponents = 0
    for place in range(s.placed):
        if s.seating[place] != s.stop_by:
            opponents |= bit(s.seating[place])
    return seats & ~opponents == 0 and count(seats) == min(most, count(opponents))


# -- donne-moi ta main -----------------------------------------------------------------------------------------------


@rule("BNZ-84")
def take_with(s: Any, other: int, what: int) -> None:
    """Seat, hand or both are exchanged with one of the players looked at."""
    caller = int(s.stop_by)
    if what != OF_HAND:
        swap_places(s, caller, other)
    if what != OF_SEAT:
        swap_hands(s, caller, other)
    s.looked = 0


@rule("BNZ-84")
def swap_hands(s: Any, one: int, other: int) -> None:
    """Two hands change owners; each knows what they gave."""
    first, second = int(s.hands[one]), int(s.hands[other])
    forget(s, first | second)
    s.hands[one] = second
    s.hands[other] = first
    held = s.held[one]
    s.held[one] = s.held[other]
    s.held[other] = held
    s.chosen[one] = NONE
    s.chosen[other] = NONE
    learns(s, one, first)
    learns(s, other, second)
