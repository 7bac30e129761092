"""Matches: whole games between bots, one or many, each one to be played again from its seed.

Every bot is given the view of its seat and nothing else. A match is decided by its description alone: the same `Match`
gives the same `Result` in any process, with any number of workers.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ludotheque import bots
from ludotheque.core import components, entry, kept, registry, state
from ludotheque.core.chance import Source, seed_bytes
from ludotheque.core.game import Game, Value
from ludotheque.core.kernel import compiled_throughout
from ludotheque.core.outcome import Outcome
from ludotheque.core.table import MOST_ALONE, Table
from ludotheque.core.verbs import CHANCE, CHANCE_SEAT, TIME_SEAT
from ludotheque.lab import course, playout, reflexes

REACTION_MS = (200, 800)
"""In a timed game a bot acts between so many milliseconds after the last thing that happened, each equally likely."""

SWIFT = ("random", "greedy")
"""The levels whose games are compiled code from beginning to end."""

ENDLESS = 1 << 62
MOST_STEPS = 10_000_000
"""Steps of bots that react after which it is clear that nothing comes of it."""


@dataclass(frozen=True)
class Match:
    """A game to be played by bots: `levels` has one level of `bots.LEVELS` a seat, `components` is a user's own component
    file (None: the printed box), `first` the seat that goes first (None: by lot, from the seed).
    The first `opening` actions are drawn by lot among the legal ones, whoever does them (in a game against the clock, done as the level
    random does them). A greedy bot draws by lot among the actions that look at most `near` of a win worse than the best: 0 for equals
    alone, which is its usual strength.

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
    opening: int = 0
    near: float = 0.0


@dataclass(frozen=True)
class Result:
    """How a match ended. `returns` and `ranking` are those of `Outcome`, `first` the seat that went first, `actions` counts
    what the seats did (no chance, no time); `record` holds the lines of a record where it was asked for.
    `course` names what happened: games with the same actions and results of chance in the same order have the same one, whoever sat
    where (seats are counted from who goes first) and however long they thought. None: it is not known.
    """

    seed: int
    levels: tuple[str, ...]
    first: int
    returns: tuple[float, ...]
    ranking: tuple[int, ...]
    ending: str
    actions: int
    record: tuple[dict[str, Any], ...] | None = None
    course: str | None = None


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
    _check_bots(match)
    return table


def _check_bots(match: Match) -> None:
    if len(match.levels) != match.seats:
        raise ValueError(f"{match.seats} seats need {match.seats} levels, not {len(match.levels)}")
    for level in match.levels:
        if level not in bots.LEVELS:
            raise ValueError(f"there is no bot of the level {level!r}; there are: {', '.join(bots.LEVELS)}")
    if match.first is not None and not 0 <= match.first < match.seats:
        raise ValueError(f"first must be a seat from 0 to {match.seats - 1}, not {match.first}")
    if match.opening < 0:
        raise ValueError(f"an opening has 0 actions or more, not {match.opening}")
    if not 0.0 <= match.near <= 1.0:
        raise ValueError(f"near is a share of a win, from 0 to 1, not {match.near}")


@compiled_throughout
def play(match: Match, keep_record: bool = False) -> Result:
    """Play a match to its end; `MatchFailed` if it breaks off, `check` says what else may be wrong."""
    setting = _setting_of(match)
    run = _run_of(match, setting)
    try:
        run.to_the_end()
        outcome = setting.outcome(run.state)
        record = tuple(run.record()) if keep_record else None
    except Exception as error:
        raise MatchFailed(match, f"{type(error).__name__}: {error}") from error
    return Result(
        match.seed,
        match.levels,
        run.first,
        outcome.returns,
        outcome.ranking,
        outcome.ending,
        run.actions,
        record,
        _named(run.events, run.first, match.seats),
    )


def _named(events: Any, first: int, seats: int) -> str:
    """A name of what happened, see `Result`."""
    done = events[:, :2].copy()
    acted = done[:, 0] >= 0
    done[acted, 0] = (done[acted, 0] - first) % seats
    return hashlib.blake2b(done.tobytes(), digest_size=12).hexdigest()


def _run_of(match: Match, setting: _Setting) -> _Run:
    if setting.game.has_reflexes:
        return _Reacting(match, setting)
    return (_Swift if set(match.levels) <= set(SWIFT) else _Run)(match, setting)


def is_ready(match: Match) -> bool:
    """Whether nothing that plays this match has to be compiled first, the game itself being compiled (`core.warm`)."""
    game = registry.get(match.game)
    if kept.INTERPRETED or not (game.has_reflexes or set(match.levels) <= set(SWIFT)):
        return True
    from ludotheque.core import caching

    loop = reflexes.play_out if game.has_reflexes else playout.play_on
    module, home = loop.__module__, kept.home_of(game.package)
    start = f"{module.rpartition('.')[2]}.{loop.__qualname__}.called-"
    return any(each.startswith(start) for each in caching.names(module, home))


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


class _Setting:
    """What matches have in common that differ in seed and bots alone: made once for many of them, with the room to play them in."""

    def __init__(self, match: Match) -> None:
        self.of = match
        table = check(match)  # it says what cannot be
        self.game: Game = table.game
        loaded = components.load(self.game, match.components)
        self.boxes = loaded.array
        self._fresh = self.game.fresh_state(match.seats, table.options)
        self.game.compose(self.boxes[0], self._fresh[0], table.options)
        self._rooms: dict[type, Any] = {}

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
        """A state at the beginning, no result of chance drawn."""
        states = state.copy(self._fresh)
        states["first"] = first
        entry.setup(self.boxes, states)
        return states

    def room(self, make: Any) -> Any:
        """The room that `make` makes, made once."""
        if make not in self._rooms:
            self._rooms[make] = make(self.game, self._fresh, course.noted())
        return self._rooms[make]

    def keep(self, make: Any, room: Any) -> None:
        """Keep a room that has grown."""
        self._rooms[make] = room

    def outcome(self, states: Any) -> Outcome:
        """How a game ended; `RuntimeError` if it has not."""
        if int(entry.actors(self.boxes, states)):
            raise RuntimeError("it stopped before its end")
        seats = self.of.seats
        shares, ranks = np.zeros(seats), np.zeros(seats, np.int32)
        entry.returns(self.boxes, states, shares)
        entry.ranking(self.boxes, states, ranks)
        ending = self.game.terminations[int(entry.ending(self.boxes, states))]
        return Outcome(tuple(shares.tolist()), tuple(ranks.tolist()), ending)


_settings: list[_Setting] = []
"""Those of the last matches, the latest first."""
MOST_SETTINGS = 4


def _setting_of(match: Match) -> _Setting:
    """The setting of a match, a former one if it serves."""
    found = next((each for each in _settings if each.serves(match)), None)
    if found is None:
        found = _Setting(match)
    else:
        _check_bots(match)
    if _settings[:1] != [found]:
        _settings[:] = [found, *(each for each in _settings if each is not found)][:MOST_SETTINGS]
    return found


class _Run:
    """A match going on, over the verbs: a `Table` would write down each action in notation, which costs more than the bots."""

    def __init__(self, match: Match, setting: _Setting) -> None:
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

    def _generators(self) -> list[np.random.Generator]:
        """The referee's, and one for each bot."""
        return _spawned(self.match.seed, self.match.seats + 1)

    @property
    def events(self) -> Any:
        """What happened, results of chance and of time too: a row an event, (seat, code, instant)."""
        return np.array(self._did, np.int64).reshape(-1, 3)

    def to_the_end(self) -> None:
        """Play until nobody may act and nothing is due."""
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
        """Let time go on to the next action; False if something happened by itself before."""
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
        self._do(seat, bots.choose_in(self.game, self.setting.boxes, view, seat, level, luck, **near))

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
        """The match as a record: the same actions at a table, which draws the same results of chance and writes all of it down."""
        match = self.match
        table = Table(
            registry.get(match.game),
            match.seats,
            match.options,
            seed=match.seed,
            components=match.components,
            first=match.first,
        )
        table.players = list(match.levels)
        for seat, code, at_ms in self.events.tolist():
            if seat == TIME_SEAT:
                table.advance(at_ms)
            elif seat != CHANCE_SEAT:
                table.play(code, seat, at_ms=None if at_ms < 0 else at_ms)
        return table.record()


def _spawned(seed: int, count: int) -> list[np.random.Generator]:
    luck = np.random.SeedSequence(seed).spawn(count)
    return [np.random.Generator(np.random.PCG64(each)) for each in luck]


class _Swift(_Run):
    """A match of bots that are compiled code, which is played in it as a whole."""

    make: Any = staticmethod(playout.room_for)

    def __init__(self, match: Match, setting: _Setting) -> None:
        super().__init__(match, setting)
        self.room = setting.room(self.make)
        at = self.room.course.at
        course.begin(at)
        at[course.OPENING] = match.opening
        self._noted: Any = None
        self.levels = np.array([bots.LEVELS.index(level) for level in match.levels], np.int64)

    def _generators(self) -> list[np.random.Generator]:
        """The referee's, and one for all bots."""
        return _spawned(self.match.seed, 2)

    @property
    def events(self) -> Any:
        return self._noted

    def _so_far(self) -> Any:
        """The events in the room, which the next match writes over."""
        return self.room.course.events[: self.room.course.at[course.EVENTS]]

    def to_the_end(self) -> None:
        """Play until nobody may act, with more room whenever that is wanted."""
        while (ended := self._go_on()) == course.FULL:
            self._make_room()
        self.actions, self._noted = int(self.room.course.at[course.ACTIONS]), self._so_far().copy()
        if ended != course.OVER:
            raise self._stopped()

    def _go_on(self) -> int:
        how = playout.conditions(
            self.game, self.game.max_actions, again=False, near=self.match.near, pause_ms=REACTION_MS
        )
        return int(
            playout.play_on(
                self.setting.boxes,
                self.state,
                self.state,
                how,
                self.levels,
                ENDLESS,
                self.room,
                np.zeros(4, np.int64),
                self._luck[0],
                self._referee,
            )
        )

    def _make_room(self) -> None:
        at = self.room.course.at
        self.actions = int(at[course.ACTIONS])
        if self.actions > self.game.max_actions:
            raise self._too_long()
        done = self._so_far()
        if len(done) > MOST_ALONE and not (done[-MOST_ALONE:, 0] >= 0).any():
            raise RuntimeError(f"{self.game.name}: nobody was asked in the last {MOST_ALONE} events")
        self.room = self.room._replace(course=course.with_room(self.room.course, self.source))
        self.setting.keep(self.make, self.room)

    def _stopped(self) -> RuntimeError:
        if self.actions >= self.game.max_actions:
            return self._too_long()
        return RuntimeError("a seat may act but has no legal action")


class _Reacting(_Swift):
    """A match against the clock: each bot says what it does next and when, and the first hand acts, see `lab.reflexes`."""

    make = staticmethod(reflexes.bench_for)

    def __init__(self, match: Match, setting: _Setting) -> None:
        super().__init__(match, setting)
        self._drawn = self._luck[0].integers(1 << 40, size=match.seats)

    def _go_on(self) -> int:
        return int(
            reflexes.play_out(
                self.setting.boxes,
                self.state,
                self.levels,
                self._drawn,
                MOST_STEPS,
                self.room,
                np.zeros(2, np.int64),
                self._referee,
            )
        )

    def _stopped(self) -> RuntimeError:
        return RuntimeError("nobody means to do anything, and nothing is due")
