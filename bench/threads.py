"""Measures what a second thread brings a search: simulations per second, and games won.

    python bench/threads.py [--game billabong] [--threads 2] [--repeats 7] [--games 100] [--simulations 1000 | --seconds 0.05] [--json]

Speed: searches with one thread and with several alternate, in positions from a game of greedy bots, and the figure is the median of the
ratios of neighbours. So work beside it touches both alike. What is left of a processor limits it all the same: on a busy machine two threads
cannot be twice as fast.

Strength: pairs of games with the same seed, the two players changing seats. One player searches with one thread, the other with several at
the same time by the clock. With `--seconds` the clock is real, which asks for idle processors. With `--simulations N` it is worked out: N
simulations for one thread, and for the other N times the number of threads times `--pays`, the part of a thread that each brings. The interval
is Wilson's, 95 %.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from load import ratios

from ludotheque.bots import Budget, Sight
from ludotheque.bots.search import run_search
from ludotheque.cli.options import options_of
from ludotheque.core import registry
from ludotheque.core.luck import Luck
from ludotheque.lab import Match, play
from ludotheque.lab.intervals import wilson

PARTS = (0.1, 0.4, 0.7)
"""How far the games are from which positions are taken."""


def speed(match: Match, threads: int, simulations: int, repeats: int) -> dict[str, Any]:
    """Simulations per second with one thread and with several, alternating."""
    rates: dict[int, list[float]] = {1: [], threads: []}
    for game, box, view, seat in _positions(match):
        for repeat in range(repeats):
            for count in (1, threads) if repeat % 2 else (threads, 1):
                began = time.perf_counter()
                luck = Luck.of(repeat)
                run_search(game, box, view, seat, Budget(simulations, threads=count), luck)
                rates[count].append(simulations / (time.perf_counter() - began))
    found = ratios.of_rounds(rates[threads], rates[1])
    return {
        "one": statistics.median(rates[1]),
        "several": statistics.median(rates[threads]),
        "times": statistics.median(found),
        "times_quartiles": [round(each, 2) for each in statistics.quantiles(found, n=4)],
    }


def _positions(match: Match) -> list[tuple[Any, Any, Any, int]]:
    """Decisions early, in the middle and late in a game: the game, the box, the view and the seat of each."""
    seen: list[tuple[Any, Any, Any, int]] = []

    def watching(sight: Sight) -> int:
        seen.append((sight.game, sight.box, sight.view, sight.seat))
        return int(max(sight.actions, key=lambda action: sight.worth(sight.after(action))))

    play(Match(match.game, match.seats, (watching,) * match.seats, match.seed, match.options))
    return [seen[int(part * len(seen))] for part in PARTS]


def player(budget: Budget) -> Callable[[Sight], int]:
    """A bot that searches with this budget."""

    def searching(sight: Sight) -> int:
        return run_search(sight.game, sight.box, sight.view, sight.seat, budget, sight.luck).best

    return searching


def strength(match: Match, budgets: tuple[Budget, Budget], games: int) -> dict[str, Any]:
    """How often the player with several threads wins against the one with one."""
    one, several = map(player, budgets)
    won, played, courses = 0.0, 0, set()
    for seed in range(match.seed, match.seed + games // 2):
        for seat in range(2):
            bots = (several, one) if seat == 0 else (one, several)
            result = play(Match(match.game, 2, bots, seed, match.options))
            won, played = won + result.returns[seat], played + 1
            courses.add(result.trajectory)
    low, high = wilson(won, played)
    return {"games": played, "distinct": len(courses), "share": won / played, "low": low, "high": high}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", default="billabong", help="the game, for two")
    parser.add_argument("--option", action="append", metavar="NAME=VALUE", help="an option of the game")
    parser.add_argument("--threads", type=int, default=2, help="the threads of the player with several")
    parser.add_argument("--repeats", type=int, default=7, help="searches of each kind in each position")
    parser.add_argument(
        "--measured", type=int, default=20_000, help="simulations of a search whose speed is measured"
    )
    parser.add_argument("--games", type=int, default=100, help="games played; 0 for none")
    parser.add_argument(
        "--simulations", type=int, default=1_000, help="simulations of the player with one thread"
    )
    parser.add_argument("--pays", type=float, default=1.0, help="what each thread brings, from 0 to 1")
    parser.add_argument("--seconds", type=float, help="think so long by the clock instead")
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--json", action="store_true", help="print JSON")
    asked = parser.parse_args()
    if registry.get(asked.game).timed:
        parser.error(f"{asked.game} is played against the clock, without search")
    if asked.threads < 2 or asked.repeats < 1:
        parser.error("compare at least two threads, at least once")
    usual = ["mode=duel"] if asked.game == "billabong" else []
    options = options_of(registry.get(asked.game), asked.option or usual)
    match = Match(asked.game, 2, ("greedy", "greedy"), asked.seed, options)
    found: dict[str, Any] = {"game": asked.game, "threads": asked.threads, "processors": os.cpu_count()}
    found["speed"] = speed(match, asked.threads, asked.measured, asked.repeats)
    if asked.games:
        if asked.seconds is not None:
            budgets = Budget(seconds=asked.seconds), Budget(seconds=asked.seconds, threads=asked.threads)
        else:
            more = round(asked.simulations * asked.threads * asked.pays)
            budgets = Budget(asked.simulations), Budget(more, threads=asked.threads)
        found["strength"] = strength(match, budgets, asked.games) | {
            "seconds": asked.seconds,
            "simulations": [each.simulations for each in budgets],
        }
    if asked.json:
        print(json.dumps(found))
        return
    load = Path("/proc/loadavg")
    busy = f"; load {load.read_text().split()[0]}" if load.exists() else ""
    rates = found["speed"]
    print(f"{asked.game}: {rates['one']:,.0f} simulations/s with one thread, {rates['several']:,.0f} with {asked.threads}:"
          f" × {rates['times']:.2f} (quartiles {rates['times_quartiles']}){busy}")  # fmt: skip
    if asked.games:
        games = found["strength"]
        print(f"{asked.threads} threads win {games['share']:.3f} of {games['games']} games against one"
              f" ({games['low']:.3f} to {games['high']:.3f}); {games['distinct']} distinct")  # fmt: skip


if __name__ == "__main__":
    main()
