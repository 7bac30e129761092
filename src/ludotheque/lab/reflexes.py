"""Games against the clock between bots, inside compiled code: everybody plans, the first hand acts, then all plan anew.

Each bot is shown the view of its seat, and says what it does next and when (the verb `reflex`). Between two of them what is due by
itself happens, and chance speaks.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ludotheque.bots.judging import wide
from ludotheque.core import verbs
from ludotheque.core.game import Game
from ludotheque.core.jit import compiled
from ludotheque.lab.trajectory import ACTIONS as DID
from ludotheque.lab.trajectory import (
    BEGUN,
    FULL,
    NOTED,
    NOW,
    OPENING,
    OVER,
    STOPPED,
    Trajectory,
    begin,
    chance_speaks,
    is_full,
    note,
    unnoted,
)

_CHANCE, _TIME_SEAT = verbs.CHANCE, verbs.TIME_SEAT
_play, _advance, _due, _why_not = verbs.play, verbs.advance, verbs.due, verbs.why_not
_hide, _reflex, _reach, _revision = verbs.hide, verbs.reflex, verbs.reach, verbs.revision

ACTIONS, BY_ITSELF = range(2)
"""What a tally counts: actions of seats, and times at which something happened by itself."""


class Workspace(NamedTuple):
    """Working space: the trajectory of the game, results of chance, a seat's view, its answer, and what every seat is about to do (-1: nothing) and when,
    and at which revision it was asked (-1: not yet); `lowest` holds the lowest level for each seat, which all play an opening at."""

    trajectory: Trajectory
    chances: Any
    seen: Any
    answer: Any
    codes: Any
    at_ms: Any
    asked: Any
    lowest: Any


def workspace_for(game: Game, states: Any, trajectory: Trajectory | None = None) -> Workspace:
    """Working space for games that begin like `states`, an array of one."""
    chances = (np.empty(game.max_chance, np.int32), np.empty(game.max_chance))
    seats = int(states["seats"][0])
    return Workspace(
        unnoted() if trajectory is None else trajectory,
        chances,
        states.copy(),
        np.zeros(2, np.int64),
        np.full(seats, -1),
        np.zeros(seats, np.int64),
        np.full(seats, -1),
        np.zeros(seats, np.int64),
    )


@compiled
def ask(boxes: Any, states: Any, mask: int, now_ms: int, levels: Any, luck: Any, workspace: Any) -> None:
    """What every seat of the mask is about to do. Who means to do the same as before goes on, its hand being on its way."""
    revision = _revision(boxes[0], states[0])
    for seat in range(len(levels)):
        if (
            workspace.asked[seat] == revision
            and revision >= 0
            and is_possible(boxes, states, seat, workspace)
        ):
            continue
        workspace.asked[seat] = revision
        workspace.answer[1] = -1
        if mask >> seat & 1:
            workspace.seen[0] = states[0]
            _hide(boxes[0], workspace.seen[0], 1 << seat)
            _reflex(boxes[0], workspace.seen[0], seat, levels[seat], luck[seat], workspace.answer)
        code, delay_ms = workspace.answer[0], workspace.answer[1]
        if delay_ms < 0:
            workspace.codes[seat] = -1
        elif code != workspace.codes[seat]:
            workspace.codes[seat] = code
            workspace.at_ms[seat] = now_ms + delay_ms + int(_reach(boxes[0], states[0], seat, code))


@compiled
def is_possible(boxes: Any, states: Any, seat: int, workspace: Any) -> bool:
    """Whether a seat may still do what it means to (or means to do nothing)."""
    code = workspace.codes[seat]
    return bool(code < 0 or _why_not(boxes[0], states[0], seat, code) == 0)


@compiled
def first_of(workspace: Any) -> int:
    """Who acts first; -1 if nobody means to."""
    first = -1
    for seat in range(len(workspace.codes)):
        if workspace.codes[seat] >= 0 and (first < 0 or workspace.at_ms[seat] < workspace.at_ms[first]):
            first = seat
    return first


@compiled
def taken(workspace: Any, seat: int) -> int:
    """What a seat is about to do: it does it now, and is asked again."""
    code = workspace.codes[seat]
    workspace.codes[seat] = -1
    workspace.asked[seat] = -1
    return int(code)


@compiled
def play_out(
    boxes: Any, states: Any, levels: Any, luck: Any, most: int, workspace: Any, tally: Any, rng: Any
) -> int:
    """Play a game from `states[0]` on to its end: OVER, or STOPPED if that had not come after `most` steps, see `lab.trajectory`.

    `boxes` and `states` are arrays of one record; `levels` (0 to 4, as `bots.LEVELS`) and `luck` one int64 for each seat;
    `tally` int64, see `ACTIONS`. Where the trajectory is noted and FULL, the game goes on at the next call.
    """
    trajectory, at = workspace.trajectory, workspace.trajectory.at
    if at[NOTED] == 0:
        begin(at)
    if at[BEGUN] == 0:
        at[BEGUN] = 1
        workspace.codes[:] = -1
        workspace.asked[:] = -1
    for _ in range(most):
        mask = chance_speaks(boxes, states, workspace.chances, trajectory, rng)
        if mask & _CHANCE or is_full(trajectory):
            return FULL
        if mask == 0:
            return OVER
        as_they_play = workspace.lowest if at[DID] < at[OPENING] else levels
        ask(boxes, states, mask, at[NOW], as_they_play, luck, workspace)
        seat, due = first_of(workspace), wide(_due(boxes[0], states[0]))
        if due >= 0 and (seat < 0 or due <= workspace.at_ms[seat]):
            at[NOW] = max(at[NOW], due)
            _advance(boxes[0], states[0], at[NOW])
            note(trajectory, wide(_TIME_SEAT), wide(0), at[NOW])
            tally[BY_ITSELF] += 1
        elif seat < 0:
            return STOPPED
        else:
            at[NOW] = max(at[NOW], workspace.at_ms[seat])
            code = wide(taken(workspace, seat))
            _advance(boxes[0], states[0], at[NOW])
            if _why_not(boxes[0], states[0], seat, code) == 0:
                note(trajectory, wide(seat), code, at[NOW])
                _play(boxes[0], states[0], seat, code)
                tally[ACTIONS] += 1
                at[DID] += 1
    return STOPPED
