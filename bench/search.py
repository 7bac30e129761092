"""Measures how fast the search is: simulations per second, how long each level thinks, and how much of it is compiled code.

    python bench/search.py [--game billabong] [--repeats 5] [--levels steady,strong,master] [--parts 0,0.35,0.7] [--json]

Uses one core. The positions come from games of greedy bots: the opening, a third of the way and two thirds. The budget is 5,000
simulations per second, five times what OpenSpiel's MCTSBot in C++ does on the nearest game that it has, Chinese Checkers (1.0
thousand, measured elsewhere on one core).
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import time
from collections.abc import Iterator, Sequence
from typing import Any

from ludotheque import Table, bots
from ludotheque.bots import search
from ludotheque.bots.levels import SIMULATIONS
from ludotheque.core import registry

BUDGET = 5_000
SPEED_OF = 2_000
"""Simulations of one measurement."""


def situations(game: str, parts: Sequence[float]) -> Iterator[tuple[str, Table]]:
    """Tables early, in the middle and late, for each number of seats (and each mode, where two players have two)."""
    for name, seats, options in (
        ("duel", 2, {"mode": "duel"}),
        ("two-teams", 2, {"mode": "two-teams"}),
        ("4 seats", 4, {}),
    ):
        if (game != "billabong" and options) or seats not in registry.get(game).seats:
            continue
        length = len(greedy_game(game, seats, options).events) if any(parts) else 0
        for part in parts:
            yield f"{name} at {part:.0%}", greedy_game(game, seats, options, int(part * length))


def greedy_game(game: str, seats: int, options: dict[str, Any], length: int = 10_000) -> Table:
    """A game of greedy bots after this many actions."""
    table = Table(game, seats, options, seed=1, first=0)
    while not table.is_over and len(table.events) < length:
        seat = table.actors[0]
        table.play(
            bots.choose(game, None, table.view({seat}).tobytes(), seat, "greedy", len(table.events)), seat
        )
    return table


def measure(table: Table, repeats: int) -> dict[str, Any]:
    """Simulations a second of processor time in one position: the median of several runs."""
    seat = table.actors[0]
    view = table.view({seat}).tobytes()
    budget = bots.Budget(simulations=SPEED_OF)
    speeds = []
    for seed in range(repeats):
        began = time.process_time()
        bots.analyse(table.game, None, view, seat, seed, budget)
        speeds.append(SPEED_OF / (time.process_time() - began))
    return {"legal": len(table.legal_actions(seat)), "simulations_per_s": statistics.median(speeds)}


def thought(table: Table, level: str) -> dict[str, float]:
    """How long one decision of a level takes, and the share of it that is spent in compiled code."""
    seat, inside = table.actors[0], 0.0
    view = table.view({seat}).tobytes()
    run_simulations = search.run_simulations

    def timed(*arguments: Any) -> None:
        nonlocal inside
        began = time.process_time()
        run_simulations(*arguments)
        inside += time.process_time() - began

    search.run_simulations = timed
    try:
        began = time.process_time()
        bots.choose(table.game, None, view, seat, level, 1)
        taken = time.process_time() - began
    finally:
        search.run_simulations = run_simulations
    return {"seconds": taken, "compiled": inside / taken}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", default="billabong", help="the game")
    parser.add_argument("--repeats", type=int, default=5, help="measurements of each figure")
    parser.add_argument(
        "--levels", default=",".join(SIMULATIONS), help="levels to time, with commas between them"
    )
    parser.add_argument("--parts", default="0,0.35,0.7", help="how far the games are, with commas")
    parser.add_argument("--json", action="store_true", help="print JSON")
    asked = parser.parse_args()
    if registry.get(asked.game).timed:
        parser.error(f"{asked.game} is played against the clock, without search: see bench/rounds.py")
    levels, parts = asked.levels.split(","), [float(part) for part in asked.parts.split(",")]
    for level in levels:
        if level not in SIMULATIONS:
            parser.error(f"{level} does not search; those that do: {', '.join(SIMULATIONS)}")
    found: dict[str, Any] = {"game": asked.game, "budget": BUDGET, "positions": {}}
    for name, table in situations(asked.game, parts):
        measure(table, 1)
        found["positions"][name] = measure(table, asked.repeats) | {
            level: thought(table, level) for level in levels
        }
    found["memory_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    if asked.json:
        print(json.dumps(found))
        return
    for name, facts in found["positions"].items():
        speed = facts["simulations_per_s"]
        thoughts = ", ".join(f"{level} {facts[level]['seconds']:.2f} s" for level in levels)
        share = facts[levels[-1]]["compiled"]
        print(
            f"{name:18s} {facts['legal']:4d} legal  {speed:8.0f} simulations/s = {speed / BUDGET:5.1f} × budget;"
            f"  {thoughts}; {share:.1%} of {levels[-1]}'s time is compiled code"
        )
    print(f"memory at most {found['memory_mb']:.0f} MB")


if __name__ == "__main__":
    main()
