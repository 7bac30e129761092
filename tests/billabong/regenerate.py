"""The golden games and the counts of Billabong, made anew by `python -m tests.billabong.regenerate`; see `tests/regenerating.py`."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np

from ludotheque.table import Table
from tests.billabong.comparison import board_of, codes_of, eager, naive_of
from tests.regenerating import Player, Regenerate, bot

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


def player() -> Player:
    """A bot of the product, or the wilful player of the comparison."""
    lot = random.Random(7)

    def chosen(table: Table, name: str, rng: np.random.Generator) -> int:
        if name != "eager":
            return bot(table, name, rng)
        codes = codes_of(table, board_of(table))
        return codes[eager(table, naive_of(table), sorted(codes, key=str), lot)]

    return chosen


AGAIN = Regenerate("billabong", Path(__file__).parent, GAMES, player)
GOLDEN, COUNTS = AGAIN.golden, AGAIN.counts

if __name__ == "__main__":
    AGAIN.main()
