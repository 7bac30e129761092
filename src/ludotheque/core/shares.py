"""The interval of a share of games, wherever one is told: in trials of a box, and in the laboratory."""

from __future__ import annotations

from math import sqrt

Z_95 = 1.959963984540054
"""95 % of a normal distribution lie within this many standard deviations of its mean."""


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
