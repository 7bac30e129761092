"""What a hand could align: where that may be, how much it would earn, and so which actions are worth a thought."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludotheque.core.bits import lowest_bit
from ludotheque.core.jit import compiled
from ludotheque.games.boussanga.bits import bit, without_lowest
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
from ludotheque.games.boussanga.rules.laying import free_cells, where_placed
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
    wide,
    word,
)

HALF, LOW_HALF, MIX = word(32), word(0xFFFFFFFF), word(0x9E3779B9)
"""Stir the cells of a board to a number below 64; half a word times half a word is never too large for one."""


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
def where_hot(b: Any, s: Any, card: int, turn: int, hot: Any) -> Any:
    """The corners from which some token of the card may make an alignment, as far as hot cells tell."""
    corners = NO_CELLS
    for number in range(b.tokens[card]):
        colour = b.colour[s.side, card, number]
        there = hot[colour, max(ALIGNED - wide(b.needs[card, colour]), 1)]
        corners |= there >> b.offset[s.side, card, turn, number]
    return corners & b.fits[s.side, card, turn]


@compiled
def best_alignment(b: Any, s: Any, seat: int, hot: Any) -> float:
    """The most points that a card of the seat's hand could align now."""
    best = 0.0
    for place in range(b.places):
        card = wide(s.hand[seat, place])
        if card == NONE:
            continue
        for turn in range(TURNS):
            corners = where_hot(b, s, card, turn, hot)
            if corners == NO_CELLS:
                continue
            corners &= where_placed(b, s, card, turn)
            while corners != NO_CELLS:
                _line, earned = would_align(b, s, card, turn, lowest_bit(corners))
                best = max(best, float(earned))
                corners = without_lowest(corners)
    return best


@compiled
def promising(b: Any, s: Any, seat: int, out: Any) -> int:
    """Against each other: whatever aligns, of the rest one place for each card and position, and the discards; else all."""
    if is_cooperative(s) or s.phase != Phase.PLAY.value or s.ended != Ending.NONE.value or seat != s.to_play:
        return legal(b, s, seat, out)
    n, hot = 0, find_hot_cells(b, s)
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
            if quiet != NO_CELLS:
                out[n] = first + _one_of(quiet, (wide(start) + 7 * turn + 29 * place) % MAX_CELLS)
                n += 1
    return list_discards(b, s, seat, out, n)


@compiled
def _one_of(cells: Any, start: int) -> int:
    """The first of the cells from a bit on, as if the last bit were followed by the first."""
    further = cells >> word(start)
    return start + lowest_bit(further) if further != NO_CELLS else lowest_bit(cells)
