"""`Law`, and the error that says where a game breaks one."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NoReturn

import numpy as np

from ludotheque.core import artefact, entry, registry
from ludotheque.core.event import Event
from ludotheque.core.game import Game
from ludotheque.core.luck import Luck
from ludotheque.core.memory import array_of
from ludotheque.table import Table
from ludotheque.testing.sources import (
    interpreted_again,
    line_that_raised,
    verb_that_raised,
    where_defined,
)
from ludotheque.testing.variants import Variant
from ludotheque.testing.walks import CannotGoOn, Walk, walk


class LawBroken(AssertionError):
    """A game breaks a law.

    Attributes:
        law: the law's name.
        variant: the variant in which it is broken.
        what: what is wrong.
        seed: the random game in which it was found; None if that does not matter.
        events: the number of events before that; None if that does not matter.
        seat: the seat concerned; None if that does not matter.
        source: where to look in the game's own code: files, lines, functions.
    """

    def __init__(
        self,
        law: str,
        variant: Variant,
        what: str,
        *,
        seed: int | None = None,
        events: int | None = None,
        seat: int | None = None,
        source: str = "",
    ) -> None:
        self.law, self.variant, self.what, self.source = law, variant, what, source
        self.seed, self.events, self.seat = seed, events, seat
        super().__init__(self._text())

    def _text(self) -> str:
        where = [f"random game {self.seed}"] if self.seed is not None else []
        where += [f"after {self.events} events"] if self.events is not None else []
        where += [f"seat {self.seat}"] if self.seat is not None else []
        again = f"python -m ludotheque.testing {self.variant.game} --law {self.law} --variant {self.variant}"
        again += f" --seed {self.seed}" if self.seed is not None else ""
        again += " --components FILE (the same ones)" if self.variant.components is not None else ""
        place = f"\n  where: {', '.join(where)}" if where else ""
        place += f"\n  look at: {self.source}" if self.source else ""
        return f"{self.variant} breaks the law '{self.law}': {self.what}{place}\n  again: {again}"


@dataclass(frozen=True)
class Effort:
    """How thoroughly to check.

    Attributes:
        seeds: the seeds of the random games.
        situations: the number of situations checked in each game.
        actions: the number of actions tried in each situation.
        exhaustive: a game with at most this many actions has all of them tried.
    """

    seeds: tuple[int, ...]
    situations: int
    actions: int
    exhaustive: int


FULL = Effort((1, 2), 10, 200, 20_000)
"""The usual effort."""
QUICK = Effort((1,), 5, 60, 200)
"""A small effort, the usual one where rules are interpreted."""


def usual(game: str) -> Effort:
    """`FULL`, or `QUICK` for a game whose rules are interpreted and therefore slow."""
    return FULL if artefact.is_loaded(game) else QUICK


class Case:
    """One random game being checked under one law. The body of a law takes situations from it and reports faults to it.

    Args:
        law: the law's name.
        variant: the variant that is played.
        seed: the seed of the random game.
        effort: how thoroughly to check.
        about: the functions of the game that the law is about.

    Attributes:
        rng: a random generator for the law's own choices, the same for the same law and seed.
        luck: the random stream given to rules that guess (`redeal`).
        events: the number of events before the situation being checked; None before the first.
    """

    def __init__(
        self, law: str, variant: Variant, seed: int, effort: Effort, about: tuple[str, ...] = ("play",)
    ) -> None:
        self.law, self.variant, self.seed, self.effort, self.about = law, variant, seed, effort, about
        self.rng = np.random.default_rng([seed, zlib.crc32(law.encode())])
        self.luck = Luck.of(seed, zlib.crc32(law.encode()))
        self.events: int | None = None

    @property
    def walk(self) -> Walk:
        """The random game."""
        return walk(self.variant, self.seed)

    def situations(self, most: int | None = None) -> Iterator[Table]:
        """Tables along the random game wherever a seat could choose: the first, the last, and others drawn between them.

        Args:
            most: the most situations; by default those of the effort.
        """
        for table in self.walk.tables(self.points(most)):
            self.events = len(table.events)
            yield table

    def points(self, most: int | None = None) -> list[int]:
        """The numbers of events after which `situations` stops."""
        points = list(dict.fromkeys(self.walk.points))
        wanted = max(2, most or self.effort.situations)
        if len(points) > wanted:
            drawn = self.rng.permutation(len(points) - 2)[: wanted - 2] + 1
            points = [points[0], *(points[index] for index in sorted(drawn.tolist())), points[-1]]
        return points

    def steps(self) -> Iterator[tuple[Event, Any, Any]]:
        """Every event of the random game, with the states before and after it."""
        for number, step in enumerate(self.walk.steps(), 1):
            self.events = number
            yield step

    @property
    def game(self) -> Game:
        """The game being checked."""
        return registry.get(self.variant.game)

    def broken(self, what: str, seat: int | None = None, source: str = "") -> NoReturn:
        """Report that the law is broken here.

        Args:
            what: what is wrong, in one sentence.
            seat: the seat concerned.
            source: where to look; by default the functions that the law is about.

        Raises:
            LawBroken: always.
        """
        source = source or where_defined(self.game, self.about)
        raise LawBroken(
            self.law, self.variant, what, seed=self.seed, events=self.events, seat=seat, source=source
        )


def differing(one: Any, other: Any) -> list[str]:
    """The fields in which two states of a game differ."""
    one, other = array_of(one), array_of(other)
    return [name for name in one.dtype.names if (one[name] != other[name]).any()]


def legal_in(table: Table, state: Any, seat: int) -> list[int]:
    """A seat's legal actions in any state of the table's game, smallest first; empty if it may not act."""
    if not int(entry.actors(table.journal.box, state)) >> seat & 1:
        return []
    out = np.empty(table.game.max_legal, np.int32)
    count = int(entry.legal(table.journal.box, state, seat, out))
    legal: list[int] = sorted(out[:count].tolist())
    return legal


Body = Callable[[Case], None]


@dataclass(frozen=True)
class Law:
    """Something that must hold in every game.

    Attributes:
        name: the law's name.
        says: what must hold, in one sentence.
        body: the function that checks a `Case`.
        once: True if the law is about the game's declaration, so that one variant and one seed are enough.
        about: the functions of a game to look at when the law is broken, as in `sources.where_defined`.
    """

    name: str
    says: str
    body: Body
    once: bool = False
    about: tuple[str, ...] = ("play",)

    def check(
        self, variant: Variant, *, seeds: tuple[int, ...] | None = None, effort: Effort | None = None
    ) -> None:
        """Check the law in random games of a variant.

        Args:
            variant: the variant to play.
            seeds: the seeds of the games; by default those of the effort.
            effort: how thoroughly to check; by default `FULL`, or `QUICK` where rules are interpreted.

        Raises:
            LawBroken: the variant does not keep the law, or its rules raised an error.
        """
        effort = effort or usual(variant.game)
        chosen = seeds or effort.seeds
        for seed in chosen[:1] if self.once else chosen:
            case = self._case(variant, seed, effort)
            try:
                self.body(case)
            except LawBroken:
                raise
            except Exception as error:
                what, source = f"{type(error).__name__}: {error}", self._source(error, case)
                raise LawBroken(
                    self.name, variant, what, seed=seed, events=case.events, source=source
                ) from error

    def _case(self, variant: Variant, seed: int, effort: Effort) -> Case:
        return Case(self.name, variant, seed, effort, self.about)

    def _source(self, error: Exception, case: Case) -> str:
        """The line that raised. If compiled code does not say, the check runs again with interpreted rules."""
        found, verb = line_that_raised(error, case.game), verb_that_raised(error)
        if verb:
            key = (case.variant, case.seed, str(error)) if isinstance(error, CannotGoOn) else None
            if key in _FOUND:
                return _FOUND[key]
            again = self._case(case.variant, case.seed, case.effort)
            found = interpreted_again(lambda: self.body(again), case.game)
            found = found or where_defined(case.game, (verb,))
            if key is not None:
                _FOUND[key] = found
        return found or where_defined(case.game, self.about)


_FOUND: dict[tuple[Variant, int, str] | None, str] = {}
"""The lines at which random games fail. Every law meets the same failure, and finding the line once is enough."""


def law(
    name: str, says: str, *, once: bool = False, about: tuple[str, ...] = ("play",)
) -> Callable[[Body], Law]:
    """Make a `Law` of the function below; the arguments are those of `Law`."""
    return lambda body: Law(name, says, body, once, about)
