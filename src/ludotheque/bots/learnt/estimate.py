"""What a network says about a position, in compiled code: how likely the seat is to win, and how promising its actions are.

The network reads the observation of the verb `observe` and what `judge` says. Most numbers of an observation are 0, so the first layer
adds up the rows of those that are not. Only the legal actions are given a number.
"""

from __future__ import annotations

from typing import NamedTuple

from ludotheque.bots.judging import evaluate
from ludotheque.core import verbs
from ludotheque.core.entry_point import Boxes, Float32s, Float32Table, Float64s, OneState, entry_point
from ludotheque.core.jit import compiled
from ludotheque.core.numerics import exp, log

_observe = verbs.observe

SUREST = 7.0
"""The largest odds in favour of a seat, as a logarithm."""
SMALLEST = 0.0009110511944006454  # 1 / (1 + exp(SUREST)), the same on every machine


class Layers(NamedTuple):
    """The weights of a network, float32. F numbers of the observation, H and D hidden units, A actions.

    Attributes:
        first: the first layer, shape (F, H).
        first_bias: added to it, shape (H,).
        second: the second layer, shape (H, D).
        second_bias: added to it, shape (D,).
        value: the odds of winning by hidden unit, shape (D,).
        actions: how promising each action is by hidden unit, shape (A, D).
        actions_bias: added to it, shape (A,).
        scalars: what is added to the odds, the weight of the game's own evaluation in them, and the weight of what an action
            gains by that evaluation; shape (3,).
    """

    first: Float32Table
    first_bias: Float32s
    second: Float32Table
    second_bias: Float32s
    value: Float32s
    actions: Float32Table
    actions_bias: Float32s
    scalars: Float32s


class Scratch(NamedTuple):
    """Arrays that an estimate writes to.

    Attributes:
        seen: the observation, float32, shape (F,).
        first: the first hidden layer, float32, shape (H,).
        second: the second hidden layer, float32, shape (D,).
        shares: an evaluation for each seat, float64.
        odds: the game's own evaluation of the last position, as the logarithm of the odds; shape (1,).
    """

    seen: Float32s
    first: Float32s
    second: Float32s
    shares: Float64s
    odds: Float64s


@compiled
def log_odds(share: float) -> float:
    """The logarithm of the odds of a share of the win, at most `SUREST` either way."""
    bounded = min(max(share, SMALLEST), 1.0 - SMALLEST)
    return log(bounded / (1.0 - bounded))


@compiled
def share_of(odds: float) -> float:
    """The share of the win for the logarithm of odds."""
    return 1.0 / (1.0 + exp(-odds))


@compiled
def hidden(layers: Layers, scratch: Scratch) -> float:
    """Compute the hidden layers for the observation in `scratch.seen`. Returns the odds without the game's own evaluation."""
    seen, first, second = scratch.seen, scratch.first, scratch.second
    units, deep = len(first), len(second)
    for unit in range(units):
        first[unit] = layers.first_bias[unit]
    for number in range(len(seen)):
        seen_here = seen[number]
        if seen_here != 0.0:
            row = layers.first[number]
            for unit in range(units):
                first[unit] += seen_here * row[unit]
    for unit in range(deep):
        second[unit] = layers.second_bias[unit]
    for number in range(units):
        active = first[number]
        if active > 0.0:
            row = layers.second[number]
            for unit in range(deep):
                second[unit] += active * row[unit]
    odds = layers.scalars[0]
    for unit in range(deep):
        if second[unit] < 0.0:
            second[unit] = 0.0
        odds += second[unit] * layers.value[unit]
    return odds  # type: ignore[no-any-return]  # compiled code is not typed


@entry_point()
def look(boxes: Boxes, states: OneState, seat: int, layers: Layers, scratch: Scratch) -> float:
    """The seat's share of the win as the network estimates it. Keeps the hidden layers and the game's own evaluation in `scratch`."""
    _observe(boxes[0], states[0], seat, scratch.seen)
    evaluate(boxes, states, False, scratch.shares)
    scratch.odds[0] = log_odds(scratch.shares[seat])
    return share_of(hidden(layers, scratch) + layers.scalars[1] * scratch.odds[0])


@compiled
def promise(layers: Layers, scratch: Scratch, action: int, gain: float) -> float:
    """How promising an action is, as the logarithm of a weight, after `look`. `gain` is what it adds to the game's own odds."""
    row = layers.actions[action]
    total = layers.actions_bias[action]
    for unit in range(len(scratch.second)):
        total += row[unit] * scratch.second[unit]
    return total + layers.scalars[2] * gain  # type: ignore[no-any-return]  # compiled code is not typed
