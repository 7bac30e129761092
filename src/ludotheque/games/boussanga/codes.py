"""Actions and the reasons for refusing them, as numbers, the same for every box.

| action | code |
|---|---|
| place a card of the hand, turned, with its corner on a cell | (place in the hand × 8 + turn) × 64 + corner |
| discard a card, naming a colour to put back or none | DISCARD + place in the hand × 5 + (0, or colour + 1) |
| put a token of a colour back on a cell | PUT_BACK + colour × 64 + cell |
| chance: this card is drawn | DRAW + card |
| chance: a token of this colour, or none, on the next cell | FILL + colour, or FILL + 4 |

Turns that show the same tokens on the same cells are one action: the lowest of them is its number.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from ludotheque.core.game import Reason, reasons_of
from ludotheque.core.jit import compiled
from ludotheque.games.boussanga.state import COLOURS, MAX_CARDS, MAX_CELLS, MAX_HAND, TURNS

DISCARD = MAX_HAND * TURNS * MAX_CELLS
COLOUR_CHOICES = COLOURS + 1
PUT_BACK = DISCARD + MAX_HAND * COLOUR_CHOICES
DRAW = PUT_BACK + COLOURS * MAX_CELLS
FILL = DRAW + MAX_CARDS
NO_TOKEN = COLOURS
"""In a filling: the cell stays empty (a box with fewer tokens than cells)."""

ACTIONS = FILL + COLOUR_CHOICES
MAX_LEGAL = DISCARD + MAX_HAND * COLOUR_CHOICES
"""The legal actions of a turn are at most all ways to place four cards, and all discards."""


@compiled
def lay_code(place: int, turn: int, corner: int) -> int:
    """Laying the card at this place in the hand."""
    return (place * TURNS + turn) * MAX_CELLS + corner


@compiled
def laid_place(action: int) -> int:
    """The place in the hand of a card that is laid."""
    return action // (TURNS * MAX_CELLS)


@compiled
def laid_turn(action: int) -> int:
    """Its turn, in eighths."""
    return action // MAX_CELLS % TURNS


@compiled
def laid_corner(action: int) -> int:
    """The cell of its corner."""
    return action % MAX_CELLS


@compiled
def discard_code(place: int, colour: int) -> int:
    """Discarding the card at this place in the hand; the colour to put back, or -1 for none."""
    return DISCARD + place * COLOUR_CHOICES + colour + 1


@compiled
def discarded_place(action: int) -> int:
    """The place in the hand of a card that is discarded."""
    return (action - DISCARD) // COLOUR_CHOICES


@compiled
def discarded_colour(action: int) -> int:
    """The colour named with a discard, -1 for none."""
    return (action - DISCARD) % COLOUR_CHOICES - 1


@compiled
def put_back_code(colour: int, cell: int) -> int:
    """Putting a token back."""
    return PUT_BACK + colour * MAX_CELLS + cell


@compiled
def put_back_colour(action: int) -> int:
    """The colour of a token put back."""
    return (action - PUT_BACK) // MAX_CELLS


@compiled
def put_back_cell(action: int) -> int:
    """The cell of a token put back."""
    return (action - PUT_BACK) % MAX_CELLS


def count(b: Any) -> int:
    """The number of actions, legal or not, chance included."""
    return ACTIONS


# -- reasons ----------------------------------------------------------------------------------------------------------


class Why(IntEnum):
    """The codes of the reasons. 0 stands for "legal"; the messages of the others are `boussanga.reason.<name in lower case>`."""

    LEGAL = 0
    GAME_OVER = 1
    NOT_YOUR_TURN = 2
    NO_SUCH_ACTION = 3
    DRAW_FIRST = 4
    PUT_BACK_FIRST = 5
    NOTHING_TO_PUT_BACK = 6
    NO_SUCH_CARD = 7
    OFF_BOARD = 8
    WRONG_COLOUR = 9
    NOTHING_TO_PLACE = 10
    RESERVE_SHORT = 11
    NOT_ON_BOARD = 12
    PASS_NOT_ALLOWED = 13
    NO_COLOUR_TO_NAME = 14
    NAME_A_COLOUR = 15
    NOT_COLLECTED = 16
    OTHER_COLOUR_FIRST = 17
    CELL_TAKEN = 18
    NOT_YOUR_CARD = 19
    FLIPPED = 20
    NOT_THIS_CARD = 21


REASONS: tuple[Reason, ...] = reasons_of(
    Why,
    GAME_OVER=("BOU-22", "BOU-50"),
    NOT_YOUR_TURN="BOU-05",
    DRAW_FIRST="BOU-13",
    PUT_BACK_FIRST="BOU-42",
    NOTHING_TO_PUT_BACK="BOU-42",
    NO_SUCH_CARD="BOU-07",
    OFF_BOARD="BOU-09",
    WRONG_COLOUR="BOU-10",
    NOTHING_TO_PLACE="BOU-10",
    RESERVE_SHORT="BOU-11",
    NOT_ON_BOARD="BOU-37",
    PASS_NOT_ALLOWED="BOU-45",
    NO_COLOUR_TO_NAME="BOU-47",
    NAME_A_COLOUR="BOU-47",
    NOT_COLLECTED="BOU-47",
    OTHER_COLOUR_FIRST="BOU-44",
    CELL_TAKEN="BOU-42",
    NOT_YOUR_CARD="BOU-07",
    FLIPPED="BOU-26",
    NOT_THIS_CARD="BOU-08",
)
