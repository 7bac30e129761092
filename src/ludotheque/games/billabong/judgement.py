"""How good a position looks: how far along a seat is, against the best of the others."""

from __future__ import annotations

from typing import Any

from ludotheque.core.jit import compiled
from ludotheque.core.verbs import returns
from ludotheque.games.billabong.rules.finish import progress
from ludotheque.games.billabong.rules.placing import kangaroos_of_a_seat
from ludotheque.games.billabong.state import Ending


@compiled
def judge(b: Any, s: Any, out: Any) -> None:
    """0 to 1 a seat: one half where it is level with the best other, 1 with a whole race of lead; at the end, the result."""
    if s.ended != Ending.NONE.value:
        returns(b, s, out)
        return
    for seat in range(s.seats):
        best = -1.0 * kangaroos_of_a_seat(b, s)
        for other in range(s.seats):
            if other != seat:
                best = max(best, progress(b, s, other))
        lead = (progress(b, s, seat) - best) / (2.0 * kangaroos_of_a_seat(b, s))
        out[seat] = 0.5 + 0.5 * lead
