"""The level `random`: any legal action, each equally likely."""

from __future__ import annotations

from typing import Any

from ludotheque.core import verbs
from ludotheque.core.jit import compiled

_legal = verbs.legal


@compiled
def random_action(boxes: Any, states: Any, seat: int, out: Any, rng: Any) -> int:
    """A legal action of the seat, -1 if it has none. `out` is room for the legal actions."""
    count = _legal(boxes[0], states[0], seat, out)
    if count == 0:
        return -1
    return out[int(rng.random() * count)]  # type: ignore[no-any-return]
