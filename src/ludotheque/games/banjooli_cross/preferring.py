"""The verb `prefer`: finds the best-looking actions without playing them, since a turn changes the way of one bird only.

It does not guess the rivals' cards either: it counts all cards that each rival may hold, weighted by how likely they are.
"""

from __future__ import annotations

from typing import Any

from ludotheque.core.jit import compiled
from ludotheque.core.lazy import np
from ludotheque.core.numerics import exp
from ludotheque.games.banjooli_cross.codes import (
    BEWITCH,
    FRENZY,
    LEAP,
    MOVE,
    PASS,
    PLACE,
    UNBEWITCH,
    WAKE,
)
from ludotheque.games.banjooli_cross.judgement import (
    chance_before,
    expected_points,
    find_chances,
    find_handicaps,
    jade,
)
from ludotheque.games.banjooli_cross.rules.course import ground, steps_from_nest
from ludotheque.games.banjooli_cross.rules.favours import likelihood
from ludotheque.games.banjooli_cross.rules.setup import is_held
from ludotheque.games.banjooli_cross.state import (
    BACK_IN_NEST,
    BIRDS,
    DESTINATIONS,
    FINISHERS,
    MAX_SEATS,
    PODIUM,
    SECRET,
    SPACES,
    Ground,
    Phase,
    wide,
)
from ludotheque.games.banjooli_cross.weights import POINTS_OF_DOUBT, STEPS_OF_FEAR

EQUAL = 1e-9
"""Positions whose worth lies nearer than this are equally good."""


@compiled
def prefer(b: Any, s: Any, seat: int, actions: Any, count: int) -> int:
    """Compare moves and spells by what they change. Rolling dice again does not count, since the evaluation ignores the dice.

    Return 0 for berries, the vortex, a frenzy, the lion and a third bird over the line: these actions have to be tried.
    """
    if s.phase == Phase.KEEP.value:
        return count
    if s.phase != Phase.CHOOSE.value and s.phase != Phase.CONTINUE.value:
        return 0
    for number in range(count):
        if not is_told(s, wide(actions[number])):
            return 0
    worths = np.empty(count)
    weigh(b, s, seat, actions, worths)
    best, n = worths.max() - EQUAL, 0
    for number in range(count):
        if worths[number] > best:
            actions[n], actions[number] = actions[number], actions[n]
            n += 1
    return n


@compiled
def is_told(s: Any, action: int) -> bool:
    """Whether nothing but the way of one bird changes by an action, and the race goes on."""
    if MOVE <= action < FRENZY:
        return (action - MOVE) % DESTINATIONS != PODIUM or arrived(s) + 1 < FINISHERS
    return action == PASS or BEWITCH <= action < PLACE or action == WAKE


@compiled
def arrived(s: Any) -> int:
    """Birds over the line."""
    count = 0
    for bird in range(BIRDS):
        if s.place[bird] > 0:
            count += 1
    return count


@compiled
def weigh(b: Any, s: Any, seat: int, actions: Any, worths: Any) -> None:
    """Write for each action the seat's chance to have the best score after it, 0 to 1."""
    held = np.zeros((MAX_SEATS, len(b.card)))
    weigh_cards(b, s, held)
    handicaps, before = np.empty(BIRDS), np.empty((BIRDS, BIRDS))
    find_handicaps(b, s, handicaps)
    places, chance = np.empty(BIRDS, np.int64), np.empty((BIRDS, BIRDS))
    for bird in range(BIRDS):
        places[bird] = s.place[bird]
        compare(b, handicaps, bird, handicaps[bird], before)
    for number in range(len(worths)):
        action = wide(actions[number])
        bird = bird_of(action)
        if bird >= 0:
            compare(b, handicaps, bird, handicap_then(b, s, bird, action), before)
            places[bird] = arrived(s) + 1 if is_arrival(action) else 0
        find_chances(places, before, chance)
        worths[number] = share(b, s, seat, held, chance)
        if bird >= 0:
            compare(b, handicaps, bird, handicaps[bird], before)
            places[bird] = 0


@compiled
def compare(b: Any, handicaps: Any, bird: int, handicap: float, before: Any) -> None:
    """Write how likely a bird with this handicap comes in before each other one, and each of them before it."""
    for other in range(BIRDS):
        before[bird, other] = chance_before(b, handicap, handicaps[other])
        before[other, bird] = 1.0 - before[bird, other]


@compiled
def bird_of(action: int) -> int:
    """The bird that a move or a spell changes, -1 if there is none."""
    if MOVE <= action < FRENZY:
        return (action - MOVE) // DESTINATIONS  # a bird that has come in is not moved any more
    if BEWITCH <= action < UNBEWITCH:
        return action - BEWITCH
    if UNBEWITCH <= action < LEAP:
        return action - UNBEWITCH
    return (action - LEAP) // SPACES if LEAP <= action < PLACE else -1


@compiled
def is_arrival(action: int) -> bool:
    """Whether a bird crosses the line."""
    return MOVE <= action < FRENZY and (action - MOVE) % DESTINATIONS == PODIUM


@compiled
def handicap_then(b: Any, s: Any, bird: int, action: int) -> float:
    """The bird's handicap after the action, see `judgement.find_handicaps`; quicksand scares who stops in it."""
    scared = wide(s.scared[bird])
    if MOVE <= action < FRENZY:
        to = (action - MOVE) % DESTINATIONS
        if to == PODIUM:
            return 0.0
        if to == BACK_IN_NEST:
            return steps_from_nest(b, s) + b.weights[STEPS_OF_FEAR] * scared
        if ground(b, s, to) == Ground.QUICKSAND.value:
            scared = wide(1)
        return s.steps_left[to] + b.weights[STEPS_OF_FEAR] * scared
    if action >= LEAP:
        return s.steps_left[(action - LEAP) % SPACES] + b.weights[STEPS_OF_FEAR] * scared
    way = s.steps_left[s.at[bird]]
    return way + b.weights[STEPS_OF_FEAR] if action < UNBEWITCH else way * 1.0


@compiled
def weigh_cards(b: Any, s: Any, held: Any) -> None:
    """`held[seat, card]`: how likely each seat holds each card, as far as those know whose view this is."""
    for seat in range(s.seats):
        if s.prediction[seat] != SECRET:
            held[seat, s.prediction[seat]] = 1.0
            continue
        total = 0.0
        for card in range(b.cards):
            if not is_held(s, card):
                held[seat, card] = likelihood(b, s, wide(seat), wide(card))
                total += held[seat, card]
        for card in range(b.cards):
            held[seat, card] /= total


@compiled
def share(b: Any, s: Any, seat: int, held: Any, chance: Any) -> float:
    """The seat's chance, as `judge` reckons it, each rival's taken as the mean over the cards that it may hold."""
    own, total = 0.0, 0.0
    for card in range(b.cards):
        weight = exp(expected_points(b, wide(card), chance) / b.weights[POINTS_OF_DOUBT])
        for other in range(s.seats):
            part = held[other, card] * weight
            if part > 0.0:
                if s.oor == other:
                    part *= exp(jade(b, s, other) / b.weights[POINTS_OF_DOUBT])
                total += part
                if other == seat:
                    own += part
    return own / total
