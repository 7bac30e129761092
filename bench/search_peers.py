"""Measures the search beside OpenSpiel's C++ `MCTSBot` on the game nearest to each of ours, in the same run.

    python bench/search_peers.py [--rounds 9] [--seconds 0.5] [--games billabong,bantu] [--json]     (needs `pip install open_spiel`)

Both use one thread. In each round each side searches one position for about `--seconds`, one after the other, so that other work on the
machine touches both alike. `simulations_per_s` is the median over the rounds, by the processor's time, and `times` is the median of the
ratios of neighbours. Positions: a game of greedy bots at its beginning, a third of the way and two thirds for ours; for OpenSpiel's, which has
no such bots, the beginning and after 10 and 20 random actions.

The nearest games:

- Billabong: `chinese_checkers`. Pieces race over a board in chains of hops over others; no chance, nothing hidden.
- Bantu: `backgammon`. Few pieces race along a track and send each other back. Bantu has no dice.
- Banjooli Cross: `backgammon`. The same, and dice decide what may move. OpenSpiel has none with secrets that this bot could search.
- Boussanga: `pentago`. Many ways to place on a board, where alignments count. Pentago has neither cards nor chance.

A simulation is not the same work on both sides. `MCTSBot` plays each to the end of the game at random (`RandomRolloutEvaluator`, one a
simulation, its usual setting), as it has no evaluations. Ours plays on two actions and asks the game's evaluation, but looks one action ahead
wherever its tree grows, and guesses what is hidden anew. The ratio says how much search a second buys, not who plays better.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

from load import ratios
from search import greedy_game

from ludotheque import bots

NEAREST = {
    "billabong": "chinese_checkers",
    "bantu": "backgammon",
    "banjooli-cross": "backgammon",
    "boussanga": "pentago",
}
OPTIONS: dict[str, dict[str, Any]] = {"billabong": {"mode": "duel"}}
PARTS = (0.0, 0.35, 0.7)
RANDOM_ACTIONS = (0, 10, 20)
UCT_C = 2.0
"""OpenSpiel's usual weight of exploration."""

Search = Callable[[int, int], float]
"""Searches a position (its number) with this many simulations; how many processor seconds it took."""


def ours(game: str) -> Search:
    """Searches of ours."""
    options = OPTIONS.get(game, {})
    length = len(greedy_game(game, 2, options).events)
    tables = [greedy_game(game, 2, options, int(part * length)) for part in PARTS]
    seats = [table.actors[0] for table in tables]
    views = [table.view({seat}).tobytes() for table, seat in zip(tables, seats, strict=True)]

    def search(position: int, simulations: int) -> float:
        began = time.process_time()
        bots.analyse(game, None, views[position], seats[position], position, bots.Budget(simulations))
        return time.process_time() - began

    return search


def theirs(pyspiel: Any, name: str) -> Search:
    """Searches of `MCTSBot`."""
    game, states = pyspiel.load_game(name), []
    for length in RANDOM_ACTIONS:
        luck, state, played = random.Random(length), game.new_initial_state(), 0
        while played < length or state.is_chance_node():
            if state.is_chance_node():
                results, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(luck.choices(results, weights)[0])
                continue
            state.apply_action(luck.choice(state.legal_actions()))
            played += 1
        states.append(state)

    def search(position: int, simulations: int) -> float:
        evaluator = pyspiel.RandomRolloutEvaluator(1, position)
        bot = pyspiel.MCTSBot(game, evaluator, UCT_C, simulations, 1000, False, position, False)
        began = time.process_time()
        bot.mcts_search(states[position])
        return time.process_time() - began

    return search


def fitting(search: Search, seconds: float) -> int:
    """How many simulations a side makes in about this many seconds."""
    count = 100
    while (taken := search(0, count)) < seconds / 8:
        count *= 2
    return max(1, int(count * seconds / taken))


def beside(sides: tuple[Search, Search], rounds: int, seconds: float) -> dict[str, Any]:
    """Both sides' simulations per second, alternating."""
    counts = [fitting(side, seconds) for side in sides]
    rates: tuple[list[float], list[float]] = ([], [])
    for number in range(rounds):
        for side in (0, 1) if number % 2 else (1, 0):
            rates[side].append(counts[side] / sides[side](number % len(PARTS), counts[side]))
    least, most = ratios.spread(*rates)
    return {
        "simulations_per_s": statistics.median(rates[0]),
        "peer_simulations_per_s": statistics.median(rates[1]),
        "times": ratios.middle(*rates),
        "least": least,
        "most": most,
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=9, help="rounds, each with both sides once")
    parser.add_argument("--seconds", type=float, default=0.5, help="about how long each search takes")
    parser.add_argument("--games", default=",".join(NEAREST), help="names, with commas between them")
    parser.add_argument("--json", action="store_true", help="print JSON")
    asked = parser.parse_args()
    games = asked.games.split(",")
    for game in games:
        if game not in NEAREST:
            parser.error(f"OpenSpiel has nothing near {game}; choose from {', '.join(NEAREST)}")
    if asked.rounds < 1 or not asked.seconds > 0:
        parser.error("measure at least one round, of more than 0 seconds")
    try:
        import pyspiel
    except ImportError:
        parser.error("OpenSpiel is not installed: pip install open_spiel")
    found = {}
    for game in games:
        found[game] = {"peer": NEAREST[game]} | beside(
            (ours(game), theirs(pyspiel, NEAREST[game])), asked.rounds, asked.seconds
        )
    if asked.json:
        print(json.dumps(found))
        return
    for game, row in found.items():
        print(f"{game:15s} {row['simulations_per_s']:9,.0f} simulations/s   {row['peer']:17s}{row['peer_simulations_per_s']:9,.0f}"
              f"   × {ratios.told(row['times'], '.1f')} ({ratios.told(row['least'], '.1f')} to {ratios.told(row['most'], '.1f')})")  # fmt: skip


if __name__ == "__main__":
    main()
