"""The numbers that refusals name: the empty cells before and after the kangaroo that a hop would go over."""

from __future__ import annotations

from typing import Any

from ludotheque.games.billabong.codes import destination, mover
from ludotheque.games.billabong.rules.geometry import distance_to_next
from ludotheque.games.billabong.rules.reasons import Why
from ludotheque.games.billabong.rules.refusals import straight_line
from ludotheque.games.billabong.state import wide


def figures(b: Any, s: Any, seat: int, action: int, reason: int) -> dict[str, int]:
    """`before` and `after` for a hop of the wrong distance. Nothing for any other reason."""
    if reason != Why.WRONG_DISTANCE:
        return {}
    cell = int(s["cell"][seat, int(mover(b, wide(action)))])
    return figures_of_hop(b, s, cell, int(destination(b, wide(action))), reason)


def figures_of_hop(b: Any, s: Any, cell: int, to: int, reason: int) -> dict[str, int]:
    """The same for one hop of a series."""
    if reason != Why.WRONG_DISTANCE:
        return {}
    direction, steps = straight_line(b, wide(cell), wide(to))
    pivot = int(distance_to_next(b, s, wide(cell), direction))
    return {"before": pivot - 1, "after": int(steps) - pivot - 1}
