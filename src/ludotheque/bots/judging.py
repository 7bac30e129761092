"""Steps that all searching and greedy bots share: draw chance, evaluate a position, try actions."""

from __future__ import annotations

from typing import Any

from ludotheque.core import verbs
from ludotheque.core.entry_point import Boxes, Chances, Float64s, Int32s, OneState, entry_point
from ludotheque.core.game import Game
from ludotheque.core.jit import compiled
from ludotheque.core.lazy import int64
from ludotheque.core.luck import Luck
from ludotheque.core.memory import room

_actors, _play, _chance_outcomes = verbs.actors, verbs.play, verbs.chance_outcomes
_returns, _judge = verbs.returns, verbs.judge
_CHANCE, _CHANCE_SEAT = verbs.CHANCE, verbs.CHANCE_SEAT

wide = int64
"""Makes whole numbers 64 bits wide."""


def chances_of(game: Game) -> tuple[memoryview[Any], memoryview[Any]]:
    """Working space for results of chance and their probabilities."""
    return room("int32", game.max_chance), room("float64", game.max_chance)


@compiled
def resolve_chance(boxes: Any, states: Any, chances: Any, rng: Any) -> int:
    """Draw the results of chance that are due, by their probabilities. Returns the bit mask of the seats that may act then."""
    codes, probabilities = chances
    mask = wide(_actors(boxes[0], states[0]))
    while mask & _CHANCE:
        last = _chance_outcomes(boxes[0], states[0], codes, probabilities) - 1
        point, result = rng.random(), 0
        while result < last and point >= probabilities[result]:
            point -= probabilities[result]
            result += 1
        _play(boxes[0], states[0], wide(_CHANCE_SEAT), wide(codes[result]))
        mask = wide(_actors(boxes[0], states[0]))
    return mask  # type: ignore[no-any-return]


@compiled
def random_seat(mask: int, rng: Any) -> int:
    """A random seat of a bit mask, each equally likely."""
    count, rest = 0, mask
    while rest != 0:
        rest &= rest - 1
        count += 1
    skipped = int(rng.random() * count) if count > 1 else 0
    for _ in range(skipped):
        mask &= mask - 1
    seat = 0
    while mask >> seat & 1 == 0:
        seat += 1
    return seat


@compiled
def evaluate(boxes: Any, states: Any, over: bool, shares: Any) -> None:
    """Write each seat's evaluation of the position, 0 to 1: its share of the win at the end, what `judge` says before."""
    if over:
        _returns(boxes[0], states[0], shares)
    else:
        _judge(boxes[0], states[0], shares)


@entry_point()
def look_ahead(
    boxes: Boxes,
    states: OneState,
    seat: int,
    actions: Int32s,
    count: int,
    worths: Float64s,
    tried: OneState,
    shares: Float64s,
    chances: Chances,
    rng: Luck,
) -> None:
    """Add to `worths` how good the position is for the seat after each of the first `count` actions.

    That is its evaluation, from 0 to 1. At the end of the game it is 1 + the seat's share of the win, or -1 if it has none. `states` is
    not changed; `tried`, `shares` and `chances` are working space.
    """
    for index in range(count):
        tried[0] = states[0]
        _play(boxes[0], tried[0], seat, wide(actions[index]))
        over = resolve_chance(boxes, tried, chances, rng) == 0
        evaluate(boxes, tried, over, shares)
        if not over:
            worths[index] += shares[seat]
        else:
            worths[index] += 1.0 + shares[seat] if shares[seat] > 0.0 else -1.0
