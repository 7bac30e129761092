"""Boxes of one's own for the tests: the printed one with other values."""

from __future__ import annotations

import copy
from typing import Any

from ludotheque.core import components
from ludotheque.core.registry import get

PRINTED = components.printed(get("boussanga"))


def box(cards: list[dict[str, Any]] | None = None, **tables: dict[str, Any]) -> dict[str, Any]:
    """The printed box, with these values in these tables, or these cards."""
    own = copy.deepcopy(PRINTED)
    for name, values in tables.items():
        own[name] = {**own.get(name, {}), **values}
    if cards is not None:
        own["cards"] = cards
    return own
