"""Pawns set by hand, as they stand on the board of a real box."""

from __future__ import annotations

from typing import Any

from ludotheque.core.errors import BadPosition
from ludotheque.core.message import Message
from ludotheque.games.bantu.labels import FINISH, piece_named


def lay(b: Any, s: Any, position: dict[str, Any], thing: str, place: str) -> dict[str, Any]:
    """A pawn on another circle, home, or back on the start square of its number."""
    named = piece_named(s, thing)
    if named is None:
        raise BadPosition("lay", Message("bantu.box.only"))
    seat, pawn = named
    others = [each for each in position["pawns"] if (each["seat"], each["number"]) != (seat, pawn + 1)]
    if place.startswith("start"):
        return {**position, "pawns": others}
    at = FINISH if place.startswith(FINISH) else place
    return {**position, "pawns": [*others, {"seat": seat, "number": pawn + 1, "at": at}]}
