"""`Variant` and `variants`: the numbers of players, options and components that a game can be played with."""

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
    """One way to play a game.

    Attributes:
        game: the game's name.
        seats: the number of players.
        options: the options that differ from their defaults, as pairs; a mapping is accepted.
        components: the content of a component file; None for the printed box.
        tests: the folder with the tests of the game's rules; None if there is none.
        golden: the folder with golden transcripts; None if there is none.
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
        """A new table of this variant. `more` are further arguments of `Table`."""
        return Table(self.game, self.seats, dict(self.options), seed=seed, components=self.components, **more)

    def __str__(self) -> str:
        return "-".join(
            [self.game, str(self.seats), *(f"{name}={value}" for name, value in dict(self.options).items())]
        )


MANY = 6
"""Games with at most this many numbers of players have all of them tried, whatever the limit."""


def variants(
    game: str | Game,
    components: Mapping[str, Any] | None = None,
    *,
    limit: int | None = None,
    tests: Path | None = None,
    golden: Path | None = None,
) -> list[Variant]:
    """The variants of a game: for each number of players the defaults, and each option changed alone.

    Args:
        game: a game's name or a `Game`; a `Game` that is not registered is registered.
        components: the content of a component file; None for the printed box.
        limit: the most variants. One for each number of players is kept (a few evenly spread ones where there are more than `MANY`),
            and the rest are drawn, always the same.
        tests: the folder with the tests of the game's rules, for `Variant.tests`.
        golden: the folder with golden transcripts, for `Variant.golden`.

    Raises:
        UnknownGame: no such game is installed.
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
    """The option values that an option needs to exist."""
    return () if option.when is None else (option.when,)


def _other_values(
    option: Option, seats: int, game: Game | None = None, own: Mapping[str, Any] | None = None
) -> Iterator[Value]:
    """The values to try beside the default: all of a choice, both ends of a range, or one composition."""
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
    """The composition made by always taking the first part that can follow."""
    assert option.composed is not None
    b = components_of.load(game, own).array[0]
    s = game.fresh_state(seats, game.check_options(seats, {}))[0]
    names: list[str] = []
    while option.composed.missing(b, s, " ".join(names)) is not None:
        names.append(next(p.name for p in option.composed.following(b, s, " ".join(names)) if p.why is None))
    return " ".join(names)
