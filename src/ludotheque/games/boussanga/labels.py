"""Ids and labels of cells, cards and tokens on the screen, and the names of players."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from typing import Any

from ludotheque.core.message import Message
from ludotheque.games.boussanga.rules.setup import hand_of, is_cooperative, store_of
from ludotheque.games.boussanga.state import COLOURS, ELEMENTS, LETTERS, MAX_CELLS, NONE, STRIDE, Mode
from ludotheque.scene import snapshot
from ludotheque.scene.model import Piece, Symbol

SPRITES = ("terre", "eau", "air", "feu")
"""The drawings of the tokens; their initials are the letters of the notation."""

TINTS = ("green", "blue", "sky", "red")
"""The palette's names for earth, water, air and fire."""

MARKS = ("●", "◆", "■", "▲")
"""The signs of the seats."""

SEAT_TINTS = ("plum", "yellow", "none", "green")
TEAM_TINTS = ("plum", "yellow")

HEAPS = ("reserve", "zone", "store")
"""The trays with a heap of tokens for each element."""

_CELL = re.compile(r"([a-p])(-?\d+)")


def name_of(b: Any, x: int, y: int) -> str:
    """`c1` for the cell of a column and a row, on the board or beyond its edge."""
    return f"{chr(ord('a') + x)}{int(b['height']) - y}"


def cell_name(b: Any, cell: int) -> str:
    """`c1` for a cell."""
    return name_of(b, cell % STRIDE, cell // STRIDE)


def cell_names(b: Any) -> tuple[str, ...]:
    """The names of all cells, by their numbers."""
    return cell_names_of(int(b["height"]))


@functools.cache
def cell_names_of(height: int) -> tuple[str, ...]:
    """The names of all cells of a board with this many rows."""
    return tuple(f"{chr(ord('a') + cell % STRIDE)}{height - cell // STRIDE}" for cell in range(MAX_CELLS))


def spot_named(b: Any, name: str) -> tuple[int, int] | None:
    """The column and row of a cell's name, on the board or beyond its edge; None if it is no such name."""
    match = _CELL.fullmatch(name)
    if match is None or match[2] != str(int(match[2])):
        return None
    return ord(match[1]) - ord("a"), int(b["height"]) - int(match[2])


def cell_named(b: Any, name: str) -> int:
    """The cell of a name, -1 if the board has none of that name."""
    spot = spot_named(b, name)
    if spot is None or not (0 <= spot[0] < int(b["width"]) and 0 <= spot[1] < int(b["height"])):
        return -1
    return spot[1] * STRIDE + spot[0]


def cells(b: Any) -> list[int]:
    """All cells of the board, row by row from the north-west."""
    return [y * STRIDE + x for y in range(int(b["height"])) for x in range(int(b["width"]))]


def tokens_on_board(s: Any) -> list[tuple[int, int]]:
    """The cell and the colour of every token on the board, row by row from the north-west."""
    by_colour = enumerate(s["on_board"].tolist())
    return sorted([(cell, colour) for colour, cells in by_colour for cell in members(cells)])


def colour_on(s: Any, cell: int) -> int:
    """The colour of the token on a cell, -1 if there is none."""
    return next((colour for colour in range(COLOURS) if int(s["on_board"][colour]) >> cell & 1), -1)


def frame_of(b: Any, side: int, card: int) -> str:
    """A card as its frame shows it on this side: `.../TTE/...`."""
    found: str = snapshot.ask(snapshot.of_box(b), _frames)[side][card]
    return found


def _frames(b: Any) -> list[list[str]]:
    """The frames of all cards, side by side."""
    return [[_frame(numbers) for numbers in cards] for cards in b["frame"].tolist()]


def _frame(numbers: list[int]) -> str:
    places = "".join(f".{LETTERS}"[number] for number in numbers)
    return "/".join(places[row : row + 3] for row in (0, 3, 6))


def card_framed(b: Any, side: int, frame: str) -> int:
    """The card with this frame on this side, -1 if the deck has none."""
    return next((card for card in range(int(b["cards"])) if frame_of(b, side, card) == frame), -1)


def card_in(b: Any, s: Any, seat: int, place: int) -> int:
    """The card at a place of the hand that a seat plays from, NONE if there is none."""
    return int(s["hand"][hand_of(s, seat), place]) if 0 <= place < int(b["places"]) else NONE


def members(bits: Any) -> list[int]:
    """The cards of a set in the order of the deck, or its cells row by row from the north-west."""
    found, left = [], int(bits)
    while left:
        found.append((left & -left).bit_length() - 1)
        left &= left - 1
    return found


def hands(s: Any) -> range:
    """The hands on the table: one for each seat, or a common one."""
    return range(1 if is_cooperative(s) else int(s["seats"]))


def stores(s: Any) -> range:
    """The stores on the table: one for each seat or team, or a common one."""
    return range(len({int(store_of(s, seat)) for seat in range(int(s["seats"]))}))


def card_id(card: int) -> str:
    """`card.7`: a card, wherever it lies."""
    return f"card.{card}"


def card_of_id(name: str) -> int:
    """The card of an id, -1 if it is none."""
    head, _, number = name.partition(".")
    return int(number) if head == "card" and number.isascii() and number.isdigit() and len(number) < 3 else -1


def token_id(colour: int, cell: str) -> str:
    """`T.c1`: the token on a cell."""
    return f"{LETTERS[colour]}.{cell}"


@functools.lru_cache(1000)
def token_piece(colour: int, name: str) -> Piece:
    """The token of a colour on a cell."""
    return Piece(
        token_id(colour, name),
        SPRITES[colour],
        name,
        element(colour),
        tint=TINTS[colour],
        sign=LETTERS[colour],
    )


def heap_id(name: str, colour: int) -> str:
    """`reserve.T.0`: the tokens of a colour in the reserve, the zone or the store."""
    return f"{name}.{LETTERS[colour]}.0"


def hand_place(hand: int, place: int) -> str:
    """Where a card of a hand lies."""
    return f"hand.{hand}.{place}"


def symbol(colour: int) -> Symbol:
    """The token of an element, drawn beside its name."""
    return Symbol(SPRITES[colour], TINTS[colour])


def element(colour: int) -> Message:
    """`earth`."""
    return Message(f"boussanga.element.{ELEMENTS[colour]}")


def joined(words: Iterable[Message], key: str = "boussanga.list") -> Message:
    """Words, one or more, in a row: `earth, water, fire`."""
    return functools.reduce(lambda first, then: Message(key, {"first": first, "then": then}), words)


def player(s: Any, seat: int) -> Message:
    """A seat, called by its number, or by its name where a screen knows it; in teams by its team."""
    if int(s["mode"]) == Mode.TEAMS:
        one = seat % 2
        return Message("boussanga.team", {"one": seat_name(one), "two": seat_name(one + 2)})
    return seat_name(seat)


def seat_name(seat: int) -> Message:
    """A seat, called by its number, or by its player's name where a screen knows it."""
    return Message("boussanga.player", {"n": seat + 1, "seat": seat})
