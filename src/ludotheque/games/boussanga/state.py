"""The dtypes of Boussanga: the box (board, tokens, deck) and the state (what lies where).

A set of cells is the bits of one word: the cell x columns from the west and y rows from the north is the bit y * 8 + x,
whatever the size of the board. In words it is its file (a, b, c … from the west) and its row (1, 2, 3 … from the south):

        a b c d e f g h
    8   . . . . . . . .     y = 0, bits 0 to 7
    7   . . T . . . . .
    6   . . T . . A . .     T terre (earth), E eau (water), A air, F feu (fire)
    5   . . T . A . . .
    4   . . E . . . . .     the card `T../T../TE.`, an eighth of a turn further, lies
    3   . . . . . . . .     enlarged on the diagonals
    2   . . . . . . . .
    1   . . . . . . . .     y = 7, bits 56 to 63

A card is turned in eighths, clockwise: turns 0, 2, 4, 6 lie straight, turns 1, 3, 5, 7 on the diagonals, enlarged. Its corner says
where it lies: the cell of the westernmost file and the northernmost row that its tokens reach.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from ludotheque.core import lazy
from ludotheque.core.bits import count_bits
from ludotheque.core.jit import compiled
from ludotheque.core.memory import Struct
from ludotheque.core.weights import Weight

wide: Any = lazy.int64
"""Small fields of a record are made wide before arithmetic, so that compiled and interpreted rules agree."""

word: Any = lazy.uint64
"""A set of cells or of cards, and the number of a bit in it."""

NO_CELLS = lazy.constant("uint64", 0)
ONE = lazy.constant("uint64", 1)

STRIDE = 8
"""Bits of a row: no board is wider."""

MAX_CELLS = STRIDE * STRIDE
MAX_SEATS = 4
MAX_CARDS = 64
MAX_TOKENS = 9
"""Tokens on a card: its frame has three by three places."""

MAX_HAND = 4
TURNS = 8
SIDES = 2
COLOURS = 4
LETTERS = "TEAF"
ELEMENTS = ("earth", "water", "air", "fire")

NONE = -1
"""In `hand`: no card there. In `trigger`: nobody yet."""

ALIGNED = 4
"""Tokens of one colour in a line that make an alignment; also those in the zone from which it is emptied."""

RETURNED = 3
"""How many of them go back."""


class Mode(IntEnum):
    """Who plays against whom, in the order of the option's choices."""

    COMPETITIVE = 0
    TEAMS = 1
    COOPERATIVE = 2


class Phase(IntEnum):
    """What the game waits for. Filling the board, dealing and drawing are chance."""

    PLAY = 0
    PUT_BACK = 1
    DRAW = 2
    DEAL = 3
    FILL = 4


class Ending(IntEnum):
    """Why a game is over, in the order of `Game.terminations`."""

    NONE = 0
    LAST_TURNS = 1
    POINTS = 2
    NO_CARDS = 3
    THIRTEENTH = 4


WEIGHTS = (
    Weight("next", 0.05, 2.0),
    Weight("later", 0.02, 2.0),
    Weight("breadth", 0.5, 12.0),
    Weight("points_a_card", 0.2, 4.0, together=True),
    Weight("sure", 0.3, 10.0, together=True),
    Weight("collected_1", 0.02, 1.0, together=True),
    Weight("collected_2", 0.05, 2.0, together=True),
    Weight("collected_3", 0.1, 3.0, together=True),
    Weight("lacking_1", 0.2, 1.0, together=True),
    Weight("lacking_2", 0.2, 1.0, together=True),
    Weight("lacking_3", 0.1, 1.0, together=True),
    Weight("ready", 0.005, 0.5, together=True),
    Weight("nearly", 0.002, 0.5, together=True),
)

NEXT = 0
"""The share of an alignment's points that it is worth to the next hand; other hands may be spoilt before their turn."""
LATER = 1
"""The same for any other hand."""
BREADTH = 2
"""A lead of this many times the points that end the game would be the win."""
POINTS_A_CARD = 3
"""Points that a card brings in a cooperative game that goes well."""
SURE = 4
"""By how many cards an estimate of the end may well be wrong."""
COLLECTED_1 = 5
"""What the first token of a colour in the zone is worth, of a token that scores; two and three tokens follow."""
LACKING_1 = 8
"""What a card is worth that lacks one token which is still to be put back; two and three follow."""
READY = 11
"""What each card beyond the best adds that lacks no token."""
NEARLY = 12
"""What each adds that lacks some."""


BOX = Struct(
    [
        ("width", "int16"),
        ("height", "int16"),
        ("cells", "int16"),
        ("places", "int16"),  # cards in a hand
        ("cards", "int16"),  # in the deck
        ("points", "int16"),  # that end the game
        ("cards_won", "int16"),  # most cards of a cooperative game that is won, and of its two grades
        ("cards_scholar", "int16"),
        ("cards_master", "int16"),
        ("board", "uint64"),  # the cells there are
        ("has_east", "uint64"),  # those with a neighbour to the east, and to the west
        ("has_west", "uint64"),
        ("tokens_of", "int8", (COLOURS,)),
        ("value", "int8", (COLOURS,)),  # points of a token
        ("frame", "uint8", (SIDES, MAX_CARDS, 9)),  # row by row: 0 for a hole, colour + 1 for a token
        ("tokens", "int8", (MAX_CARDS,)),  # on the card
        ("needs", "int8", (MAX_CARDS, COLOURS)),  # of each colour
        ("colour", "int8", (SIDES, MAX_CARDS, MAX_TOKENS)),
        ("offset", "uint64", (SIDES, MAX_CARDS, TURNS, MAX_TOKENS)),  # bits from the corner to each token
        ("fits", "uint64", (SIDES, MAX_CARDS, TURNS)),  # corners with all tokens on the board; none for a
        # turn that shows the same as an earlier one
        ("weights", "float64", (len(WEIGHTS),)),  # of the evaluation
    ]
)

STATE = Struct(
    [
        ("boussanga", "int8"),
        ("seats", "int8"),
        ("first", "int8"),
        ("mode", "int8"),  # Mode
        ("side", "int8"),  # 0 for the fronts of the cards, 1 for the backs
        ("stop_at_13", "int8"),
        ("phase", "int8"),  # Phase
        ("to_play", "int8"),
        ("ended", "int8"),  # Ending
        ("trigger", "int8"),  # the seat that triggered the end, or NONE
        ("last_turns", "int8"),  # turns still to play after that
        ("filled", "int8"),  # how many cells have been decided while the board is being filled
        (
            "hand",
            "int8",
            (MAX_SEATS, MAX_HAND),
        ),  # the cards of each seat, or NONE; if all share a hand, it is the first
        (
            "store",
            "int8",
            (MAX_SEATS, COLOURS),
        ),  # tokens kept by each player or team, by colour; if all share a store, it is the first
        ("bonus", "int8", (MAX_SEATS, COLOURS)),  # 1 if this store has had the bonus token of the colour
        ("reserve", "int8", (COLOURS,)),  # tokens of each colour in the reserve
        ("zone", "int8", (COLOURS,)),  # in cooperative mode, tokens of each colour in the collection zone
        ("due", "int8", (COLOURS,)),  # how many of these must be put back now
        ("turns", "int16", (MAX_SEATS,)),  # turns that each seat has had
        ("on_board", "uint64", (COLOURS,)),  # the cells with a token of each colour, as bits
        ("pile", "uint64"),  # the cards that may still be drawn, as bits
        ("discarded", "uint64"),  # the cards that are out of the game, as bits
    ]
)

RANGES: dict[str, tuple[int, int]] = {
    "boussanga": (1, 1),
    "seats": (1, MAX_SEATS),
    "first": (0, MAX_SEATS - 1),
    "mode": (0, 2),
    "side": (0, 1),
    "stop_at_13": (0, 1),
    "phase": (0, 4),
    "to_play": (0, MAX_SEATS - 1),
    "ended": (0, 4),
    "trigger": (NONE, MAX_SEATS - 1),
    "last_turns": (0, MAX_SEATS - 1),
    "filled": (0, MAX_CELLS),
    "hand": (NONE, MAX_CARDS - 1),
    "store": (0, MAX_CELLS),
    "bonus": (0, 1),
    "reserve": (0, MAX_CELLS),
    "zone": (0, RETURNED + MAX_TOKENS),
    "due": (0, RETURNED),
    "turns": (0, MAX_CARDS),
    "on_board": (0, 2**64 - 1),
    "pile": (0, 2**64 - 1),
    "discarded": (0, 2**64 - 1),
}


@compiled
def bit(number: int) -> Any:
    """The word with this bit alone."""
    return ONE << word(number)


@compiled
def without_lowest(bits: Any) -> Any:
    """A word that is not 0, without its lowest bit."""
    return bits & (bits - ONE)


def conserved(b: Any, s: Any) -> dict[str, int]:
    """What the box holds: the tokens of each colour, wherever they are, and the cards."""
    lying = {
        ELEMENTS[colour]: int(count_bits(s["on_board"][colour]))
        + sum(row[colour] for row in s["store"].tolist())
        + int(s["reserve"][colour])
        + int(s["zone"][colour])
        for colour in range(COLOURS)
    }
    cards = (
        int(count_bits(s["pile"]))
        + int(count_bits(s["discarded"]))
        + sum(card != NONE for hand in s["hand"].tolist() for card in hand)
    )
    return {**lying, "cards": cards}
