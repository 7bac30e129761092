"""The games of a balance: is a game fair, how long is it, what matters in it?

A `BalanceVariant` is a way to play: the standard game first, then others with other options or components. Each plays the same seeds, twice: once
between equal bots, and once with one strong bot among weak ones. Folders keep the games (`lab.store`), with their `lab.measures`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from ludotheque.lab.matches import Match, Result
from ludotheque.lab.measures import Measures
from ludotheque.lab.store import TEXT, Cell
from ludotheque.lab.tally import distinct

COLUMNS = (
    "turns",
    "leads",
    "half",
    "behind_permille",
    "behind_at",
    "clock_ms",
    f"choices{TEXT}",
    f"things{TEXT}",
)
"""The further columns of a row of a folder."""
STANDARD = "standard"
ENOUGH_DISTINCT = 0.99
"""Intervals are given where at least this share of the games are distinct: the others would be the same evidence twice."""


@dataclass(frozen=True)
class BalanceVariant:
    """A way to play.

    Attributes:
        name: a name for folders and files, such as `short-true`; `standard` for the first.
        typed: what it is called, such as `short=true` or the name of its component file; empty for the standard game.
        match: the first match between equals.
    """

    name: str
    typed: str
    match: Match

    def against(self, weak: str) -> Match:
        """The first match of a strong bot among weak ones: the first bot, and `weak` on all other seats."""
        return replace(self.match, levels=(self.match.levels[0], *[weak] * (self.match.seats - 1)))


def slug(typed: str) -> str:
    """A name for a folder: `short=true,seats=3` becomes `short-true-seats-3`."""
    return re.sub(r"[^a-z0-9]+", "-", typed.lower()).strip("-") or "variant"


@dataclass(frozen=True)
class PlayedGame:
    """A game that was played, and what happened in it."""

    number: int
    result: Result
    measures: Measures

    def won(self, seats: Iterable[int]) -> float:
        """What these seats won together."""
        return sum(self.result.returns[seat] for seat in seats)

    @property
    def won_by_first(self) -> float:
        """What the seat that went first won."""
        return self.result.returns[self.result.first]

    @property
    def won_by_strong(self) -> float:
        """What the strong bot won, which moves on by one seat from game to game."""
        return self.result.returns[-self.number % len(self.result.returns)]

    def counts(self, thing: str) -> tuple[int, ...]:
        """How often each seat used a thing."""
        return self.measures.things.get(thing, (0,) * (len(self.result.returns) + 1))[1:]

    @property
    def choices(self) -> float:
        """The mean number of legal actions of a decision."""
        decisions = sum(count for count, _ in self.measures.choices)
        return sum(total for _, total in self.measures.choices) / max(1, decisions)


def cells_of(measures: Measures | None) -> tuple[Cell, ...]:
    """The values of `COLUMNS`."""
    assert measures is not None
    return (
        measures.turns,
        measures.leads,
        measures.half,
        round(1000 * measures.behind),
        measures.behind_at,
        measures.clock_ms,
        json.dumps(measures.choices, separators=(",", ":")),
        json.dumps(measures.things, separators=(",", ":"), ensure_ascii=False),
    )


def game_of(number: int, result: Result, cells: Sequence[Cell]) -> PlayedGame:
    """A game as it lies in a folder, with the values of `COLUMNS`."""
    turns, leads, half, behind, behind_at, clock_ms = map(int, cells[:6])
    choices, things = (json.loads(str(each)) for each in cells[6:])
    measures = Measures(
        turns,
        tuple((count, total) for count, total in choices),
        leads,
        half,
        behind / 1000,
        behind_at,
        clock_ms,
        {name: tuple(counts) for name, counts in things.items()},
    )
    return PlayedGame(number, result, measures)


def distinct_games(games: Sequence[PlayedGame]) -> tuple[int, bool]:
    """How many of some games are distinct, and whether these are enough for intervals."""
    different = distinct(game.result for game in games)
    return different, different >= ENOUGH_DISTINCT * len(games)


@dataclass(frozen=True)
class VariantGames:
    """A variant with its games.

    Attributes:
        variant: the variant.
        games: the games between equals.
        skilled: the games of a strong bot among weak ones.
        together: whether all seats win or lose together.
        first: whether it matters who goes first.
    """

    variant: BalanceVariant
    games: Sequence[PlayedGame]
    skilled: Sequence[PlayedGame]
    together: bool
    first: bool

    @property
    def seats(self) -> int:
        """The number of players."""
        return self.variant.match.seats

    @property
    def rivals(self) -> bool:
        """Whether seats play against each other."""
        return self.seats > 1 and not self.together

    @cached_property
    def distinct(self) -> int:
        """The number of distinct games between equals."""
        return distinct_games(self.games)[0]

    @cached_property
    def known(self) -> bool:
        """Whether so few games repeat that intervals may be given."""
        return distinct_games(self.games)[1]
