"""Writes the golden transcripts and the counts of Bantu anew, deliberately; CONTRIBUTING.md says when that is right.

python -m tests.bantu.regenerate golden     plays the golden games again (compiled: bots think)
python -m tests.bantu.regenerate told       tells the records that are there again, playing nothing
python -m tests.bantu.regenerate perft      counts the positions of perft.json again
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
from tests.bantu.boards import small

HERE = Path(__file__).parent
GOLDEN = HERE / "golden"
COUNTS = HERE / "perft.json"

GAMES: dict[str, dict[str, Any]] = {
    "two": {"seats": 2, "bots": "greedy greedy"},
    "two-short-at-random": {"seats": 2, "options": {"short": True}, "bots": "random random"},
    "three": {"seats": 3, "bots": "greedy random greedy"},
    "three-short": {"seats": 3, "options": {"short": True}, "bots": "greedy greedy greedy"},
    "four": {"seats": 4, "bots": "greedy greedy greedy random"},
    "four-teams": {"seats": 4, "options": {"teams": True}, "bots": "greedy random greedy greedy"},
    "four-teams-short": {
        "seats": 4,
        "options": {"teams": True, "short": True},
        "bots": "greedy greedy random greedy",
    },
    "two-to-the-limit": {"seats": 2, "components": small(limit={"turns": 12}), "bots": "random random"},
    "four-on-a-small-track": {"seats": 4, "components": small(), "bots": "random greedy random random"},
}
"""Each number of players, each option, both endings, a track of one's own; who plays, seat by seat."""


def play_golden(name: str, first: int) -> list[dict[str, Any]]:
    """The record of a golden game."""
    asked = GAMES[name]
    table = Table(
        "bantu",
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
        table.play(choose_in(table.game, table.box, table.state.copy(), seat, table.players[seat], rng))
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
