"""The ways in which a game is played: with how many, by which options, with which components."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from ludotheque.core import components as components_of
from ludotheque.core import registry
from ludotheque.core.game import Game, Option, Value
from ludotheque.table import Table


@dataclass(frozen=True)
class Variant:
    """One way of playing a game: a number of players, options other than by default, and components (None: the game's own).

    Options may be given as a mapping; they are kept as pairs.
    `tests` is a folder where tests of the game's rules are marked, `golden` one with its golden transcripts; None where
    there is none.
    """

    game: str
    seats: int
    options: tuple[tuple[str, Value], ...] | Mapping[str, Value] = ()
    components: Mapping[str, Any] | None = field(default=None, hash=False, repr=False)
    tests: Path | None = field(default=None, repr=False)
    golden: Path | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        if isinstance(self.options, Mapping):
            object.__setattr__(self, "options", tuple(self.options.items()))

    def table(self, seed: int = 1, **more: Any) -> Table:
        """A new table of this way; `more` are arguments of `Table`."""
        return Table(self.game, self.seats, dict(self.options), seed=seed, components=self.components, **more)

    def __str__(self) -> str:
        return "-".join(
            [self.game, str(self.seats), *(f"{name}={value}" for name, value in dict(self.options).items())]
        )


MANY = 6
"""Numbers of players that a game is always looked at with."""


def variants(
    game: str | Game,
    components: Mapping[str, Any] | None = None,
    *,
    limit: int | None = None,
    tests: Path | None = None,
    golden: Path | None = None,
) -> list[Variant]:
    """A game with each number of players: by default, and with each option changed alone.

    With a `limit`, at most so many: one for each number of players (of more than `MANY` only some, evenly
    spread), the others drawn among the rest, always the same.
    A `Game` that is not registered yet becomes so. `UnknownGame` if there is none of that name.
    """
    found = game if isinstance(game, Game) else registry.get(game)
    if isinstance(game, Game):
        registry.add(game)
    plain = [Variant(found.name, seats, (), components, tests, golden) for seats in found.seats]
    changed = [
        Variant(found.name, seats, (*_needed(option), (option.name, value)), components, tests, golden)
        for seats in found.seats
        for option in found.options
        if option.exists(seats, dict(_needed(option)))
        for value in _other_values(option, seats, found, components)
    ]
    if limit is not None and len(plain) + len(changed) > limit:
        if len(plain) > max(limit, MANY):
            plain = [plain[number * len(plain) // limit] for number in range(limit)]
        room = max(0, limit - len(plain))
        drawn = np.random.default_rng(len(changed)).permutation(len(changed))[:room]
        changed = [changed[index] for index in sorted(drawn.tolist())]
    return sorted(plain + changed, key=lambda variant: variant.seats)


def _needed(option: Option) -> tuple[tuple[str, Value], ...]:
    """What must be chosen for an option to exist."""
    return () if option.when is None else (option.when,)


def _other_values(
    option: Option, seats: int, game: Game | None = None, own: Mapping[str, Any] | None = None
) -> Iterator[Value]:
    """The values to try beside the default: all of a choice, the ends of a range, the first whole that parts make."""
    values: tuple[Value | None, ...]
    if option.choices is not None:
        values = option.choices_for(seats)
    elif option.composed is not None:
        values = () if game is None else (_first_whole(game, option, seats, own),)
    elif isinstance(option.default, bool):
        values = (not option.default,)
    else:
        values = (option.minimum, option.maximum)
    for value in dict.fromkeys(values):
        if value is not None and value != option.default_for(seats):
            yield value


def _first_whole(game: Game, option: Option, seats: int, own: Mapping[str, Any] | None) -> str:
    """What is put together by always taking the first part that can follow."""
    assert option.composed is not None
    b = components_of.load(game, own).array[0]
    s = game.fresh_state(seats, game.check_options(seats, {}))[0]
    names: list[str] = []
    while option.composed.missing(b, s, " ".join(names)) is not None:
        names.append(next(p.name for p in option.composed.following(b, s, " ".join(names)) if p.why is None))
    return " ".join(names)
