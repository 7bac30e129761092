"""Writes the golden transcripts and the counts of Banjooli Cross anew, deliberately; CONTRIBUTING.md says when that is right.

python -m tests.banjooli_cross.regenerate golden     plays the golden games again (compiled: bots think)
python -m tests.banjooli_cross.regenerate told       tells the records that are there again, playing nothing
python -m tests.banjooli_cross.regenerate perft      counts the positions of perft.json again
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

from ludotheque.bots import choose_in
from ludotheque.core.perft import perft
from ludotheque.core.record import loads
from ludotheque.core.table import Table
from ludotheque.testing.transcripts import write_golden
from tests.banjooli_cross.boxes import LONG, SHORT

HERE = Path(__file__).parent
GOLDEN = HERE / "golden"
COUNTS = HERE / "perft.json"

GAMES: dict[str, dict[str, Any]] = {
    "two": {"seats": 2, "bots": "greedy greedy"},
    "two-berries-lion": {
        "seats": 2,
        "options": {"berries": True, "lion": True, "special": "one"},
        "bots": "greedy random",
    },
    "three-berries": {"seats": 3, "options": {"berries": True}, "bots": "greedy greedy random"},
    "three-special": {"seats": 3, "options": {"special": "two"}, "bots": "greedy greedy greedy"},
    "four-composed": {
        "seats": 4,
        "options": {"course": "S2:A C1:B:left S1:A C5:B C3:B:right", "arrived_natural": True},
        "bots": "greedy greedy random greedy",
    },
    "four-berries-numbers": {
        "seats": 4,
        "options": {"berries": True, "dice": "numbers", "special": "one"},
        "bots": "greedy random greedy greedy",
    },
    "five-long": {
        "seats": 5,
        "options": {"tiles": 6, "berries": True},
        "bots": "greedy greedy greedy greedy random",
    },
    "three-to-the-limit": {
        "seats": 3,
        "options": {"berries": True},
        "components": LONG,
        "bots": "random random random",
    },
    "two-short-tiles": {"seats": 2, "options": {"lion": True}, "components": SHORT, "bots": "greedy greedy"},
}
"""Each number of players, each option, both endings, tiles of one's own; who plays, seat by seat."""


def play_golden(name: str, first: int) -> list[dict[str, Any]]:
    """The record of a golden game."""
    asked = GAMES[name]
    table = Table(
        "banjooli-cross",
        asked["seats"],
        asked.get("options", {}),
        seed=7,
        components=asked.get("components"),
        first=first % asked["seats"],
    )
    table.players = asked["bots"].split()
    rng = np.random.default_rng(7)
    while not table.is_over:
        seat = table.actors[0]
        view = table.view({seat})
        table.play(choose_in(table.game, table.box, view, seat, table.players[seat], rng))
    return table.record()


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
        table = Table.from_position(entry["position"], chance="physical")
        depths = range(1, len(entry["counts"]) + 1)
        entry["counts"] = [perft(table.game, table.box, table.state, depth) for depth in depths]
    lines = [
        ",\n ".join(f'"{key}": {json.dumps(value, ensure_ascii=False)}' for key, value in entry.items())
        for entry in entries
    ]
    COUNTS.write_text("[\n" + ",\n".join(f"{{{text}}}" for text in lines) + "\n]\n", encoding="utf-8")


WORK = {"golden": golden, "told": told, "perft": counts}

if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in WORK:
        raise SystemExit(__doc__)
    WORK[sys.argv[1]]()
