"""What `tests/mutating` looks with at Bantu: a quick comparison with the naive game, and the ways of playing for the laws."""

from __future__ import annotations

import random
from collections import Counter

from tests.bantu.boards import small

SHORT = small()
LAW_WAYS = ((2, {"short": True}), (4, {"teams": True}))
FEW_GOLDEN = ("two-to-the-limit", "two-short-at-random", "four-teams-short", "four-on-a-small-track")


def naive() -> None:
    """Crowded situations on three tracks, the printed one first; some whole games on small ones."""
    from ludotheque.table import Table
    from tests.bantu.comparison import CROSSED, LONE, WAYS, along, crowded
    from tests.bantu.naive import Board, Game

    rng, seen = random.Random("quick"), Counter[str]()
    for components, positions in ((None, 120), (CROSSED, 80), (LONE, 40)):
        board = Board.printed() if components is None else Board.of(components)
        for number in range(positions):
            seats, options = WAYS[number % len(WAYS)]
            position = crowded(rng, seats, options, board)
            game = Game.from_position(position, board)
            if game.over() or game.done(position["to_play"]):
                continue
            along(Table.from_position(position, components=components), rng, seen, board, most=4)
    for number, (seats, options) in enumerate(WAYS):
        components = (SHORT, LONE)[number % 2]
        table = Table("bantu", seats, options, seed=number, components=components)
        along(table, rng, seen, Board.of(components))
