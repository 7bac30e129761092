"""The numbers that refusals name: the tokens that a card needs, and those that the reserve has."""

from __future__ import annotations

from typing import Any

from ludotheque.core.message import Message
from ludotheque.games.boussanga.codes import laid_corner, laid_place, laid_turn
from ludotheque.games.boussanga.labels import element
from ludotheque.games.boussanga.rules.placing import missing
from ludotheque.games.boussanga.rules.reasons import Why
from ludotheque.games.boussanga.rules.refusals import card_at
from ludotheque.games.boussanga.state import COLOURS


def figures(b: Any, s: Any, seat: int, action: int, reason: int) -> dict[str, int | Message]:
    """`need` tokens of `what` where the reserve has `n`. Nothing for any other reason."""
    if reason != Why.RESERVE_SHORT:
        return {}
    card = int(card_at(b, s, seat, laid_place(action)))
    for colour in range(COLOURS):
        need = int(missing(b, s, card, laid_turn(action), laid_corner(action), colour))
        if need > int(s["reserve"][colour]):
            return {"need": need, "what": element(colour), "n": int(s["reserve"][colour])}
    return {}
