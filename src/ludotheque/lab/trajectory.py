"""The trajectory of a game that is played inside compiled code: its events, its clock, and its chance.

Result number `n` of chance is the one that a table draws from the same seed (`core.chance`), so that the same actions at a table are the
same game. Where there is no room for more events, the loop returns `FULL`; who called it makes room and calls it again.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ludotheque.bots.judging import wide
from ludotheque.core import verbs
from ludotheque.core.chance import WORDS
from ludotheque.core.jit import compiled
from ludotheque.lab.words import make_words

_actors, _play, _chance_outcomes = verbs.actors, verbs.play, verbs.chance_outcomes
_CHANCE, _CHANCE_SEAT = verbs.CHANCE, verbs.CHANCE_SEAT

EVENTS, DRAWS, NOW, THEN, ACTIONS, NOTED, BEGUN, OPENING = range(8)
"""What `Trajectory.at` holds: events written, the number of the next draw, the clock (ms), the
instant of the next action (-1: not drawn yet), actions of seats, whether the trajectory is noted, whether the game has begun,
how many actions at its beginning are drawn by lot."""

STOPPED, OVER, FULL = range(3)
"""Why a loop ended: it came to its limit, the game is over, or the trajectory wants room."""

FEW_EVENTS = 256

_TOP = np.uint64(2**64 - 1)
_ONE = np.uint64(1)
_LOW_BITS = np.uint64(11)


class Trajectory(NamedTuple):
    """`events` has a row an event (seat, code, instant; the instant is -1 without a clock), `at` the numbers named above, `keys` those of
    the seed (`lab.words`); `words`, `state` and `workspace` are working space. No row of events: the trajectory is not noted, and chance
    comes from a generator.
    """

    events: Any
    at: Any
    keys: Any
    words: Any
    state: Any
    workspace: Any


def unnoted() -> Trajectory:
    """The trajectory of games of which only the end counts."""
    return _trajectory(0)


def noted() -> Trajectory:
    """The trajectory of games whose events are written down, and whose chance is that of a table; `keys` are still to be filled in."""
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
    """Make the numbers those of a game that has not begun. Draw 0 decides who goes first, as at a table."""
    at[EVENTS] = at[NOW] = at[ACTIONS] = at[BEGUN] = 0
    at[DRAWS] = 1
    at[THEN] = -1


def with_more_space(trajectory: Trajectory) -> Trajectory:
    """The same trajectory with room for twice as many events."""
    return trajectory._replace(events=np.concatenate([trajectory.events, np.empty_like(trajectory.events)]))


@compiled
def note(trajectory: Trajectory, seat: int, code: int, at_ms: int) -> None:
    """Write an event down, where the trajectory is noted; there is room for it."""
    if trajectory.at[NOTED] != 0:
        row = trajectory.at[EVENTS]
        trajectory.events[row, 0] = seat
        trajectory.events[row, 1] = code
        trajectory.events[row, 2] = at_ms
        trajectory.at[EVENTS] = row + 1


@compiled
def is_full(trajectory: Trajectory) -> bool:
    """Whether there may be no room for what happens next (an event, and what is due before it)."""
    return bool(trajectory.at[NOTED] != 0 and trajectory.at[EVENTS] + 2 >= len(trajectory.events))


@compiled
def drawn(words: Any, probabilities: Any, count: int) -> int:
    """A result as `core.chance.Source.draw` finds it in these words (all of them skipped by a draw without bias: never in practice)."""
    least = most = probabilities[0]
    for index in range(1, count):
        least = min(least, probabilities[index])
        most = max(most, probabilities[index])
    if most - least < 1e-12:
        size = np.uint64(count)
        beyond = (_TOP % size + _ONE) % size
        position = 0
        while position < WORDS - 1 and words[position] > _TOP - beyond:
            position += 1
        return wide(words[position] % size)  # type: ignore[no-any-return]
    point = float(words[0] >> _LOW_BITS) / 9007199254740992.0
    total, last = 0.0, 0
    for index in range(count):
        total += probabilities[index]
        if point < total:
            return index
        if probabilities[index] > 0.0:
            last = index
    return last


@compiled
def chance_speaks(boxes: Any, states: Any, chances: Any, trajectory: Trajectory, rng: Any) -> int:
    """Let chance decide what is awaited of it; the bit mask of the seats that may act then.

    The mask still holds `CHANCE` if the trajectory has no room for the next result.
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
