"""A situation as JSON: `{"to_play": 1, "turns": 1, "at": [[1, 2, 3, 0, -1, -1], [5, 6, 7, 8, -1, -1]]}`.

Points are numbered from 1 around the ring, 0 is the middle; -1 stands for a piece that this box does not have.
"""

from __future__ import annotations

from typing import Any

from ludotheque.core.errors import BadPosition
from ludotheque.core.fields import FieldPositions

from mu_torere.state import NOWHERE, RANGES, SEATS


def check(b: Any, s: Any) -> None:
    """Every piece of the box stands on a point of its own, and the turn is somebody's."""
    pieces = int(b["pieces"])
    at = [[int(point) for point in s["at"][seat]] for seat in range(SEATS)]
    here = [point for each in at for point in each[:pieces]]
    absent = {point for each in at for point in each[pieces:]}
    if min(here) == NOWHERE or max(here) > 2 * pieces or absent - {NOWHERE}:
        raise BadPosition(
            "at", f"must give points from 0 to {2 * pieces} to {pieces} pieces of each seat, then -1"
        )
    if len(set(here)) != SEATS * pieces:
        raise BadPosition("at", "has two pieces on one point")
    if int(s["turns"]) > int(b["turn_limit"]):
        raise BadPosition("turns", f"must be at most {int(b['turn_limit'])}")


POSITIONS = FieldPositions(RANGES, by_seat=["at"], check=check)
