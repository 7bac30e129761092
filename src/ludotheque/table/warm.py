"""Plays random games so that the helpers of scenes and texts are compiled, for `core.warm`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ludotheque.core.game import Game
from ludotheque.core.option import Value
from ludotheque.core.warm import Step
from ludotheque.table import views
from ludotheque.table.table import Table

GAMES, MOVES = 8, 200
"""The number of random games, and of moves in each. What appears late or rarely compiles helpers too."""
STEPS_MS = (5, 40, 300, 1500)
"""The lengths of time that pass between two actions of a game with a clock."""


def steps(game: Game, _boxes: Any, _states: Any) -> Iterator[Step]:
    """One step for everything a table shows."""
    yield "scenes", lambda: _look_at_games(game)


def _look_at_games(game: Game) -> None:
    """Play random games and build everything a table shows of them, since that compiles the games' helpers too."""
    for number in range(GAMES):
        rng = np.random.default_rng(number)
        seats = game.seats[number % len(game.seats)]
        options = _some_options(game, seats, rng) if number else {}
        _look_at(Table(game, seats, options, seed=number), rng)


def _some_options(game: Game, seats: int, rng: np.random.Generator) -> dict[str, Value]:
    chosen: dict[str, Value] = {}
    for option in game.options:
        if option.exists(seats, chosen):
            chosen[option.name] = option.default_for(seats)
            if option.choices is not None:
                chosen[option.name] = str(rng.choice(option.choices_for(seats)))
            elif isinstance(option.default, bool):
                chosen[option.name] = bool(rng.integers(2))
    return chosen


def _look_at(table: Table, rng: np.random.Generator) -> None:
    for number in range(MOVES):
        if table.game.timed:
            table.advance(int(table.s["now_ms"]) + int(rng.choice(STEPS_MS)))
        if not table.actors:
            break
        seat = int(rng.choice(table.actors))
        table.scene({seat})  # what a single seat sees
        if number % 8 == 0:
            table.scene(range(table.seats))
            table.scene(())
        code = int(rng.choice(list(table.legal_actions(seat))))
        table.play(code, seat, table.game.codec.path(table.b, table.s, seat, code))  # as a browser sends it
        views.event_view(table.journal, (), len(table.events) - 1)
    table.scene(())
    table.record(())
    table.position()
    table.outcome  # noqa: B018 - asked for what it compiles
