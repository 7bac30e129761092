"""What many matches show: shares of the wins with their intervals, lengths, endings, ranks.

Where all seats win or lose together nobody wins a share: such a game has one result for all, from 0 (lost) to 1. The summary then has
the mean result, and how often each result came.

An interval (`lab.intervals`) shows how far the share could be from that of all games of the same bots. Where games repeat, there is no
interval: bots that play the same few games over and over show nothing about others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from ludotheque.core.shares import wilson
from ludotheque.lab.intervals import Mean, mean
from ludotheque.lab.matches import Result

ROUNDED = 1e-6
"""Shares that differ by less are the same."""
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(frozen=True)
class Share:
    """What one level, seat or place in the order of play won.

    Attributes:
        name: the level; or the seat, or the place in the order of play, from 0.
        games: the number of games it took part in.
        share: its share of the wins, from 0 to 1.
        low: the lower bound of the 95 % interval.
        high: its upper bound. Both are None where games repeat.
        expected: the share it would have among equals.
        ranks: how often it was ranked first, second and so on.
    """

    name: str
    games: int
    share: float
    low: float | None
    high: float | None
    expected: float
    ranks: tuple[int, ...]


@dataclass(frozen=True)
class Grade:
    """How often a result came in games that all seats win or lose together.

    Attributes:
        result: the result, from 0 (lost) to 1; None for all above 0 together.
        games: the number of games that ended so.
        share: their share of the games.
        low: the lower bound of its 95 % interval.
        high: the upper bound. Both are None where games repeat.
    """

    result: float | None
    games: int
    share: float
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Lengths:
    """How many actions the games took.

    Attributes:
        mean: the mean number.
        low: the lower bound of its 95 % interval.
        high: the upper bound. Both are None where games repeat, or all are as long.
        least: the smallest number.
        most: the largest number.
        quantiles: the numbers at `QUANTILES`.
    """

    mean: float
    low: float | None
    high: float | None
    least: int
    most: int
    quantiles: tuple[float, ...]


@dataclass(frozen=True)
class Summary:
    """What many games showed.

    Attributes:
        games: the number of games.
        distinct: the number of distinct games.
        together: whether all seats win or lose together.
        by_level: the wins of each level; empty if they play together, like the next two.
        by_seat: the wins of each seat.
        by_order: the wins of those that went first, second and so on.
        result: the mean result of games played together; else None.
        grades: how often each of their results came, all above 0 together first, then from the worst to the best.
        lengths: the numbers of actions.
        endings: how many games had each ending, most frequent first.
    """

    games: int
    distinct: int
    together: bool
    by_level: tuple[Share, ...]
    by_seat: tuple[Share, ...]
    by_order: tuple[Share, ...]
    result: Mean | None
    grades: tuple[Grade, ...]
    lengths: Lengths
    endings: Mapping[str, int]


def summary(results: Iterable[Result], together: bool | None = None) -> Summary:
    """Sum up results of matches with the same game and number of seats.

    Args:
        results: the results.
        together: whether all seats win or lose together; None to infer it from the results: opponents share one win.

    Raises:
        ValueError: there are none.
    """
    played = list(results)
    if not played:
        raise ValueError("no results to summarise")
    if together is None:
        together = any(abs(sum(result.returns) - 1) > ROUNDED for result in played)
    seats = () if together else range(len(played[0].returns))
    levels = () if together else sorted({level for result in played for level in result.levels})
    different = distinct(played)
    repeat = different < len(played)
    return Summary(
        games=len(played),
        distinct=different,
        together=together,
        by_level=tuple(
            _share(level, played, [_seats_of(level, result) for result in played], repeat) for level in levels
        ),
        by_seat=tuple(_share(str(seat), played, [[seat]] * len(played), repeat) for seat in seats),
        by_order=tuple(
            _share(str(place), played, [[(result.first + place) % len(seats)] for result in played], repeat)
            for place in seats
        ),
        result=mean([result.returns[0] for result in played], not repeat) if together else None,
        grades=_grades(played, repeat) if together else (),
        lengths=_lengths([result.actions for result in played], repeat),
        endings=dict(Counter(result.ending for result in played).most_common()),
    )


def grade(result: Result) -> float:
    """The result of a game that all seats win or lose together, from 0 (lost) to 1."""
    return round(result.returns[0], 3)


def _grades(played: list[Result], repeat: bool) -> tuple[Grade, ...]:
    counts = Counter(grade(result) for result in played)
    counted = [(None, len(played) - counts[0.0]), *sorted(counts.items())]
    return tuple(
        Grade(result, count, count / len(played), *((None, None) if repeat else wilson(count, len(played))))
        for result, count in counted
    )


def _seats_of(level: str, result: Result) -> list[int]:
    return [seat for seat, other in enumerate(result.levels) if other == level]


def distinct(played: Iterable[Result]) -> int:
    """How many different games are among these. A game with unknown trajectory counts as different."""
    trajectories = [result.trajectory for result in played]
    return len(set(trajectories) - {None}) + trajectories.count(None)


def _share(name: str, played: list[Result], seats: list[list[int]], repeat: bool) -> Share:
    """What the seats listed for each game won together. Games with no seat listed do not count."""
    pairs = [(result, chosen) for result, chosen in zip(played, seats, strict=True) if chosen]
    total = sum(len(result.returns) for result, _ in pairs)
    wins = sum(result.returns[seat] for result, chosen in pairs for seat in chosen)
    ranks = Counter(result.ranking[seat] for result, chosen in pairs for seat in chosen)
    low, high = (None, None) if repeat else wilson(wins, len(pairs))
    return Share(
        name=name,
        games=len(pairs),
        share=wins / len(pairs),
        low=low,
        high=high,
        expected=sum(len(chosen) for _, chosen in pairs) / total,
        ranks=tuple(ranks[rank + 1] for rank in range(len(played[0].returns))),
    )


def _lengths(actions: list[int], repeat: bool) -> Lengths:
    quantiles = np.quantile(actions, QUANTILES)
    middle = mean(actions, not repeat)
    return Lengths(
        middle.value, middle.low, middle.high, min(actions), max(actions), tuple(quantiles.tolist())
    )
