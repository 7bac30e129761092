"""A match in progress, played by bots in Python or wholly in compiled code. `lab.matches` chooses which, and takes the result."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ludotheque import bots
from ludotheque.bots.levels import REACTION_MS
from ludotheque.core import components, entry, registry, state
from ludotheque.core.chance import Source, seed_bytes
from ludotheque.core.draws import keys
from ludotheque.core.game import Game
from ludotheque.core.journal import MAX_ALONE
from ludotheque.core.luck import Luck
from ludotheque.core.outcome import Outcome
from ludotheque.core.verbs import CHANCE, CHANCE_SEAT, TIME_SEAT
from ludotheque.lab import playout, reflexes, trajectory
from ludotheque.table import Table

if TYPE_CHECKING:
    from ludotheque.lab.matches import Match


COMPILED_LEVELS = ("random", "easy", "greedy")
"""The levels whose games run in compiled code from start to end."""

UNHURRIED = bots.Budget(processor_s=1e9)
"""Bots that search make all simulations of their level, so that a slower machine plays the same games."""

ENDLESS = 1 << 62
MAX_STEPS = 10_000_000
"""After this many steps a game between bots with reflexes is taken to be stuck."""


class Setting:
    """What many matches share: everything but seed and bots. It also keeps the working space to play them in."""

    def __init__(self, match: Match, table: Table) -> None:
        self.of = match
        self.game: Game = table.game
        loaded = components.load(self.game, match.components)
        self.boxes = loaded.array
        self._fresh = self.game.composed_state(self.boxes, match.seats, table.options)
        self._workspaces: dict[type, Any] = {}

    def serves(self, match: Match) -> bool:
        """Whether this match is played in the same setting."""
        of = self.of
        same = (of.game, of.seats, of.options, of.components) == (
            match.game,
            match.seats,
            match.options,
            match.components,
        )
        return same and registry.get(match.game) is self.game

    def begun(self, first: int) -> Any:
        """The state at the start of a game, no result of chance drawn."""
        states = state.copy(self._fresh)
        states["first"] = first
        entry.setup(self.boxes, states)
        return states

    def workspace(self, make: Any) -> Any:
        """The working space that `make` makes, made once."""
        if make not in self._workspaces:
            self._workspaces[make] = make(self.game, self._fresh, trajectory.noted())
        return self._workspaces[make]

    def keep(self, make: Any, workspace: Any) -> None:
        """Keep a working space that has grown."""
        self._workspaces[make] = workspace

    def outcome(self, states: Any) -> Outcome:
        """How a game ended. Raises `RuntimeError` if it has not."""
        if int(entry.actors(self.boxes, states)):
            raise RuntimeError("it stopped before its end")
        seats = self.of.seats
        shares, ranks = np.zeros(seats), np.zeros(seats, np.int32)
        entry.returns(self.boxes, states, shares)
        entry.ranking(self.boxes, states, ranks)
        ending = self.game.terminations[int(entry.ending(self.boxes, states))]
        return Outcome(tuple(shares.tolist()), tuple(ranks.tolist()), ending)


class MatchRun:
    """A match in progress, played over the verbs. A `Table` would also write each action in notation, which costs more than the bots."""

    def __init__(self, match: Match, setting: Setting) -> None:
        self.match, self.setting = match, setting
        self.game = setting.game
        self.source = Source(seed_bytes(match.seed))
        self.first = self.source.uniform(0, match.seats) if match.first is None else match.first
        self.state = setting.begun(self.first)
        self.actions = 0
        self._draws = 1  # draw 0 decides who goes first, as at a table
        self._now = 0
        self._did: list[tuple[int, int, int]] = []  # seat, code, instant
        self._referee, *self._luck = self._generators()

    def _generators(self) -> list[Luck]:
        """The referee's random generator, and one for each bot."""
        return _spawned(self.match.seed, self.match.seats + 1)

    @property
    def events(self) -> Any:
        """Every event, chance and time included: rows of (seat, code, instant)."""
        return np.array(self._did, np.int64).reshape(-1, 3)

    def to_the_end(self) -> None:
        """Play until the game is over."""
        while mask := int(entry.actors(self.setting.boxes, self.state)):
            if mask & CHANCE:
                self._draw()
                continue
            actors = [seat for seat in range(self.match.seats) if mask >> seat & 1]
            seat = actors[int(self._referee.integers(len(actors)))] if len(actors) > 1 else actors[0]
            if not self.game.timed or self._time_passes():
                self._act(seat)

    def _draw(self) -> None:
        codes, chances = np.empty(self.game.max_chance, np.int32), np.empty(self.game.max_chance)
        count = int(entry.chance_outcomes(self.setting.boxes, self.state, codes, chances))
        code = int(codes[self.source.draw(self._draws, chances[:count].tolist())])
        entry.play(self.setting.boxes, self.state, CHANCE_SEAT, code)
        self._did.append((CHANCE_SEAT, code, -1))
        self._draws += 1

    def _time_passes(self) -> bool:
        """Let time pass until the next action. Returns False if something happened by itself first."""
        low, high = REACTION_MS
        then = self._now + int(self._referee.integers(low, high + 1))
        due = int(entry.due(self.setting.boxes, self.state))
        happens = 0 <= due <= then
        self._now = max(self._now, due) if happens else then
        entry.advance(self.setting.boxes, self.state, self._now)
        if happens:
            self._did.append((TIME_SEAT, 0, self._now))
        return not happens

    def _act(self, seat: int) -> None:
        view = state.copy(self.state)
        entry.hide(self.setting.boxes, view, 1 << seat)
        level, luck = self.match.levels[seat], self._luck[seat]
        if self.actions < self.match.opening:
            level, luck = "random", self._referee
        near: dict[str, Any] = {"near": self.match.near} if self.match.near and level == "greedy" else {}
        self._do(
            seat,
            bots.choose_in(self.game, self.setting.boxes, view, seat, level, luck, budget=UNHURRIED, **near),
        )

    def _do(self, seat: int, code: int) -> None:
        if why := int(entry.why_not(self.setting.boxes, self.state, seat, code)):
            raise RuntimeError(f"seat {seat} chose action {code}: {self.game.reasons[why].key}")
        if self.actions == self.game.max_actions:
            raise self._too_long()
        entry.play(self.setting.boxes, self.state, seat, code)
        self.actions += 1
        self._did.append((seat, code, self._now if self.game.timed else -1))

    def _too_long(self) -> RuntimeError:
        return RuntimeError(f"it goes on after {self.actions} actions, more than {self.game.name} can have")

    def record(self) -> list[dict[str, Any]]:
        """The match as a record: the same actions are played at a table, which draws the same results of chance."""
        match = self.match
        table = Table(
            registry.get(match.game),
            match.seats,
            match.options,
            seed=match.seed,
            components=match.components,
            first=match.first,
        )
        names = list(map(bots.name_of, match.levels))
        table.journal.players, table.journal.bots = names, list(names)
        for seat, code, at_ms in self.events.tolist():
            if seat == TIME_SEAT:
                table.advance(at_ms)
            elif seat != CHANCE_SEAT:
                table.play(code, seat, at_ms=None if at_ms < 0 else at_ms)
        return table.record()


def _spawned(seed: int, count: int) -> list[Luck]:
    return [Luck.of(seed, number) for number in range(count)]


class CompiledRun(MatchRun):
    """A match of bots that run in compiled code, and so does the whole game."""

    make: Any = staticmethod(playout.workspace_for)

    def __init__(self, match: Match, setting: Setting) -> None:
        super().__init__(match, setting)
        self.workspace = setting.workspace(self.make)
        at = self.workspace.trajectory.at
        trajectory.begin(at)
        self.workspace.trajectory.keys[:] = keys(self.source.seed)
        at[trajectory.OPENING] = match.opening
        self._noted: Any = None
        self.levels = np.array([bots.LEVELS.index(str(level)) for level in match.levels], np.int64)

    def _generators(self) -> list[Luck]:
        """The referee's random generator, and one for all bots."""
        return _spawned(self.match.seed, 2)

    @property
    def events(self) -> Any:
        return self._noted

    def _so_far(self) -> Any:
        """The events so far, in memory that the next match overwrites."""
        return self.workspace.trajectory.events[: self.workspace.trajectory.at[trajectory.EVENTS]]

    def to_the_end(self) -> None:
        """Play until the game is over, making more room whenever it runs out."""
        while (ended := self._go_on()) == trajectory.FULL:
            self._make_room()
        self.actions, self._noted = (
            int(self.workspace.trajectory.at[trajectory.ACTIONS]),
            self._so_far().copy(),
        )
        if ended != trajectory.OVER:
            raise self._stopped()

    def _go_on(self) -> int:
        conditions = playout.conditions_for(
            self.game, self.game.max_actions, again=False, near=self.match.near, pause_ms=REACTION_MS
        )
        return int(
            playout.play_on(
                self.setting.boxes,
                self.state,
                self.state,
                conditions,
                self.levels,
                ENDLESS,
                self.workspace,
                np.zeros(4, np.int64),
                self._luck[0],
                self._referee,
            )
        )

    def _make_room(self) -> None:
        at = self.workspace.trajectory.at
        self.actions = int(at[trajectory.ACTIONS])
        if self.actions > self.game.max_actions:
            raise self._too_long()
        done = self._so_far()
        if len(done) > MAX_ALONE and not (done[-MAX_ALONE:, 0] >= 0).any():
            raise RuntimeError(
                f"{self.game.name}: the last {MAX_ALONE} events were all chance or time; the rules never come to a player's turn"
            )
        self.workspace = self.workspace._replace(
            trajectory=trajectory.with_more_space(self.workspace.trajectory)
        )
        self.setting.keep(self.make, self.workspace)

    def _stopped(self) -> RuntimeError:
        if self.actions >= self.game.max_actions:
            return self._too_long()
        return RuntimeError("a seat may act but has no legal action")


class ReflexRun(CompiledRun):
    """A match against the clock: each bot says what it does next, and when, and the earliest acts. See `lab.reflexes`."""

    make = staticmethod(reflexes.workspace_for)

    def __init__(self, match: Match, setting: Setting) -> None:
        super().__init__(match, setting)
        self._drawn = np.array([self._luck[0].integers(1 << 40) for _ in range(match.seats)])

    def _go_on(self) -> int:
        return int(
            reflexes.play_out(
                self.setting.boxes,
                self.state,
                self.levels,
                self._drawn,
                MAX_STEPS,
                self.workspace,
                np.zeros(2, np.int64),
                self._referee,
            )
        )

    def _stopped(self) -> RuntimeError:
        return RuntimeError("nobody means to do anything, and nothing is due")
