"""The golden games and the counts of Boussanga, made anew by `python -m tests.boussanga.regenerate`; see `tests/regenerating.py`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.boussanga.boxes import box
from tests.regenerating import Regenerate

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


AGAIN = Regenerate("boussanga", Path(__file__).parent, GAMES)
GOLDEN, COUNTS = AGAIN.golden, AGAIN.counts

if __name__ == "__main__":
    AGAIN.main()
