"""The loops of `VectorEnv` in compiled code: many tables of one game, stepped one after the other without returning to Python.

Every function works on the tables `low` to `high - 1`, so that threads can share the tables out. Each table draws chance from a stream of
its own, so what happens at a table depends neither on the other tables nor on the number of threads.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ludotheque.bots.judging import wide
from ludotheque.core import verbs
from ludotheque.core.chance import WORDS
from ludotheque.core.draws import drawn, make_words, number_keys
from ludotheque.core.entry_point import (
    Boxes,
    Float32Table,
    Float64s,
    Int8s,
    Int32s,
    Int64s,
    Int64Table,
    OneState,
    States,
    UInt8s,
    UInt8Table,
    UInt64s,
    entry_point,
)
from ludotheque.core.game import Game
from ludotheque.core.jit import compiled
from ludotheque.core.luck import fraction, next_word

_actors, _legal, _why_not, _play = verbs.actors, verbs.legal, verbs.why_not, verbs.play
_chance_outcomes, _returns, _hide, _observe = (
    verbs.chance_outcomes,
    verbs.returns,
    verbs.hide,
    verbs.observe,
)
_CHANCE, _CHANCE_SEAT = verbs.CHANCE, verbs.CHANCE_SEAT

PASSED_OVER = -2
"""In place of an action: nothing is played at this table, and its game goes on as it is."""

_1 = np.uint64(1)


class StepWorkspace(NamedTuple):
    """Arrays that stepping writes to; each thread has its own.

    Attributes:
        actions: the legal actions of a seat.
        shares: the seats' shares of the win.
        codes: the results of chance.
        probabilities: their probabilities.
        words: the words of a draw.
        hashed: working space for a draw.
        mixing: working space for a draw.
        seen: what a seat sees, an array of one state.
    """

    actions: Int32s
    shares: Float64s
    codes: Int32s
    probabilities: Float64s
    words: UInt64s
    hashed: Int64s
    mixing: Int64s
    seen: OneState


class Tables(NamedTuple):
    """Many tables of a game, one row each.

    Attributes:
        states: the states.
        seat: the seat that acts, int8.
        luck: the state of each table's random stream for chance, uint64.
        keys: what a game's draws are computed from if chance is drawn as at a `Table` (`core.draws`), int64, shape (n, 16); no rows if it
            is drawn from `luck`.
        seeds: the seed of that `Table`, int64, shape (n,).
        draws: the number of the next draw, int64, shape (n,).
        taste: a random stream like `luck` for the actions that `sample` draws. They are apart, so that the same actions always meet the same chance.
        steps: the actions of seats in the game that is being played, int32.
        last: where a game ended in the last step, its last state.
        last_seat: the seat that would have acted next there, or acted last if the game was over.
        last_steps: the actions of seats in that game.
        last_seeds: its seed.
    """

    states: States
    seat: Int8s
    luck: UInt64s
    keys: Int64Table
    seeds: Int64s
    draws: Int64s
    taste: UInt64s
    steps: Int32s
    last: States
    last_seat: Int8s
    last_steps: Int32s
    last_seeds: Int64s


def workspace_for(game: Game, start: Any) -> StepWorkspace:
    """Working space for games that start like `start`, an array of shape (1,)."""
    seats = int(start[0]["seats"])
    return StepWorkspace(
        np.empty(game.max_legal, np.int32),
        np.empty(seats),
        np.empty(game.max_chance, np.int32),
        np.empty(max(game.max_chance, seats)),
        np.zeros(WORDS, np.uint64),
        np.zeros(16, np.int64),
        np.zeros(64, np.int64),
        start.copy(),
    )


@compiled
def draw(tables: Tables, index: int, count: int, workspace: StepWorkspace) -> int:
    """Draw one of `count` results by `workspace.probabilities`."""
    if len(tables.keys) > 0:
        make_words(
            tables.keys[index], tables.draws[index], workspace.hashed, workspace.mixing, workspace.words
        )
        tables.draws[index] += 1
        return wide(drawn(workspace.words, workspace.probabilities, count))  # type: ignore[no-any-return]  # compiled code is not typed
    point, result = fraction(tables.luck, index), 0
    while result < count - 1 and point >= workspace.probabilities[result]:
        point -= workspace.probabilities[result]
        result += 1
    return result


@compiled
def settle(boxes: Any, tables: Tables, index: int, workspace: StepWorkspace) -> bool:
    """Draw the results of chance that are due, and find the seat that acts. Returns False, and leaves the seat, if the game is over.

    Where several seats may act at once, they act one after the other, the lowest first. None of them sees what the others chose.
    """
    mask = wide(_actors(boxes[0], tables.states[index]))
    while mask & _CHANCE:
        count = wide(
            _chance_outcomes(boxes[0], tables.states[index], workspace.codes, workspace.probabilities)
        )
        result = draw(tables, index, count, workspace)
        _play(boxes[0], tables.states[index], wide(_CHANCE_SEAT), wide(workspace.codes[result]))
        mask = wide(_actors(boxes[0], tables.states[index]))
    if mask == 0:
        return False
    seat = 0
    while mask >> seat & 1 == 0:
        seat += 1
    tables.seat[index] = seat
    return True


@entry_point("vector_reset", free=True)
def reset(
    boxes: Boxes, starts: States, tables: Tables, low: int, high: int, workspace: StepWorkspace
) -> None:
    """Start a new game at each table. `starts` holds one state for each seat that may go first; which is drawn."""
    for index in range(low, high):
        begin(boxes, starts, tables, index, workspace)


@compiled
def begin(boxes: Any, starts: Any, tables: Tables, index: int, workspace: StepWorkspace) -> None:
    """Start a new game at a table."""
    if len(tables.keys) > 0:
        seed = wide(next_word(tables.luck, index) >> _1)
        tables.seeds[index] = seed
        number_keys(seed, tables.keys[index], workspace.mixing)
        tables.draws[index] = 0
    first, count = 0, len(starts)
    if count > 1:
        workspace.probabilities[:count] = 1.0 / count
        first = draw(tables, index, wide(count), workspace)
    if len(tables.keys) > 0:
        tables.draws[index] = 1
    tables.states[index] = starts[first]
    tables.steps[index] = 0
    settle(boxes, tables, index, workspace)


@entry_point("vector_refusals", free=True)
def refusals(
    boxes: Boxes,
    tables: Tables,
    actions: Int32s,
    num_actions: int,
    out: Int32s,
    low: int,
    high: int,
    workspace: StepWorkspace,  # noqa: ARG001  # all loops are called alike
) -> None:
    """Write what `why_not` says of each table's action into `out`, int32: 0 if it is legal; -1 if there is no such action."""
    for index in range(low, high):
        action = wide(actions[index])
        if action < 0 or action >= num_actions:
            out[index] = -1
        else:
            out[index] = _why_not(boxes[0], tables.states[index], wide(tables.seat[index]), action)


@entry_point("vector_step", free=True)
def step(
    boxes: Boxes,
    starts: States,
    tables: Tables,
    actions: Int32s,
    shares: Float32Table,
    ended: UInt8s,
    cap: int,
    low: int,
    high: int,
    workspace: StepWorkspace,
) -> None:
    """Play a legal action at each table; where the game is over, write the result down and start a new one.

    Args:
        boxes: the components, an array of shape (1,).
        starts: one state for each seat that may go first.
        tables: the tables.
        actions: the action of each table, int32; `PASSED_OVER` where nothing is played.
        shares: written to: each seat's share of the win where a game ended, else 0; shape (tables, seats), float32.
        ended: written to: 0 if the game goes on, 1 if it ended, 2 if it was cut short.
        cap: the number of actions after which a game is cut short; 0 for never.
        low: the first table.
        high: the table after the last.
        workspace: working space.
    """
    seats = shares.shape[1]
    for index in range(low, high):
        ended[index] = 0
        for seat in range(seats):
            shares[index, seat] = 0.0
        if actions[index] == PASSED_OVER:
            continue
        _play(boxes[0], tables.states[index], wide(tables.seat[index]), wide(actions[index]))
        tables.steps[index] += 1
        going = settle(boxes, tables, index, workspace)
        if not going:
            _returns(boxes[0], tables.states[index], workspace.shares)
            for seat in range(seats):
                shares[index, seat] = workspace.shares[seat]
            ended[index] = 1
        elif cap > 0 and tables.steps[index] >= cap:
            ended[index] = 2
        if ended[index] != 0:
            renew(boxes, starts, tables, index, workspace)


@compiled
def renew(boxes: Any, starts: Any, tables: Tables, index: int, workspace: StepWorkspace) -> None:
    """Write down how far the game at a table came, and start a new one."""
    tables.last[index] = tables.states[index]
    tables.last_seat[index] = tables.seat[index]
    tables.last_steps[index] = tables.steps[index]
    tables.last_seeds[index] = tables.seeds[index]
    begin(boxes, starts, tables, index, workspace)


@entry_point("vector_renew_some", free=True)
def renew_some(
    boxes: Boxes, starts: States, tables: Tables, which: UInt8s, low: int, high: int, workspace: StepWorkspace
) -> None:
    """Break off the games of the tables where `which`, uint8, is not 0."""
    for index in range(low, high):
        if which[index] != 0:
            renew(boxes, starts, tables, index, workspace)


@entry_point("vector_mask", free=True)
def mask(
    boxes: Boxes, tables: Tables, out: UInt8Table, low: int, high: int, workspace: StepWorkspace
) -> None:
    """Write 1 into `out`, shape (tables, actions), for each action that is legal for the seat that acts, else 0."""
    for index in range(low, high):
        row = out[index]
        row[:] = 0
        count = wide(_legal(boxes[0], tables.states[index], wide(tables.seat[index]), workspace.actions))
        for number in range(count):
            row[workspace.actions[number]] = 1


@entry_point("vector_sample", free=True)
def sample(boxes: Boxes, tables: Tables, out: Int32s, low: int, high: int, workspace: StepWorkspace) -> None:
    """Draw a legal action for each table, each equally likely."""
    for index in range(low, high):
        count = wide(_legal(boxes[0], tables.states[index], wide(tables.seat[index]), workspace.actions))
        out[index] = workspace.actions[int(fraction(tables.taste, index) * count)]


@entry_point("vector_observe", free=True)
def observe(
    boxes: Boxes,
    states: States,
    seats: Int8s,
    out: Float32Table,
    low: int,
    high: int,
    workspace: StepWorkspace,
) -> None:
    """Write what a seat of each table sees into `out`, shape (tables, size), float32."""
    for index in range(low, high):
        workspace.seen[0] = states[index]
        seat = wide(seats[index])
        _hide(boxes[0], workspace.seen[0], 1 << seat)
        _observe(boxes[0], workspace.seen[0], seat, out[index])
