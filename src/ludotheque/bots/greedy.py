"""The level `greedy`: tries each legal action and keeps the one after which its position looks best.

What it cannot see it guesses (`redeal`), what chance will bring it draws, and it averages over its guesses.
"""

from __future__ import annotations

from typing import Any

from ludotheque.bots.judging import look_ahead
from ludotheque.core import verbs
from ludotheque.core.jit import compiled

_legal, _redeal = verbs.legal, verbs.redeal


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
        look_ahead(boxes, guess, seat, out, count, worths, tried, shares, chances, rng)
    best, equals = 0, 1
    for index in range(1, count):
        if worths[index] > worths[best] + 1e-9:
            best, equals = index, 1
        elif worths[index] > worths[best] - 1e-9:
            equals += 1
            if rng.random() * equals < 1.0:
                best = index
    return out[best]  # type: ignore[no-any-return]
