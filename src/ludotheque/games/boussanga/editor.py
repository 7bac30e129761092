"""What can be edited in Boussanga's box: every card is painted token by token; values, supply and goals are numbers."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ludotheque.core import packaged
from ludotheque.core.errors import BadComponents
from ludotheque.core.message import Message
from ludotheque.games.boussanga.board_svg import CELL, PALETTE
from ludotheque.games.boussanga.cards import FRAME
from ludotheque.games.boussanga.components import DEFAULTS, NUMBERS
from ludotheque.games.boussanga.labels import SPRITES, TINTS
from ludotheque.games.boussanga.state import COLOURS, ELEMENTS, LETTERS, MAX_CARDS
from ludotheque.scene.editor import (
    Action,
    Brush,
    FormEditor,
    Painter,
    Part,
    Place,
    at,
    number,
    numbers,
    provenance,
)

EMPTY = "..."
HOLE = "."
FEWEST = 2
"""The tokens that a card has at least."""
SIZE = FRAME * CELL
_SYMBOL = re.compile(r'<symbol id="([a-z]+)" viewBox="0 0 100 100">(.*?)</symbol>', re.DOTALL)


class _Editor(FormEditor):
    def parts(self, data: Mapping[str, Any]) -> Iterable[Part]:
        cards = data.get("cards", [])
        yield Part(
            "cards",
            Message("boussanga.edit.cards"),
            Message("boussanga.edit.cards.hint"),
            brushes=_brushes(),
            actions=(Action("add", Message("boussanga.edit.add")),) if len(cards) < MAX_CARDS else (),
            parts=tuple(_card(data, index) for index in range(min(len(cards), MAX_CARDS))),
        )
        yield numbers(data, "values", NUMBERS["values"], "boussanga.edit.values")
        yield numbers(data, "tokens", NUMBERS["tokens"], "boussanga.edit.tokens")
        yield numbers(data, "board", NUMBERS["board"], "boussanga.edit.board")
        yield numbers(data, "hand", NUMBERS["hand"], "boussanga.edit.hand", DEFAULTS["hand"])
        yield numbers(data, "goal", NUMBERS["goal"], "boussanga.edit.goal", DEFAULTS["goal"])

    def paint(self, data: dict[str, Any], part: str, brush: str, places: Sequence[str]) -> None:
        if brush not in (HOLE, *LETTERS) or len(brush) != 1:
            raise LookupError(brush)
        card = data["cards"][_number(part)]
        signs = _signs(card)
        for place in places:
            signs[int(place)] = brush
        card["frame"] = "/".join("".join(signs[row * FRAME : (row + 1) * FRAME]) for row in range(FRAME))

    def act(self, data: dict[str, Any], part: str, action: str) -> None:
        if part == "cards" and action == "add" and len(data.get("cards", [])) < MAX_CARDS:
            data["cards"] = [
                *data.get("cards", []),
                {"frame": "/".join([EMPTY] * FRAME), "shifts": 1, "provenance": "printed"},
            ]
        elif action == "remove":
            del data["cards"][_number(part)]
        else:
            raise LookupError(action)

    def reworded(self, data: Mapping[str, Any], error: BadComponents) -> Message | None:
        frame = at(data, error.field)
        few = isinstance(frame, str) and sum(sign in LETTERS for sign in frame) < FEWEST
        if error.said is None or error.said.key != "boussanga.components.frame" or not few:
            return None
        return Message("boussanga.edit.few_tokens")


def _number(part: str) -> int:
    found = re.fullmatch(r"cards\[(\d+)\]", part)
    if found is None:
        raise LookupError(part)
    return int(found[1])


def _signs(card: Mapping[str, Any]) -> list[str]:
    """The nine signs of a card, holes where its frame says nothing that can be read."""
    rows = str(card.get("frame", "")).split("/")
    signs = [sign if sign in LETTERS else HOLE for row in rows[:FRAME] for sign in f"{row}{EMPTY}"[:FRAME]]
    return (signs + [HOLE] * (FRAME * FRAME))[: FRAME * FRAME]


def _card(data: Mapping[str, Any], index: int) -> Part:
    name, signs = f"cards[{index}]", _signs(data["cards"][index])
    places = [
        Place(
            str(at),
            (at % FRAME + 0.5) * CELL,
            (at // FRAME + 0.5) * CELL,
            CELL,
            CELL,
            Message("boussanga.edit.place", {"row": at // FRAME + 1, "column": at % FRAME + 1}),
            _named(sign),
            sign,
            round=True,
        )
        for at, sign in enumerate(signs)
    ]
    return Part(
        name,
        Message("boussanga.edit.card", {"n": index + 1}),
        provenance=provenance(data, name),
        painter=Painter(SIZE, SIZE, _picture(signs), tuple(places)),
        fields=(number(data, f"{name}.shifts", "boussanga.edit.shifts", 1, COLOURS),),
        actions=(Action("remove", Message("boussanga.edit.remove")),),
    )


def _named(sign: str) -> Message:
    if sign == HOLE:
        return Message("boussanga.edit.hole")
    return Message(f"boussanga.element.{ELEMENTS[LETTERS.index(sign)]}")


def _brushes() -> tuple[Brush, ...]:
    hint = Message("boussanga.edit.brush.hint")
    return tuple(
        Brush(sign, _named(sign), str(key), hint, picture=_svg(CELL, _spot(sign, CELL / 2, CELL / 2)))
        for key, sign in enumerate((*LETTERS, HOLE), 1)
    )


# -- drawing ----------------------------------------------------------------------------------------------------------


@functools.cache
def _tokens() -> Mapping[str, str]:
    file = packaged.file_of("ludotheque.games.boussanga", "art", "sprites.svg")
    assert file is not None
    return dict(_SYMBOL.findall(file.read_text("utf-8")))


def _spot(sign: str, x: float, y: float) -> str:
    if sign == HOLE:
        ink = PALETTE.ink
        return f'<circle cx="{x:g}" cy="{y:g}" r="37" fill="{ink("hollow")}" stroke="{ink("hollow-edge")}" stroke-width="3"/>'
    element = LETTERS.index(sign)
    tint = f"--tint:var(--tint-{TINTS[element]});--tint-dark:var(--tint-{TINTS[element]}-dark)"
    return f'<g style="{tint}" transform="translate({x - CELL / 2:g} {y - CELL / 2:g})">{_tokens()[SPRITES[element]]}</g>'


def _picture(signs: Sequence[str]) -> str:
    spots = [
        _spot(sign, (at % FRAME + 0.5) * CELL, (at // FRAME + 0.5) * CELL) for at, sign in enumerate(signs)
    ]
    return _svg(
        SIZE, f'<rect width="{SIZE}" height="{SIZE}" rx="26" fill="{PALETTE.ink("slate")}"/>' + "".join(spots)
    )


def _svg(size: float, drawing: str) -> str:
    return PALETTE.svg(size, size, drawing)


EDITOR = _Editor()
