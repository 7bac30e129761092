"""Measures how strong a level is: one seat of that level plays against equal others.

    python bench/strength.py billabong --seats 2 --option mode=duel --focal master --others greedy --games 100 [--json]

Seats are rotated: each seed is played once from every seat, with the same seat going first and the same luck, so `--games` is
rounded up to whole rounds of the table. A win counts 1, a shared win its share. The bounds are those of Wilson's interval (1927), which holds the
true share in 95 of 100 runs; for shares it is a little too wide, never too narrow. If games repeat there are no bounds, because bounds
would claim more than those games show. The levels think for a fixed number of simulations, so a slow machine plays the same games as
a fast one.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from typing import Any

from ludotheque.cli.options import options_of
from ludotheque.core import registry
from ludotheque.lab import Match, Result, play_many
from ludotheque.lab.intervals import wilson
from ludotheque.lab.matches import check


def matches(asked: argparse.Namespace, options: dict[str, Any]) -> Iterator[Match]:
    """The games, seed by seed, the focal level in each seat in turn."""
    rounds = -(-asked.games // asked.seats)
    for seed in range(asked.seed, asked.seed + rounds):
        for seat in range(asked.seats):
            levels = [asked.others] * asked.seats
            levels[seat] = asked.focal
            yield Match(asked.game, asked.seats, tuple(levels), seed, options)


def play(asked: argparse.Namespace, options: dict[str, Any]) -> dict[str, Any]:
    """Play all games and sum them up."""
    began = time.perf_counter()
    won = [0.0] * asked.seats
    sole = actions = 0
    courses = set()
    games = list(matches(asked, options))
    for done, (match, result) in enumerate(zip(games, _played(games, asked.workers), strict=True), 1):
        seat = done % asked.seats - 1  # the last seat is -1 here
        assert match.levels[seat] == asked.focal
        won[seat] += result.returns[seat]
        sole += result.returns[seat] == 1.0
        actions += result.actions
        courses.add(result.trajectory)
        if not asked.json and sys.stderr.isatty():
            print(f"\r{done}/{len(games)}: {sum(won) / done:.3f} ", end="", file=sys.stderr)
    repeat = len(courses) < len(games)
    low, high = (None, None) if repeat else wilson(sum(won), len(games))
    return {
        "game": asked.game,
        "seats": asked.seats,
        "options": options,
        "focal": asked.focal,
        "others": asked.others,
        "seed": asked.seed,
        "games": len(games),
        "distinct": len(courses),
        "share": sum(won) / len(games),
        "low": low,
        "high": high,
        "expected": 1 / asked.seats,
        "sole_wins": sole,
        "by_seat": [each * asked.seats / len(games) for each in won],
        "actions": actions / len(games),
        "minutes": (time.perf_counter() - began) / 60,
    }


def _played(games: list[Match], workers: int) -> Iterator[Result]:
    return iter(play_many(games, workers))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", nargs="?", default="billabong", help="the game")
    parser.add_argument("--seats", type=int, default=2, help="number of players")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game"
    )
    parser.add_argument("--focal", default="master", help="the level to measure")
    parser.add_argument("--others", default="greedy", help="the level of the other seats")
    parser.add_argument("--games", type=int, default=100, help="at least this many games")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first game")
    parser.add_argument("--workers", type=int, default=2, help="processes that play")
    parser.add_argument("--json", action="store_true", help="print JSON")
    asked = parser.parse_args()
    options = dict(options_of(registry.get(asked.game), asked.option))
    check(next(matches(asked, options)))
    found = play(asked, options)
    if asked.json:
        print(json.dumps(found))
        return
    bounds = "no bounds, as games repeat"
    if found["low"] is not None:
        bounds = f"in truth {found['low']:.3f} to {found['high']:.3f} (95 %, Wilson)"
    print(
        f"\r{found['game']}, {found['seats']} seats {options or ''}: {asked.focal} against {asked.others}\n"
        f"  share of the wins {found['share']:.3f}, {bounds}; equals would have {found['expected']:.3f}\n"
        f"  {found['games']} games, {found['distinct']} distinct, {found['sole_wins']} won alone, by seat "
        f"{', '.join(f'{each:.3f}' for each in found['by_seat'])}; {found['actions']:.0f} actions a game, "
        f"{found['minutes']:.1f} minutes"
    )


if __name__ == "__main__":
    main()
