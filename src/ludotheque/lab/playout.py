"""Whole games inside compiled code, for any game: bots against each other, and measurements of speed.

If several seats may act at the same moment, they act in random order. In a game with a clock some time passes before each action.
A greedy player sees the view of its seat and takes the action that looks best, like the bot of that level; an easy one looks at a few.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ludotheque.bots.inside import EASY, GREEDY, best_of, best_of_few
from ludotheque.bots.judging import random_seat, wide
from ludotheque.bots.one_ahead import guesses_of
from ludotheque.core import verbs
from ludotheque.core.entry_point import Boxes, Chances, Float64s, Int32s, Int64s, OneState, entry_point
from ludotheque.core.game import Game
from ludotheque.core.jit import compiled
from ludotheque.core.luck import Luck
from ludotheque.lab.trajectory import (
    ACTIONS,
    FULL,
    NOW,
    OPENING,
    OVER,
    STOPPED,
    THEN,
    Trajectory,
    begin,
    chance_speaks,
    is_full,
    note,
    unnoted,
)

_legal, _play, _due, _advance = verbs.legal, verbs.play, verbs.due, verbs.advance
_CHANCE, _TIME_SEAT = verbs.CHANCE, verbs.TIME_SEAT

PAUSE_MS = (1, 1500)
"""When speed is measured in a game with a clock: the shortest and longest time before an action, each length equally likely."""

DONE, DESTINATIONS, GAMES, CAPPED = range(4)
"""The counters of a tally: actions of seats, legal actions listed for them, games that ended, and games cut short."""


class Conditions(NamedTuple):
    """How games are played.

    Attributes:
        cap: the number of actions after which a game is cut short.
        again: 1 if another game follows, else 0.
        near: a greedy player draws by lot among the actions whose evaluation is at most this much worse than the best.
        timed: 1 if the game has a clock, else 0.
        min_ms: the shortest time before an action.
        spread_ms: the number of different lengths of that time.
        guesses: how many guesses of what it cannot see a greedy player averages over.
    """

    cap: int
    again: int
    near: float
    timed: int
    min_ms: int
    spread_ms: int
    guesses: int


class PlayoutWorkspace(NamedTuple):
    """Arrays that playing writes to."""

    trajectory: Trajectory
    actions: Int32s
    worths: Float64s
    shares: Float64s
    chances: Chances
    seen: OneState
    guess: OneState
    tried: OneState


def conditions_for(
    game: Game,
    cap: int,
    *,
    again: bool = True,
    near: float = 0.0,
    pause_ms: tuple[int, int] = PAUSE_MS,
) -> Conditions:
    """The conditions for a game; `pause_ms` is the shortest and longest time before an action."""
    least, most = pause_ms
    return Conditions(
        cap, int(again), float(near), int(game.timed), least, most - least + 1, guesses_of(game)
    )


def workspace_for(game: Game, states: Any, trajectory: Trajectory | None = None) -> PlayoutWorkspace:
    """Working space for games that start like `states`, an array of shape (1,)."""
    chances = (np.empty(game.max_chance, np.int32), np.empty(game.max_chance))
    return PlayoutWorkspace(
        unnoted() if trajectory is None else trajectory,
        np.empty(game.max_legal, np.int32),
        np.empty(game.max_legal),
        np.empty(int(states[0]["seats"])),
        chances,
        states.copy(),
        states.copy(),
        states.copy(),
    )


@compiled
def time_passes(boxes: Any, states: Any, conditions: Conditions, trajectory: Trajectory, rng: Any) -> bool:
    """Let time pass until the next action. Returns False if something happened by itself first; the planned action keeps its instant."""
    at = trajectory.at
    if at[THEN] < 0:
        at[THEN] = at[NOW] + conditions.min_ms + int(rng.random() * conditions.spread_ms)
    due = wide(_due(boxes[0], states[0]))
    happens = 0 <= due <= at[THEN]
    at[NOW] = max(at[NOW], due) if happens else at[THEN]
    _advance(boxes[0], states[0], at[NOW])
    if happens:
        note(trajectory, wide(_TIME_SEAT), wide(0), at[NOW])
    else:
        at[THEN] = -1
    return not happens


@entry_point()
def play_on(
    boxes: Boxes,
    start: OneState,
    states: OneState,
    conditions: Conditions,
    levels: Int64s,
    budget: int,
    workspace: PlayoutWorkspace,
    tally: Int64s,
    luck: Luck,
    referee: Luck,
) -> int:
    """Play up to `budget` actions from `states[0]`; with `conditions.again`, start a new game from `start[0]` whenever one is over.

    Args:
        boxes: the components, an array of shape (1,).
        start: the state after `setup`, an array of shape (1,).
        states: the state to play on, an array of shape (1,).
        conditions: how games are played.
        levels: UNIFORM, EASY or GREEDY for each seat, int64.
        budget: the most actions of this call.
        workspace: working space. A later call with the same `states` and `workspace` continues the game.
        tally: the counters to add to, int64, see `CAPPED`.
        luck: the bots' random generator.
        referee: the random generator that decides who acts when, draws the opening, and draws chance if no trajectory is noted.

    Returns:
        OVER, FULL or STOPPED, see `lab.trajectory`.
    """
    done, trajectory, at = 0, workspace.trajectory, workspace.trajectory.at
    while done < budget:
        mask = chance_speaks(boxes, states, workspace.chances, trajectory, referee)
        if mask & _CHANCE or is_full(trajectory):
            return FULL
        if mask == 0 or at[ACTIONS] >= conditions.cap:
            tally[GAMES] += 1
            tally[CAPPED] += mask != 0
            if conditions.again == 0:
                return OVER if mask == 0 else STOPPED
            states[0] = start[0]
            begin(at)
            continue
        if conditions.timed != 0 and not time_passes(boxes, states, conditions, trajectory, referee):
            continue
        seat = random_seat(mask, referee)
        count = wide(_legal(boxes[0], states[0], seat, workspace.actions))
        if count == 0:
            return STOPPED
        if at[ACTIONS] < at[OPENING]:
            chosen = int(referee.random() * count)
        elif levels[seat] == GREEDY:
            chosen = best_of(boxes, states, seat, count, conditions.guesses, conditions.near, workspace, luck)
        elif levels[seat] == EASY:
            chosen = best_of_few(boxes, states, seat, workspace, luck)
        else:
            chosen = int(luck.random() * count)
        code = wide(workspace.actions[chosen])
        note(trajectory, wide(seat), code, at[NOW] if conditions.timed != 0 else wide(-1))
        _play(boxes[0], states[0], seat, code)
        tally[DONE] += 1
        tally[DESTINATIONS] += count
        at[ACTIONS] += 1
        done += 1
    return STOPPED
