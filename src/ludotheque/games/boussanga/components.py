"""Makes the box from a component file: values are checked one by one, then everything that the rules look up is computed once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludotheque.core.complaints import complain, settle
from ludotheque.core.errors import BadComponents, shown
from ludotheque.core.memory import zeros
from ludotheque.core.message import Message
from ludotheque.core.validation import entries, known_keys, number, provenance, table
from ludotheque.games.boussanga.cards import is_frame, mirrored, pattern, positions, same_card, shifted
from ludotheque.games.boussanga.state import (
    ALIGNED,
    BOX,
    COLOURS,
    ELEMENTS,
    LETTERS,
    MAX_CARDS,
    MAX_CELLS,
    MAX_HAND,
    MAX_SEATS,
    SIDES,
    STRIDE,
    TURNS,
)

NUMBERS: dict[str, dict[str, tuple[int, int]]] = {
    "board": {"width": (4, STRIDE), "height": (4, STRIDE)},
    "tokens": dict.fromkeys(ELEMENTS, (ALIGNED, MAX_CELLS)),
    "values": dict.fromkeys(ELEMENTS, (1, 9)),
    "hand": {"cards": (1, MAX_HAND)},
    "goal": {
        "points": (1, 99),
        "cards_won": (3, MAX_CARDS),
        "cards_scholar": (2, MAX_CARDS),
        "cards_master": (1, MAX_CARDS),
    },
}
"""Every table of numbers in the file, and the least and greatest that each number may be."""

DEFAULTS: dict[str, dict[str, int]] = {
    "hand": {"cards": 4},
    "goal": {"points": 15, "cards_won": 12, "cards_scholar": 10, "cards_master": 8},
}
"""Tables that a file may leave out."""


def validate(data: Mapping[str, Any]) -> Any:
    """Make the box from a component file's content. Raises `BadComponents` with the field that is wrong."""
    known_keys(BadComponents, data, (*NUMBERS, "cards"))
    numbers = {name: _numbers(name, data.get(name, DEFAULTS.get(name))) for name in NUMBERS}
    settle()
    _check_tokens(numbers)
    _check_grades(numbers["goal"])
    frames = _deck(data.get("cards"), numbers["hand"]["cards"])
    settle()
    return _build(numbers, frames)


def _numbers(name: str, given: Any) -> dict[str, int]:
    wanted = NUMBERS[name]
    entry = table(BadComponents, name, given, (*wanted, "provenance"))
    provenance(name, entry)
    return {
        field: number(BadComponents, f"{name}.{field}", entry.get(field), *limits)
        for field, limits in wanted.items()
    }


def _check_tokens(numbers: dict[str, dict[str, int]]) -> None:
    """All tokens find room on the board: that is how a cooperative game begins."""
    tokens = sum(numbers["tokens"].values())
    cells = numbers["board"]["width"] * numbers["board"]["height"]
    if tokens > cells:
        complain(
            BadComponents(
                "tokens",
                f"{tokens} tokens do not fit on the {cells} cells of the board, where a cooperative game puts them all: "
                "take fewer tokens, or a larger board",
                Message("boussanga.components.tokens", {"tokens": tokens, "cells": cells}),
            )
        )


def _check_grades(goal: dict[str, int]) -> None:
    for better, worse in (("cards_scholar", "cards_won"), ("cards_master", "cards_scholar")):
        if goal[better] >= goal[worse]:
            complain(
                BadComponents(
                    f"goal.{better}",
                    f"must be less than goal.{worse}, {goal[worse]}, not {goal[better]}: a better grade takes fewer cards",
                    Message(
                        "boussanga.components.grades",
                        {"least": goal[worse]},
                    ),
                )
            )


# -- the deck ---------------------------------------------------------------------------------------------------------


def _deck(given: Any, hand: int) -> list[str]:
    """The frames of all cards, fronts up."""
    if given is None:
        raise BadComponents(
            "cards",
            "is missing; it needs frame, shifts",
            Message("error.why.missing_table", {"fields": "frame, shifts"}),
        )
    frames: list[str] = []
    owners: list[int] = []
    for index, entry in enumerate(entries(BadComponents, "cards", given, 1, MAX_CARDS)):
        where = f"cards[{index}]"
        card = table(BadComponents, where, entry, ("frame", "shifts", "provenance"))
        provenance(where, card)
        frame = _frame(f"{where}.frame", card.get("frame"))
        shifts = number(BadComponents, f"{where}.shifts", card.get("shifts", 1), 1, COLOURS)
        if frame:
            for made in [shifted(frame, step) for step in range(shifts)]:
                if not _is_new(where, made, frames, owners):
                    break
                frames.append(made)
                owners.append(index)
    settle()
    _check_size(len(frames), hand)
    return frames


def _frame(where: str, value: Any) -> str:
    """The frame of a card; empty if it is wrong."""
    if not isinstance(value, str) or not is_frame(value):
        complain(
            BadComponents(
                where,
                f"must be three rows of three places like '.../TTE/...', with two tokens or more of T, E, A, F, not {value!r}",
                Message("boussanga.components.frame", {"value": shown(value)}),
            )
        )
        return ""
    return value


def _is_new(where: str, frame: str, frames: list[str], owners: list[int]) -> bool:
    """Whether a card is not in the deck yet; complains of one that is. `owners` are the entries of the file that made the others."""
    for owner, other in zip(owners, frames, strict=True):
        if same_card(frame, other):
            complain(
                BadComponents(
                    where,
                    f"makes {frame}, which is the card {other} again: all cards of a deck differ, turned or not",
                    Message("boussanga.components.same_card", {"n": owner + 1}),
                )
            )
            return False
    return True


def _check_size(cards: int, hand: int) -> None:
    least = MAX_SEATS * hand + 1
    if not least <= cards <= MAX_CARDS:
        complain(
            BadComponents(
                "cards",
                f"make {cards} cards; there must be from {least} (a hand of {hand} for four players and one to draw) "
                f"to {MAX_CARDS}",
                Message("boussanga.components.deck", {"cards": cards, "low": least, "high": MAX_CARDS}),
            )
        )


# -- the box ----------------------------------------------------------------------------------------------------------


def _build(numbers: dict[str, dict[str, int]], frames: list[str]) -> Any:
    box = b = zeros(1, BOX)
    width, height = numbers["board"]["width"], numbers["board"]["height"]
    b["width"], b["height"], b["cells"] = width, height, width * height
    b["places"] = numbers["hand"]["cards"]
    for name, value in numbers["goal"].items():
        b[name] = value
    b["board"] = _cells(width, height, range(width))
    b["has_east"] = _cells(width, height, range(width - 1))
    b["has_west"] = _cells(width, height, range(1, width))
    b["tokens_of"][:] = list(numbers["tokens"].values())
    b["value"][:] = list(numbers["values"].values())
    b["cards"] = len(frames)
    for card, frame in enumerate(frames):
        for side in range(SIDES):
            _lay_card(b, side, card, mirrored(frame) if side else frame)
    return box


def _cells(width: int, height: int, columns: range) -> int:
    return sum(1 << (y * STRIDE + x) for y in range(height) for x in columns if x < width)


def _lay_card(b: Any, side: int, card: int, frame: str) -> None:
    """One side of a card: its picture, its tokens, and in each position that is not an earlier one again where it fits."""
    places = frame.replace("/", "")
    b["frame"][side, card] = [LETTERS.index(place) + 1 if place in LETTERS else 0 for place in places]
    tokens = pattern(frame)
    b["tokens"][card] = len(tokens)
    for index, (_, _, colour) in enumerate(tokens):
        b["colour"][side, card, index] = colour
    b["needs"][card] = [sum(colour == wanted for _, _, colour in tokens) for wanted in range(COLOURS)]
    seen: list[list[tuple[int, int, int]]] = []
    for turn, laid in enumerate(positions(frame)):
        for index, (x, y, _) in enumerate(laid):
            b["offset"][side, card, turn, index] = y * STRIDE + x
        if sorted(laid) not in seen:
            seen.append(sorted(laid))
            b["fits"][side, card, turn] = _corners(b, laid)
    assert len(seen) <= TURNS


def _corners(b: Any, laid: list[tuple[int, int, int]]) -> int:
    """The cells on which the corner of this pattern may lie so that all its tokens are on the board."""
    east, south = max(x for x, _, _ in laid), max(y for _, y, _ in laid)
    across, down = int(b["width"]) - east, int(b["height"]) - south
    return _cells(max(across, 0), max(down, 0), range(max(across, 0)))
