"""Matches: games between bots, each of which can be replayed from its seed.

Each bot gets the view of its seat and nothing else. The same `Match` gives the same `Result` in any process and with any number of
workers.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ludotheque import bots
from ludotheque.core import registry
from ludotheque.core.errors import BadMatch
from ludotheque.core.game import Value
from ludotheque.core.message import Message
from ludotheque.lab.measures import Measures, measure
from ludotheque.lab.runs import COMPILED_LEVELS, CompiledRun, MatchRun, ReflexRun, Setting
from ludotheque.table import Table


@dataclass(frozen=True)
class Match:
    """A game to be played by bots.

    The seed decides all chance and all luck of the bots. The two are drawn independently, so that other levels meet the same dice.

    Attributes:
        game: the game's name.
        seats: the number of players.
        levels: for each seat a level of `bots.LEVELS`, the name of another bot, or a bot itself (`bots.own`), which other processes must be
            able to import.
        seed: a whole number from 0.
        options: option names and values; an option that is not named keeps its default.
        components: the content of a component file; None for the printed box.
        first: the seat that goes first; None to draw it by lot.
        opening: the number of actions at the start that are drawn by lot among the legal ones, for all seats. In a game with reflexes,
            all seats play them as the level `random` would.
        near: a greedy bot draws by lot among the actions whose evaluation is at most this much worse than the best, from 0 to 1.
            0, its usual strength, is for equals only.
    """

    game: str
    seats: int
    levels: tuple[str | bots.Bot, ...]
    seed: int
    options: Mapping[str, Value] = field(default_factory=dict)
    components: Mapping[str, Any] | None = None
    first: int | None = None
    opening: int = 0
    near: float = 0.0


@dataclass(frozen=True)
class Result:
    """How a match ended.

    Attributes:
        seed: the match's seed.
        levels: the names of the match's levels and bots.
        first: the seat that went first.
        returns: each seat's share of the win, as in `Outcome`.
        ranking: each seat's rank, as in `Outcome`.
        ending: what ended the game, as in `Outcome`.
        actions: the number of actions of seats; chance and time are not counted.
        record: the lines of the record, if asked for.
        trajectory: a hash of what happened. Games with the same actions and results of chance in the same order have the same one.
            Seats are counted from the one that goes first, and time does not count. None if unknown.
        measures: what happened in the game, if asked for.
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
    measures: Measures | None = None


class MatchFailed(RuntimeError):
    """A match broke off because of a fault in a bot or in the rules.

    Attributes:
        match: the match; playing it again gives the same fault.
        why: what went wrong.
    """

    def __init__(self, match: Match, why: str) -> None:
        super().__init__(match, why)
        self.match = match
        self.why = why

    def __str__(self) -> str:
        who = ", ".join(map(bots.name_of, self.match.levels))
        return f"the match of {self.match.game} with seed {self.match.seed} ({who}) stopped with an error: {self.why}"


def check(match: Match) -> Table:
    """Check a match and set up its table. No result of chance is drawn.

    Raises:
        UnknownGame, BadOption, BadComponents: as for `Table`.
        BadMatch: the levels, the first seat, `opening` or `near` cannot be used.
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
    for seat, level in enumerate(match.levels):
        bots.check_for(level, table.game, table.box.copy(), table.view({seat}))
    return table


def is_cooperative(match: Match) -> bool:
    """Whether all seats win or lose together, so that nobody leads and nobody has an advantage. Raises as `check` does."""
    cooperative = registry.get(match.game).cooperative
    if cooperative is None:
        return False
    journal = check(match).journal
    return bool(cooperative(journal.setup.box[0], journal.start()[0]))


def _check_bots(match: Match) -> None:
    if len(match.levels) != match.seats:
        raise BadMatch(f"there must be {match.seats} levels, one for each seat, not {len(match.levels)}")
    for level in match.levels:
        bots.check(level)
        if level not in bots.LEVELS and registry.get(match.game).has_reflexes:
            raise BadMatch(
                f"{bots.name_of(level)!r} cannot play {match.game}: against the clock only the levels {', '.join(bots.LEVELS)} play",
                Message("error.bot_has_no_hands", {"level": bots.name_of(level)}),
            )
    if match.first is not None and not 0 <= match.first < match.seats:
        raise BadMatch(f"first must be a seat from 0 to {match.seats - 1}, not {match.first}")
    if match.opening < 0:
        raise BadMatch(f"opening must be 0 or more actions, not {match.opening}")
    if not 0.0 <= match.near <= 1.0:
        raise BadMatch(f"near must be a share of a win from 0 to 1, not {match.near}")


def play(match: Match, keep_record: bool = False, measured: bool = False) -> Result:
    """Play a match to its end.

    Args:
        match: the match.
        keep_record: whether to return a record with the result.
        measured: whether to return measures with the result.

    Raises:
        MatchFailed: the match broke off.
        ValueError: the match cannot be played; the same errors as `check`.
    """
    setting = setting_of(match)
    run = _run_of(match, setting)
    try:
        run.to_the_end()
        outcome = setting.outcome(run.state)
        record = tuple(run.record()) if keep_record else None
        measures = measure(setting, run.first, run.events) if measured else None
    except Exception as error:
        raise MatchFailed(match, f"{type(error).__name__}: {error}") from error
    return Result(
        match.seed,
        tuple(map(bots.name_of, match.levels)),
        run.first,
        outcome.returns,
        outcome.ranking,
        outcome.ending,
        run.actions,
        record,
        _named(run.events, run.first, match.seats),
        measures,
    )


def course(match: Match) -> tuple[int, list[tuple[int, int, int]]]:
    """Play a match, and give the seat that went first and its events: seat, action, instant. Raises as `play` does."""
    run = _run_of(match, setting_of(match))
    try:
        run.to_the_end()
        return run.first, [tuple(event) for event in np.asarray(run.events)[:, :3].tolist()]
    except Exception as error:
        raise MatchFailed(match, f"{type(error).__name__}: {error}") from error


def _named(events: Any, first: int, seats: int) -> str:
    """The hash of what happened, see `Result.trajectory`."""
    done = events[:, :2].copy()
    acted = done[:, 0] >= 0
    done[acted, 0] = (done[acted, 0] - first) % seats
    return hashlib.blake2b(done.tobytes(), digest_size=12).hexdigest()


def _run_of(match: Match, setting: Setting) -> MatchRun:
    if setting.game.has_reflexes:
        return ReflexRun(match, setting)
    return (CompiledRun if set(match.levels) <= set(COMPILED_LEVELS) else MatchRun)(match, setting)


def series(match: Match, games: int, rotate: bool = True) -> Iterator[Match]:
    """Make many matches of one, with seeds counting up from its own.

    Args:
        match: the first match.
        games: the number of matches.
        rotate: whether the levels move on by one seat from game to game, so that each plays every seat equally often.
    """
    for number in range(games):
        by = number % match.seats if rotate else 0
        yield replace(match, seed=match.seed + number, levels=match.levels[by:] + match.levels[:by])


def play_many(
    matches: Iterable[Match], workers: int = 1, keep_records: bool = False, measured: bool = False
) -> Iterator[Result]:
    """Play matches and give their results in the order of the matches.

    Matches are taken as they are needed, so `matches` may be endless. Closing the iterator, or Ctrl-C, stops the other processes.

    Args:
        matches: the matches.
        workers: the number of processes; 1 plays in this one.
        keep_records: whether to return a record with each result.
        measured: whether to return measures with each result.

    Raises:
        ValueError: `workers` is less than 1, or a match cannot be played.
        MatchFailed: a match broke off.
    """
    if workers < 1:
        raise ValueError(f"there must be at least one worker, not {workers}")
    if workers == 1:
        return (play(match, keep_records, measured) for match in matches)
    from ludotheque.lab.workers import spread

    return spread(matches, workers, keep_records, measured)


_settings: list[Setting] = []
"""The settings of the last matches, the latest first."""
MAX_SETTINGS = 4


def setting_of(match: Match) -> Setting:
    """The setting of a match; an earlier one if it fits."""
    found = next((each for each in _settings if each.serves(match)), None)
    if found is None:
        found = Setting(match, check(match))
    else:
        _check_bots(match)
    if _settings[:1] != [found]:
        _settings[:] = [found, *(each for each in _settings if each is not found)][:MAX_SETTINGS]
    return found
