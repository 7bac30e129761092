"""The evaluation: how much of the way round the lake each seat still has to go, compared with the others."""

from __future__ import annotations

from typing import Any

from ludotheque.core.jit import compiled
from ludotheque.core.numerics import exp, log
from ludotheque.core.verbs import returns
from ludotheque.games.billabong.rules.finish import distance_done
from ludotheque.games.billabong.rules.placing import exists
from ludotheque.games.billabong.state import MAX_KANGAROOS, Ending
from ludotheque.games.billabong.weights import ARRIVAL, LAST, POWER


@compiled
def judge(b: Any, s: Any, out: Any) -> None:
    """Each seat's share of the win: 1 / way to some power, scaled to add up to 1; at the end, the result.

    With the power 4 a seat with half the other's way has odds of 16 to 1.
    """
    if s.ended != Ending.NONE.value:
        returns(b, s, out)
        return
    for seat in range(s.seats):
        out[seat] = log(distance_left(b, s, seat))
    total, first = 1.0, out[0]
    out[0] = 1.0
    for seat in range(1, s.seats):
        out[seat] = exp(b.weights[POWER] * (first - out[seat]))
        total += out[seat]
    for seat in range(s.seats):
        out[seat] /= total


@compiled
def distance_left(b: Any, s: Any, seat: int) -> float:
    """The laps before all kangaroos of the seat; the last one counts more than once, since it will have nobody to hop over."""
    total, last = b.weights[ARRIVAL], 0.0
    for kangaroo in range(MAX_KANGAROOS):
        if exists(b, s, kangaroo):
            left = 1.0 - distance_done(b, s, seat, kangaroo)
            total += left
            last = max(last, left)
    return total + b.weights[LAST] * last
