"""The product and the naive second reading side by side: along whole games of every way, from crowded positions, on own boards."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from ludotheque.table import Table
from tests.bantu.boards import small
from tests.bantu.comparison import CROSSED, LONE, WAYS, along, crowded
from tests.bantu.naive import Board, Game
from tests.depth import few_or_many


@pytest.mark.rule("BAN-03", "BAN-41", "BAN-44", "BAN-45", "BAN-46", "BAN-48", "BAN-49", "BAN-55")
@pytest.mark.parametrize(("seats", "options"), WAYS)
@few_or_many("games", 2, 6)
def test_whole_games_agree(seats, options, games):
    seen: Counter[str] = Counter()
    for seed in range(games):
        table = Table("bantu", seats, options, seed=seed)
        along(table, random.Random(seed), seen)
    assert seen["all_home"] == games
    assert games < 6 or seen["captures"] > 0


@pytest.mark.rule("BAN-32", "BAN-35", "BAN-38", "BAN-39", "BAN-40", "BAN-51")
@pytest.mark.parametrize(("components", "name"), [(None, "printed"), (CROSSED, "crossed"), (LONE, "lone")])
@few_or_many("situations", 250, 1500)
def test_crowded_positions_agree(components, name, situations):
    board = Board.printed() if components is None else Board.of(components)
    seen: Counter[str] = Counter()
    rng = random.Random(name)
    while seen["situations"] < situations:
        seats, options = rng.choice(WAYS)
        position = crowded(rng, seats, options, board)
        game = Game.from_position(position, board)
        if game.over() or game.done(position["to_play"]):
            continue
        table = Table.from_position(position, components=components)
        along(table, rng, seen, board, most=6)
    assert seen["passes"] > 0
    assert seen["captures"] > 0


@pytest.mark.rule("BAN-10", "BAN-53", "BAN-54")
@pytest.mark.parametrize("components", [small(), CROSSED, LONE])
@few_or_many("games", 5, 12)
def test_games_on_custom_boards_agree(components, games):
    seen: Counter[str] = Counter()
    for seed in range(games):
        seats, options = WAYS[seed % len(WAYS)]
        table = Table("bantu", seats, options, seed=seed, components=components)
        along(table, random.Random(seed), seen, Board.of(components))
    assert seen["situations"] > 100
