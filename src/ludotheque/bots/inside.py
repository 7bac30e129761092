"""What the levels that look one action ahead choose inside compiled code, where a loop plays many actions without returning to Python."""

from __future__ import annotations

from typing import Any

from ludotheque.bots.judging import look_ahead, wide
from ludotheque.bots.one_ahead import EQUAL, looked_at
from ludotheque.core import verbs
from ludotheque.core.jit import compiled

_hide, _redeal, _promising, _prefer = verbs.hide, verbs.redeal, verbs.promising, verbs.prefer

UNIFORM, EASY, GREEDY = 0, 1, 2
"""How a seat plays: any legal action, the one that looks best among a few, or the one that looks best. The numbers are indices in `bots.LEVELS`."""


@compiled
def best_of(
    boxes: Any, states: Any, seat: int, count: int, guesses: int, near: float, workspace: Any, rng: Any
) -> int:
    """The index, in `workspace.actions`, of the action that looks best to the seat.

    `workspace.actions` holds `count` legal actions; they may be reordered and reduced to the promising ones. Equals are drawn at random, and so
    are actions whose evaluation is at most `near` worse than the best.
    """
    workspace.seen[0] = states[0]
    _hide(boxes[0], workspace.seen[0], 1 << seat)
    if near == 0.0:
        preferred = _prefer(boxes[0], workspace.seen[0], seat, workspace.actions, wide(count))
        if preferred > 0:
            return int(rng.random() * preferred)
    for guess in range(guesses):
        workspace.guess[0] = workspace.seen[0]
        _redeal(boxes[0], workspace.guess[0], 1 << seat, rng)
        if guess == 0:
            count = _promising(boxes[0], workspace.guess[0], seat, workspace.actions)
            workspace.worths[:count] = 0.0
        look_ahead(
            boxes,
            workspace.guess,
            seat,
            workspace.actions,
            count,
            workspace.worths,
            workspace.tried,
            workspace.shares,
            workspace.chances,
            rng,
        )
    worth = workspace.worths[0]
    for index in range(1, count):
        worth = max(worth, workspace.worths[index])
    best, equals = 0, 0
    for index in range(count):
        if workspace.worths[index] > worth - EQUAL - near * guesses:
            equals += 1
            if equals == 1 or rng.random() * equals < 1.0:
                best = index
    return best


@compiled
def best_of_few(boxes: Any, states: Any, seat: int, workspace: Any, rng: Any) -> int:
    """The index, in `workspace.actions`, of the action that looks best to the seat among a few promising ones, drawn at random."""
    actions, worths = workspace.actions, workspace.worths
    workspace.guess[0] = states[0]
    _hide(boxes[0], workspace.guess[0], 1 << seat)
    _redeal(boxes[0], workspace.guess[0], 1 << seat, rng)
    count = wide(_promising(boxes[0], workspace.guess[0], seat, actions))
    few = looked_at(count)
    for index in range(few):
        other = index + int(rng.random() * (count - index))
        actions[index], actions[other] = actions[other], actions[index]
    worths[:few] = 0.0
    look_ahead(
        boxes,
        workspace.guess,
        seat,
        actions,
        few,
        worths,
        workspace.tried,
        workspace.shares,
        workspace.chances,
        rng,
    )
    best = 0
    for index in range(1, few):
        if worths[index] > worths[best]:
            best = index
    return best
