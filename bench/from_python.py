"""Measures how fast a loop in Python plays: `Table` beside python-chess and OpenSpiel, in the same run.

    python bench/from_python.py [--rounds 7] [--seconds 0.5] [--games billabong,bantu] [--json]

`moves_per_s`  random games to their end: list the legal actions, choose one, play it; includes setting up each game;
`play_us`      playing one action given as an integer;
`copy_us`      `copy()` of a table in the middle of a game, and `copy_bare_us` of `copy(history=False)`;
`times_<peer>` our moves per second divided by a peer's, for each peer that is installed (`pip install chess open_spiel`).

The rounds alternate between all measurements, and each figure is a median. Rules are compiled or loaded first.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from load import ratios

from ludotheque import Table

GAMES = ("billabong", "bantu", "banjooli-cross", "boussanga")
PEERS = ("chinese_checkers", "breakthrough", "backgammon")
COPIES = 300
MIDDLE = 20

Play = Callable[[int], int]
"""Plays one random game from a seed; how many moves."""


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=7, help="rounds in which everything is measured")
    parser.add_argument("--seconds", type=float, default=0.5, help="seconds that each loop plays per round")
    parser.add_argument("--games", default=",".join(GAMES), help="names, with commas between them")
    parser.add_argument("--json", action="store_true", help="print JSON")
    asked = parser.parse_args()
    games = asked.games.split(",")
    loops: dict[str, Play] = {game: _ours(game) for game in games} | _peers()
    found: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for number in range(asked.rounds):
        for name, play in loops.items():
            found[name]["moves_per_s"].append(_moves_per_s(play, asked.seconds, number))
        for game in games:
            for what, cost in _costs(game, number).items():
                found[game][what].append(cost)
    rows = {
        name: {what: statistics.median(values) for what, values in row.items()} for name, row in found.items()
    }
    for game in games:
        rows[game] |= {
            f"times_{peer}": ratios.times(rows[game]["moves_per_s"], rows[peer]["moves_per_s"])
            for peer in loops
            if peer not in games
        }
    print(json.dumps(rows) if asked.json else _told(rows, games))


def _ours(game: str) -> Play:
    def play(seed: int) -> int:
        choose = random.Random(seed).choice
        table, moves = Table(game, seed=seed), 0
        while not table.is_over:
            table.play(choose(table.legal_actions()))
            moves += 1
        return moves

    return play


def _peers() -> dict[str, Play]:
    found: dict[str, Play] = {}
    try:
        import chess
    except ImportError:
        pass
    else:

        def chess_game(seed: int) -> int:
            choose = random.Random(seed).choice
            board = chess.Board()
            while not board.is_game_over():
                board.push(choose(list(board.legal_moves)))
            return len(board.move_stack)

        found["python-chess"] = chess_game
    try:
        import pyspiel
    except ImportError:
        return found
    for name in PEERS:
        found[f"openspiel-{name}"] = _openspiel(pyspiel.load_game(name))
    return found


def _openspiel(game: Any) -> Play:
    def play(seed: int) -> int:
        luck = random.Random(seed)
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                results, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(luck.choices(results, weights)[0])
                continue
            state.apply_action(luck.choice(state.legal_actions()))
            moves += 1
        return moves

    return play


def _moves_per_s(play: Play, seconds: float, number: int) -> float:
    began, moves, seed = time.perf_counter(), 0, 1000 * number
    while (passed := time.perf_counter() - began) < seconds or not moves:
        moves += play(seed)
        seed += 1
    return moves / passed


def _costs(game: str, number: int) -> dict[str, float]:
    """What single calls cost, in microseconds."""
    choose = random.Random(number).choice
    table, played, spent = Table(game, seed=number), 0, 0.0
    while not table.is_over and played < COPIES:
        action = choose(table.legal_actions())
        began = time.perf_counter()
        table.play(action)
        spent += time.perf_counter() - began
        played += 1
    middle = Table(game, seed=number)
    for _ in range(MIDDLE):
        if not middle.is_over:
            middle.play(choose(middle.legal_actions()))
    return {
        "play_us": 1e6 * spent / played,
        "copy_us": _each(middle.copy),
        "copy_bare_us": _each(lambda: middle.copy(history=False)),
    }


def _each(call: Callable[[], Any]) -> float:
    began = time.perf_counter()
    for _ in range(COPIES):
        call()
    return 1e6 * (time.perf_counter() - began) / COPIES


def _told(rows: dict[str, dict[str, float]], games: list[str]) -> str:
    lines = [f"{'':28}{'moves/s':>10}{'play µs':>9}{'copy µs':>9}{'bare µs':>9}"]
    for name, row in rows.items():
        costs = "".join(f"{row[what]:9.1f}" for what in ("play_us", "copy_us", "copy_bare_us") if what in row)
        lines.append(f"{name:28}{row['moves_per_s']:10,.0f}{costs}")
    for game in games:
        beside = [
            f"{ratios.told(ratio)} × {what[6:]}"
            for what, ratio in rows[game].items()
            if what.startswith("times_")
        ]
        if beside:
            lines.append(f"{game}: {', '.join(beside)}")
    if len(rows) == len(games):
        lines.append("To compare: pip install chess open_spiel")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
