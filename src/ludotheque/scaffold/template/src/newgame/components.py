"""Makes the box from a component file. Every value is checked, and an error names its field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludotheque.core.errors import BadComponents
from ludotheque.core.memory import zeros
from ludotheque.core.validation import known_keys, number, provenance, table

from newgame.state import BOX, MAX_PEBBLES, MAX_TAKEN


def validate(data: Mapping[str, Any]) -> Any:
    """Return the box for the content of a component file: one `BOX` record. `BadComponents` names a wrong field."""
    known_keys(BadComponents, data, ["row"])
    row = table(BadComponents, "row", data.get("row"), ["pebbles", "most", "provenance"])
    provenance("row", row)
    box = zeros(1, BOX)
    box["pebbles"] = number(BadComponents, "row.pebbles", row.get("pebbles"), 1, MAX_PEBBLES)
    box["most"] = number(BadComponents, "row.most", row.get("most"), 1, MAX_TAKEN)
    return box
