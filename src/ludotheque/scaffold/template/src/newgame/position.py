"""A situation as JSON: `{"first": 0, "to_play": 1, "left": 9, "taken": [4, 2]}`."""

from __future__ import annotations

from typing import Any

from ludotheque.core.errors import BadPosition
from ludotheque.core.fields import FieldPositions
from ludotheque.core.message import Message

from newgame.state import RANGES, conserved


def check(b: Any, s: Any) -> None:
    """Check that the pebbles in the row and the pebbles taken make up the box, and that `to_play` is a seat."""
    found, wanted = conserved(b, s)["pebbles"], int(b["pebbles"])
    if found != wanted:
        said = {"value": found, "wanted": wanted}
        raise BadPosition("left", Message("newgame.position.pebbles", said))
    if int(s["to_play"]) >= int(s["seats"]):
        said = {"low": 0, "high": int(s["seats"]) - 1, "value": int(s["to_play"])}
        raise BadPosition("to_play", Message("error.why.range", said))


POSITIONS = FieldPositions(RANGES, by_seat=["taken"], check=check)
