"""How strong a network is: pairs of games against the search of the levels, both with the same time for each action."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ludotheque.bots.learnt import Learnt, Network
from ludotheque.bots.own import Sight
from ludotheque.bots.search import Budget, run_search
from ludotheque.core.game import Value
from ludotheque.lab.intervals import agresti_min
from ludotheque.lab.matches import Match, play

OPENING = 4
"""The number of actions at the start that are drawn by lot, the same for both games of a pair."""


class Searcher:
    """The search of the levels, with a given processor time for each action."""

    def __init__(self, processor_s: float) -> None:
        self.processor_s = processor_s
        self.__name__ = "search"

    def __call__(self, sight: Sight) -> int:
        """Choose an action."""
        if len(sight.actions) == 1:
            return sight.actions[0]
        budget = Budget(processor_s=self.processor_s)
        return run_search(sight.game, *sight.records, sight.seat, budget, sight.luck).best


@dataclass(frozen=True)
class Strength:
    """What a network won against the search.

    Attributes:
        games: the number of games, two for each pair.
        share: its share of the wins.
        low: the lower bound of the 95 % interval, by pairs.
        high: the upper bound.
        processor_s: the processor seconds of both for an action.
    """

    games: int
    share: float
    low: float
    high: float
    processor_s: float


def measure(
    game: str, options: Mapping[str, Value], network: Network, pairs: int, processor_s: float, seed: int
) -> Strength:
    """Play pairs of games: the same lots and first seat, seats exchanged."""
    learnt, search = Learnt(network, processor_s, simulations=1 << 40), Searcher(processor_s)
    differences = []
    for number in range(pairs):
        gained = 0.0
        for seat in (0, 1):
            levels: Any = (learnt, search) if seat == 0 else (search, learnt)
            match = Match(game, 2, levels, seed=seed + number, options=options, opening=OPENING)
            gained += play(match).returns[seat]
        differences.append(gained - 1.0)
    low, high = agresti_min(differences)
    share = 0.5 + sum(differences) / (2 * pairs)
    return Strength(2 * pairs, share, 0.5 + low / 2, 0.5 + high / 2, processor_s)
