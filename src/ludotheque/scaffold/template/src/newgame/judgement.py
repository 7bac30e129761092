"""How good a position looks, for bots: 0 bad to 1 good for each seat."""

from __future__ import annotations

from typing import Any

from ludotheque.core.jit import compiled
from ludotheque.core.verbs import returns

from newgame.state import Last


@compiled
def judge(b: Any, s: Any, out: Any) -> None:
    """For two, whoever must leave a whole number of shares of `most + 1` has lost; for more, nobody can tell."""
    if s.left == 0:
        returns(b, s, out)
        return
    for seat in range(s.seats):
        out[seat] = 1.0 / s.seats
    if s.seats == 2:
        counting = s.left - 1 if s.last == Last.LOSES else s.left
        out[s.to_play] = 0.1 if counting % (b.most + 1) == 0 else 0.9
        out[1 - s.to_play] = 1.0 - out[s.to_play]
