"""The evaluation: a pawn in hand, cards of one family, and not being out."""

from __future__ import annotations

from typing import Any

from ludotheque.core.jit import compiled
from ludotheque.core.lazy import np
from ludotheque.games.banzai.rules.ending import ranking
from ludotheque.games.banzai.rules.hands import held_of_family, is_in_play, spared
from ludotheque.games.banzai.rules.racing import holds_pawn
from ludotheque.games.banzai.state import MAX_FAMILIES, MAX_SEATS, NONE, OF_FAMILY, Phase

GRAB, TOUCHED, OVER = Phase.GRAB.value, Phase.TOUCHED.value, Phase.OVER.value
STILL_IN, A_PAWN, IN_DANGER = 0.35, 0.8, 0.05
FOR_CARDS, FOR_CHOOSING = 0.3, 0.02


@compiled
def judge(b: Any, s: Any, out: Any) -> None:
    """Each seat's evaluation, from 0 to 1, by what can be seen."""
    ranks = np.zeros(MAX_SEATS, np.int32)
    ranking(b, s, ranks)
    for seat in range(s.seats):
        if s.phase == OVER:
            out[seat] = 1.0 if ranks[seat] == 1 else 0.0
        elif s.out[seat] != 0 or s.touched[seat] != 0:
            out[seat] = 0.0
        elif s.phase == GRAB:
            out[seat] = in_race(s, seat)
        else:
            out[seat] = STILL_IN + FOR_CARDS * collected(s, seat) / OF_FAMILY
            if s.chosen[seat] != NONE:
                out[seat] += FOR_CHOOSING


@compiled
def in_race(s: Any, seat: int) -> float:
    """A pawn in hand is nearly safety; a call that the hand does not carry is the end."""
    if seat == s.caller and collected(s, seat) < OF_FAMILY:
        return 0.0
    return A_PAWN if holds_pawn(s, seat) else IN_DANGER


@compiled
def collected(s: Any, seat: int) -> int:
    """The most cards of one family that a seat is known to have, as the calls count them, 5 at most."""
    most = 0
    for family in range(MAX_FAMILIES):
        if is_in_play(s, family):
            most = max(most, held_of_family(s, seat, family) + spared(s, seat))
    return min(most, OF_FAMILY)
