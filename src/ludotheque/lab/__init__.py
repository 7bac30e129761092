"""The laboratory: many games between bots, and what they show."""

from __future__ import annotations

from ludotheque.lab.matches import Match, MatchFailed, Result, play, play_many, series
from ludotheque.lab.paired import Comparison, Difference, compare, pairs, play_pairs
from ludotheque.lab.tally import Summary, summary, wilson

__all__ = [
    "Comparison",
    "Difference",
    "Match",
    "MatchFailed",
    "Result",
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
