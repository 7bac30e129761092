"""What `tests/mutating` looks with at Billabong: a quick comparison with the naive game, and the ways of playing for the laws."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

WAYS: tuple[tuple[int, dict[str, Any]], ...] = (
    (2, {"mode": "duel"}),
    (2, {}),
    (3, {"play_on": True}),
    (4, {"play_on": True}),
    (3, {}),
)
SHORT = {
    "board": {"width": 10, "height": 8},
    "lake": {"x": 4, "y": 3, "width": 2, "height": 2},
    "stream": {"column": 4},
    "pieces": {"kangaroos": 3},
    "limit": {"race_turns": 16},
}
LAW_WAYS: tuple[tuple[int, dict[str, Any]], ...] = ((2, {"mode": "duel"}), (3, {"play_on": True}))
FEW_GOLDEN = ("three-passing", "duel-behind-stream", "duel", "four-at-random-on-a-small-board")


def naive() -> None:
    """Positions from nowhere and short games beside the naive game, the cheap ones first."""
    from ludotheque.table import Table
    from tests.billabong.comparison import along, at_random, closing, crowd, eager, level, shut_in, shuttle
    from tests.billabong.naive_game import Board

    def spread(*args: Any) -> dict[str, Any]:
        return crowd(*args) | {"turns": [300] * args[1]}

    rng, seen, board = random.Random("quick"), Counter[str](), Board()
    for number in range(50):
        seats, options = WAYS[number % 5]
        options = {"mode": "two-teams", **options} if seats == 2 else options
        make, actions = ((shut_in, 1), (level, 0), (closing, 16), (crowd, 2), (spread, 0))[number // 5 % 5]
        along(Table.from_position(make(rng, seats, options, board)), rng, eager, actions, seen, closely=0.5)
    for number, choose in enumerate((eager, shuttle, at_random) * 3):
        seats, options = WAYS[number % 5]
        options = {**options, "placement": ("anywhere", "behind-stream")[number % 2]}
        table = Table("billabong", seats, options, seed=1, first=number % seats, components=SHORT)
        along(table, rng, choose, 70, seen, closely=0.3)
    along(Table("billabong", 2, seed=1, first=1), rng, eager, 50, seen)
    for number in range(150):
        seats, options = WAYS[number % 5]
        options = {"mode": "two-teams", **options} if seats == 2 else options
        along(Table.from_position(level(rng, seats, options, board)), rng, at_random, 0, seen)
