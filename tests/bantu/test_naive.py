"""The product and the naive second reading side by side: along whole games of every way, from crowded positions, on own boards."""

from __future__ import annotations

import os
import random
from collections import Counter
from typing import Any

import pytest

from ludotheque.core.table import Table
from tests.bantu.boards import small
from tests.bantu.naive import FINISH, START, Board, Game, name_of, text_of

GAMES = int(os.environ.get("BANTU_GAMES", "6"))
"""Games of each way; more where somebody wants to be very sure."""

WAYS: list[tuple[int, dict[str, Any]]] = [
    (2, {}), (3, {}), (4, {}), (2, {"short": True}), (3, {"short": True}), (4, {"short": True}),
    (4, {"teams": True}), (4, {"teams": True, "short": True}),
]  # fmt: skip

CROSSED = small(
    track__links=[
        *(f"r{rank}{lane} r{rank + 1}{lane}" for rank in range(8) for lane in "abc" if rank != 3),
        "r3a r4c", "r3b r4b", "r3c r4a", "r3c r4b",
    ],
    limit={"turns": 25},
)  # fmt: skip
"""Links that fork and cross over two lanes, two arrows for three circles, and an early end."""

LONE = {
    "track": {
        "ranks": 6, "lanes": 2,
        "rows": ["r0a", "r1a", "r2a r2b", "r3a", "r4a r4b", "r5a", "r5b"],
        "links": ["r0a r1a", "r1a r2a", "r1a r2b", "r2a r3a", "r3a r4a", "r4a r5a", "r4b r5b"],
    },
    "start_lines": {"4": "r0a", "3": "r1a", "2": "r2a r2b", "1": "r3a"},
    "finish": {"arrows": ["r5a", "r5b"]},
    "limit": {"turns": 40},
}  # fmt: skip
"""A narrow track with circles missing, on which pawns bar each other's way for long."""


def compare(table: Table, game: Game) -> list[str]:
    """The legal actions in words, if both say the same of the situation."""
    assert table.is_over == game.over(), table.position()
    for (seat, number), circle in game.at.items():
        at = int(table.s["at"][seat, number - 1])
        said = {-2: START, -1: FINISH}.get(at) or divmod(at, int(table.b["lanes"]))
        assert said == circle, table.position()
    if table.is_over:
        won, outcome = game.winners(), table.outcome
        assert outcome is not None
        assert list(outcome.ranking) == game.ranking()
        assert outcome.ending == ("all_home" if won else "turn_limit")
        first = game.ranking().count(1)
        assert outcome.returns == tuple((1 / first if rank == 1 else 0.0) for rank in game.ranking())
        return []
    assert table.actors == (game.to_play,)
    able = [seat for seat in range(table.seats) if not game.done(seat) and game.moves(seat) != {"pass"}]
    assert able, f"nobody can move: {table.position()}"
    said, told = set(table.legal_actions().texts()), {text_of(move): move for move in game.legal()}
    assert said == told.keys(), (said ^ told.keys(), table.position())
    return sorted(said)


def along(
    table: Table, rng: random.Random, seen: Counter[str], board: Board | None = None, most: int = 5000
) -> None:
    """Play both to the end at random."""
    game = Game.from_position(table.position(), board)
    while (legal := compare(table, game)) and most:
        text = rng.choice(legal)
        moves = {text_of(move): move for move in game.legal()}
        before = sum(circle == START for circle in game.at.values())
        table.play(text)
        game.play(moves[text])
        seen["captures"] += sum(circle == START for circle in game.at.values()) > before
        seen["situations"] += 1
        seen["passes"] += text == "pass"
        most -= 1
    if table.is_over:
        assert table.outcome is not None
        seen[table.outcome.ending] += 1


@pytest.mark.rule("BAN-03", "BAN-41", "BAN-44", "BAN-45", "BAN-46", "BAN-48", "BAN-49", "BAN-55")
@pytest.mark.parametrize(("seats", "options"), WAYS)
def test_whole_games_agree(seats, options):
    seen: Counter[str] = Counter()
    for seed in range(GAMES):
        table = Table("bantu", seats, options, seed=seed)
        along(table, random.Random(seed), seen)
    assert seen["all_home"] == GAMES
    assert seen["captures"] > 0


def crowded(rng: random.Random, seats: int, options: dict[str, Any], board: Board) -> dict[str, Any]:
    """Pawns close together somewhere, some at start and some home, whoever's turn it is."""
    game = Game(seats, short=options.get("short", False), teams=options.get("teams", False), board=board)
    low = rng.randrange(0, board.last + 1)
    window = [circle for circle in board.row if low <= circle[0] <= low + rng.randrange(1, 7)]
    rng.shuffle(window)
    pawns = []
    for (seat, number), _ in game.at.items():
        fitting = [circle for circle in window if circle[0] >= board.starts[number]]
        if fitting and rng.random() < 0.8:
            window.remove(fitting[0])
            pawns.append({"seat": seat, "number": number, "at": name_of(fitting[0])})
        elif rng.random() < 0.4:
            pawns.append({"seat": seat, "number": number, "at": "finish"})
    return {
        "game": "bantu", "seats": seats, "options": options, "to_play": rng.randrange(seats), "pawns": pawns,
        "turns": [rng.randrange(0, board.limit - 5) for _ in range(seats)],
    }  # fmt: skip


@pytest.mark.rule("BAN-32", "BAN-35", "BAN-38", "BAN-39", "BAN-40", "BAN-51")
@pytest.mark.parametrize(("components", "name"), [(None, "printed"), (CROSSED, "crossed"), (LONE, "lone")])
def test_crowded_positions_agree(components, name):
    board = Board.printed() if components is None else Board.of(components)
    seen: Counter[str] = Counter()
    rng = random.Random(name)
    while seen["situations"] < 250 * GAMES:
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
def test_games_on_boards_of_ones_own_agree(components):
    seen: Counter[str] = Counter()
    for seed in range(2 * GAMES):
        seats, options = WAYS[seed % len(WAYS)]
        table = Table("bantu", seats, options, seed=seed, components=components)
        along(table, random.Random(seed), seen, Board.of(components))
    assert seen["situations"] > 100
