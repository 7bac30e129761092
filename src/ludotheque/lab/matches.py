"""Matches: whole games between bots, one or many, each one to be played again from its seed.

Every bot is given the view of its seat and nothing else. A match is decided by its description alone: the same `Match`
gives the same `Result` in any process, with any number of workers.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ludotheque import bots
from ludotheque.core import cache_folders, registry
from ludotheque.core.game import Value
from ludotheque.core.kernel import compiled_throughout
from ludotheque.lab import playout, reflexes
from ludotheque.lab.runs import SWIFT, Setting
from ludotheque.lab.runs import Reacting as _Reacting
from ludotheque.lab.runs import Run as _Run
from ludotheque.lab.runs import Swift as _Swift
from ludotheque.table import Table


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
    `trajectory` names what happened: games with the same actions and results of chance in the same order have the same one, whoever sat
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
    trajectory: str | None = None


class MatchFailed(RuntimeError):
    """A match broke off: a fault in a bot or in the rules, never in what was asked for. `match` plays it again."""

    def __init__(self, match: Match, why: str) -> None:
        super().__init__(match, why)
        self.match = match
        self.why = why

    def __str__(self) -> str:
        who = ", ".join(self.match.levels)
        return f"the match of {self.match.game} with seed {self.match.seed} ({who}) stopped with an error: {self.why}"


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
        raise ValueError(f"there must be {match.seats} levels, one for each seat, not {len(match.levels)}")
    for level in match.levels:
        if level not in bots.LEVELS:
            raise ValueError(f"there is no bot of level {level!r}; the levels are {', '.join(bots.LEVELS)}")
    if match.first is not None and not 0 <= match.first < match.seats:
        raise ValueError(f"first must be a seat from 0 to {match.seats - 1}, not {match.first}")
    if match.opening < 0:
        raise ValueError(f"opening must be 0 or more actions, not {match.opening}")
    if not 0.0 <= match.near <= 1.0:
        raise ValueError(f"near must be a share of a win from 0 to 1, not {match.near}")


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


def _run_of(match: Match, setting: Setting) -> _Run:
    if setting.game.has_reflexes:
        return _Reacting(match, setting)
    return (_Swift if set(match.levels) <= set(SWIFT) else _Run)(match, setting)


def is_ready(match: Match) -> bool:
    """Whether nothing that plays this match has to be compiled first, the game itself being compiled (`core.warm`)."""
    game = registry.get(match.game)
    if cache_folders.INTERPRETED or not (game.has_reflexes or set(match.levels) <= set(SWIFT)):
        return True
    from ludotheque.core import code_cache

    loop = reflexes.play_out if game.has_reflexes else playout.play_on
    module, home = loop.__module__, cache_folders.home_of(game.package)
    start = f"{module.rpartition('.')[2]}.{loop.__qualname__}.called-"
    return any(each.startswith(start) for each in code_cache.names(module, home))


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
        raise ValueError(f"there must be at least one worker, not {workers}")
    if workers == 1:
        return (play(match, keep_records) for match in matches)
    from ludotheque.lab.workers import spread

    return spread(matches, workers, keep_records)


_settings: list[Setting] = []
"""Those of the last matches, the latest first."""
MAX_SETTINGS = 4


def _setting_of(match: Match) -> Setting:
    """The setting of a match, a former one if it serves."""
    found = next((each for each in _settings if each.serves(match)), None)
    if found is None:
        found = Setting(match, check(match))
    else:
        _check_bots(match)
    if _settings[:1] != [found]:
        _settings[:] = [found, *(each for each in _settings if each is not found)][:MAX_SETTINGS]
    return found
