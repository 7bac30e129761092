"""Alignments: four or more of a colour in a line leave the board, three go back, and the rest is kept."""

from __future__ import annotations

from typing import Any

from ludotheque.core.bits import count_bits
from ludotheque.core.entry_point import Box, State, entry_point
from ludotheque.core.rule import rule
from ludotheque.games.boussanga.rules.setup import store_of
from ludotheque.games.boussanga.state import ALIGNED, COLOURS, NO_CELLS, STRIDE, bit, wide, word

EAST, SOUTH, SOUTH_EAST, SOUTH_WEST = word(1), word(STRIDE), word(STRIDE + 1), word(STRIDE - 1)
TWICE = word(2)


@rule("BOU-15")
def fours(cells: Any, inside: Any, step: Any) -> Any:
    """The cells with which four in a row begin, along a step; `inside` are the cells from which the step stays on the board."""
    pairs = cells & inside & (cells >> step)
    return pairs & (pairs >> step) & (pairs >> (step * TWICE))


@rule("BOU-15")
def covered(first: Any, step: Any) -> Any:
    """All four cells of each of these rows of four."""
    pairs = first | (first << step)
    return pairs | (pairs << (step * TWICE))


@rule("BOU-15", "BOU-16", "BOU-17")
def aligned(b: Any, cells: Any) -> tuple[Any, int]:
    """The cells of all alignments among a colour's cells, and the tokens they earn: n − 3 for each of n in a line.

    A line of n holds n − 3 rows of four, so the rows of four are counted.
    """
    east = fours(cells, b.has_east, EAST)
    south = fours(cells, b.board, SOUTH)
    south_east = fours(cells, b.has_east, SOUTH_EAST)
    south_west = fours(cells, b.has_west, SOUTH_WEST)
    if east | south | south_east | south_west == NO_CELLS:
        return NO_CELLS, 0
    line = covered(east, EAST) | covered(south, SOUTH)
    line |= covered(south_east, SOUTH_EAST) | covered(south_west, SOUTH_WEST)
    return line, count_bits(east) + count_bits(south) + count_bits(south_east) + count_bits(south_west)


@rule("BOU-15", "BOU-16", "BOU-17")
def would_align(b: Any, s: Any, card: int, turn: int, corner: int) -> tuple[Any, int]:
    """The cells of all alignments that laying a card would make, and the points of the tokens they earn (without bonus)."""
    cells, points_earned = NO_CELLS, wide(0)
    for colour in range(COLOURS):
        if b.needs[card, colour] == 0:
            continue
        laid = s.on_board[colour]
        for number in range(b.tokens[card]):
            if b.colour[s.side, card, number] == colour:
                laid |= bit(corner) << b.offset[s.side, card, turn, number]
        line, kept = aligned(b, laid)
        cells |= line
        points_earned += kept * b.value[colour]
    return cells, points_earned


@rule("BOU-15", "BOU-16", "BOU-17")
def take_alignments(b: Any, s: Any, seat: int) -> None:
    """After the whole placement all aligned tokens leave the board: some are kept, the rest goes back to the reserve."""
    store = store_of(s, seat)
    for colour in range(COLOURS):
        line, kept = aligned(b, s.on_board[colour])
        if kept > 0:
            s.on_board[colour] &= ~line
            s.store[store, colour] += kept
            s.reserve[colour] += count_bits(line) - kept
            take_bonus(s, store, colour)


@rule("BOU-20")
def take_bonus(s: Any, store: int, colour: int) -> None:
    """With four of a colour kept comes one more of it from the reserve, once a game."""
    if s.store[store, colour] >= ALIGNED and s.bonus[store, colour] == 0 and s.reserve[colour] > 0:
        s.bonus[store, colour] = 1
        s.store[store, colour] += 1
        s.reserve[colour] -= 1


@entry_point()
@rule("BOU-19", "BOU-48")
def points(b: Box, s: State, store: int) -> int:
    """What the kept tokens are worth, each by its colour."""
    total = 0
    for colour in range(COLOURS):
        total += wide(b.value[colour]) * wide(s.store[store, colour])
    return total
