"""How good a position looks, for bots: 0 bad to 1 good for each seat."""

from __future__ import annotations

from typing import Any

from ludotheque.core.jit import compiled
from ludotheque.core.verbs import returns

from mu_torere.rules import ending, moves
from mu_torere.state import SEATS, Ending


@compiled
def judge(b: Any, s: Any, out: Any) -> None:
    """The more pieces one could push, and the fewer the other, the better."""
    if ending(b, s) != Ending.NONE:
        returns(b, s, out)
        return
    both = 2.0 + moves(b, s, 0) + moves(b, s, 1)
    for seat in range(SEATS):
        out[seat] = (1.0 + moves(b, s, seat)) / both
