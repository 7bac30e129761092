"""The trajectory of a game inside compiled code: its events, its clock and its chance.

Draw number `n` gives what a table with the same seed draws (`core.chance`), so the same actions at a table make the same game. If there
is no room for more events, the loop returns `FULL`; its caller makes room and calls it again.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ludotheque.bots.judging import wide
from ludotheque.core import verbs
from ludotheque.core.chance import WORDS
from ludotheque.core.draws import drawn, make_words
from ludotheque.core.entry_point import Int64s, Int64Table, UInt64s
from ludotheque.core.jit import compiled

_actors, _play, _chance_outcomes = verbs.actors, verbs.play, verbs.chance_outcomes
_CHANCE, _CHANCE_SEAT = verbs.CHANCE, verbs.CHANCE_SEAT

EVENTS, DRAWS, NOW, THEN, ACTIONS, NOTED, BEGUN, OPENING = range(8)
"""What `Trajectory.at` holds: the number of events, the number of the next draw, the clock (ms), the instant of the next action (-1 if
not drawn yet), the number of actions of seats, whether the trajectory is noted, whether the game has begun, and how many of its first
actions are drawn by lot.
"""

STOPPED, OVER, FULL = range(3)
"""Why a loop ended: it reached its limit, the game is over, or the trajectory is full."""

FEW_EVENTS = 256


class Trajectory(NamedTuple):
    """The events, numbers and keys of a game. With no room for events the trajectory is not noted, and a random generator draws chance.

    Attributes:
        events: rows of (seat, code, instant); the instant is -1 without a clock.
        at: the numbers listed at `OPENING`.
        keys: what draws are computed from, see `core.draws`.
        words: working space for a draw.
        state: working space for a draw.
        workspace: working space for a draw.
    """

    events: Int64Table
    at: Int64s
    keys: Int64s
    words: UInt64s
    state: Int64s
    workspace: Int64s


def unnoted() -> Trajectory:
    """A trajectory for games of which only the result matters."""
    return _trajectory(0)


def noted() -> Trajectory:
    """A trajectory that keeps events and draws chance as a table does. Its `keys` must still be filled in."""
    return _trajectory(FEW_EVENTS)


def _trajectory(events: int) -> Trajectory:
    numbers = np.zeros(8, np.int64), np.zeros(16, np.int64)
    working = np.zeros(WORDS, np.uint64), np.zeros(16, np.int64), np.zeros(64, np.int64)
    trajectory = Trajectory(np.empty((events, 3), np.int64), *numbers, *working)
    begin(trajectory.at)
    trajectory.at[NOTED] = events > 0
    return trajectory


@compiled
def begin(at: Any) -> None:
    """Reset the numbers to the start of a game. Draw 0 decides who goes first, as at a table."""
    at[EVENTS] = at[NOW] = at[ACTIONS] = at[BEGUN] = 0
    at[DRAWS] = 1
    at[THEN] = -1


def with_more_space(trajectory: Trajectory) -> Trajectory:
    """The same trajectory with room for twice as many events."""
    return trajectory._replace(events=np.concatenate([trajectory.events, np.empty_like(trajectory.events)]))


@compiled
def note(trajectory: Trajectory, seat: int, code: int, at_ms: int) -> None:
    """Write an event down if the trajectory is noted. There must be room for it."""
    if trajectory.at[NOTED] != 0:
        row = trajectory.at[EVENTS]
        trajectory.events[row, 0] = seat
        trajectory.events[row, 1] = code
        trajectory.events[row, 2] = at_ms
        trajectory.at[EVENTS] = row + 1


@compiled
def is_full(trajectory: Trajectory) -> bool:
    """Whether the next event, with something due before it, might not fit."""
    return bool(trajectory.at[NOTED] != 0 and trajectory.at[EVENTS] + 2 >= len(trajectory.events))


@compiled
def chance_speaks(boxes: Any, states: Any, chances: Any, trajectory: Trajectory, rng: Any) -> int:
    """Draw the results of chance that are due. Returns the bit mask of the seats that may act then.

    The mask still contains `CHANCE` if the trajectory is full.
    """
    codes, probabilities = chances
    mask = wide(_actors(boxes[0], states[0]))
    while mask & _CHANCE:
        at = trajectory.at
        if is_full(trajectory):
            return mask  # type: ignore[no-any-return]
        count = wide(_chance_outcomes(boxes[0], states[0], codes, probabilities))
        if at[NOTED] != 0:
            make_words(trajectory.keys, at[DRAWS], trajectory.state, trajectory.workspace, trajectory.words)
            result = drawn(trajectory.words, probabilities, count)
            at[DRAWS] += 1
        else:
            point, result = rng.random(), 0
            while result < count - 1 and point >= probabilities[result]:
                point -= probabilities[result]
                result += 1
        code = wide(codes[result])
        note(trajectory, wide(_CHANCE_SEAT), code, wide(-1))
        _play(boxes[0], states[0], wide(_CHANCE_SEAT), code)
        mask = wide(_actors(boxes[0], states[0]))
    return mask  # type: ignore[no-any-return]
