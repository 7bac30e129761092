"""The vortex, on a tile or from a berry: a die decides which ostrich changes places with the one in it."""

from __future__ import annotations

from typing import Any

from ludotheque.core.rule import rule
from ludotheque.games.banjooli_cross.codes import SWAP
from ludotheque.games.banjooli_cross.rules.arriving import go_on
from ludotheque.games.banjooli_cross.rules.points import is_joker
from ludotheque.games.banjooli_cross.state import BIRDS, NOBODY, Phase, wide


@rule("BJC-58", "BJC-59", "BJC-60")
def spin(b: Any, s: Any, colour: int) -> None:
    """Another colour: the two swap. Its own colour: it is scared where it stands. A joker: the player chooses, if there is a choice."""
    s.points_left = 0
    if colour == s.moving:
        s.scared[s.moving] = 1
        go_on(b, s)
    elif not is_joker(s, colour):
        swap(b, s, colour)
    elif only_partner(s) != NOBODY:
        swap(b, s, only_partner(s))
    else:
        s.phase = Phase.VORTEX.value


@rule("BJC-59")
def may_swap(s: Any, bird: int) -> bool:
    """Any other ostrich that has not arrived, those in their nests too."""
    return bird != s.moving and s.place[bird] == 0


@rule("BJC-59")
def only_partner(s: Any) -> int:
    """The only ostrich to swap with; `NOBODY` if there are several."""
    partner = wide(NOBODY)
    for bird in range(BIRDS):
        if may_swap(s, bird):
            if partner != NOBODY:
                return wide(NOBODY)
            partner = wide(bird)
    return partner


@rule("BJC-58")
def swap(b: Any, s: Any, other: int) -> None:
    """They change places, each keeping its face; nothing is triggered where they come to stand."""
    here = s.at[s.moving]
    s.at[s.moving] = s.at[other]
    s.at[other] = here
    go_on(b, s)


@rule("BJC-59")
def list_swaps(s: Any, out: Any) -> int:
    """One for each ostrich that may be chosen."""
    n = wide(0)
    for bird in range(BIRDS):
        if may_swap(s, bird):
            out[n] = SWAP + bird
            n += 1
    return n
