"""Which calls a bot makes with its hand."""

from __future__ import annotations

from typing import Any

from ludotheque.core.jit import compiled
from ludotheque.games.banzai import codes
from ludotheque.games.banzai.bots.luck import EASY, share
from ludotheque.games.banzai.bots.wanting import best_seat
from ludotheque.games.banzai.rules.calls import (
    BANZAI,
    CAPRICE,
    DUEL,
    HAND,
    KIDS,
    LORDS,
    MAGICIANS,
    MARRIAGE,
    STOP1,
    STOP2,
    names_family,
)
from ludotheque.games.banzai.rules.hands import has_complete_family, is_in_play
from ludotheque.games.banzai.rules.refusals import why_not
from ludotheque.games.banzai.state import CALLS, MAX_FAMILIES, NO_FAMILY, NONE

EAGER = 21
QUIET = 2
"""The exchanges in which the easy level calls no Stop: new players should first see how cards are passed."""


@compiled
def eagerness(call: int) -> float:
    """How often a bot makes a call that it may make."""
    if call == MAGICIANS:
        return 0.9
    if call == KIDS or call == CAPRICE:  # compiled: no sets
        return 0.6
    if call == STOP1 or call == LORDS or call == HAND:
        return 0.5
    if call == MARRIAGE:
        return 0.15
    if call == DUEL or call == STOP2:
        return 0.35
    return 0.4


@compiled
def call_to_make(b: Any, s: Any, seat: int, level: int, luck: int) -> int:
    """The code of the call it makes now; NONE for none. A complete family is always called, never a false one."""
    if has_complete_family(s, seat):
        code = codes.call_code(BANZAI, NO_FAMILY)
        return int(code) if why_not(b, s, seat, code) == 0 else NONE
    if level == 0 or (level == EASY and s.exchanges < QUIET):
        return NONE
    daring = 0.5 if level == EASY else 1.0
    for call in range(STOP1, len(CALLS)):
        if share(luck, call, EAGER) < daring * eagerness(call):
            code = carried(b, s, seat, call)
            if code != NONE and not (call == STOP2 and best_seat(s, seat) == NONE):
                return code
    return NONE


@compiled
def carried(b: Any, s: Any, seat: int, call: int) -> int:
    """The code of a call that it may make, with the first family that carries it; NONE if it may not."""
    if not names_family(call):
        code = codes.call_code(call, NO_FAMILY)
        return int(code) if why_not(b, s, seat, code) == 0 else NONE
    for family in range(MAX_FAMILIES):
        if is_in_play(s, family):
            code = codes.call_code(call, family)
            if why_not(b, s, seat, code) == 0:
                return int(code)
    return NONE
