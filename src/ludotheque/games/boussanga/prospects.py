"""Where a hand could align tokens, and for how many points; the verb `promising` is made from it."""

from __future__ import annotations

from typing import Any

from ludotheque.core.bits import lowest_bit
from ludotheque.core.entry_point import Box, State, entry_point
from ludotheque.core.jit import compiled
from ludotheque.core.lazy import np
from ludotheque.games.boussanga.codes import lay_code
from ludotheque.games.boussanga.rules.aligning import (
    EAST,
    SOUTH,
    SOUTH_EAST,
    SOUTH_WEST,
    TWICE,
    covered,
    fours,
    would_align,
)
from ludotheque.games.boussanga.rules.placing import free_cells, where_placed
from ludotheque.games.boussanga.rules.setup import is_cooperative
from ludotheque.games.boussanga.rules.turns import legal, list_discards
from ludotheque.games.boussanga.state import (
    ALIGNED,
    COLOURS,
    MAX_CELLS,
    NO_CELLS,
    NONE,
    TURNS,
    Ending,
    Phase,
    bit,
    wide,
    without_lowest,
    word,
)

HALF, LOW_HALF, MIX = word(32), word(0xFFFFFFFF), word(0x9E3779B9)
"""Stir the cells of a board to a number below 64; a product of two half words always fits into a word."""


@compiled
def find_hot_cells(b: Any, s: Any) -> Any:
    """`hot[colour, n]`: the free cells of every four in a row with n tokens of the colour or more, and no other colour."""
    hot = np.zeros((COLOURS, ALIGNED), np.uint64)
    for colour in range(COLOURS):
        if s.on_board[colour] != NO_CELLS:
            _find_hot_cells(b, s, colour, hot)
    return hot


@compiled
def _find_hot_cells(b: Any, s: Any, colour: int, hot: Any) -> None:
    own, free = s.on_board[colour], free_cells(b, s)
    for direction in range(4):
        step, inside = EAST, b.has_east
        if direction == 1:
            step, inside = SOUTH, b.board
        elif direction == 2:
            step = SOUTH_EAST
        elif direction == 3:
            step, inside = SOUTH_WEST, b.has_west
        rows = fours(own | free, inside, step)
        one, two = own, own >> step
        three, four = own >> (step * TWICE), own >> (step * TWICE + step)
        some = (one | two) & (three | four)
        hot[colour, 1] |= covered(rows & (one | two | three | four), step) & free
        hot[colour, 2] |= covered(rows & ((one & two) | (three & four) | some), step) & free
        hot[colour, 3] |= (
            covered(rows & ((one & two & (three | four)) | (three & four & (one | two))), step) & free
        )


@compiled
def may_align(b: Any, card: int, hot: Any) -> bool:
    """Whether the card could make an alignment anywhere, as far as hot cells tell."""
    for colour in range(COLOURS):
        needs = wide(b.needs[card, colour])
        if needs > 0 and hot[colour, max(ALIGNED - needs, 1)] != NO_CELLS:
            return True
    return False


@compiled
def where_hot(b: Any, s: Any, card: int, turn: int, hot: Any) -> Any:
    """The corners from which the card may make an alignment, as far as hot cells tell.

    One token of it ends a row of three, or two a row of two, or three a row of one; a card with four of a colour or more is
    asked for less.
    """
    corners = NO_CELLS
    for colour in range(COLOURS):
        needs = wide(b.needs[card, colour])
        if needs == 0 or hot[colour, max(ALIGNED - needs, 1)] == NO_CELLS:
            continue
        first, second, other = (
            NO_CELLS,
            NO_CELLS,
            NO_CELLS,
        )  # corners with one and with two tokens in rows of one, and with one in a row of two
        for number in range(b.tokens[card]):
            if b.colour[s.side, card, number] == colour:
                offset = b.offset[s.side, card, turn, number]
                in_one, in_two = hot[colour, 1] >> offset, hot[colour, 2] >> offset
                corners |= hot[colour, 3] >> offset | in_two & other | in_one & second
                if needs >= ALIGNED:
                    corners |= in_one
                second |= in_one & first
                first |= in_one
                other |= in_two
    return corners & b.fits[s.side, card, turn]


@compiled
def best_alignment(b: Any, s: Any, seat: int, hot: Any) -> float:
    """The most points that a card of the seat's hand could align now."""
    best, _card, _turn, _corner = find_best_alignment(b, s, seat, hot)
    return float(best)


@entry_point()
def could_align(b: Box, s: State, seat: int) -> float:
    """The most points that a card of the seat's hand would earn now."""
    return best_alignment(b, s, seat, find_hot_cells(b, s))


@compiled
def find_best_alignment(b: Any, s: Any, seat: int, hot: Any) -> tuple[int, int, int, int]:
    """The same, and the first card, turn and corner that earn them; 0 points where nothing can be aligned."""
    best, best_card, best_turn, best_corner = wide(0), wide(0), wide(0), wide(0)
    for place in range(b.places):
        card = wide(s.hand[seat, place])
        if card == NONE or not may_align(b, card, hot):
            continue
        for turn in range(TURNS):
            corners = where_hot(b, s, card, turn, hot)
            if corners == NO_CELLS:
                continue
            corners &= where_placed(b, s, card, turn)
            while corners != NO_CELLS:
                corner = lowest_bit(corners)
                corners = without_lowest(corners)
                _line, earned = would_align(b, s, card, turn, corner)
                if earned > best:
                    best, best_card, best_turn, best_corner = earned, card, wide(turn), wide(corner)
    return best, best_card, best_turn, best_corner


@compiled
def find_spoiling_cells(b: Any, s: Any, seat: int, hot: Any) -> Any:
    """`spoiling[colour]`: the cells where a token of the colour is in the way of the best alignment of the seat's hand."""
    spoiling = np.zeros(COLOURS, np.uint64)
    earned, card, turn, corner = find_best_alignment(b, s, seat, hot)
    if earned > 0:
        free = free_cells(b, s)
        for number in range(b.tokens[card]):
            cell = bit(corner) << b.offset[s.side, card, turn, number]
            for colour in range(COLOURS):
                if colour != b.colour[s.side, card, number]:
                    spoiling[colour] |= cell & free
    return spoiling


@compiled
def where_any(b: Any, s: Any, card: int, turn: int, cells: Any) -> Any:
    """The corners from which some token of the card lies on one of the cells of its colour, `cells[colour]`."""
    corners = NO_CELLS
    for number in range(b.tokens[card]):
        corners |= cells[b.colour[s.side, card, number]] >> b.offset[s.side, card, turn, number]
    return corners


@compiled
def promising(b: Any, s: Any, seat: int, out: Any) -> int:
    """In a competitive game: all placements that align, one other place for each card and position, and the discards. Else all legal actions."""
    if is_cooperative(s) or s.phase != Phase.PLAY.value or s.ended != Ending.NONE.value or seat != s.to_play:
        return legal(b, s, seat, out)
    n, hot = 0, find_hot_cells(b, s)
    spoiling = find_spoiling_cells(b, s, wide((seat + 1) % s.seats), hot)
    stirred = s.on_board[0] ^ s.on_board[1] << word(1) ^ s.on_board[2] << word(2) ^ s.on_board[3] << word(3)
    start = ((stirred ^ stirred >> HALF) & LOW_HALF) * MIX >> HALF & word(MAX_CELLS - 1)
    for place in range(b.places):
        card = wide(s.hand[seat, place])
        if card == NONE:
            continue
        for turn in range(TURNS):
            corners = where_placed(b, s, card, turn)
            if corners == NO_CELLS:
                continue
            first = lay_code(place, turn, 0)
            likely, quiet = corners & where_hot(b, s, card, turn, hot), corners
            while likely != NO_CELLS:
                corner = lowest_bit(likely)
                likely = without_lowest(likely)
                _line, earned = would_align(b, s, card, turn, corner)
                if earned > 0:
                    out[n] = first + corner
                    n += 1
                    quiet &= ~bit(corner)
            safe = quiet & ~where_any(b, s, card, turn, hot[:, 2])
            spoils = quiet & where_any(b, s, card, turn, spoiling)
            lot = (wide(start) + 7 * turn + 29 * place) % MAX_CELLS
            if spoils != NO_CELLS:
                corner = _one_of(spoils & safe if spoils & safe != NO_CELLS else spoils, lot)
                out[n] = first + corner
                n += 1
                quiet &= ~bit(corner)
                safe &= ~bit(corner)
            if quiet != NO_CELLS:
                out[n] = first + _one_of(safe if safe != NO_CELLS else quiet, lot)
                n += 1
    return list_discards(b, s, seat, out, n)


@compiled
def _one_of(cells: Any, start: int) -> int:
    """The first of the cells from a bit on; after the last bit comes the first."""
    further = cells >> word(start)
    return start + lowest_bit(further) if further != NO_CELLS else lowest_bit(cells)
