"""Measures how far the chances that a search finds fit the results of games.

    python bench/calibration.py [--game billabong] [--options mode=duel] [--games 40] [--drawn 5] [--moments 12] [--json]

Matches between two usual bots, whose first moves are drawn, are weighed at up to `--moments` turns each, as a server weighs a replay. For each
third of the games, `k` is the factor by which the logarithm of the odds must be multiplied to fit the results best (1: as found; more: the
search is too cautious; 0: it knows nothing), and `error` its standard error, from drawing whole games again.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.bots import review
from ludotheque.core import registry
from ludotheque.lab import Match, play
from ludotheque.server.thinking.chances import EACH
from ludotheque.table.replay import replay
from ludotheque.table.turns import turns

THIRDS = ("early", "middle", "late")
AGAIN = 100

Floats = NDArray[np.float64]


def weighed(game: str, options: Mapping[str, Any], games: int, drawn: int, most: int) -> Floats:
    """A row for each moment: the game's number, its third (0 to 2), the log-odds found for the first seat, and what it got."""
    rows = []
    for seed in range(1, games + 1):
        match = Match(game, 2, ("greedy", "greedy"), seed, opening=drawn, options=dict(options))
        record = play(match, keep_record=True).record
        assert record is not None
        journal = replay(record).journal
        if journal.outcome is None:
            continue
        every = [turn.move for turn in turns(journal) if turn.move >= drawn]
        for number in range(0, len(every), -(-len(every) // most)):
            found = review.weigh(journal, every[number], EACH, seed=every[number]).chances[0]
            chance = min(0.995, max(0.005, found))
            odds = np.log(chance / (1 - chance))
            rows.append((seed, 3 * number // len(every), odds, journal.outcome.returns[0]))
    return np.array(rows)


def factor(odds: Floats, results: Floats) -> float:
    """The factor of the log-odds under which the results are likeliest, by Newton's method."""
    k = 1.0
    for _ in range(60):
        likely = 1 / (1 + np.exp(-k * odds))
        bend = float(np.sum(likely * (1 - likely) * odds**2)) + 1e-9
        k = min(15.0, max(-5.0, k + float(np.sum((results - likely) * odds)) / bend))
    return k


def with_error(rows: Floats) -> tuple[float, float]:
    """The factor, and its standard error from drawing whole games again."""
    games = [rows[rows[:, 0] == seed] for seed in np.unique(rows[:, 0])]
    luck = np.random.default_rng(1)
    again = [
        np.concatenate([games[each] for each in luck.integers(len(games), size=len(games))])
        for _ in range(AGAIN)
    ]
    spread = np.std([factor(each[:, 2], each[:, 3]) for each in again])
    return factor(rows[:, 2], rows[:, 3]), float(spread)


def main() -> None:
    reader = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    reader.add_argument("--game", default="billabong", choices=registry.names())
    reader.add_argument("--options", default="", help="NAME=VALUE,… as the game names them")
    reader.add_argument("--games", type=int, default=40)
    reader.add_argument("--drawn", type=int, default=5, help="so many first moves are drawn")
    reader.add_argument("--moments", type=int, default=12, help="weighed in each game, at most")
    reader.add_argument("--json", action="store_true")
    asked = reader.parse_args()
    options = dict(pair.split("=", 1) for pair in asked.options.split(",") if pair)
    rows = weighed(asked.game, options, asked.games, asked.drawn, asked.moments)
    thirds = []
    for number, third in enumerate(THIRDS):
        these = rows[rows[:, 1] == number]
        k, error = with_error(these)
        thirds.append(
            {
                "game": asked.game,
                "third": third,
                "moments": len(these),
                "k": round(k, 2),
                "error": round(error, 2),
            }
        )
    if asked.json:
        print(json.dumps(thirds))
    else:
        for told in thirds:
            print("  ".join(f"{name} {each}" for name, each in told.items()))


if __name__ == "__main__":
    main()
