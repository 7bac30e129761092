"""Before the first turn: the board filled for a cooperative game, and the hands dealt. All of it is chance."""

from __future__ import annotations

from typing import Any

from ludotheque.core.bits import count_bits, lowest_bit
from ludotheque.core.entry_point import State, entry_point
from ludotheque.core.rule import rule
from ludotheque.games.boussanga.codes import DRAW, FILL, NO_TOKEN
from ludotheque.games.boussanga.state import (
    COLOURS,
    MAX_HAND,
    MAX_SEATS,
    NO_CELLS,
    NONE,
    STRIDE,
    Ending,
    Mode,
    Phase,
    bit,
    wide,
    without_lowest,
)


@rule("BOU-02", "BOU-03", "BOU-05", "BOU-31", "BOU-32", "BOU-35")
def setup(b: Any, s: Any) -> None:
    """The board is empty, all tokens are in the reserve, all cards in the pile, and `s.first` goes first."""
    for colour in range(COLOURS):
        s.on_board[colour] = NO_CELLS
        s.reserve[colour], s.zone[colour], s.due[colour] = b.tokens_of[colour], 0, 0
    for seat in range(MAX_SEATS):
        s.turns[seat] = 0
        for place in range(MAX_HAND):
            s.hand[seat, place] = NONE
        for colour in range(COLOURS):
            s.store[seat, colour], s.bonus[seat, colour] = 0, 0
    s.pile = NO_CELLS
    for card in range(b.cards):
        s.pile |= bit(card)
    s.discarded = NO_CELLS
    s.filled, s.last_turns = 0, 0
    s.trigger, s.ended = NONE, Ending.NONE.value
    s.to_play = s.first
    s.phase = Phase.FILL.value if is_cooperative(s) else Phase.DEAL.value


@entry_point()
@rule("BOU-54")
def is_cooperative(s: State) -> bool:
    """All together, or one alone, against the number of cards."""
    return s.mode == Mode.COOPERATIVE.value


@rule("BOU-04", "BOU-31")
def hand_of(s: Any, seat: int) -> int:
    """Whose hand a seat plays from: its own, or the common one."""
    return 0 if is_cooperative(s) else seat


@entry_point()
@rule("BOU-06", "BOU-18", "BOU-31")
def store_of(s: State, seat: int) -> int:
    """Where a seat keeps its tokens: on its own board, on its team's (seats 0 and 2, 1 and 3), or on the common one."""
    if s.mode == Mode.TEAMS.value:
        return seat % 2
    return hand_of(s, seat)


@rule("BOU-33")
def next_to_fill(b: Any, s: Any) -> int:
    """The cell that gets its token next: row by row, from the north-west."""
    filled = wide(s.filled)
    return filled // b.width * STRIDE + filled % b.width


@rule("BOU-33")
def fill_outcomes(b: Any, s: Any, out: Any, p: Any) -> int:
    """Any token that is left, each as likely; in a box with fewer tokens than cells, a cell may stay empty."""
    left = wide(b.cells) - wide(s.filled)
    without, n = left, 0
    for colour in range(COLOURS):
        if s.reserve[colour] > 0:
            out[n], p[n] = FILL + colour, s.reserve[colour] / left
            without -= s.reserve[colour]
            n += 1
    if without > 0:
        out[n], p[n] = FILL + NO_TOKEN, without / left
        n += 1
    return n


@rule("BOU-33")
def fill_cell(b: Any, s: Any, colour: int) -> None:
    """One more cell is decided; then the cards are dealt."""
    if colour != NO_TOKEN:
        s.on_board[colour] |= bit(next_to_fill(b, s))
        s.reserve[colour] -= 1
    s.filled += 1
    if s.filled == b.cells:
        s.phase = Phase.DEAL.value


@rule("BOU-04", "BOU-13", "BOU-34", "BOU-41")
def draw_outcomes(b: Any, s: Any, out: Any, p: Any) -> int:
    """Any card of the pile, each as likely."""
    count, n, pile = count_bits(s.pile), 0, s.pile
    while pile != NO_CELLS:
        out[n], p[n] = DRAW + lowest_bit(pile), 1.0 / count
        pile = without_lowest(pile)
        n += 1
    return n


@rule("BOU-04", "BOU-34")
def deal_card(b: Any, s: Any, card: int) -> None:
    """To the first hand that is not full, the first player's first; then the game begins."""
    for further in range(s.seats):
        seat = (s.first + further) % s.seats
        place = empty_place(b, s, seat)
        if place >= 0:
            s.hand[hand_of(s, seat), place] = card
            s.pile &= ~bit(card)
            break
    if are_hands_full(b, s):
        s.phase = Phase.PLAY.value


@rule("BOU-04", "BOU-34")
def empty_place(b: Any, s: Any, seat: int) -> int:
    """The first place of the seat's board without a card, -1 if there is none."""
    for place in range(b.places):
        if s.hand[hand_of(s, seat), place] == NONE:
            return place
    return -1


@rule("BOU-04", "BOU-34")
def are_hands_full(b: Any, s: Any) -> bool:
    """Whether everybody has all their cards."""
    for seat in range(s.seats):
        if empty_place(b, s, seat) >= 0:
            return False
    return True
