"""The analysis of a whole game: what a search finds at every decision, in one JSON file that can be continued.

The file holds the game's record, so a replay needs nothing else to show both.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import msgspec

from ludotheque.bots import review
from ludotheque.bots.review import TurningPoint, Weighed
from ludotheque.bots.search import Budget, GoOn
from ludotheque.core.journal import Journal
from ludotheque.core.reading import unmarked

FORMAT = 1
TREES = 4
"""The number of trees that an analysis grows for each decision. More trees would estimate its errors better, and see less far."""


class GameAnalysis(msgspec.Struct, forbid_unknown_fields=True):
    """What was found so far about the decisions of a game.

    Attributes:
        analysis: the version of this format.
        game: the game's name.
        record: the text of the game's record.
        simulations: the most simulations at each decision; None for no such limit.
        seconds: the most seconds at each decision; None for no such limit.
        trees: the number of trees grown for each decision.
        seed: where the search's luck comes from; the number of events before a decision is added to it.
        lines: for how many actions to say how the game may go on.
        moments: the decisions, as the number of events before each, and the end of the game.
        points: what was found, one point for each of the first moments.
        turning_points: the turning points, once `done`.
        done: whether there is a point for every moment.
    """

    analysis: int
    game: str
    record: str
    simulations: int | None
    seconds: float | None
    trees: int
    seed: int
    lines: int
    moments: list[int]
    points: list[Weighed] = []
    turning_points: list[TurningPoint] = []
    done: bool = False


def begin(
    journal: Journal, record: str, budget: Budget, seed: int = 0, lines: int = review.SHOWN
) -> GameAnalysis:
    """An analysis of a game in which nothing was searched yet.

    Args:
        journal: the game, which must be over.
        record: the text of its record.
        budget: how long each decision is searched.
        seed: where the search's luck comes from.
        lines: for how many of the best actions to say how the game may go on.

    Raises:
        ValueError: the game goes on, or it is played against the clock.
    """
    review.must_be_weighable(journal)
    if not journal.is_over:
        raise ValueError("the game goes on: it can be analysed when it is over")
    return GameAnalysis(
        FORMAT,
        journal.game.name,
        record,
        budget.simulations,
        budget.seconds,
        budget.trees or TREES,
        seed,
        lines,
        review.decisions(journal),
    )


def go_on(
    analysis: GameAnalysis, journal: Journal, threads: int = 1, until: GoOn | None = None
) -> Iterator[Weighed]:
    """Search the decisions that are left, and give the points one by one. They are added to the analysis.

    Args:
        analysis: what was found so far; it is changed.
        journal: the game of its record.
        threads: the number of threads that search at the same time. It changes nothing but the time.
        until: called about ten times a second with the simulations at this decision; the work ends when it returns False, without a point
            for a decision that was not searched to its end.
    """
    budget = Budget(analysis.simulations, analysis.seconds, threads, trees=analysis.trees)
    going = True

    def ask(simulations: int) -> bool:
        nonlocal going
        going = going and (until is None or until(simulations))
        return going

    for move in analysis.moments[len(analysis.points) :]:
        point = review.weigh(
            journal,
            move,
            budget,
            analysis.seed + move,
            lines=analysis.lines,
            go_on=None if until is None else ask,
        )
        if not going:
            return
        analysis.points.append(point)
        if len(analysis.points) == len(analysis.moments):
            analysis.turning_points = review.turning_points(review.of_turns(journal, analysis.points))
            analysis.done = True
        yield point
        if not ask(0):
            return


def dumps(analysis: GameAnalysis) -> str:
    """An analysis as JSON."""
    return msgspec.json.encode(analysis).decode() + "\n"


def loads(text: str) -> GameAnalysis:
    """An analysis from JSON.

    Raises:
        ValueError: it is none, or one of another version. The text says where.
    """
    found = msgspec.json.decode(unmarked(text).encode(), type=GameAnalysis)  # its errors are ValueErrors
    if found.analysis != FORMAT:
        raise ValueError(f"it has format {found.analysis}; this program reads {FORMAT}")
    known = [point.move for point in found.points]
    if known != found.moments[: len(known)] or found.done != (len(known) == len(found.moments)):
        raise ValueError("its points are not those of its moments")
    return found


def write(analysis: GameAnalysis, path: Path) -> None:
    """Write an analysis to a file. The old file stays until the new one is complete.

    Raises:
        OSError: that fails.
    """
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_text(dumps(analysis), encoding="utf-8")
        beside.replace(path)
    except OSError:
        beside.unlink(missing_ok=True)
        raise
