"""The level `greedy`: tries each legal action and keeps the one after which its position looks best.

What it cannot see it guesses (`redeal`), what chance will bring it draws, and it averages over its guesses.
"""

from __future__ import annotations

from typing import Any

from ludotheque.core import verbs
from ludotheque.core.jit import compiled

_actors, _legal, _play = verbs.actors, verbs.legal, verbs.play
_chance_outcomes, _returns, _redeal, _judge = (
    verbs.chance_outcomes,
    verbs.returns,
    verbs.redeal,
    verbs.judge,
)
_CHANCE, _CHANCE_SEAT = verbs.CHANCE, verbs.CHANCE_SEAT


@compiled
def draw(boxes: Any, states: Any, chances: Any, rng: Any) -> int:
    """A result of chance, as likely as it is."""
    codes, probabilities = chances
    count = _chance_outcomes(boxes[0], states[0], codes, probabilities)
    point = rng.random()
    for index in range(count):
        point -= probabilities[index]
        if point < 0.0:
            return codes[index]  # type: ignore[no-any-return]
    return codes[count - 1]  # type: ignore[no-any-return]


@compiled
def worth(boxes: Any, states: Any, seat: int, shares: Any, chances: Any, rng: Any) -> float:
    """How good the position is for the seat once chance has spoken: 0 to 1, more for a win, less for a defeat."""
    while _actors(boxes[0], states[0]) & _CHANCE:
        _play(boxes[0], states[0], _CHANCE_SEAT, draw(boxes, states, chances, rng))
    if _actors(boxes[0], states[0]) == 0:
        _returns(boxes[0], states[0], shares)
        return 1.0 + shares[seat] if shares[seat] > 0.0 else -1.0
    _judge(boxes[0], states[0], shares)
    return shares[seat]  # type: ignore[no-any-return]


@compiled
def greedy_action(
    boxes: Any,
    states: Any,
    seat: int,
    guesses: int,
    out: Any,
    room: Any,
    chances: Any,
    copies: Any,
    rng: Any,
) -> int:
    """The legal action that looks best one action ahead, -1 if there is none; equals are drawn by lot.

    `states` is the seat's view; `out`, `room` (a worth for each legal action, a share for each seat), `chances` and `copies`
    (two states) are working space.
    """
    worths, shares = room
    guess, tried = copies
    count = _legal(boxes[0], states[0], seat, out)
    if count == 0:
        return -1
    for index in range(count):
        worths[index] = 0.0
    for _ in range(guesses):
        guess[0] = states[0]
        _redeal(boxes[0], guess[0], 1 << seat, rng)
        for index in range(count):
            tried[0] = guess[0]
            _play(boxes[0], tried[0], seat, out[index])
            worths[index] += worth(boxes, tried, seat, shares, chances, rng)
    best, equals = 0, 1
    for index in range(1, count):
        if worths[index] > worths[best] + 1e-9:
            best, equals = index, 1
        elif worths[index] > worths[best] - 1e-9:
            equals += 1
            if rng.random() * equals < 1.0:
                best = index
    return out[best]  # type: ignore[no-any-return]
