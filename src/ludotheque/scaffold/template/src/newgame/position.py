"""A situation as JSON: `{"first": 0, "to_play": 1, "left": 9, "taken": [4, 2]}`."""

from __future__ import annotations

from typing import Any

from ludotheque.core.errors import BadPosition
from ludotheque.core.fields import FieldPositions

from newgame.state import RANGES, conserved


def check(b: Any, s: Any) -> None:
    """Check that the pebbles in the row and the pebbles taken make up the box, and that `to_play` is a seat."""
    found, wanted = conserved(b, s)["pebbles"], int(b["pebbles"])
    if found != wanted:
        raise BadPosition("left", f"with those taken makes {found} pebbles; the box has {wanted}")
    if int(s["to_play"]) >= int(s["seats"]):
        raise BadPosition("to_play", f"must be a seat from 0 to {int(s['seats']) - 1}")


POSITIONS = FieldPositions(RANGES, by_seat=["taken"], check=check)
