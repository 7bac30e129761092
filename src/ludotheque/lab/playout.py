"""Games played inside compiled code, written once over the verbs for every game: bots against each other, and measures of speed.

Seats that may act at the same moment act in an order drawn by lot. In a game with a clock some time passes before each action.
A greedy player is the bot of that level: it sees the view of its seat, and keeps the action that looks best.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ludotheque.bots.greedy import EQUAL, GUESSES_OF_SECRETS
from ludotheque.bots.judging import look_ahead, random_seat, wide
from ludotheque.core import verbs
from ludotheque.core.game import Game
from ludotheque.core.jit import compiled
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
_hide, _redeal, _promising, _prefer = verbs.hide, verbs.redeal, verbs.promising, verbs.prefer
_CHANCE, _TIME_SEAT = verbs.CHANCE, verbs.TIME_SEAT

UNIFORM, GREEDY = 0, 1
"""What a seat plays by: any legal action, or the one that looks best; the places of these levels in `bots.LEVELS`."""

PAUSE_MS = (1, 1500)
"""In a game with a clock so many milliseconds pass before an action where speed is measured, each number equally likely."""

DONE, DESTINATIONS, GAMES, CAPPED = range(4)
"""What a tally counts: actions of seats, legal actions that were listed for them, games that ended, and those cut short."""


class Conditions(NamedTuple):
    """How games are played. `cap`: the actions after which one is cut short; `again`: whether another follows; `near`: the share of a win by which an action may look worse than the
    best and a greedy player still draws it; `min_ms`, `spread_ms`: what passes before an action, and how many lengths there are.
    """

    cap: int
    again: int
    near: float
    timed: int
    min_ms: int
    spread_ms: int
    guesses: int


class Workspace(NamedTuple):
    """Working space: arrays that playing writes to."""

    trajectory: Trajectory
    actions: Any
    worths: Any
    shares: Any
    chances: Any
    seen: Any
    guess: Any
    tried: Any


def conditions_for(
    game: Game,
    cap: int,
    *,
    again: bool = True,
    near: float = 0.0,
    pause_ms: tuple[int, int] = PAUSE_MS,
) -> Conditions:
    """The conditions for a game."""
    guesses = GUESSES_OF_SECRETS if game.secrets or game.simultaneous else 1
    least, most = pause_ms
    return Conditions(cap, int(again), float(near), int(game.timed), least, most - least + 1, guesses)


def workspace_for(game: Game, states: Any, trajectory: Trajectory | None = None) -> Workspace:
    """Working space for games that begin like `states`, an array of one."""
    chances = (np.empty(game.max_chance, np.int32), np.empty(game.max_chance))
    return Workspace(
        unnoted() if trajectory is None else trajectory,
        np.empty(game.max_legal, np.int32),
        np.empty(game.max_legal),
        np.empty(int(states["seats"][0])),
        chances,
        states.copy(),
        states.copy(),
        states.copy(),
    )


@compiled
def best_of(
    boxes: Any, states: Any, seat: int, count: int, guesses: int, near: float, workspace: Any, rng: Any
) -> int:
    """The index in `workspace.actions`, which holds `count` legal ones, of the action that looks best to the seat.

    Equals are drawn by lot, and with them what looks worse by no more than `near`. `workspace.actions` may be put in another order, and hold
    the promising ones alone.
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
def time_passes(boxes: Any, states: Any, conditions: Conditions, trajectory: Trajectory, rng: Any) -> bool:
    """Let time go on to the next action; False if something happened by itself before (that action comes when it would have come)."""
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


@compiled
def play_on(
    boxes: Any,
    start: Any,
    states: Any,
    conditions: Conditions,
    levels: Any,
    budget: int,
    workspace: Any,
    tally: Any,
    luck: Any,
    referee: Any,
) -> int:
    """Play up to so many actions from `states[0]` on, with `conditions.again` a new game from `start[0]` whenever one is over.

    `boxes`, `start` and `states` are arrays of one record, `start` past `setup`; `levels` has UNIFORM or GREEDY for each seat, int64;
    `tally` is int64, see `DONE`. `luck` is the bots' generator; `referee` draws who acts when, what is drawn of an opening, and chance where
    the trajectory is not noted. Returns OVER, FULL or STOPPED, see `lab.trajectory`; what was begun goes on at the next call with the same
    `states` and `workspace`.
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
