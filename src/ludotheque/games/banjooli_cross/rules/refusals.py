"""The verb `why_not`: the same checks that make the list of legal actions, one by one."""

from __future__ import annotations

from typing import Any

from ludotheque.core.jit import compiled
from ludotheque.core.lazy import np
from ludotheque.core.rule import rule
from ludotheque.games.banjooli_cross.codes import (
    BEWITCH,
    COUNT,
    FRENZY,
    GIVE,
    JOKA,
    LEAP,
    LION,
    MOVE,
    PASS,
    PLACE,
    SWAP,
    TILE,
    UNBEWITCH,
    WAKE,
)
from ludotheque.games.banjooli_cross.rules import berries, frenzy, lion, sorcery, turns, vortex
from ludotheque.games.banjooli_cross.rules.arriving import ends_of
from ludotheque.games.banjooli_cross.rules.missing import why_not_there
from ludotheque.games.banjooli_cross.rules.moving import can_move
from ludotheque.games.banjooli_cross.rules.points import may_run, points_for, thrown
from ludotheque.games.banjooli_cross.rules.reasons import Why
from ludotheque.games.banjooli_cross.state import DESTINATIONS, SPACES, Phase, wide


@rule("BJC-19", "BJC-20", "BJC-21", "BJC-46")
def why_not(b: Any, s: Any, seat: int, action: int) -> int:
    """0 if the action is legal, else the first reason against it."""
    action = wide(action)
    if s.phase == Phase.OVER.value:
        return Why.GAME_OVER.value
    if action < 0 or action >= COUNT or action >= TILE:
        return Why.NO_SUCH_ACTION.value
    if seat != s.to_play:
        return Why.NOT_YOUR_TURN.value
    if turns.waits_for_chance(s):
        return Why.THROW_FIRST.value
    if action == PASS:
        return why_not_pass(b, s)
    if s.phase != phase_for(s, action):
        return Why.NOT_NOW.value
    if action < MOVE:
        return Why.LEGAL.value
    if action < FRENZY:
        return why_not_move(b, s, action)
    if action < BEWITCH:
        return why_not_frenzy(b, s, action)
    if action < PLACE:
        return why_not_spell(b, s, action)
    return why_not_answer(b, s, action)


@compiled
def phase_for(s: Any, action: int) -> int:
    """The phase in which an action of its kind is done."""
    if action < MOVE:
        return Phase.KEEP.value
    if action < FRENZY:
        return Phase.CONTINUE.value if s.phase == Phase.CONTINUE.value else Phase.CHOOSE.value
    if action < BEWITCH:
        return Phase.FRENZY.value
    if action < PLACE or LION <= action < SWAP or action == WAKE:
        return Phase.CHOOSE.value
    if action < JOKA:
        return Phase.BERRIES.value
    if action < LION:
        return Phase.JOKA.value
    return Phase.VORTEX.value if action < GIVE else Phase.GIVE.value


@rule("BJC-20", "BJC-77")
def why_not_pass(b: Any, s: Any) -> int:
    """Only a player who can do nothing may pass."""
    out = np.empty(LEGAL_ROOM, np.int32)
    return Why.MUST_ACT.value if turns.list_phase(b, s, out) > 0 else Why.LEGAL.value


LEGAL_ROOM = 1024


@rule("BJC-22", "BJC-24", "BJC-30", "BJC-40", "BJC-45", "BJC-59")
def why_not_move(b: Any, s: Any, action: int) -> int:
    """The bird, then the dice, then the destination."""
    bird, destination = (action - MOVE) // DESTINATIONS, (action - MOVE) % DESTINATIONS
    points, n = np.zeros(8, np.int64), wide(1)
    if s.phase == Phase.CONTINUE.value:
        points[0] = s.points_left
        if bird != s.moving:
            return Why.OTHER_BIRD.value
    else:
        if not may_run(s, bird):
            return Why.IS_SCARED.value if s.scared[bird] else Why.HAS_ARRIVED.value
        n = points_for(b, s, bird, points)
    if n == 0:
        return Why.NOT_THROWN.value
    return why_not_there(b, s, bird, destination, ends_of(b, s, bird, points, n), points.max())


@rule("BJC-22", "BJC-24", "BJC-30", "BJC-40", "BJC-45", "BJC-71")
def why_not_frenzy(b: Any, s: Any, action: int) -> int:
    """The colour must lie there and run, and the jokers be shared out."""
    bird, jokers = frenzy.wild_bird(action), frenzy.wild_joker_count(action)
    if not may_run(s, bird):
        return Why.IS_SCARED.value if s.scared[bird] else Why.HAS_ARRIVED.value
    if thrown(s, bird) == 0:
        return Why.NOT_THROWN.value
    if not can_move(b, s, bird):
        return Why.CANNOT_MOVE.value
    if jokers > frenzy.wild_jokers(s):
        return Why.TOO_MANY_JOKERS.value
    if jokers < frenzy.wild_jokers(s) and frenzy.must_take_all(b, s, bird):
        return Why.TAKE_ALL_JOKERS.value
    points = np.zeros(8, np.int64)
    points[0] = thrown(s, bird) + jokers
    ends = ends_of(b, s, bird, points, wide(1))
    return why_not_there(b, s, bird, (action - FRENZY) % DESTINATIONS, ends, points[0])


@rule("BJC-39", "BJC-41", "BJC-42", "BJC-43", "BJC-55")
def why_not_spell(b: Any, s: Any, action: int) -> int:
    """The bird must be on the course, the die reach it, and its face be the other one."""
    bird = action - BEWITCH if action < UNBEWITCH else action - UNBEWITCH
    if action >= LEAP:
        bird = (action - LEAP) // SPACES
    if not sorcery.is_on_track(s, bird):
        return Why.NOT_ON_TRACK.value
    if not sorcery.reaches(s, bird):
        return Why.OTHER_COLOUR.value
    if UNBEWITCH <= action < LEAP:
        return Why.LEGAL.value if sorcery.may_unbewitch(s, bird) else Why.NOT_SCARED.value
    if s.scared[bird]:
        return Why.ALREADY_SCARED.value
    if action < UNBEWITCH:
        return Why.LEGAL.value if sorcery.may_bewitch(b, s, bird) else Why.LEAPS.value
    if not sorcery.is_on_crocodile(b, s, bird):
        return Why.NO_CROCODILE.value
    if sorcery.may_leap(b, s, bird, (action - LEAP) % SPACES):
        return Why.LEGAL.value
    return Why.NO_LEAP_THERE.value


@rule("BJC-45", "BJC-59", "BJC-69", "BJC-73")
def why_not_answer(b: Any, s: Any, action: int) -> int:
    """Berries put out, the snake, the lion, the vortex, the lance."""
    if action < JOKA:
        return berries.why_not_placing(b, s, action - PLACE)
    if action < LION:
        for across in range(-1, 2):
            if berries.two_back(b, s, across) == action - JOKA:
                return Why.LEGAL.value
        return Why.NOT_BACK_THERE.value
    if action < SWAP or action == WAKE:
        return why_not_lion(b, s, action)
    if action < GIVE:
        if vortex.may_swap(s, action - SWAP):
            return Why.LEGAL.value
        return Why.OTHER_BIRD.value if action - SWAP == s.moving else Why.HAS_ARRIVED.value
    if action - GIVE >= s.seats:
        return Why.NO_SUCH_ACTION.value
    return Why.NOT_YOURSELF.value if action - GIVE == s.to_play else Why.LEGAL.value


@rule("BJC-74")
def why_not_lion(b: Any, s: Any, action: int) -> int:
    """It must play, be awake to be moved with white dice, and asleep to be woken with a white sorcery die."""
    if not s.lion:
        return Why.NO_LION.value
    if action == WAKE:
        if s.lion_awake:
            return Why.LION_AWAKE.value
        return Why.LEGAL.value if lion.may_wake(s) else Why.NO_WHITE.value
    if not s.lion_awake:
        return Why.LION_SLEEPS.value
    reached = np.zeros(SPACES, np.uint8)
    if not lion.mark_prowls(b, s, reached):
        return Why.NO_WHITE.value
    return Why.LEGAL.value if reached[action - LION] else Why.LION_ELSEWHERE.value
