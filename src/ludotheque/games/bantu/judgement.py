"""The evaluation: how few turns a side still needs, compared with the best of the others."""

from __future__ import annotations

from typing import Any

from ludotheque.core import verbs
from ludotheque.core.jit import compiled
from ludotheque.games.bantu.rules.finish import distance
from ludotheque.games.bantu.rules.setting import on_one_side, pawns_of_a_seat
from ludotheque.games.bantu.state import AT_START, Ending
from ludotheque.games.bantu.weights import ENTERING, LEAD, STEP_2

_returns = verbs.returns


@compiled
def to_go(b: Any, s: Any, seat: int) -> float:
    """Turns that a side needs, about: for each pawn its distance, times what a step takes with it; the plain guess is one over its number."""
    total = 0.0
    for other in range(s.seats):
        if on_one_side(s, seat, other):
            for pawn in range(pawns_of_a_seat(s)):
                step = b.weights[STEP_2 + pawn - 1] if pawn > 0 else 1.0
                total += distance(b, s, other, pawn) * step
                if s.at[other, pawn] == AT_START:
                    total += b.weights[ENTERING]
    return total


@compiled
def judge(b: Any, s: Any, out: Any) -> None:
    """Each seat's evaluation, 0 to 1: one half if it is level with the best other side, more if it needs fewer turns; at the end, the result."""
    if s.ended != Ending.NONE.value:
        _returns(b, s, out)
        return
    for seat in range(s.seats):
        own, best = to_go(b, s, seat), 1e9
        for other in range(s.seats):
            if not on_one_side(s, seat, other):
                best = min(best, to_go(b, s, other))
        lead = b.weights[LEAD] * (best - own) / (best + own)
        out[seat] = 0.5 + 0.5 * min(max(lead, -1.0), 1.0)
