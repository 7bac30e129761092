"""Perft: counts sequences of actions, for any game. Comparing these counts is the surest way to compare two readings of the rules."""

from __future__ import annotations

from typing import Any

from ludotheque.core import verbs
from ludotheque.core.entry_point import Boxes, Int32s, Int32Table, States, entry_point
from ludotheque.core.game import Game
from ludotheque.core.jit import compiled
from ludotheque.core.lazy import np
from ludotheque.core.memory import overwrite, room, rows, zeros

_actors, _legal, _play = verbs.actors, verbs.legal, verbs.play


@compiled
def _gather(b: Any, s: Any, seats: int, buffer: Any, actions: Any, actors: Any) -> int:
    """Write every legal action and the seat that has it. Returns how many there are."""
    mask = _actors(b, s)
    total = 0
    for seat in range(seats):
        if mask & (1 << seat):
            n = _legal(b, s, seat, buffer)
            for i in range(n):
                actions[total] = buffer[i]
                actors[total] = seat
                total += 1
    return total


@entry_point("perft")
def _count(
    boxes: Boxes,
    stack: States,
    seats: int,
    buffer: Int32s,
    actions: Int32Table,
    actors: Int32Table,
    depth: int,
) -> int:
    b = boxes[0]
    size = np.zeros(depth, np.int64)
    following = np.zeros(depth, np.int64)
    level = 0
    total = 0
    size[0] = _gather(b, stack[0], seats, buffer, actions[0], actors[0])
    while level >= 0:
        if level == depth - 1:
            total += size[level]
            level -= 1
        elif following[level] == size[level]:
            level -= 1
        else:
            i = following[level]
            following[level] += 1
            stack[level + 1] = stack[level]
            _play(b, stack[level + 1], actors[level, i], actions[level, i])
            level += 1
            following[level] = 0
            size[level] = _gather(b, stack[level], seats, buffer, actions[level], actors[level])
    return total


def perft(game: Game, boxes: Any, states: Any, depth: int) -> int:
    """The number of sequences of exactly `depth` actions from `states[0]`.

    `pass` is an action like any other. A finished game adds none. If several seats may act, each order counts. Chance is not an action: a
    sequence that meets it ends there.

    Args:
        game: the game.
        boxes: the components, one record.
        states: the state, one record. It is not changed.
        depth: the number of actions; 0 gives 1.
    """
    if depth < 0:
        raise ValueError(f"the depth must be 0 or more, not {depth}")
    if depth == 0:
        return 1
    seats = int(states[0]["seats"])
    stack = zeros(depth, states.dtype)
    overwrite(stack, states)
    buffer = room("int32", game.max_legal)
    widest = game.max_legal * seats if game.simultaneous else game.max_legal
    actions, actors = rows(room("int32", depth * widest), widest), rows(room("int32", depth * widest), widest)
    return int(_count(boxes, stack, seats, buffer, actions, actors, depth))
