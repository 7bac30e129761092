"""Measures rounds of Banzaï! between bots inside compiled code, on one core.

    python bench/rounds.py [--games 200] [--runs 5] [--seats 3,4,5,6,8,10,12] [--json]

The bots react as people do (the verb `reflex`), and each sees only its own view. A round lasts from a deal until somebody is out or
the cards are dealt again. The figures are medians over --runs.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from typing import Any

import numpy as np

from ludotheque.core import components, entry, registry
from ludotheque.core.luck import Luck
from ludotheque.lab import reflexes

LEVEL = 3
MOST = 200_000


def rounds(seats: int, options: dict[str, Any], games: int, seed: int) -> tuple[int, int, float]:
    """Rounds, those that the technical limit ended, and seconds."""
    game = registry.get("banzai")
    boxes, rng, chance = components.load(game).array, np.random.default_rng(seed), Luck.of(seed)
    options, tally = game.check_options(seats, options), np.zeros(2, np.int64)
    workspace = reflexes.workspace_for(game, game.fresh_state(seats, options))
    played = again = 0
    begun = time.perf_counter()
    for _ in range(games):
        states = game.fresh_state(seats, options)
        entry.setup(boxes, states)
        luck, levels = rng.integers(1, 1 << 40, seats), np.full(seats, LEVEL)
        if not reflexes.play_out(boxes, states, levels, luck, MOST, workspace, tally, chance):
            raise SystemExit(f"a game of {seats} did not end within {MOST} steps")
        played += int(states[0]["round_number"])
        again += int(states[0]["dealt_again"])
    return played, again, time.perf_counter() - begun


def main() -> None:
    """Measure 3 to 12 players, without and with optional rules."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=200, help="games per run")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--runs", type=int, default=5, help="runs for each number of players")
    parser.add_argument("--seats", default="3,4,5,6,8,10,12", help="numbers of players, with commas")
    asked = parser.parse_args()
    rows = []
    for options in ({}, {"optional_rules": True}):
        for seats in map(int, asked.seats.split(",")):
            if seats < 4 and options:
                continue
            rounds(seats, options, 2, 0)
            runs = [rounds(seats, options, asked.games, seed) for seed in range(asked.runs)]
            rate = statistics.median(played / seconds for played, _, seconds in runs)
            again = sum(each[1] for each in runs) / sum(each[0] for each in runs)
            rows.append({"seats": seats, "optional_rules": bool(options), "rounds_per_s": round(rate), "dealt_again_pct": round(100 * again, 2)})  # fmt: skip
            if not asked.json:
                print(rows[-1], flush=True)
    if asked.json:
        print(json.dumps(rows))


if __name__ == "__main__":
    main()
