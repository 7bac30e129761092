"""How fast a game is: actions a second inside compiled code, and the time a table and its scenes take.

Times are processor time of this process, so other programs on the machine hardly matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from time import process_time
from typing import Any

import numpy as np

from ludotheque.bots.inside import GREEDY, UNIFORM
from ludotheque.core import components, entry, state
from ludotheque.core.game import Game, Value
from ludotheque.core.luck import Luck
from ludotheque.lab import playout
from ludotheque.table import Table

PLAYOUTS: Mapping[str, int] = {"uniform random": UNIFORM, "greedy": GREEDY}
"""The works that play whole games in compiled code, and how their seats play."""

TABLE_WORKS = ("table", "scene")
"""The works of a `Table`: play an action and write its notation, and make the scene for the seat that acts."""

SEED = 1
ENDLESS = 1 << 62
PAUSE_MS = 1000
"""At a table with a clock, the longest pause before an action, in milliseconds."""

MIN_S = 0.05
"""A measurement that takes fewer processor seconds than this is repeated."""


@dataclass(frozen=True)
class Speed:
    """What a measurement gave.

    Attributes:
        seconds: processor seconds.
        actions: the number of actions of seats.
        destinations: the number of legal actions listed for them.
        games: the number of games played to their end or to the cap.
        capped: how many of those were cut short.
    """

    seconds: float
    actions: int
    destinations: int = 0
    games: int = 0
    capped: int = 0

    def per_second(self, count: float) -> float:
        """A count divided by the seconds."""
        return count / max(self.seconds, 1e-9)


def variants(game: Game) -> Iterator[tuple[int, dict[str, Value]]]:
    """Each number of players, with each value of the options that depend on it. Options that belong to another option are left out."""
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


def playouts(
    game: Game,
    seats: int,
    options: Mapping[str, Value],
    work: str,
    cap: int,
    own: Mapping[str, Any] | None = None,
) -> Callable[[float, int], Speed]:
    """Prepare a measurement of a work of `PLAYOUTS`.

    Args:
        game: the game.
        seats: the number of players.
        options: option names and values.
        work: a key of `PLAYOUTS`.
        cap: the number of actions after which a game is cut short.
        own: the content of a component file; None for the printed box.

    Returns:
        A function that plays for at least `min_s` seconds or at most `most` actions, and returns a `Speed`. It plays the same games each
        time, interpreted or compiled.
    """
    boxes = components.load(game, own).array
    start = game.composed_state(boxes, seats, game.check_options(seats, options))
    entry.setup(boxes, start)
    conditions, levels = playout.conditions_for(game, cap), np.full(seats, PLAYOUTS[work], np.int64)

    def measure(min_s: float, most: int) -> Speed:
        return _play(boxes, start, conditions, levels, game, min_s, most)

    return measure


def _play(
    boxes: Any, start: Any, conditions: playout.Conditions, levels: Any, game: Game, min_s: float, most: int
) -> Speed:
    going, workspace, tally = state.copy(start), playout.workspace_for(game, start), np.zeros(4, np.int64)
    rng = Luck.of(SEED)
    budget, began, spent = min(1, most), process_time(), 0.0
    while True:
        playout.play_on(boxes, start, going, conditions, levels, budget, workspace, tally, rng, rng)
        spent = process_time() - began
        done = int(tally[playout.DONE])
        if spent >= min_s or done >= most:
            return Speed(spent, *tally.tolist())
        budget = min(done, most - done)


def same_again(measure: Callable[[float, int], Speed], actions: int) -> Speed:
    """Measure exactly `actions` actions: the mean of as many runs as it takes to last `MIN_S`."""
    runs = [measure(np.inf, actions)]
    while sum(run.seconds for run in runs) < MIN_S:
        runs += [measure(np.inf, actions) for _ in runs]
    first = runs[0]
    seconds = sum(run.seconds for run in runs) / len(runs)
    return Speed(seconds, first.actions, first.destinations, first.games, first.capped)


def at_a_table(game: Game, seats: int, options: Mapping[str, Value], work: str, min_s: float) -> Speed:
    """Measure a work of `TABLE_WORKS` along random games at a table, for at least `min_s` processor seconds."""
    rng, spent, count, number = Luck.of(SEED), 0.0, 0, 0
    table = _table(game, seats, options, number)
    while spent < min_s:
        at_ms: int | None = None
        if game.timed and not table.is_over:
            at_ms = int(table.state[0]["now_ms"]) + int(rng.integers(1, PAUSE_MS))
            table.advance(at_ms)  # before choosing, since it may change what is legal
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
