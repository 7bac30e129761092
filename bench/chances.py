"""Measures what the chances of a whole game cost, and how far they depend on the search's luck.

    python bench/chances.py [--games billabong,banjooli-cross] [--seed 1] [--moments 150] [--json]

For each game, one match of two usual bots is weighed as a server weighs a replay (`server/thinking/chances.py`), once to load the compiled rules,
then twice with different luck. `each` is the median of the processor's seconds for one moment and `whole` their sum; `apart` is the median
difference of the first seat's chances between the two, and `widest` the largest.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from typing import Any

from ludotheque.bots import review
from ludotheque.core import registry
from ludotheque.core.journal import Journal
from ludotheque.lab import Match, play
from ludotheque.server.thinking.chances import EACH, MAX_MOMENTS
from ludotheque.table.replay import replay
from ludotheque.table.turns import turns


def measure(game: str, seed: int, most: int) -> dict[str, Any]:
    """Weigh one match of this game."""
    seats = next(count for count in registry.get(game).seats if count > 1)
    record = play(Match(game, seats, ("greedy",) * seats, seed), keep_record=True).record
    assert record is not None
    journal = replay(record).journal
    every = [turn.move for turn in turns(journal)]
    moments = every[:: -(-len(every) // most)]
    review.weigh(journal, moments[0], EACH)
    first, second = (_weighed(journal, moments, luck) for luck in (0, 1_000_000))
    spent = [seconds for _, seconds in first + second]
    apart = [
        abs(one.chances[0] - other.chances[0]) for (one, _), (other, _) in zip(first, second, strict=True)
    ]
    return {
        "game": game,
        "events": len(journal.events),
        "turns": len(every),
        "moments": len(moments),
        "each": statistics.median(spent),
        "whole": sum(spent) / 2,
        "apart": statistics.median(apart),
        "widest": max(apart),
    }


def _weighed(journal: Journal, moments: list[int], luck: int) -> list[tuple[review.Weighed, float]]:
    """Each moment, and the processor's seconds that it took."""
    found = []
    for move in moments:
        began = time.process_time()
        point = review.weigh(journal, move, EACH, seed=luck + move)
        found.append((point, time.process_time() - began))
    return found


def main() -> None:
    reader = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    reader.add_argument("--games", default="billabong,banjooli-cross")
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--moments", type=int, default=MAX_MOMENTS)
    reader.add_argument("--json", action="store_true")
    asked = reader.parse_args()
    for game in asked.games.split(","):
        found = measure(game, asked.seed, asked.moments)
        if asked.json:
            print(json.dumps(found))
        else:
            print(
                "  ".join(
                    f"{name} {each:.3g}" if isinstance(each, float) else f"{name} {each}"
                    for name, each in found.items()
                )
            )


if __name__ == "__main__":
    main()
