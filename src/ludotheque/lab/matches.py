"""Matches: whole games between bots, one or many, each one to be played again from its seed.

Every bot is given the view of its seat and nothing else. A match is decided by its description alone: the same `Match`
gives the same `Result` in any process, with any number of workers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ludotheque import bots
from ludotheque.core import entry, registry
from ludotheque.core.game import Game, Value
from ludotheque.core.kernel import compiled_throughout
from ludotheque.core.verbs import CHANCE, CHANCE_SEAT, TIME_SEAT
from ludotheque.lab import reflexes
from ludotheque.table import Table, sight

REACTION_MS = (200, 800)
"""In a timed game a bot acts between so many milliseconds after the last thing that happened, each equally likely."""


@dataclass(frozen=True)
class Match:
    """A game to be played by bots: `levels` has one level of `bots.LEVELS` a seat, `components` is a user's own component
    file (None: the printed box), `first` the seat that goes first (None: by lot, from the seed).

    All chance and all luck of the bots come from `seed`, a whole number from 0. The bots' luck is drawn apart from the
    game's, so that other levels meet the same dice.
    """

    game: str
    seats: int
    levels: tuple[str, ...]
    seed: int
    options: Mapping[str, Value] = field(default_factory=dict)
    components: Mapping[str, Any] | None = None
    first: int | None = None


@dataclass(frozen=True)
class Result:
    """How a match ended. `returns` and `ranking` are those of `Outcome`, `first` the seat that went first, `actions` counts
    what the seats did (no chance, no time); `record` holds the lines of a record where it was asked for.
    """

    seed: int
    levels: tuple[str, ...]
    first: int
    returns: tuple[float, ...]
    ranking: tuple[int, ...]
    ending: str
    actions: int
    record: tuple[dict[str, Any], ...] | None = None


class MatchFailed(RuntimeError):
    """A match broke off: a fault in a bot or in the rules, never in what was asked for. `match` plays it again."""

    def __init__(self, match: Match, why: str) -> None:
        super().__init__(match, why)
        self.match = match
        self.why = why

    def __str__(self) -> str:
        who = ", ".join(self.match.levels)
        return f"the match of {self.match.game} with seed {self.match.seed} ({who}) broke off: {self.why}"


def check(match: Match) -> Table:
    """The table of a match before its first action, results of chance not drawn.

    `UnknownGame`, `BadOption`, `BadComponents` or `ValueError` say what about the match cannot be.
    """
    table = Table(
        match.game,
        match.seats,
        match.options,
        seed=match.seed,
        components=match.components,
        first=match.first,
        chance="physical",
    )
    if len(match.levels) != match.seats:
        raise ValueError(f"{match.seats} seats need {match.seats} levels, not {len(match.levels)}")
    for level in match.levels:
        if level not in bots.LEVELS:
            raise ValueError(f"there is no bot of the level {level!r}; there are: {', '.join(bots.LEVELS)}")
    return table


@compiled_throughout
def play(match: Match, keep_record: bool = False) -> Result:
    """Play a match to its end; `MatchFailed` if it breaks off, `check` says what else may be wrong."""
    table = check(match)
    run = _Reacting(match, table) if table.game.has_reflexes else _Run(match, table)
    try:
        run.to_the_end()
        record = tuple(run.record()) if keep_record else None
    except Exception as error:
        raise MatchFailed(match, f"{type(error).__name__}: {error}") from error
    table.state[:] = run.state
    outcome = table.outcome
    if outcome is None:
        raise MatchFailed(match, "it stopped before its end")
    return Result(
        match.seed,
        match.levels,
        table.first,
        outcome.returns,
        outcome.ranking,
        outcome.ending,
        run.actions,
        record,
    )


def series(match: Match, games: int, rotate: bool = True) -> Iterator[Match]:
    """So many matches like this one, with seeds counted up from its own.

    `rotate`: the levels move on by a seat from game to game, so that each plays every seat equally often.
    """
    for number in range(games):
        by = number % match.seats if rotate else 0
        yield replace(match, seed=match.seed + number, levels=match.levels[by:] + match.levels[:by])


def play_many(matches: Iterable[Match], workers: int = 1, keep_records: bool = False) -> Iterator[Result]:
    """Play matches, in so many processes (1: this one), and give their results in the order of the matches.

    Matches are taken as they are needed, so there may be endlessly many. `MatchFailed` names the seed of a match that
    broke off. Closing the iterator, or Ctrl-C, stops the other processes.
    """
    if workers < 1:
        raise ValueError(f"matches need at least one worker, not {workers}")
    if workers == 1:
        return (play(match, keep_records) for match in matches)
    from ludotheque.lab.workers import spread

    return spread(matches, workers, keep_records)


class _Run:
    """A match going on, over the verbs: a `Table` would write down each action in notation, which costs more than the bots."""

    def __init__(self, match: Match, table: Table) -> None:
        self.match = match
        self.table = table
        self.game: Game = table.game
        self.state = table.journal.start()
        self.actions = 0
        self._draws = 1  # draw 0 decides who goes first, as at a table
        self._now = 0
        self._did: list[tuple[int, int, int]] = []  # seat, code, instant
        luck = np.random.SeedSequence(match.seed).spawn(match.seats + 1)
        self._referee, *self._luck = [np.random.Generator(np.random.PCG64(each)) for each in luck]

    def to_the_end(self) -> None:
        """Play until nobody may act and nothing is due."""
        while mask := int(entry.actors(self.table.box, self.state)):
            if mask & CHANCE:
                self._draw()
                continue
            actors = [seat for seat in range(self.match.seats) if mask >> seat & 1]
            seat = actors[int(self._referee.integers(len(actors)))] if len(actors) > 1 else actors[0]
            if not self.game.timed or self._time_passes():
                self._act(seat)

    def _draw(self) -> None:
        codes, probabilities = self.table.journal.results(self.state)
        code = codes[self.table.journal.setup.source.draw(self._draws, probabilities)]
        entry.play(self.table.box, self.state, CHANCE_SEAT, code)
        self._draws += 1

    def _time_passes(self) -> bool:
        """Let time go on to the next action; False if something happened by itself before."""
        low, high = REACTION_MS
        then = self._now + int(self._referee.integers(low, high + 1))
        due = int(entry.due(self.table.box, self.state))
        happens = 0 <= due <= then
        self._now = max(self._now, due) if happens else then
        entry.advance(self.table.box, self.state, self._now)
        if happens:
            self._did.append((TIME_SEAT, 0, self._now))
        return not happens

    def _act(self, seat: int) -> None:
        view = sight.hidden(self.table.journal, self.state, 1 << seat)
        self._do(
            seat,
            bots.choose_in(self.game, self.table.box, view, seat, self.match.levels[seat], self._luck[seat]),
        )

    def _do(self, seat: int, code: int) -> None:
        if why := int(entry.why_not(self.table.box, self.state, seat, code)):
            raise RuntimeError(f"seat {seat} chose action {code}: {self.game.reasons[why].key}")
        if self.actions == self.game.max_actions:
            raise RuntimeError(
                f"it goes on after {self.actions} actions, more than {self.game.name} can have"
            )
        entry.play(self.table.box, self.state, seat, code)
        self.actions += 1
        self._did.append((seat, code, self._now if self.game.timed else -1))

    def record(self) -> list[dict[str, Any]]:
        """The match as a record: the same actions at a table, which writes them down."""
        match = self.match
        table = Table(
            registry.get(match.game),
            match.seats,
            match.options,
            seed=match.seed,
            components=match.components,
            first=match.first,
        )
        table.journal.players = list(match.levels)
        for seat, code, at_ms in self._did:
            if seat == TIME_SEAT:
                table.advance(at_ms)
            else:
                table.play(code, seat, at_ms=None if at_ms < 0 else at_ms)
        return table.record()


class _Reacting(_Run):
    """A match against the clock: each bot says what it does next and when, and the first hand acts, see `lab.reflexes`."""

    def to_the_end(self) -> None:
        """Play until nobody may act."""
        boxes, bench = self.table.box, reflexes.bench_for(self.game, self.state)
        levels = np.array([bots.LEVELS.index(level) for level in self.match.levels])
        luck = np.array([each.integers(1 << 40) for each in self._luck])
        while mask := int(entry.actors(boxes, self.state)):
            if mask & CHANCE:
                self._draw()
                continue
            reflexes.ask(boxes, self.state, mask, self._now, levels, luck, bench)
            seat, due = int(reflexes.first_of(bench)), int(entry.due(boxes, self.state))
            if due >= 0 and (seat < 0 or due <= bench.at_ms[seat]):
                self._pass_to(due)
                self._did.append((TIME_SEAT, 0, self._now))
            elif seat < 0:
                raise RuntimeError("nobody means to do anything, and nothing is due")
            else:
                self._pass_to(int(bench.at_ms[seat]))
                code = reflexes.taken(bench, seat)
                if int(entry.why_not(boxes, self.state, seat, code)) == 0:
                    self._do(seat, code)

    def _pass_to(self, then_ms: int) -> None:
        self._now = max(self._now, then_ms)
        entry.advance(self.table.box, self.state, self._now)
