"""Tuning: better weights for a game's evaluation, found by self-play.

CMA-ES (N. Hansen, A. Ostermeier, 2001) proposes candidates. Each of them plays deals against the weights to beat: bots of equal level, the
same luck, the candidate once in each seat. All candidates of a generation play the same deals, so their luck is the same, too. The optimiser
damps the noise that is left by its learning rate (M. Nomura, Y. Akimoto, I. Ono, 2023). In a cooperative game all seats play with the
candidate, then all with the weights to beat.

At the end the middle of the last generation plays a match of fresh deals. Its weights are recorded as
better only if the whole 95 % interval of its share lies above that of equals.

    _tune.json        what is tuned, and how
    candidates.jsonl  a line for each candidate
    match.jsonl       a line for each deal of the match
    tuned.json        the weights that were found, with the record of the run
    better.json       the same, if they are better

What the optimiser proposes follows from the seed and from the lines, so a tuning that was interrupted ends like any other.
"""

from __future__ import annotations

import json
import platform
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from importlib.metadata import version
from itertools import takewhile
from math import log
from pathlib import Path
from typing import IO, Any

import numpy as np

from ludotheque import __version__
from ludotheque.bots.learnt.network import write_whole
from ludotheque.bots.weighted import Weighted
from ludotheque.core import registry
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Value
from ludotheque.core.message import Message
from ludotheque.core.weights import Weight, Weights, shipped
from ludotheque.lab.folders import as_lines, must_be_free, must_be_same, owned, whole_lines
from ludotheque.lab.matches import Match, Result, check, play_many
from ludotheque.lab.paired import share_by_deals

FORMAT = 1
"""The version of what lies in such a folder."""
SETTINGS, CANDIDATES, MATCH = "_tune.json", "candidates.jsonl", "match.jsonl"
TUNED, BETTER = "tuned.json", "better.json"
WORDS = "cli.tune"
"""How the keys of the errors begin."""
SPREAD = 0.1
"""The spread of the first candidates, as a part of the range of a weight (of its logarithm)."""
DIGITS = 6
"""Significant digits of a weight."""
MAX_SEED = (1 << 31) - 1
"""The largest seed that the optimiser takes."""

Play = Callable[[Iterable[Match]], Iterator[Result]]


class BadTuning(LudothequeError):
    """A tuning is impossible, or its folder cannot be used. The text says why, and what to do."""


@dataclass(frozen=True)
class Tuned:
    """What is tuned, and how.

    Attributes:
        game: the game's name.
        options: option names and values.
        seats: the number of players; None for the usual number.
        seed: a whole number.
        generations: how often the optimiser proposes candidates.
        candidates: how many it proposes at once; at least 4.
        deals: the deals that each candidate plays; each is played from every seat.
        match: the number of deals of the match at the end.
        simulations: the simulations that both think for each action; 0 looks one action ahead, as `greedy` does.
        opening: the number of actions at the start that are drawn by lot.
        start: the weights to beat; None for those that the game ships.
    """

    game: str
    options: Mapping[str, Value] = field(default_factory=dict)
    seats: int | None = None
    seed: int = 1
    generations: int = 20
    candidates: int = 8
    deals: int = 20
    match: int = 200
    simulations: int = 50
    opening: int = 4
    start: Weights | None = None


@dataclass(frozen=True)
class TuningCandidate:
    """What a candidate did.

    Attributes:
        generation: the number of its generation, from 0.
        number: its number in the generation, from 0.
        values: its weights.
        games: how many games it played, its own only.
        share: its share of the wins; in a cooperative game one half, and half of what it gained.
        kept: whether it was played by an earlier start.
    """

    generation: int
    number: int
    values: Mapping[str, float]
    games: int
    share: float
    kept: bool = False


@dataclass(frozen=True)
class Found:
    """What a tuning found.

    Attributes:
        weights: the weights, with the record of the run.
        share: their share of the wins in the match, as in `TuningCandidate`.
        low: the lower bound of its 95 % interval.
        high: its upper bound. Both are None where deals repeat.
        equal: the share that equals would have.
        games: the games of the match.
        better: whether the interval lies above the share of equals.
    """

    weights: Weights
    share: float
    low: float | None
    high: float | None
    equal: float
    games: int
    better: bool


class Tuning:
    """A tuning in a folder, which it owns until `close`, or the end of a `with` block.

    Args:
        plan: what is tuned, and how.
        folder: where it is kept. A tuning with the same plan that is there goes on.

    Raises:
        BadTuning: the game has no weights that count with these options, the plan is impossible, or the folder holds something else.
        BadWeights: the weights to beat are not this game's.
        BadOption: the options or the number of players are not allowed.
    """

    def __init__(self, plan: Tuned, folder: Path) -> None:
        self.game, self.plan, self.folder = registry.get(plan.game), plan, folder
        if self.game.has_reflexes or not self.game.weights:
            key = "cli.tune.reflexes" if self.game.has_reflexes else "cli.tune.no_weights"
            raise BadTuning(message=Message(key, {"game": Message(f"{self.game.name}.title")}))
        _check_sizes(plan)
        self.start = plan.start or shipped(self.game)
        self.start.array(self.game)
        self.seats = plan.seats or self.game.usual_seats
        before = self._bot(self.start.values, "before")
        self.first = Match(
            plan.game, self.seats, (before,) * self.seats, plan.seed, plan.options, opening=plan.opening
        )
        table = check(self.first)
        together = self.game.cooperative
        self.together = together is not None and bool(together(table.box[0], table.state[0]))
        if self.seats == 1 and not self.together:
            raise BadTuning(message=Message("cli.tune.alone"))
        self.tuned = [each for each in self.game.weights if each.together is self.together]
        if not self.tuned:
            raise BadTuning(
                message=Message("cli.tune.none_count", {"game": Message(f"{self.game.name}.title")})
            )
        self.equal = 0.5 if self.together else 1 / self.seats
        self._lock = self._owned(self._settings(dict(table.options)))
        self.kept = _lines(folder / CANDIDATES)
        self.went_on = bool(self.kept)
        write_whole(folder / CANDIDATES, as_lines(self.kept).encode())

    # ------------------------------------------------------------------------------------------------ the folder

    def _settings(self, options: dict[str, Value]) -> dict[str, Any]:
        plan = self.plan
        return {
            "format": FORMAT,
            "ludotheque": __version__,
            "cmaes": version("cmaes"),
            "game": plan.game,
            "rules": self.game.rules_version,
            "options": options,
            "seats": self.seats,
            "seed": plan.seed,
            "generations": plan.generations,
            "candidates": plan.candidates,
            "deals": plan.deals,
            "match": plan.match,
            "simulations": plan.simulations,
            "opening_random": plan.opening,
            "before": dict(self.start.values),
        }

    def _owned(self, settings: dict[str, Any]) -> IO[str]:
        """The open file of settings, locked; written first if the folder is new."""
        folder, path = self.folder, self.folder / SETTINGS
        if not path.exists():
            must_be_free(folder, BadTuning, WORDS)
            folder.mkdir(parents=True, exist_ok=True)
            begun = {"begun": datetime.now(UTC).date().isoformat()}
            write_whole(path, (json.dumps(settings | begun, indent=1, ensure_ascii=False) + "\n").encode())
        file = owned(path, BadTuning, WORDS)
        try:
            try:
                self.settings = dict(json.loads(path.read_text(encoding="utf-8")))
                self.begun = str(self.settings.pop("begun"))
            except (ValueError, TypeError, KeyError):
                raise BadTuning(message=Message("cli.tune.damaged", {"file": str(path)})) from None
            must_be_same(folder, self.settings, settings, BadTuning, WORDS)
        except BaseException:
            file.close()
            raise
        return file

    def __enter__(self) -> Tuning:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Let other processes tune in the folder."""
        self._lock.close()

    # --------------------------------------------------------------------------------------------------- the work

    @property
    def games(self) -> int:
        """The games of a deal, those of the weights to beat alone included."""
        return 2 if self.together else self.seats

    def candidates(self, play: Play = play_many) -> Iterator[TuningCandidate]:
        """Let every candidate play, the earlier ones first. Gives each as it is done.

        Raises:
            MatchFailed: a match broke off.
            BadTuning: the lines in the folder are not of this tuning.
        """
        kept = iter(self.kept)
        optimiser = self._optimiser()
        for generation in range(self.plan.generations):
            asked = [optimiser.ask() for _ in range(self.plan.candidates)]
            told = []
            for number, point in enumerate(asked):
                values = self._values(point)
                line = next(kept, None)
                known = line is not None
                if line is None:
                    line = self._line(generation, number, values, play)
                elif (line["generation"], line["candidate"], line["weights"]) != (generation, number, values):
                    raise BadTuning(
                        message=Message("cli.tune.damaged", {"file": str(self.folder / CANDIDATES)})
                    )
                told.append((point, 1.0 - line["share"]))
                yield TuningCandidate(generation, number, values, line["games"], line["share"], known)
            optimiser.tell(told)
        self._middle = self._values(optimiser.mean)

    def _line(self, generation: int, number: int, values: dict[str, float], play: Play) -> dict[str, Any]:
        """Let a candidate play, and write down what it did."""
        seed = self.plan.seed + generation * self.plan.deals
        scores = [score for score, _ in self._played(values, seed, self.plan.deals, play)]
        line = {
            "generation": generation,
            "candidate": number,
            "weights": values,
            "games": self.plan.deals * self.games,
            "share": sum(scores) / len(scores),
        }
        _append(self.folder / CANDIDATES, line)
        return line

    def match(self, play: Play = play_many) -> Generator[int, None, Found]:
        """Let what was found play the match, or the rest of it, and write the weights down. Gives the deals done; returns what was found.

        Raises:
            MatchFailed: a match broke off.
            RuntimeError: the candidates have not all played.
        """
        if not hasattr(self, "_middle"):
            raise RuntimeError("let all candidates play before the match")
        path, count = self.folder / MATCH, self.plan.match
        done = [line for line in _lines(path) if line.get("weights") == self._middle][:count]
        write_whole(path, as_lines(done).encode())
        yield len(done)
        seed = self.plan.seed + self.plan.generations * self.plan.deals + len(done)
        for score, courses in self._played(self._middle, seed, count - len(done), play):
            done.append({"weights": self._middle, "score": score, "courses": courses})
            _append(path, done[-1])
            yield len(done)
        return self._written([line["score"] for line in done], [line["courses"] for line in done])

    def _written(self, scores: list[float], courses: list[list[str]]) -> Found:
        """Write down what was found."""
        repeat = len(set(map(tuple, courses))) < len(courses)
        low: float | None
        high: float | None
        share, low, high = share_by_deals(scores, self.equal)
        if repeat:
            low = high = None
        better = low is not None and low > self.equal
        games = len(scores) * self.games
        record = {
            "found": "by self-play",
            "date": self.begun,
            **{
                name: value
                for name, value in self.settings.items()
                if name not in ("format", "before", "game")
            },
            "optimiser": f"CMA-ES with an adapted learning rate (cmaes {self.settings['cmaes']})",
            "python": platform.python_version(),
            "numpy": np.__version__,
            "tuned": [each.name for each in self.tuned],
            "games": self.plan.generations * self.plan.candidates * self.plan.deals * self.games,
            "before": dict(self.start.values),
            "result": {
                "games": games,
                "share": _rounded(share),
                "low": None if low is None else _rounded(low),
                "high": None if high is None else _rounded(high),
                "equal": _rounded(self.equal),
                "better": better,
            },
        }
        del record["cmaes"]
        weights = Weights(self.game.name, dict(self.start.values) | self._middle, record)
        write_whole(self.folder / TUNED, weights.text().encode())
        if better:
            write_whole(self.folder / BETTER, weights.text().encode())
        else:
            (self.folder / BETTER).unlink(missing_ok=True)
        return Found(weights, share, low, high, self.equal, games, better)

    # ------------------------------------------------------------------------------------------------- playing deals

    def _bot(self, values: Mapping[str, float], name: str) -> Weighted:
        simulations = self.plan.simulations
        level = "strong" if simulations else "greedy"
        return Weighted(Weights(self.game.name, values), level, simulations or None, name)

    def _played(
        self, values: Mapping[str, float], seed: int, deals: int, play: Play
    ) -> Iterator[tuple[float, list[str]]]:
        """Play deals. Gives for each the share of the candidate and the courses of its games."""
        bot, before = self._bot(dict(self.start.values) | dict(values), "candidate"), self.first.levels[0]
        lines: list[tuple[Any, ...]]
        if self.together:
            lines = [(bot,) * self.seats, (before,) * self.seats]
        else:
            lines = [
                tuple(bot if seat == own else before for seat in range(self.seats))
                for own in range(self.seats)
            ]
        results = play(
            replace(self.first, seed=seed + deal, levels=levels) for deal in range(deals) for levels in lines
        )
        for _ in range(deals):
            games = [next(results) for _ in lines]
            if self.together:
                score = 0.5 + 0.5 * (games[0].returns[0] - games[1].returns[0])
            else:
                score = sum(game.returns[seat] for seat, game in enumerate(games)) / self.seats
            yield score, [str(game.trajectory) for game in games]

    def _optimiser(self) -> Any:
        import cmaes

        middle = np.array([_place(each, self.start.values[each.name]) for each in self.tuned])
        middle = np.concatenate((middle, np.full(max(0, 2 - len(middle)), 0.5)))  # it needs two dimensions
        return cmaes.CMA(
            middle,
            SPREAD,
            bounds=np.tile([0.0, 1.0], (len(middle), 1)),
            seed=self.plan.seed,
            population_size=self.plan.candidates,
            lr_adapt=True,
        )

    def _values(self, point: Any) -> dict[str, float]:
        """The weights at a point of the optimiser's space, where each goes from 0 to 1."""
        return {
            each.name: _rounded(each.low * (each.high / each.low) ** min(max(float(share), 0.0), 1.0))
            for each, share in zip(self.tuned, point, strict=False)
        }


def _place(weight: Weight, value: float) -> float:
    return log(value / weight.low) / log(weight.high / weight.low)


def _rounded(value: float) -> float:
    return float(f"{value:.{DIGITS}g}")


def _check_sizes(plan: Tuned) -> None:
    for name, least in (("generations", 1), ("candidates", 4), ("deals", 1), ("match", 2)):
        if getattr(plan, name) < least:
            raise BadTuning(message=Message("cli.tune.few", {"what": name, "least": least}))
    if plan.simulations < 0:
        raise BadTuning(message=Message("cli.tune.few", {"what": "simulations", "least": 0}))
    if not 0 <= plan.seed <= MAX_SEED:
        raise BadTuning(message=Message("cli.tune.seed", {"most": MAX_SEED}))


def _lines(path: Path) -> list[dict[str, Any]]:
    """The lines of a file, up to the first that is not whole."""
    return list(takewhile(lambda line: isinstance(line, dict), whole_lines(path)))


def _append(path: Path, line: dict[str, Any]) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(as_lines([line]))


__all__ = ["BETTER", "TUNED", "BadTuning", "Found", "Tuned", "Tuning", "TuningCandidate"]
