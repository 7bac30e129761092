"""Golden games and counts of Boussanga, made anew: only when a rule was changed on purpose.

python -m tests.boussanga.regenerate golden     plays the golden games again
python -m tests.boussanga.regenerate told       tells their records again, without playing
python -m tests.boussanga.regenerate perft      counts the positions of perft.json again
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
from tests.boussanga.boxes import box

HERE = Path(__file__).parent
GOLDEN = HERE / "golden"
COUNTS = HERE / "perft.json"

SMALL = box(
    cards=[
        {"frame": frame, "shifts": 4}
        for frame in ("TE./.../...", "TET/AFA/TET", "T.E/.../A.F", "TTT/.../...", "TE./A../...")
    ],
    board={"width": 5, "height": 6},
    hand={"cards": 3},
    tokens={"earth": 8, "water": 7, "air": 6, "fire": 5},
)

GAMES: dict[str, dict[str, Any]] = {
    "two": {"seats": 2, "bots": "greedy greedy"},
    "two-backs": {"seats": 2, "options": {"side": "back"}, "bots": "greedy random"},
    "three": {"seats": 3, "bots": "greedy random greedy"},
    "four": {"seats": 4, "bots": "greedy greedy random greedy"},
    "teams": {"seats": 4, "options": {"mode": "teams"}, "bots": "greedy greedy greedy greedy"},
    "alone": {"seats": 1, "bots": "greedy"},
    "alone-badly": {"seats": 1, "bots": "random"},
    "together-backs": {
        "seats": 3,
        "options": {"mode": "cooperative", "side": "back"},
        "bots": "greedy greedy greedy",
    },
    "together-to-13": {
        "seats": 2,
        "options": {"mode": "cooperative", "stop_at_13": True},
        "bots": "random random",
        "seed": 8,
    },
    "small-box": {"seats": 3, "components": SMALL, "bots": "greedy random greedy"},
    "small-box-alone": {"seats": 1, "components": SMALL, "bots": "random"},
}
"""Each mode, each option, all endings that come about, boxes of one's own; who plays, seat by seat."""


def play_golden(name: str, first: int) -> list[dict[str, Any]]:
    """The record of a golden game."""
    asked = GAMES[name]
    table = Table(
        "boussanga",
        asked["seats"],
        asked.get("options", {}),
        seed=asked.get("seed", 7),
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
    GOLDEN.mkdir(exist_ok=True)
    for old in (*GOLDEN.glob("*.jsonl"), *GOLDEN.glob("*.txt")):
        old.unlink()
    for number, name in enumerate(GAMES):
        lines = play_golden(name, number)
        write_golden(GOLDEN, name, lines)
        print(f"{name}: {len(lines) - 2} events, {lines[-1]['end']}")


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
        ",\n ".join(f'"{key}": {json.dumps(value)}' for key, value in entry.items()) for entry in entries
    ]
    COUNTS.write_text("[\n" + ",\n".join(f"{{{text}}}" for text in lines) + "\n]\n", encoding="utf-8")


WORK = {"golden": golden, "told": told, "perft": counts}

if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in WORK:
        raise SystemExit(__doc__)
    WORK[sys.argv[1]]()
