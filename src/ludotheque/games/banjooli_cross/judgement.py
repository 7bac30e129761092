"""The evaluation: the expected score of each prediction, from how far the birds still have to run."""

from __future__ import annotations

from typing import Any

from ludotheque.core.jit import compiled
from ludotheque.core.lazy import np
from ludotheque.core.numerics import exp
from ludotheque.games.banjooli_cross.rules.course import distance_left
from ludotheque.games.banjooli_cross.rules.scoring import returns
from ludotheque.games.banjooli_cross.state import BIRDS, FINISHERS, LAST, Ending, wide
from ludotheque.games.banjooli_cross.weights import POINTS_OF_DOUBT, STEPS_OF_DOUBT, STEPS_OF_FEAR


@compiled
def judge(b: Any, s: Any, out: Any) -> None:
    """Each seat's chance of the best score, from 0 to 1; at the end, the result."""
    if s.ended != Ending.NONE.value:
        returns(b, s, out)
        return
    chance = np.empty((BIRDS, BIRDS))
    foresee(b, s, chance)
    total = 0.0
    for seat in range(s.seats):
        out[seat] = exp(expected_score(b, s, seat, chance) / b.weights[POINTS_OF_DOUBT])
        total += out[seat]
    for seat in range(s.seats):
        out[seat] /= total


@compiled
def foresee(b: Any, s: Any, chance: Any) -> None:
    """`chance[bird, place]`: how likely a bird comes in there (0 first), birds being overtaken one by one and alone."""
    handicaps, before = np.empty(BIRDS), np.empty((BIRDS, BIRDS))
    find_handicaps(b, s, handicaps)
    for one in range(BIRDS):
        for other in range(BIRDS):
            before[one, other] = chance_before(b, handicaps[one], handicaps[other])
    find_chances(s.place, before, chance)


@compiled
def find_handicaps(b: Any, s: Any, handicaps: Any) -> None:
    """The steps that each bird has still to run, more for a scared one."""
    for bird in range(BIRDS):
        handicaps[bird] = distance_left(b, s, bird) + b.weights[STEPS_OF_FEAR] * s.scared[bird]


@compiled
def chance_before(b: Any, handicap: float, other: float) -> float:
    """How likely a bird comes in before another, by the handicaps of both."""
    return 1.0 / (1.0 + exp((handicap - other) / b.weights[STEPS_OF_DOUBT]))


@compiled
def find_chances(places: Any, before: Any, chance: Any) -> None:
    """Write `chance` as `foresee` does, from who has come in already (`places`, else 0) and who comes in before whom."""
    for bird in range(BIRDS):
        for place in range(BIRDS):
            chance[bird, place] = 0.0
        if places[bird] > 0:
            chance[bird, places[bird] - 1] = 1.0
            continue
        chance[bird, 0] = 1.0
        for other in range(BIRDS):
            if other == bird:
                continue
            ahead = 1.0 if places[other] > 0 else before[other, bird]
            for place in range(BIRDS - 1, 0, -1):
                chance[bird, place] = chance[bird, place] * (1.0 - ahead) + chance[bird, place - 1] * ahead
            chance[bird, 0] *= 1.0 - ahead


@compiled
def expected_score(b: Any, s: Any, seat: int, chance: Any) -> float:
    """The points that a seat's card may expect, and the jade."""
    if s.prediction[seat] < 0:
        return jade(b, s, seat)
    return expected_points(b, wide(s.prediction[seat]), chance) + jade(b, s, seat)


@compiled
def jade(b: Any, s: Any, seat: int) -> float:
    """The points of the jade for the seat, if it has it."""
    return b.oor * 1.0 if s.oor == seat else 0.0


@compiled
def expected_points(b: Any, number: int, chance: Any) -> float:
    """The points that a card may expect, doubled as likely as its last bird is last."""
    card, total = b.card[number], 0.0
    for foretold in range(FINISHERS):
        for place in range(FINISHERS):
            worth = b.points[foretold] if place == foretold else b.misplaced
            total += worth * chance[card[foretold], place]
    return total * (1.0 + (b.last_factor - 1) * chance[card[LAST], BIRDS - 1])
