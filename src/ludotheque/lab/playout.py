"""Games played inside compiled code, written once over the verbs for every game: what speed is measured with.

Seats that may act at the same moment act in an order drawn by lot. In a game with a clock some time passes before each action.
A greedy player is the bot of that level: it sees the view of its seat, and keeps the action that looks best.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ludotheque.bots.greedy import EQUAL, GUESSES_OF_SECRETS
from ludotheque.bots.judging import look_ahead, one_of, settle, wide
from ludotheque.core import verbs
from ludotheque.core.game import Game
from ludotheque.core.jit import compiled

_actors, _legal, _play, _advance = verbs.actors, verbs.legal, verbs.play, verbs.advance
_hide, _redeal, _promising, _prefer = verbs.hide, verbs.redeal, verbs.promising, verbs.prefer
_CHANCE = verbs.CHANCE

UNIFORM, GREEDY = 0, 1

PAUSE_MS = 1500
"""In a game with a clock, up to so many milliseconds pass before an action, each number equally likely."""

ACTIONS, DESTINATIONS, GAMES, CAPPED = range(4)
"""What a tally counts: actions of seats, legal actions that were listed for them, games that ended, and those cut short."""


class Conditions(NamedTuple):
    """How games are played: `policy` UNIFORM or GREEDY, `cap` the actions after which a game is cut short."""

    policy: int
    cap: int
    timed: int
    guesses: int


class Room(NamedTuple):
    """Working space: arrays that playing writes to. `going` holds the game's actions so far and its clock (ms)."""

    going: Any
    actions: Any
    worths: Any
    shares: Any
    chances: Any
    seen: Any
    guess: Any
    tried: Any


def conditions(game: Game, policy: int, cap: int) -> Conditions:
    """The conditions for a game."""
    guesses = GUESSES_OF_SECRETS if game.secrets or game.simultaneous else 1
    return Conditions(policy, cap, int(game.timed), guesses)


def room_for(game: Game, states: Any) -> Room:
    """Working space for games that begin like `states`, an array of one."""
    chances = (np.empty(game.max_chance, np.int32), np.empty(game.max_chance))
    return Room(
        np.zeros(2, np.int64),
        np.empty(game.max_legal, np.int32),
        np.empty(game.max_legal),
        np.empty(int(states["seats"][0])),
        chances,
        states.copy(),
        states.copy(),
        states.copy(),
    )


@compiled
def best_of(boxes: Any, states: Any, seat: int, count: int, guesses: int, room: Any, rng: Any) -> int:
    """The index in `room.actions`, which holds `count` legal ones, of the action that looks best to the seat.

    Equals are drawn by lot. `room.actions` may be put in another order, and hold the promising ones alone.
    """
    room.seen[0] = states[0]
    _hide(boxes[0], room.seen[0], 1 << seat)
    preferred = _prefer(boxes[0], room.seen[0], seat, room.actions, wide(count))
    if preferred > 0:
        return int(rng.random() * preferred)
    for guess in range(guesses):
        room.guess[0] = room.seen[0]
        _redeal(boxes[0], room.guess[0], 1 << seat, rng)
        if guess == 0:
            count = _promising(boxes[0], room.guess[0], seat, room.actions)
            room.worths[:count] = 0.0
        look_ahead(
            boxes,
            room.guess,
            seat,
            room.actions,
            count,
            room.worths,
            room.tried,
            room.shares,
            room.chances,
            rng,
        )
    best, equals = 0, 1
    for index in range(1, count):
        if room.worths[index] > room.worths[best] + EQUAL:
            best, equals = index, 1
        elif room.worths[index] > room.worths[best] - EQUAL:
            equals += 1
            if rng.random() * equals < 1.0:
                best = index
    return best


@compiled
def play_on(
    boxes: Any, start: Any, states: Any, how: Conditions, budget: int, room: Any, tally: Any, rng: Any
) -> None:
    """Play so many actions from `states[0]` on, a new game from `start[0]` whenever one is over; counts into `tally`.

    `boxes`, `start` and `states` are arrays of one record, `start` past `setup`; `tally` is int64, see `ACTIONS`. What was
    begun goes on at the next call with the same `states` and `room`.
    """
    done = 0
    while done < budget:
        if how.timed != 0:
            room.going[1] += 1 + int(rng.random() * PAUSE_MS)
            _advance(boxes[0], states[0], room.going[1])
        mask = wide(_actors(boxes[0], states[0]))
        if mask & _CHANCE:
            mask = settle(boxes, states, room.chances, rng)
        if mask != 0 and room.going[0] < how.cap:
            seat = one_of(mask, rng)
            count = _legal(boxes[0], states[0], seat, room.actions)
            if how.policy == GREEDY:
                chosen = best_of(boxes, states, seat, count, how.guesses, room, rng)
            else:
                chosen = int(rng.random() * count)
            _play(boxes[0], states[0], seat, room.actions[chosen])
            tally[ACTIONS] += 1
            tally[DESTINATIONS] += count
            room.going[0] += 1
            done += 1
        else:
            tally[GAMES] += 1
            tally[CAPPED] += mask != 0
            states[0] = start[0]
            room.going[:] = 0
