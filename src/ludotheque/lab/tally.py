"""What many matches show: shares of the wins with their intervals, lengths, endings, ranks.

An interval says how far the same bots would be from a share in other games. Bots that play the same few games over and over show nothing
of other games, however often they play: where games repeat, no interval is given.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import sqrt

import numpy as np

from ludotheque.lab.matches import Result

Z_95 = 1.959963984540054
"""How many standard deviations hold 95 % of a normal distribution."""

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


def wilson(wins: float, games: int, z: float = Z_95) -> tuple[float, float]:
    """The interval that holds the true share of wins (E. B. Wilson, 1927); `wins` may count shared ones in part.

    Of no games it is 0 to 1. With shared wins it is a little too wide, never too narrow.
    """
    if games == 0:
        return 0.0, 1.0
    share, square = wins / games, z * z / games
    middle = (share + square / 2) / (1 + square)
    half = z / (1 + square) * sqrt(share * (1 - share) / games + square / (4 * games))
    return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True)
class Share:
    """What one level, seat or place in the order won: `share` of the wins of `games`, in truth between `low` and `high`
    (95 %; None where games repeat), where equals would win `expected`. `ranks[r]` counts how often it came r + 1st.
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
    """How many actions games had: `quantiles` are those of `QUANTILES`."""

    mean: float
    least: int
    most: int
    quantiles: tuple[float, ...]


@dataclass(frozen=True)
class Summary:
    """What so many games showed, of which `distinct` were not the same as another one before. `by_order` is by who goes first, second, …, `endings` counts terminations."""

    games: int
    distinct: int
    by_level: tuple[Share, ...]
    by_seat: tuple[Share, ...]
    by_order: tuple[Share, ...]
    lengths: Lengths
    endings: Mapping[str, int]


def summary(results: Iterable[Result]) -> Summary:
    """What results show together; `ValueError` if there is none. All of the same game and number of seats."""
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
    """How many different games there are among these; those whose trajectory is not known count as different."""
    trajectories = [result.trajectory for result in played]
    return len(set(trajectories) - {None}) + trajectories.count(None)


def _share(name: str, played: list[Result], seats: list[list[int]], repeat: bool) -> Share:
    """What the seats named for each game won together; games in which none is named do not count."""
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
