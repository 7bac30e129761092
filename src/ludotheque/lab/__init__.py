"""The laboratory: many games between bots, and what their results show.

>>> from ludotheque.lab import Match, play
>>> play(Match("bantu", 2, ("random", "greedy"), seed=7)).ranking
(2, 1)

`play` and `play_many` play matches, `series` makes many of one, and `summary` sums up the results. `compare` compares two sets of
conditions over pairs of matches with the same seed.

`Store` keeps results in a folder, in Parquet, and goes on where a run stopped; `read` reads them. `joined` plays matches on a Ray cluster.
Both need the extra `lab`. `Plan` describes a tournament, `hold` holds it, and `standings` sums it up with ratings.
"""

from __future__ import annotations

from ludotheque.core.shares import wilson
from ludotheque.lab.cluster import Cluster, ClusterError, joined
from ludotheque.lab.intervals import Mean
from ludotheque.lab.matches import Match, MatchFailed, Result, play, play_many, series
from ludotheque.lab.paired import Comparison, Difference, compare, pairs, play_pairs
from ludotheque.lab.ratings import Rating
from ludotheque.lab.store import Kept, Store, StoreError, read, settings_of
from ludotheque.lab.tally import Grade, Lengths, Share, Summary, summary
from ludotheque.lab.tournament import (
    BadTournament,
    Fixture,
    Meeting,
    Plan,
    Standing,
    Standings,
    hold,
    standings,
)

__all__ = [
    "BadTournament",
    "Cluster",
    "ClusterError",
    "Comparison",
    "Difference",
    "Fixture",
    "Grade",
    "Kept",
    "Lengths",
    "Match",
    "MatchFailed",
    "Mean",
    "Meeting",
    "Plan",
    "Rating",
    "Result",
    "Share",
    "Standing",
    "Standings",
    "Store",
    "StoreError",
    "Summary",
    "compare",
    "hold",
    "joined",
    "pairs",
    "play",
    "play_many",
    "play_pairs",
    "read",
    "series",
    "settings_of",
    "standings",
    "summary",
    "wilson",
]
