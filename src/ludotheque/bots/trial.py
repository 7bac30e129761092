"""Trials of a box: games between bots of one level, one by one, with what was counted so far, so that they can be stopped at any moment.

Nothing here needs NumPy, so a page without a server tries a box as a server does. The laboratory (`lab`) plays many games faster, and says more.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from statistics import NormalDist
from typing import Annotated, Any

import msgspec

from ludotheque import bots
from ludotheque.bots.levels import REACTION_MS
from ludotheque.core import components, entry
from ludotheque.core.chance import Source, seed_bytes
from ludotheque.core.game import Game
from ludotheque.core.luck import Luck
from ludotheque.core.memory import room
from ludotheque.core.shares import Z_95, wilson
from ludotheque.core.verbs import CHANCE, CHANCE_SEAT, TIME_SEAT

GAMES = 500
"""So many games are a whole trial."""
LOOKED = 60
"""In so many of the first games it is looked at whether each change was reached."""
MOST_CHANGES = 12
"""So many changes are looked at, each by itself."""
OPENING = 2
"""So many actions of each seat at the start are drawn by lot: else bots without luck would play the same game again and again."""
MOST_STEPS = 200_000
"""After so many steps a game is taken to be stuck."""

Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]
Amount = Annotated[float, msgspec.Meta(ge=0, le=1_000_000_000)]


class Tally(msgspec.Struct, frozen=True):
    """What was counted in the games so far.

    Attributes:
        games: the number of games.
        wins: for each seat its share of the wins, added up. Seat 0 goes first.
        shared: the number of games without one winner.
        actions: the number of actions of all games.
        stopped: the number of games that broke off at the rules' own limit or never ended.
        looked: the number of games in which the changes were looked for.
        reached: for each change the number of those in which it made a difference.
        endings: how many games ended in each way.

    Raises:
        ValueError: more is counted than games were played.
    """

    games: Count = 0
    wins: Annotated[list[Amount], msgspec.Meta(max_length=12)] = []
    shared: Count = 0
    actions: Count = 0
    stopped: Count = 0
    looked: Count = 0
    reached: Annotated[list[Count], msgspec.Meta(max_length=MOST_CHANGES)] = []
    endings: Annotated[dict[str, Count], msgspec.Meta(max_length=20)] = {}

    def __post_init__(self) -> None:
        of_games = (self.shared, self.stopped, self.looked, *self.wins, *self.endings.values())
        if max(of_games) > self.games or max(self.reached, default=0) > self.looked:
            raise ValueError("more is counted than games were played")


class Share(msgspec.Struct, frozen=True):
    """A share of games, from 0 to 1, with the bounds of its 95 % interval."""

    value: float
    low: float
    high: float


Played = list[tuple[int, int, int]]
"""What happened: seat, action, instant in ms."""


def share(count: float, games: int, z: float = Z_95) -> Share:
    """A share of games with its interval, which reaches `z` standard deviations to both sides."""
    return Share(count / games if games else 0.0, *wilson(count, games, z))


def uneven(tally: Tally) -> int | None:
    """The seat whose wins are farthest from an equal share, if luck alone hardly explains it; None if no seat stands out.

    One seat in a box that is fair is named in at most 5 % of all trials: with several seats each is tested more strictly (C. Bonferroni).
    """
    seats = len(tally.wins)
    if seats < 2 or not tally.games:
        return None
    z = NormalDist().inv_cdf(1 - 0.025 / seats)
    seat = max(range(seats), key=lambda each: abs(tally.wins[each] / tally.games - 1 / seats))
    found = share(tally.wins[seat], tally.games, z)
    return None if found.low <= 1 / seats <= found.high else seat


def go_on(
    game: Game,
    data: Mapping[str, Any] | None,
    without: Sequence[Mapping[str, Any]],
    seats: int,
    level: str,
    tally: Tally,
    seconds: float,
    most: int = GAMES,
) -> Tally:
    """Play on until `most` games are counted or the time is up; at least one game is played, unless there are enough.

    Args:
        game: the game.
        data: the content of the component file; None for the printed box.
        without: for each change the content of the file without it.
        seats: the number of players.
        level: the level of all bots.
        tally: what was counted so far. The games that follow are the same ones as if all had been played at once.
        seconds: how long to play.
        most: the number of games after which nothing more is played.

    Raises:
        BadComponents: the box cannot be played with.
    """
    until = time.monotonic() + seconds
    setting = _Setting(game, data, seats)
    others = [_Setting(game, each, seats) for each in without[:MOST_CHANGES]]
    told = tally
    while told.games < most:
        run = _Run(setting, level, told.games)
        is_over = run.to_the_end()
        told = _counted(told, setting, run, is_over, len(others))
        if others and told.looked < LOOKED:
            found: list[int] = [
                before + _differs(setting, other, run.events)
                for before, other in zip(told.reached, others, strict=True)
            ]
            told = msgspec.structs.replace(told, looked=told.looked + 1, reached=found)
        if time.monotonic() >= until:
            break
    return told


# -- one game ---------------------------------------------------------------------------------------------------------


class _Setting:
    def __init__(self, game: Game, data: Mapping[str, Any] | None, seats: int) -> None:
        self.game, self.seats = game, seats
        self.boxes = components.load(game, data).array
        options = game.check_options(seats, {})
        self._fresh = game.composed_state(self.boxes, seats, options)

    def begun(self) -> Any:
        states = self._fresh.copy()
        states[0]["first"] = 0
        entry.setup(self.boxes, states)
        return states

    def possible(self, states: Any, seat: int) -> frozenset[int]:
        """What a seat may do, or chance may bring."""
        if seat >= 0:
            out = room("int32", self.game.max_legal)
            return frozenset(out[: entry.legal(self.boxes, states, seat, out)].tolist())
        out, likely = room("int32", self.game.max_chance), room("float64", self.game.max_chance)
        return frozenset(out[: entry.chance_outcomes(self.boxes, states, out, likely)].tolist())

    def results(self, states: Any) -> list[float]:
        out = room("float64", self.seats)
        entry.returns(self.boxes, states, out)
        return [float(each) for each in out]


class _Run:
    """A game of a trial: its number is its seed."""

    def __init__(self, setting: _Setting, level: str, number: int) -> None:
        self.setting, self.game, self.level = setting, setting.game, level
        self.boxes = setting.boxes
        self.states = setting.begun()
        self.source = Source(seed_bytes(number))
        self.referee, *self.luck = [Luck.of(number, each) for each in range(setting.seats + 1)]
        self.actions = self.now = 0
        self.draws = 1
        self.events: Played = []
        self.drawn = [each.integers(1 << 40) for each in self.luck]
        self.planned: dict[int, tuple[int, int]] = {}
        self.asked: dict[int, int] = {}

    def to_the_end(self) -> bool:
        """Play until the game is over. Returns whether it is."""
        for _ in range(MOST_STEPS):
            mask = int(entry.actors(self.boxes, self.states))
            if not mask:
                return True
            if mask & CHANCE:
                self._draw()
            elif self.game.has_reflexes:
                if not self._react(mask):
                    return False
            elif self.actions >= self.game.max_actions:
                return False
            else:
                actors = [seat for seat in range(self.setting.seats) if mask >> seat & 1]
                seat = actors[self.referee.integers(len(actors))] if len(actors) > 1 else actors[0]
                if not self.game.timed or self._time_passes():
                    self._act(seat)
        return False

    def _draw(self) -> None:
        codes, chances = room("int32", self.game.max_chance), room("float64", self.game.max_chance)
        count = int(entry.chance_outcomes(self.boxes, self.states, codes, chances))
        code = int(codes[self.source.draw(self.draws, [float(each) for each in chances[:count]])])
        self.draws += 1
        self._do(CHANCE_SEAT, code, -1)

    def _do(self, seat: int, code: int, at_ms: int) -> None:
        entry.play(self.boxes, self.states, seat, code)
        self.events.append((seat, code, at_ms))

    def _pass_time(self, then: int) -> None:
        self.now = max(self.now, then)
        entry.advance(self.boxes, self.states, self.now)

    def _time_passes(self) -> bool:
        low, high = REACTION_MS
        then, due = self.now + self.referee.integers(low, high + 1), int(entry.due(self.boxes, self.states))
        happens = 0 <= due <= then
        self._pass_time(due if happens else then)
        if happens:
            self.events.append((TIME_SEAT, 0, self.now))
        return not happens

    def _act(self, seat: int) -> None:
        level = "random" if self.actions < OPENING * self.setting.seats else self.level
        code = bots.choose_in(
            self.game, self.boxes, self._view(seat), seat, level, self.luck[seat], _UNHURRIED
        )
        self._do(seat, code, self.now if self.game.timed else -1)
        self.actions += 1

    def _view(self, seat: int) -> Any:
        view = self.states.copy()
        entry.hide(self.boxes, view, 1 << seat)
        return view

    # -- against the clock: all bots plan, the earliest acts, and all plan again, as in `lab.reflexes` --------------------

    def _react(self, mask: int) -> bool:
        revision = int(entry.revision(self.boxes, self.states))
        for seat in range(self.setting.seats):
            if self.asked.get(seat) == revision >= 0 and self._is_possible(seat):
                continue
            self.asked[seat] = revision
            found = None
            if mask >> seat & 1:
                found = bots.reflex_in(self.boxes, self._view(seat), seat, self.level, self.drawn[seat])
            if found is None:
                self.planned.pop(seat, None)
            elif self.planned.get(seat, (-1, 0))[0] != found[0]:
                hand = int(entry.reach(self.boxes, self.states, seat, found[0]))
                self.planned[seat] = found[0], self.now + found[1] + hand
        due = int(entry.due(self.boxes, self.states))
        seat = min(self.planned, key=lambda each: (self.planned[each][1], each), default=-1)
        if due >= 0 and (seat < 0 or due <= self.planned[seat][1]):
            self._pass_time(due)
            self.events.append((TIME_SEAT, 0, self.now))
            return True
        if seat < 0:
            return False
        code, at_ms = self.planned.pop(seat)
        self.asked.pop(seat, None)
        self._pass_time(at_ms)
        if not int(entry.why_not(self.boxes, self.states, seat, code)):
            self._do(seat, code, self.now)
            self.actions += 1
        return True

    def _is_possible(self, seat: int) -> bool:
        planned = self.planned.get(seat)
        return planned is None or not int(entry.why_not(self.boxes, self.states, seat, planned[0]))


_UNHURRIED = bots.Budget(processor_s=1e9)
"""The same games on every machine."""


def _counted(tally: Tally, setting: _Setting, run: _Run, is_over: bool, changes: int) -> Tally:
    results = setting.results(run.states) if is_over else [1 / setting.seats] * setting.seats
    wins = tally.wins or [0.0] * setting.seats
    endings = dict(tally.endings)
    if is_over:
        ending = setting.game.terminations[int(entry.ending(setting.boxes, run.states))]
        endings[ending] = endings.get(ending, 0) + 1
    return Tally(
        tally.games + 1,
        [one + other for one, other in zip(wins, results, strict=True)],
        tally.shared + (is_over and max(results) < 1.0),
        tally.actions + run.actions,
        tally.stopped + (not is_over),
        tally.looked,
        tally.reached or [0] * changes,
        endings,
    )


def _differs(ours: _Setting, theirs: _Setting, events: Played) -> bool:
    """Whether a game of our box would have been another one with theirs: other actions, other chance, or another result."""
    one, other = ours.begun(), theirs.begun()
    for seat, code, at_ms in events:
        if at_ms >= 0:
            for setting, states in ((ours, one), (theirs, other)):
                entry.advance(setting.boxes, states, at_ms)
        if seat == TIME_SEAT:
            continue
        if ours.possible(one, seat) != theirs.possible(other, seat):
            return True
        for setting, states in ((ours, one), (theirs, other)):
            entry.play(setting.boxes, states, seat, code)
    over = [int(entry.actors(setting.boxes, states)) for setting, states in ((ours, one), (theirs, other))]
    return over[0] != over[1] or (not over[0] and ours.results(one) != theirs.results(other))
