"""Is a game fair, how long is it, what matters in it? Many games of one setting, and of others beside it.

A `Variant` is a way to play: the standard game first, then others with other options or components. Each plays the same seeds, twice: once
between equal bots, and once with one strong bot among weak ones. The rows lie in folders (`lab.store`), with what `lab.measures` counts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ludotheque.lab.matches import Match, Result, series
from ludotheque.lab.measures import Measures
from ludotheque.lab.store import TEXT, Cell

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
"""The further columns of a row."""
STANDARD = "standard"


@dataclass(frozen=True)
class Variant:
    """A way to play that is looked at.

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
class Row:
    """A game that was played, and what happened in it."""

    number: int
    result: Result
    measures: Measures

    def won(self, seats: Sequence[int]) -> float:
        """What these seats won together."""
        return sum(self.result.returns[seat] for seat in seats)

    def counts(self, thing: str) -> tuple[int, ...]:
        """How often each seat used a thing."""
        return self.measures.things.get(thing, (0,) * (len(self.result.returns) + 1))[1:]

    @property
    def choices(self) -> float:
        """The mean number of legal actions of a decision."""
        decisions = sum(count for count, _ in self.measures.choices)
        return sum(total for _, total in self.measures.choices) / max(1, decisions)


def cells_of(measures: Measures | None) -> tuple[Cell, ...]:
    """The further columns of a row, as `COLUMNS` names them."""
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


def row_of(number: int, result: Result, cells: Sequence[Cell]) -> Row:
    """A row as it lies in a folder."""
    turns, leads, half, behind, behind_at, clock = (int(each) for each in cells[:6])
    choices, things = (json.loads(str(each)) for each in cells[6:8])
    measures = Measures(
        turns,
        tuple((count, total) for count, total in choices),
        leads,
        half,
        behind / 1000,
        behind_at,
        clock,
        {name: tuple(counts) for name, counts in things.items()},
    )
    return Row(number, result, measures)


def rows_of(results: Sequence[Result], more: Sequence[Sequence[Cell]]) -> list[Row]:
    """The rows of a folder, in order."""
    return [row_of(number, *each) for number, each in enumerate(zip(results, more, strict=True))]


def games(first: Match, count: int) -> Iterator[Match]:
    """The matches of a folder: the bots move on by one seat from game to game."""
    return series(first, count, rotate=True)
