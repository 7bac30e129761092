"""How fast a game is: actions a second inside compiled code, and what a table makes of them for people.

Times are processor time of this process, so that what else the machine does counts little. Whoever measures waits for compiled
code (unless all rules are interpreted); other threads go on as they were.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from time import process_time
from typing import Any

import numpy as np

from ludotheque.core import components, entry, state
from ludotheque.core.game import Game, Value
from ludotheque.core.kernel import compiled_throughout
from ludotheque.lab import playout
from ludotheque.table import Table

PLAYOUTS: Mapping[str, int] = {"uniform random": playout.UNIFORM, "greedy": playout.GREEDY}
"""Works that play whole games in compiled code, with the policy of each."""

TABLE_WORKS = ("table", "scene")
"""Works of a `Table`: carrying out an action with its notation, and what the seat that acts is shown."""

SEED = 1
ENDLESS = 1 << 62
PAUSE_MS = 1000
"""At a table with a clock somebody does something within so many milliseconds."""

MIN_S = 0.05
"""Processor seconds below which a measure is repeated rather than believed."""


@dataclass(frozen=True)
class Speed:
    """What so much processor time did. `actions` are those of seats, `destinations` the legal actions listed for them,
    `games` those played to their end or to the cap, of which `capped` were cut short.
    """

    seconds: float
    actions: int
    destinations: int = 0
    games: int = 0
    capped: int = 0

    def per_second(self, count: float) -> float:
        """So many of something, a second."""
        return count / max(self.seconds, 1e-9)


def variants(game: Game) -> Iterator[tuple[int, dict[str, Value]]]:
    """Each number of players, and for each the values of the options that depend on the number of players (of those that
    belong to another option, none: they say how that one is played).
    """
    for seats in game.seats:
        fitting = [
            option
            for option in game.options
            if (option.choice_seats or option.seats is not None) and option.exists(seats, {})
        ]
        if not fitting:
            yield seats, {}
        for option in fitting:
            for value in option.choices_for(seats) or (False, True):
                yield seats, {option.name: value}


@compiled_throughout
def playouts(
    game: Game,
    seats: int,
    options: Mapping[str, Value],
    work: str,
    cap: int,
    own: Mapping[str, Any] | None = None,
) -> Callable[[float, int], Speed]:
    """A measure of a work of `PLAYOUTS`: called with the least seconds and the most actions, it plays games from a seed.

    It plays the same games each time, and the same interpreted as compiled. `own` is a user's own component file.
    """
    boxes = components.load(game, own).array
    start = game.fresh_state(seats, game.check_options(seats, options))
    entry.setup(boxes, start)
    conditions, levels = playout.conditions_for(game, cap), np.full(seats, PLAYOUTS[work], np.int64)
    _play(boxes, start, conditions, levels, game, 0.0, 0)  # compile it

    @compiled_throughout
    def measure(min_s: float, most: int) -> Speed:
        return _play(boxes, start, conditions, levels, game, min_s, most)

    return measure


@compiled_throughout
def _play(
    boxes: Any, start: Any, conditions: playout.Conditions, levels: Any, game: Game, min_s: float, most: int
) -> Speed:
    going, workspace, tally = state.copy(start), playout.workspace_for(game, start), np.zeros(4, np.int64)
    rng = np.random.Generator(np.random.PCG64(SEED))
    budget, began, spent = min(1, most), process_time(), 0.0
    while True:
        playout.play_on(boxes, start, going, conditions, levels, budget, workspace, tally, rng, rng)
        spent = process_time() - began
        done = int(tally[playout.DONE])
        if spent >= min_s or done >= most:
            return Speed(spent, *tally.tolist())
        budget = min(done, most - done)


def same_again(measure: Callable[[float, int], Speed], actions: int) -> Speed:
    """A measure of exactly so many actions, the mean of as many runs as it takes to be believed."""
    runs = [measure(np.inf, actions)]
    while sum(run.seconds for run in runs) < MIN_S:
        runs += [measure(np.inf, actions) for _ in runs]
    first = runs[0]
    seconds = sum(run.seconds for run in runs) / len(runs)
    return Speed(seconds, first.actions, first.destinations, first.games, first.capped)


@compiled_throughout
def at_a_table(game: Game, seats: int, options: Mapping[str, Value], work: str, min_s: float) -> Speed:
    """How long a work of `TABLE_WORKS` takes, along random games at a table."""
    rng, spent, count, number = np.random.Generator(np.random.PCG64(SEED)), 0.0, 0, 0
    table = _table(game, seats, options, number)
    while spent < min_s:
        at_ms: int | None = None
        if game.timed and not table.is_over:
            at_ms = int(table.s["now_ms"]) + int(rng.integers(1, PAUSE_MS))
            table.advance(at_ms)  # before choosing: what may be done is another thing then
        if not table.actors:
            if table.is_over or at_ms is None:
                number += 1
                table = _table(game, seats, options, number)
            continue
        seat = int(rng.choice(table.actors))
        action = int(rng.choice(list(table.legal_actions(seat))))
        began = process_time()
        if work == TABLE_WORKS[0]:
            table.play(action, seat, at_ms=at_ms)
            spent += process_time() - began
        else:
            table.scene({seat})
            spent += process_time() - began
            table.play(action, seat, at_ms=at_ms)
        count += 1
    return Speed(spent, count)


def _table(game: Game, seats: int, options: Mapping[str, Value], number: int) -> Table:
    return Table(game, seats, options, seed=number)
