"""Whole games against the clock between bots, inside compiled code: all bots plan, the earliest acts, and all plan again.

Each bot sees the view of its seat and says what it does next, and when (the verb `reflex`). Between two actions, whatever is due
happens by itself and chance is drawn.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ludotheque.bots.judging import wide
from ludotheque.core import verbs
from ludotheque.core.entry_point import Boxes, Chances, Int64s, OneState, entry_point
from ludotheque.core.game import Game
from ludotheque.core.jit import compiled
from ludotheque.core.luck import Luck
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
"""The counters of a tally: actions of seats, and the times that something happened by itself."""


class ReflexWorkspace(NamedTuple):
    """Arrays that playing writes to.

    Attributes:
        trajectory: the trajectory of the game.
        chances: the results of chance and their probabilities.
        seen: a seat's view.
        answer: a seat's answer, action and delay.
        codes: for each seat the action it plans, -1 for none.
        at_ms: for each seat the instant of that action.
        asked: for each seat the revision at which it was last asked, -1 for never.
        lowest: the lowest level for each seat, at which all play an opening.
    """

    trajectory: Trajectory
    chances: Chances
    seen: OneState
    answer: Int64s
    codes: Int64s
    at_ms: Int64s
    asked: Int64s
    lowest: Int64s


def workspace_for(game: Game, states: Any, trajectory: Trajectory | None = None) -> ReflexWorkspace:
    """Working space for games that start like `states`, an array of shape (1,)."""
    chances = (np.empty(game.max_chance, np.int32), np.empty(game.max_chance))
    seats = int(states[0]["seats"])
    return ReflexWorkspace(
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
    """Update the plan of every seat of the mask. A seat that plans the same action as before keeps its instant."""
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
    """Whether a seat's planned action is still legal, or the seat plans none."""
    code = workspace.codes[seat]
    return bool(code < 0 or _why_not(boxes[0], states[0], seat, code) == 0)


@compiled
def first_of(workspace: Any) -> int:
    """The seat that acts first; -1 if none plans to."""
    first = -1
    for seat in range(len(workspace.codes)):
        if workspace.codes[seat] >= 0 and (first < 0 or workspace.at_ms[seat] < workspace.at_ms[first]):
            first = seat
    return first


@compiled
def taken(workspace: Any, seat: int) -> int:
    """Take a seat's planned action; the seat is asked again afterwards."""
    code = workspace.codes[seat]
    workspace.codes[seat] = -1
    workspace.asked[seat] = -1
    return int(code)


@entry_point()
def play_out(
    boxes: Boxes,
    states: OneState,
    levels: Int64s,
    luck: Int64s,
    most: int,
    workspace: ReflexWorkspace,
    tally: Int64s,
    rng: Luck,
) -> int:
    """Play a game from `states[0]` to its end.

    Args:
        boxes: the components, an array of shape (1,).
        states: the state to play on, an array of shape (1,).
        levels: for each seat its level as an index in `bots.LEVELS`, int64.
        luck: for each seat a whole number, int64.
        most: the most steps of this call.
        workspace: working space. If the call returns FULL, a later call with more room continues the game.
        tally: the counters to add to, int64, see `BY_ITSELF`.
        rng: the random generator for chance that is not noted.

    Returns:
        OVER; FULL if the trajectory has no more room; STOPPED if the game was not over after `most` steps or cannot go on. See
        `lab.trajectory`.
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
