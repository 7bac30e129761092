"""What can be edited in Banzaï!'s box: which families and how many pawns are left of it, and, folded, the times of the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from ludotheque.core.message import Message
from ludotheque.games.banzai.board_svg import PALETTE
from ludotheque.games.banzai.components import DEFAULTS, TABLES
from ludotheque.games.banzai.state import CHARACTERS, FAMILIES
from ludotheque.scene.editor import (
    Brush,
    Field,
    FormEditor,
    Painter,
    Part,
    Place,
    Value,
    at,
    numbers,
    provenance,
)

TURN = "turn"
ACROSS = 4
"""How many families lie side by side."""
CARD, STEP = 100.0, 24.0
"""The width of a card, and how far one lies from the next in the row of a family."""
WIDTH, HEIGHT = CARD + STEP * (len(CHARACTERS) - 1) + 16, CARD + 16
"""The room of a family."""


class _Editor(FormEditor):
    def parts(self, data: Mapping[str, Any]) -> Iterable[Part]:
        yield _families(data)
        yield numbers(data, "pawns", TABLES["pawns"], "banzai.edit.pawns", DEFAULTS["pawns"])
        for name in ("times", "limits", "reactions"):
            part = numbers(data, name, TABLES[name], f"banzai.edit.{name}")
            yield msgspec.structs.replace(part, folded=True)

    def paint(self, data: dict[str, Any], part: str, brush: str, places: Sequence[str]) -> None:
        if (part, brush) != ("families", TURN):
            raise LookupError(part)
        inside = set(_names(data))
        for place in places:
            inside ^= {FAMILIES[FAMILIES.index(place)]}
        names = [name for name in FAMILIES if name in inside]
        data["families"] = {**data.get("families", {}), "names": names}
        _leave_out_what_is_whole(data)

    def seen(self, data: Mapping[str, Any]) -> Iterable[Field]:
        yield Field("families", Message("banzai.edit.families"), len(_names(data)))

    def put(self, data: dict[str, Any], path: str, value: Value) -> None:
        super().put(data, path, value)
        _leave_out_what_is_whole(data)


def _names(data: Mapping[str, Any]) -> list[str]:
    """The families of the file that there are."""
    names = at(data, "families.names") if "families" in data else FAMILIES
    return [name for name in FAMILIES if name in names]


def _leave_out_what_is_whole(data: dict[str, Any]) -> None:
    """A box that lacks nothing is written as the printed one."""
    for name, usual in DEFAULTS.items():
        if isinstance(data.get(name), dict) and {**data[name], "provenance": ""} == {
            **usual,
            "provenance": "",
        }:
            del data[name]


def _families(data: Mapping[str, Any]) -> Part:
    inside, places, drawn = _names(data), [], []
    for number, name in enumerate(FAMILIES):
        left, top = number % ACROSS * WIDTH, number // ACROSS * HEIGHT
        shows = Message(f"banzai.edit.families.{'in' if name in inside else 'out'}")
        middle = left + WIDTH / 2, top + HEIGHT / 2
        places.append(Place(name, *middle, WIDTH, HEIGHT, Message(f"banzai.family.{name}"), shows))
        drawn.append(_drawn(name, left + 8, top + 8, name in inside))
    size = WIDTH * ACROSS, HEIGHT * len(FAMILIES) / ACROSS
    return Part(
        "families",
        Message("banzai.edit.families"),
        Message("banzai.edit.families.hint"),
        provenance(data, "families"),
        Painter(*size, PALETTE.svg(*size, "".join(drawn)), tuple(places)),
        brushes=(Brush(TURN, Message("banzai.edit.turn"), "1", Message("banzai.edit.turn.hint")),),
    )


def _drawn(family: str, x: float, y: float, inside: bool) -> str:
    """The five cards of a family, which the page has as symbols; pale and crossed out where they are not in the box."""
    cards = "".join(
        f'<use href="#card-{family}-{character}" x="{x + STEP * number:g}" y="{y:g}" width="{CARD:g}" height="{CARD:g}"/>'
        for number, character in reversed(list(enumerate(CHARACTERS)))
    )
    if inside:
        return cards
    right, bottom = x + WIDTH - 20, y + CARD - 4
    return (
        f'<g opacity=".25">{cards}</g><path d="M{x + 4:g} {y + 4:g}L{right:g} {bottom:g}M{right:g} {y + 4:g}L{x + 4:g} {bottom:g}"'
        f' stroke="{PALETTE.ink("sun")}" stroke-width="7" stroke-linecap="round"/>'
    )


EDITOR = _Editor()
