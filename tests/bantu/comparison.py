"""The product beside the naive second reading: what they must agree about, and the situations in which they are asked."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from ludotheque.table import Table
from tests.bantu.boards import small
from tests.bantu.naive import FINISH, START, Board, Game, name_of, text_of

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


class Disagreement(AssertionError):
    """The game and its second reading say different things."""


def agree(what: str, product: object, naive: object, table: Table) -> None:
    """Both must say the same, or it is told what each says, and of which situation."""
    if product != naive:
        if isinstance(product, set) and isinstance(naive, set):
            product, naive = sorted(product - naive), sorted(naive - product)
            raise Disagreement(
                f"{what}: only in the product {product}, only in the naive game {naive}, in {table.position()}"
            )
        raise Disagreement(
            f"{what}: {product!r} in the product, {naive!r} in the naive game, in {table.position()}"
        )


def compare(table: Table, game: Game) -> list[str]:
    """The legal actions in words, if both say the same of the situation."""
    agree("the end", table.is_over, game.over(), table)
    for (seat, number), circle in game.at.items():
        at = int(table.state[0]["at"][seat, number - 1])
        said = {-2: START, -1: FINISH}.get(at) or divmod(at, int(table.box[0]["lanes"]))
        agree(f"pawn {number} of seat {seat}", said, circle, table)
    if table.is_over:
        compare_outcomes(table, game)
        return []
    agree("whose turn", table.actors, (game.to_play,), table)
    able = [seat for seat in range(table.seats) if not game.done(seat) and game.moves(seat) != {"pass"}]
    agree("anybody can move", bool(able), True, table)
    told = {text_of(move): move for move in game.legal()}
    agree("legal actions", set(table.legal_actions().texts()), set(told), table)
    return sorted(told)


def compare_outcomes(table: Table, game: Game) -> None:
    """Who is where at the end, and why it is the end."""
    won, outcome, ranking = game.winners(), table.outcome, game.ranking()
    assert outcome is not None
    agree("ranks", list(outcome.ranking), ranking, table)
    agree("the ending", outcome.ending, "all_home" if won else "turn_limit", table)
    first = ranking.count(1)
    agree("shares", outcome.returns, tuple((1 / first if rank == 1 else 0.0) for rank in ranking), table)


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
