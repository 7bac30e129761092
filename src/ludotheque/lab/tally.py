"""What many matches show: shares of the wins with their intervals, lengths, endings, ranks.

An interval shows how far the share could be from that of all games of the same bots. Where games repeat, no interval is given: bots
that play the same few games over and over show nothing about others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import sqrt

import numpy as np

from ludotheque.lab.matches import Result

Z_95 = 1.959963984540054
"""The number of standard deviations on both sides of the mean that hold 95 % of a normal distribution."""

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


def wilson(wins: float, games: int, z: float = Z_95) -> tuple[float, float]:
    """The interval that holds the true share of wins (E. B. Wilson, 1927).

    With shared wins it is a little too wide, never too narrow.

    Args:
        wins: the number of wins; a shared win counts in part.
        games: the number of games. For 0 the interval is from 0 to 1.
        z: half its width in standard deviations; by default for 95 %.

    Returns:
        The lower and upper bounds, from 0 to 1.
    """
    if games == 0:
        return 0.0, 1.0
    share, square = wins / games, z * z / games
    middle = (share + square / 2) / (1 + square)
    half = z / (1 + square) * sqrt(share * (1 - share) / games + square / (4 * games))
    return max(0.0, middle - half), min(1.0, middle + half)


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
class Lengths:
    """How many actions the games took.

    Attributes:
        mean: the mean number.
        least: the smallest number.
        most: the largest number.
        quantiles: the numbers at `QUANTILES`.
    """

    mean: float
    least: int
    most: int
    quantiles: tuple[float, ...]


@dataclass(frozen=True)
class Summary:
    """What many games showed.

    Attributes:
        games: the number of games.
        distinct: the number of distinct games.
        by_level: the wins of each level.
        by_seat: the wins of each seat.
        by_order: the wins of whoever went first, second and so on.
        lengths: the numbers of actions.
        endings: how many games had each ending, most frequent first.
    """

    games: int
    distinct: int
    by_level: tuple[Share, ...]
    by_seat: tuple[Share, ...]
    by_order: tuple[Share, ...]
    lengths: Lengths
    endings: Mapping[str, int]


def summary(results: Iterable[Result]) -> Summary:
    """Sum up results of matches with the same game and number of seats. Raises `ValueError` if there are none."""
    played = list(results)
    if not played:
        raise ValueError("no results to summarise")
    seats = range(len(played[0].returns))
    levels = sorted({level for result in played for level in result.levels})
    different = distinct(played)
    repeat = different < len(played)
    return Summary(
        games=len(played),
        distinct=different,
        by_level=tuple(
            _share(level, played, [_seats_of(level, result) for result in played], repeat) for level in levels
        ),
        by_seat=tuple(_share(str(seat), played, [[seat]] * len(played), repeat) for seat in seats),
        by_order=tuple(
            _share(str(place), played, [[(result.first + place) % len(seats)] for result in played], repeat)
            for place in seats
        ),
        lengths=_lengths([result.actions for result in played]),
        endings=dict(Counter(result.ending for result in played).most_common()),
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


def _lengths(actions: list[int]) -> Lengths:
    quantiles = np.quantile(actions, QUANTILES)
    return Lengths(float(np.mean(actions)), min(actions), max(actions), tuple(quantiles.tolist()))
