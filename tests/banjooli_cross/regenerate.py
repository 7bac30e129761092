"""The golden games and the counts of Banjooli Cross, made anew by `python -m tests.banjooli_cross.regenerate`; see `tests/regenerating.py`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.banjooli_cross.boxes import LONG, SHORT
from tests.regenerating import Regenerate

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


AGAIN = Regenerate("banjooli-cross", Path(__file__).parent, GAMES)
GOLDEN, COUNTS = AGAIN.golden, AGAIN.counts

if __name__ == "__main__":
    AGAIN.main()
