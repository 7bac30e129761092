"""What a game of Boussanga may turn on: the cards that are laid, and the tokens that are kept."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ludotheque.core.message import Message
from ludotheque.core.things import Things, Used
from ludotheque.games.boussanga import codes
from ludotheque.games.boussanga.labels import card_in, frame_of
from ludotheque.games.boussanga.rules.setup import store_of
from ludotheque.games.boussanga.state import ELEMENTS


def used(b: Any, before: Any, after: Any, seat: int, code: int) -> Iterator[Used]:
    """A card that is laid, by its frame; a discard; a token of each element that comes into the store."""
    if seat < 0:
        return
    if code < codes.DISCARD:
        card = card_in(b, before, seat, int(codes.laid_place(code)))
        yield seat, f"card.{frame_of(b, int(before['side']), card)}"
    elif code < codes.PUT_BACK:
        yield seat, "turn.discard"
    store = int(store_of(before, seat))
    for colour, element in enumerate(ELEMENTS):
        if int(after["store"][store, colour]) > int(before["store"][store, colour]):
            yield seat, f"token.{element}"


def label(b: Any, name: str) -> Message | str:
    """What it is called; a card is written as its frame."""
    group, _, rest = name.partition(".")
    return rest if group == "card" else Message(f"boussanga.thing.{group}.{rest}")


THINGS = Things(used, label, ("card", "token", "turn"))
