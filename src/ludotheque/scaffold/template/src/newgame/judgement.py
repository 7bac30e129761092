"""The evaluation of a position, for bots: from 0 (bad) to 1 (good) for each seat."""

from __future__ import annotations

from typing import Any

from ludotheque.core.jit import compiled
from ludotheque.core.verbs import returns

from newgame.state import Last


@compiled
def judge(b: Any, s: Any, out: Any) -> None:
    """With two players, a seat that faces a multiple of `most + 1` pebbles loses (one more if the last one loses).

    With more players nobody can tell.
    """
    if s.left == 0:
        returns(b, s, out)
        return
    for seat in range(s.seats):
        out[seat] = 1.0 / s.seats
    if s.seats == 2:
        counting = s.left - 1 if s.last == Last.LOSES else s.left
        out[s.to_play] = 0.1 if counting % (b.most + 1) == 0 else 0.9
        out[1 - s.to_play] = 1.0 - out[s.to_play]
