"""The exchange of cards: every player lays one down, and all slide at once. « Eeeeet… hop ! »"""

from __future__ import annotations

from typing import Any

from ludotheque.core.entry_point import State, entry_point
from ludotheque.core.jit import compiled
from ludotheque.core.lazy import np
from ludotheque.core.rule import rule
from ludotheque.games.banzai.rules.hands import bit, comes, learns, least_wanted, leaves, lowest
from ludotheque.games.banzai.rules.setup import begin_round, open_phase
from ludotheque.games.banzai.state import MAX_SEATS, NONE, LotFor, Phase

OPEN, SLIDE, LOT = Phase.OPEN.value, Phase.SLIDE.value, Phase.LOT.value
FOR_CARD, NOTHING = LotFor.CARD.value, LotFor.NOTHING.value
BY_LOT = 0


@entry_point()
def place_of(s: State, seat: int) -> int:
    """The place where a seat sits; NONE if it does not."""
    for place in range(s.placed):
        if s.seating[place] == seat:
            return place
    return NONE


@compiled
def seat_before(s: Any, seat: int) -> int:
    """The seat whose card comes to this one."""
    return int(s.seating[(place_of(s, seat) + s.placed - 1) % s.placed])


@compiled
def has_whim(s: Any) -> bool:
    """Whether a player at the table looks at their card before the others."""
    return bool(s.caprice_seat != NONE)


@rule("BNZ-09", "BNZ-13")
def choose(b: Any, s: Any, seat: int, card: int) -> None:
    """A card is laid down; when the last one lies, all are ready."""
    s.chosen[seat] = card
    s.missed[seat] = 0
    if all_have_chosen(s):
        begin_slide(b, s)


@compiled
def all_have_chosen(s: Any) -> bool:
    """Whether everybody at the table has laid a card down."""
    for place in range(s.placed):
        if s.chosen[s.seating[place]] == NONE:
            return False
    return True


@rule("BNZ-14")
def choose_for_the_absent(b: Any, s: Any) -> None:
    """Time is up: a card is drawn by lot for each player who has not chosen; older games take the least wanted one."""
    for place in range(s.placed):
        seat = s.seating[place]
        if s.chosen[seat] == NONE:
            if s.time_up == BY_LOT:
                s.missed[seat] += 1
                s.lot = int(s.lot) | bit(seat)
            else:
                s.chosen[seat] = least_wanted(s, seat)
    if s.lot != 0:
        s.phase = LOT
        s.lot_for = FOR_CARD
        s.choose_by_ms = NONE
        return
    begin_slide(b, s)


@rule("BNZ-14")
def drawn_to_pass(b: Any, s: Any, card: int) -> None:
    """The lot has chosen a card for an absent player; after the last one the cards slide."""
    seat = lowest(s.lot)
    s.chosen[seat] = card
    s.lot = int(s.lot) & ~bit(seat)
    if s.lot == 0:
        s.lot_for = NOTHING
        begin_slide(b, s)


@rule("BNZ-11")
def begin_slide(b: Any, s: Any) -> None:
    """« Eeeeet… »: the hop follows by itself; at once in an unhurried game."""
    s.phase = SLIDE
    s.since_ms = s.now_ms
    s.peeked = 0
    s.choose_by_ms = NONE
    if s.unhurried == 1 and not has_whim(s):
        hop(b, s)


@rule("BNZ-10")
def hop(b: Any, s: Any) -> None:
    """« Hop ! »: every card slides to the next player clockwise, who takes it."""
    slid = np.full(MAX_SEATS, NONE)
    for place in range(s.placed):
        seat = s.seating[place]
        slid[place] = s.chosen[seat]
        leaves(s, seat, slid[place])
    for place in range(s.placed):
        comes(s, s.seating[(place + 1) % s.placed], slid[place])
    for place in range(s.placed):
        learns(s, s.seating[place], bit(slid[place]))
        s.chosen[s.seating[place]] = NONE
    s.peeked = 0
    s.exchanges += 1
    open_phase(s, OPEN)
    if s.exchanges >= b.exchanges:
        deal_again(b, s)


@rule("BNZ-15")
def deal_again(b: Any, s: Any) -> None:
    """After a number of exchanges the cards are dealt again, to the same players."""
    s.dealt_again += 1
    put_duellists_back(s)
    begin_round(b, s)


@rule("BNZ-79")
def peek(s: Any, seat: int) -> None:
    """A whim: the card that lies before one's own place is taken and looked at."""
    s.peeked = 1
    learns(s, seat, bit(s.chosen[seat_before(s, seat)]))


@rule("BNZ-30")
def swap_places(s: Any, one: int, other: int) -> None:
    """Two players change seats; their cards stay with them."""
    first, second = place_of(s, one), place_of(s, other)
    s.seating[first] = other
    s.seating[second] = one


@rule("BNZ-75")
def put_duellists_back(s: Any) -> None:
    """Players who changed seats for a duel go back when the round is over."""
    if s.displaced != NONE:
        swap_places(s, s.challenger, s.displaced)
        s.displaced = NONE
