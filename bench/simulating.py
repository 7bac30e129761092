"""Measures how fast matches between bots are played, beside the same bots in the bare loop.

    python bench/simulating.py [--games billabong,bantu] [--runs 7] [--seconds 0.5] [--json]

`ludotheque simulate` plays matches, which can be replayed: each has its own seed and a table's chance, its actions are recorded,
and its winner is found. `ludotheque bench` plays the same bots in the same compiled loop without all that. Both are measured in turns, in
one process, in processor time. The figures are medians over --runs. A game in which bots react (Banzaï!) is only measured as matches,
because `bench` uses other bots for it.
"""

from __future__ import annotations

import argparse
import json
import statistics
from itertools import count
from time import process_time
from typing import Any

from load import ratios

from ludotheque.core import registry
from ludotheque.core.game import Game
from ludotheque.lab import Match, play, speed

LEVELS = {"random": "uniform random", "greedy": "greedy"}


def matches_per_s(game: Game, level: str, seconds: float, seeds: Any) -> float:
    """Actions a second of processor time, in matches."""
    seats = game.seats[0]
    actions, began = 0, process_time()
    while (spent := process_time() - began) < seconds:
        actions += play(Match(game.name, seats, (level,) * seats, next(seeds))).actions
    return actions / spent


def measured(game: Game, level: str, runs: int, seconds: float) -> dict[str, Any]:
    """Medians of both, and of their ratios."""
    seats, seeds = game.seats[0], count(1)
    row: dict[str, Any] = {"game": game.name, "bots": level, "seats": seats}
    if game.has_reflexes:
        rates = [matches_per_s(game, level, seconds, seeds) for _ in range(runs)]
        return row | {"matches": round(statistics.median(rates))}
    bare = speed.playouts(game, seats, {}, LEVELS[level], game.max_actions)
    pairs = []
    for _ in range(runs):
        found = bare(seconds, speed.ENDLESS)
        pairs.append((matches_per_s(game, level, seconds, seeds), found.per_second(found.actions)))
    ours, loop = zip(*pairs, strict=True)
    row |= {"matches": round(statistics.median(ours)), "loop": round(statistics.median(loop))}
    return row | {"ratio": ratios.middle(ours, loop, 2)}


def main() -> None:
    """Measure every game, or those named."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", default=",".join(registry.names()), help="names, with commas")
    parser.add_argument("--runs", type=int, default=7, help="measurements of each figure")
    parser.add_argument("--seconds", type=float, default=0.5, help="least processor seconds of a measurement")
    parser.add_argument("--json", action="store_true", help="print JSON")
    asked = parser.parse_args()
    rows = []
    for name in asked.games.split(","):
        for level in LEVELS:
            rows.append(measured(registry.get(name), level, asked.runs, asked.seconds))
            if not asked.json:
                row = rows[-1]
                beside = (
                    f", {row['loop']:9,} in the bare loop: {ratios.told(row['ratio'])}"
                    if "loop" in row
                    else ""
                )
                print(f"{name:15} {level:7} {row['matches']:9,} actions/s{beside}", flush=True)
    if asked.json:
        print(json.dumps(rows))


if __name__ == "__main__":
    main()
