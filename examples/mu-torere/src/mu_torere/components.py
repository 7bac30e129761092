"""From a component file to the box: every value is checked, and an error names its field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludotheque.core.errors import BadComponents
from ludotheque.core.memory import zeros
from ludotheque.core.validation import known_keys, number, provenance, table

from mu_torere.state import BOX, MAX_PIECES, MAX_TURNS, MIDDLE


def validate(data: Mapping[str, Any]) -> Any:
    """The box of a component file's content, an array of one `BOX` record; `BadComponents` names what cannot be."""
    known_keys(BadComponents, data, ["board", "limit"])
    board = table(BadComponents, "board", data.get("board"), ["pieces", "provenance"])
    provenance("board", board)
    limit = table(BadComponents, "limit", data.get("limit"), ["turns", "provenance"])
    provenance("limit", limit)
    box = zeros(1, BOX)
    box["pieces"] = number(BadComponents, "board.pieces", board.get("pieces"), 2, MAX_PIECES)
    box["turn_limit"] = number(BadComponents, "limit.turns", limit.get("turns"), 1, MAX_TURNS)
    _draw_lines(box[0])
    return box


def _draw_lines(box: Any) -> None:
    """Joins each point of the ring to the next one and to the middle."""
    ring = 2 * int(box["pieces"])
    for point in range(1, ring + 1):
        following = point % ring + 1
        box["beside"][point][1] = following
        box["beside"][following][0] = point
        for other in (following, MIDDLE):
            box["joined"][point][other] = box["joined"][other][point] = 1
