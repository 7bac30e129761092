"""The laboratory: many games between bots, and what their results show.

>>> from ludotheque.lab import Match, play
>>> play(Match("bantu", 2, ("random", "greedy"), seed=7)).ranking
(2, 1)

`play` and `play_many` play matches, `series` makes many of one, and `summary` sums up the results. `compare` compares two sets of
conditions over pairs of matches with the same seed.
"""

from __future__ import annotations

from ludotheque.lab.matches import Match, MatchFailed, Result, play, play_many, series
from ludotheque.lab.paired import Comparison, Difference, compare, pairs, play_pairs
from ludotheque.lab.tally import Lengths, Share, Summary, summary, wilson

__all__ = [
    "Comparison",
    "Difference",
    "Lengths",
    "Match",
    "MatchFailed",
    "Result",
    "Share",
    "Summary",
    "compare",
    "pairs",
    "play",
    "play_many",
    "play_pairs",
    "series",
    "summary",
    "wilson",
]
