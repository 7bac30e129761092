"""Where a card may go: in a competitive game its tokens are placed, in a cooperative one they are found on the board."""

from __future__ import annotations

from typing import Any

from ludotheque.core.bits import lowest_bit
from ludotheque.core.entry_point import Box, State, entry_point
from ludotheque.core.rule import rule
from ludotheque.games.boussanga.codes import lay_code
from ludotheque.games.boussanga.rules.setup import hand_of, is_cooperative
from ludotheque.games.boussanga.state import COLOURS, NO_CELLS, NONE, TURNS, bit, wide, without_lowest, word


@rule("BOU-10")
def free_cells(b: Any, s: Any) -> Any:
    """The cells without a token."""
    return b.board & ~(s.on_board[0] | s.on_board[1] | s.on_board[2] | s.on_board[3])


@rule("BOU-08", "BOU-09", "BOU-10", "BOU-26")
def where_placed(b: Any, s: Any, card: int, turn: int) -> Any:
    """The corners from which the card shows its tokens exactly: each cell is free or holds its token, and one is missing."""
    free = free_cells(b, s)
    corners = b.fits[s.side, card, turn]
    complete = corners
    for number in range(b.tokens[card]):
        offset = b.offset[s.side, card, turn, number]
        there = s.on_board[b.colour[s.side, card, number]]
        corners &= (there | free) >> offset
        complete &= there >> offset
    return within_reserve(b, s, card, turn, corners & ~complete)


@rule("BOU-11")
def within_reserve(b: Any, s: Any, card: int, turn: int, corners: Any) -> Any:
    """Those of the corners from which the missing tokens are all in the reserve."""
    for colour in range(COLOURS):
        if b.needs[card, colour] <= s.reserve[colour]:
            continue
        unseen = corners
        while unseen != NO_CELLS:
            corner = lowest_bit(unseen)
            if missing(b, s, card, turn, corner, colour) > s.reserve[colour]:
                corners &= ~bit(corner)
            unseen = without_lowest(unseen)
    return corners


@rule("BOU-10", "BOU-11")
def missing(b: Any, s: Any, card: int, turn: int, corner: int, colour: int) -> int:
    """How many tokens of a colour the card needs there that are not on the board yet."""
    count = 0
    for number in range(b.tokens[card]):
        if b.colour[s.side, card, number] == colour:
            cell = bit(corner) << b.offset[s.side, card, turn, number]
            if s.on_board[colour] & cell == NO_CELLS:
                count += 1
    return count


@rule("BOU-36", "BOU-37", "BOU-38", "BOU-09")
def where_found(b: Any, s: Any, card: int, turn: int) -> Any:
    """The corners from which the whole combination lies on the board."""
    corners = b.fits[s.side, card, turn]
    for number in range(b.tokens[card]):
        offset = b.offset[s.side, card, turn, number]
        corners &= s.on_board[b.colour[s.side, card, number]] >> offset
    return corners


@rule("BOU-08", "BOU-37")
def corners_of(b: Any, s: Any, card: int, turn: int) -> Any:
    """Where the card may be laid with this turn."""
    if is_cooperative(s):
        return where_found(b, s, card, turn)
    return where_placed(b, s, card, turn)


@rule("BOU-07", "BOU-08", "BOU-36")
def list_placements(b: Any, s: Any, seat: int, out: Any) -> int:
    """Every card of the hand, in each of its eight positions, wherever it may be laid."""
    n, hand = 0, hand_of(s, seat)
    for place in range(b.places):
        card = wide(s.hand[hand, place])
        if card == NONE:
            continue
        for turn in range(TURNS):
            corners = corners_of(b, s, card, turn)
            first = lay_code(place, turn, 0)
            while corners != NO_CELLS:
                out[n] = first + lowest_bit(corners)
                corners = without_lowest(corners)
                n += 1
    return n


@entry_point()
@rule("BOU-45")
def is_any_found(b: Box, s: State, seat: int) -> bool:
    """Whether one of the cards is on the board."""
    hand = hand_of(s, seat)
    for place in range(b.places):
        card = wide(s.hand[hand, place])
        if card == NONE:
            continue
        for turn in range(TURNS):
            if where_found(b, s, card, turn) != NO_CELLS:
                return True
    return False


@rule("BOU-09")
def is_on_board(b: Any, s: Any, card: int, turn: int, corner: int) -> bool:
    """Whether all of the card's tokens lie on the board."""
    return b.fits[s.side, card, turn] & (word(1) << word(corner)) != NO_CELLS
