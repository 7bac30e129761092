"""What happens by itself when its time has come: a hop, a choice for absent players, the end of a Stop, of a race, of a pause."""

from __future__ import annotations

from typing import Any

from ludotheque.core.jit import compiled
from ludotheque.core.rule import rule
from ludotheque.games.banzai.rules.calls import LORDS, begin_stop, call_banzai, resume
from ludotheque.games.banzai.rules.choosing import choose_for_the_absent, has_whim, hop
from ludotheque.games.banzai.rules.ending import next_round
from ludotheque.games.banzai.rules.hands import has_complete_family
from ludotheque.games.banzai.rules.optional import time_up_for_lords
from ludotheque.games.banzai.rules.racing import judge_touches, take_leftovers
from ludotheque.games.banzai.state import NONE, Phase

CHOOSE, OPEN, SLIDE, HELD = Phase.CHOOSE.value, Phase.OPEN.value, Phase.SLIDE.value, Phase.HELD.value
STOP, GRAB, TOUCHED, END = Phase.STOP.value, Phase.GRAB.value, Phase.TOUCHED.value, Phase.END.value
OVER = Phase.OVER.value
NEVER = -1


@rule("BNZ-11", "BNZ-14", "BNZ-23", "BNZ-32", "BNZ-34", "BNZ-36", "BNZ-80")
def due(b: Any, s: Any) -> int:
    """When something happens by itself; -1 if nobody is in a hurry."""
    if s.unhurried == 1:
        return NEVER
    at = NEVER
    if s.phase == CHOOSE or s.phase == OPEN:
        at = s.choose_by_ms
    elif s.phase == SLIDE:
        at = s.since_ms + (b.whim_ms if has_whim(s) else b.hop_ms)
    elif s.phase == HELD:
        at = s.since_ms + b.hold_ms + 1
    elif s.phase == STOP:
        at = s.stop_at_ms + b.stop_ms
    elif s.phase == GRAB:
        at = s.call_ms + b.race_ms
    elif s.phase == TOUCHED:
        at = s.touch_ms + b.touch_ms + 1
    elif s.phase == END:
        at = s.since_ms + b.rest_ms
    return int(at)


@compiled
def advance(b: Any, s: Any, now_ms: int) -> None:
    """Let time pass up to this instant, with whatever happens by itself until then; chance stops it. The clock stands still after the game."""
    at = due(b, s)
    while 0 <= at <= now_ms:
        s.now_ms = max(at, int(s.now_ms))
        happen(b, s)
        at = due(b, s)
    if now_ms > s.now_ms and s.phase != OVER:
        s.now_ms = now_ms


@rule("BNZ-16")
def who_must_call(s: Any) -> int:
    """Where complete families must be called: a seat that has one and has not chosen; NONE if there is none."""
    for place in range(s.placed):
        seat = int(s.seating[place])
        if s.must_call == 1 and s.chosen[seat] == NONE and has_complete_family(s, seat):
            return seat
    return NONE


@rule("BNZ-11", "BNZ-14", "BNZ-23", "BNZ-32", "BNZ-34", "BNZ-36")
def happen(b: Any, s: Any) -> None:
    """Carry out what is due: a hop, a choice for absent players, the end of a Stop, of a race, of a pause."""
    if s.phase == CHOOSE or s.phase == OPEN:
        silent = who_must_call(s)
        if silent != NONE:
            call_banzai(s, silent)
        else:
            choose_for_the_absent(b, s)
    elif s.phase == SLIDE:
        hop(b, s)
    elif s.phase == HELD:
        begin_stop(s)
    elif s.phase == STOP:
        if s.stop_what == LORDS:
            time_up_for_lords(s)
        else:
            resume(s)
    elif s.phase == GRAB:
        take_leftovers(s)
    elif s.phase == TOUCHED:
        judge_touches(s)
    else:
        next_round(b, s)
