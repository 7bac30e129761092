"""The verbs `hide` and `redeal`: a seat knows its own hand, cards it was shown and cards whose way it saw; the rest is guessed."""

from __future__ import annotations

from typing import Any

from ludotheque.core.jit import compiled
from ludotheque.core.rule import rule
from ludotheque.games.banzai.rules.choosing import seat_before
from ludotheque.games.banzai.rules.hands import bit, count, lowest, pile
from ludotheque.games.banzai.state import NONE, SEALED, UNSEEN, Call, Phase

GIVEN = 2
HELD, STOP1 = Phase.HELD.value, Call.STOP1.value


@compiled
def sees(audience: int, seat: int) -> bool:
    """Whether the audience holds a seat."""
    return int(audience) >> seat & 1 == 1


@rule("BNZ-04", "BNZ-09", "BNZ-56")
def hide(b: Any, s: Any, audience: int) -> None:
    """Wipe other seats' cards, except those that were seen; what they have laid down; what they know; and which Stop is held."""
    seen = int(s.shown)
    for seat in range(s.seats):
        if sees(audience, seat):
            seen |= int(s.known[seat])
    for seat in range(s.seats):
        if sees(audience, seat):
            continue
        s.hands[seat] = int(s.hands[seat]) & seen
        s.known[seat] = 0
        if s.chosen[seat] != NONE and not has_peeked(s, audience, seat):
            s.chosen[seat] = SEALED
        if s.gift[seat] != 0:
            s.gift[seat] = UNSEEN
        if s.aim[seat] != NONE:
            s.aim[seat] = SEALED
    if s.drawn != NONE and not sees(audience, lowest(s.lot)):
        s.drawn = SEALED
    if s.stop_by == NONE or not sees(audience, s.stop_by):
        s.pool = 0
        if s.phase == HELD:
            s.stop_what = STOP1
            s.stop_family = NONE


@rule("BNZ-79")
def has_peeked(s: Any, audience: int, seat: int) -> bool:
    """Whether the audience has a whim, and has looked at the card that this seat is about to slide."""
    if s.peeked == 0 or s.caprice_seat == NONE or not sees(audience, s.caprice_seat):
        return False
    return seat_before(s, s.caprice_seat) == seat


@compiled
def redeal(b: Any, s: Any, audience: int, rng: Any) -> None:
    """Give cards whose owner is unknown to seats that may have them, at random, and likewise the cards laid down."""
    deal_unseen(s, rng)
    if s.drawn == SEALED:
        s.drawn = any_card(s, lowest(s.lot), rng)
    for seat in range(s.seats):
        if s.chosen[seat] == SEALED:
            s.chosen[seat] = any_card(s, seat, rng)
        while s.aim[seat] == SEALED:
            pawn = int(rng.integers(0, s.pawns))
            if s.pawn_by[pawn] == NONE:
                s.aim[seat] = pawn


@compiled
def deal_unseen(s: Any, rng: Any) -> None:
    """Fill hands, gifts and the pool up with cards of the pile."""
    for seat in range(s.seats):
        if s.gift[seat] == UNSEEN:
            s.gift[seat] = 0
            for _ in range(GIVEN):
                s.gift[seat] = int(s.gift[seat]) | bit(from_pile(s, rng))
    while count(s.pool) < s.pooled:
        s.pool = int(s.pool) | bit(from_pile(s, rng))
    for seat in range(s.seats):
        while count(s.hands[seat]) < s.held[seat]:
            s.hands[seat] = int(s.hands[seat]) | bit(from_pile(s, rng))


@compiled
def from_pile(s: Any, rng: Any) -> int:
    """A card that nobody is known to have, at random."""
    left = pile(s)
    for _ in range(int(rng.integers(0, count(left)))):
        left &= left - 1
    return lowest(left)


@compiled
def any_card(s: Any, seat: int, rng: Any) -> int:
    """A card of a hand, at random."""
    left = int(s.hands[seat])
    for _ in range(int(rng.integers(0, count(left)))):
        left &= left - 1
    return lowest(left)
