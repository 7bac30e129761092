"""Every registered game in each of its ways, in boxes in which games are short, and random games in them."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from ludotheque.core import registry
from ludotheque.core.table import Table

BOXES: Mapping[str, dict[str, Any]] = {
    "billabong": {
        "board": {"width": 10, "height": 8},
        "lake": {"x": 4, "y": 3, "width": 2, "height": 2},
        "stream": {"column": 4},
        "pieces": {"kangaroos": 3},
        "limit": {"race_turns": 20},
    }
}
"""For a game whose own box makes long games: one in which they are short."""


@dataclass(frozen=True)
class Way:
    """One way of playing a game: with how many, by which options."""

    game: str
    seats: int
    options: tuple[tuple[str, Any], ...]

    def table(self, seed: int = 1, **more: Any) -> Table:
        """A new table of this way."""
        box = {"components": BOXES[self.game]} if self.game in BOXES else {}
        return Table(self.game, self.seats, dict(self.options), seed=seed, **box, **more)

    def __str__(self) -> str:
        return "-".join([self.game, str(self.seats), *(f"{name}={value}" for name, value in self.options)])


def ways() -> list[Way]:
    """Every game with each number of players, by default and with each option changed alone."""
    found = []
    for game in registry.games().values():
        for seats in game.seats:
            found.append(Way(game.name, seats, ()))
            for option in game.options:
                if option.seats is None or seats in option.seats:
                    values = option.choices or ([True, False] if isinstance(option.default, bool) else
                                                [option.minimum, option.maximum])  # fmt: skip
                    found += [
                        Way(game.name, seats, ((option.name, value),))
                        for value in values
                        if value not in (option.default, None)
                    ]
    return found


EVERY_WAY = pytest.mark.parametrize("way", ways(), ids=str)


def clock(table: Table, rng: np.random.Generator) -> int | None:
    """The instant of the next action, a little later than now; None in a game without a clock."""
    return int(table.s["now_ms"]) + int(rng.integers(1, 1500)) if table.game.timed else None


def step(table: Table, rng: np.random.Generator) -> None:
    """Let somebody who may act do something at random."""
    at_ms = clock(table, rng)
    if at_ms is not None:
        table.advance(at_ms)
    if table.is_over:
        return
    seat = int(rng.choice(table.actors))
    table.play(int(rng.choice(list(table.legal_actions(seat)))), seat, at_ms=at_ms)


@functools.cache
def lines_of(way: Way, seed: int) -> list[dict[str, Any]]:
    """The record of a random game to its end."""
    table, rng = way.table(seed), np.random.default_rng(seed)
    while not table.is_over:
        step(table, rng)
        assert len(table.events) <= most_events(table), "the game goes on for ever"
    return table.record()


def most_events(table: Table) -> int:
    """How many events a game may have: the declared actions, and the results of chance between them."""
    return table.game.max_actions * (2 if table.game.max_chance > 1 else 1)


def along(way: Way, seed: int, every: int) -> Any:
    """A table of this way as a random game goes on: before each `every`-th action, and at the end."""
    table, rng, count = way.table(seed), np.random.default_rng(seed), 0
    while not table.is_over:
        if count % every == 0:
            yield table, rng
        step(table, rng)
        count += 1
    yield table, rng
