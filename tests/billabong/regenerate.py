"""Writes the golden transcripts and the counts of Billabong anew, deliberately; CONTRIBUTING.md says when that is right.

python -m tests.billabong.regenerate golden     plays the golden games again (compiled: bots think)
python -m tests.billabong.regenerate told       tells the records that are there again, playing nothing
python -m tests.billabong.regenerate perft      counts the positions of perft.json again
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

import numpy as np

from ludotheque.bots import choose_in
from ludotheque.core.perft import perft
from ludotheque.core.record import loads
from ludotheque.core.table import Table
from ludotheque.testing.transcripts import write_golden
from tests.billabong.comparison import board_of, codes_of, eager, naive_of

HERE = Path(__file__).parent
GOLDEN = HERE / "golden"
COUNTS = HERE / "perft.json"

PRINTED = {
    "board": {"width": 16, "height": 14},
    "lake": {"x": 6, "y": 6, "width": 4, "height": 2},
    "stream": {"column": 7},
}
SMALL = {
    "board": {"width": 9, "height": 10},
    "lake": {"x": 2, "y": 3, "width": 4, "height": 3},
    "stream": {"column": 3},
    "pieces": {"kangaroos": 4},
    "limit": {"race_turns": 25},
}
SHUT_IN = {
    "game": "billabong",
    "seats": 3,
    "options": {"play_on": True},
    "to_play": 2,
    "kangaroos": [
        *({"seat": 0, "cell": cell, "crossings": 1} for cell in ("a2", "b1", "b2", "a3", "c1")),
        *({"seat": 1, "cell": cell} for cell in ("c3", "a4", "d4", "k2")),
        {"seat": 2, "cell": "a1", "crossings": 1},
        *({"seat": seat, "cell": "home"} for seat in (1, 2, 2, 2, 2)),
    ],
}

GAMES: dict[str, dict[str, Any]] = {
    "two-teams": {"seats": 2, "bots": "greedy greedy"},
    "two-teams-behind-stream-touch-move": {
        "seats": 2,
        "options": {"placement": "behind-stream", "touch_move": True},
        "bots": "greedy random",
    },
    "duel": {"seats": 2, "options": {"mode": "duel"}, "bots": "random greedy"},
    "duel-behind-stream": {
        "seats": 2,
        "options": {"mode": "duel", "placement": "behind-stream", "play_on": True},
        "bots": "greedy greedy",
    },
    "three": {"seats": 3, "options": {"touch_move": True}, "bots": "greedy random greedy"},
    "three-play-on": {"seats": 3, "options": {"play_on": True}, "bots": "eager greedy eager"},
    "three-passing": {"position": SHUT_IN, "bots": "eager eager eager"},
    "four": {"seats": 4, "bots": "greedy greedy greedy random"},
    "four-play-on-behind-stream": {
        "seats": 4,
        "options": {"play_on": True, "placement": "behind-stream"},
        "bots": "eager eager greedy eager",
    },
    "two-teams-at-random-to-the-limit": {
        "seats": 2,
        "components": PRINTED | {"limit": {"race_turns": 60}},
        "bots": "random random",
    },
    "four-at-random-on-a-small-board": {
        "seats": 4,
        "options": {"play_on": True},
        "components": SMALL,
        "bots": "random random eager random",
    },
}
"""Each mode, each option, both endings, passing, boards of one's own; who plays, seat by seat."""


def play_golden(name: str, first: int) -> list[dict[str, Any]]:
    """The record of a golden game."""
    asked = GAMES[name]
    if "position" in asked:
        table = Table.from_position(asked["position"], seed=7)
    else:
        table = Table(
            "billabong",
            asked["seats"],
            asked.get("options", {}),
            seed=7,
            components=asked.get("components"),
            first=first % asked["seats"],
        )
    table.players = asked["bots"].split()
    lots = np.random.default_rng(7), random.Random(7)
    while not table.is_over:
        table.play(chosen(table, table.players[table.actors[0]], *lots))
    return table.record()


def chosen(table: Table, player: str, rng: np.random.Generator, lot: random.Random) -> int:
    """What a bot of the product does, or the wilful player of the comparison."""
    if player == "eager":
        codes = codes_of(table, board_of(table))
        return codes[eager(table, naive_of(table), sorted(codes, key=str), lot)]
    return choose_in(table.game, table.box, table.state.copy(), table.actors[0], player, rng)


def golden() -> None:
    """Play all golden games and tell them."""
    for old in (*GOLDEN.glob("*.jsonl"), *GOLDEN.glob("*.txt")):
        old.unlink()
    for number, name in enumerate(GAMES):
        lines = play_golden(name, number)
        write_golden(GOLDEN, name, lines)
        print(f"{name}: {len(lines) - 2} actions, {lines[-1]['end']}")


def told() -> None:
    """Tell the golden records again: for a change of how a game is told, not of its rules."""
    for path in sorted(GOLDEN.glob("*.jsonl")):
        write_golden(GOLDEN, path.stem, loads(path.read_text(encoding="utf-8")))


def counts() -> None:
    """Count every position of perft.json again, to the depth it has."""
    entries = json.loads(COUNTS.read_text(encoding="utf-8"))
    for entry in entries:
        table = Table.from_position(entry["position"])
        depths = range(1, len(entry["counts"]) + 1)
        entry["counts"] = [perft(table.game, table.box, table.state, depth) for depth in depths]
    lines = [
        ",\n ".join(f'"{key}": {json.dumps(value)}' for key, value in entry.items()) for entry in entries
    ]
    COUNTS.write_text("[\n" + ",\n".join(f"{{{text}}}" for text in lines) + "\n]\n", encoding="utf-8")


WORK = {"golden": golden, "told": told, "perft": counts}

if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in WORK:
        raise SystemExit(__doc__)
    WORK[sys.argv[1]]()
