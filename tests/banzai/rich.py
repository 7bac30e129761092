"""Situations rich in combinations, for both readings: hands that carry many calls at once, which a deal gives once in a hundred games."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from ludotheque.table import Table
from tests.banzai.comparison import go_on
from tests.banzai.naive import ALL_CARDS, CHARACTERS, FAMILIES, Game
from tests.banzai.tables import circle

Card = str


def wanted(families: list[str], rng: np.random.Generator) -> list[Card]:
    """Cards that carry a call: three of a kind, a Seigneur with another, one of each, or most of a family."""
    one = families[int(rng.integers(len(families)))]
    what = int(rng.integers(4))
    if what == 0:
        character = CHARACTERS[int(rng.integers(len(CHARACTERS)))]
        return [
            f"{family}.{character}" for family in rng.permutation(families)[: 3 + int(rng.random() < 0.2)]
        ]
    if what == 1:
        return [f"{one}.lord", *(f"{one}.{other}" for other in rng.permutation(CHARACTERS[1:])[:2])]
    if what == 2:
        return [f"{f}.{c}" for f, c in zip(rng.permutation(families), CHARACTERS, strict=False)]
    return [f"{one}.{character}" for character in rng.permutation(CHARACTERS)[: int(rng.integers(3, 6))]]


def hands(seats: int, families: list[str], rng: np.random.Generator) -> list[list[Card]]:
    """Five cards each, as many of those wanted as there are; now and then six for one and four for another."""
    left = [str(c) for c in rng.permutation([c for c in ALL_CARDS if c.split(".")[0] in families])]
    dealt: list[list[Card]] = []
    for _ in range(seats):
        mine = [card for card in dict.fromkeys(wanted(families, rng)) if card in left][:5]
        left = [card for card in left if card not in mine]
        dealt.append(mine)
    sizes = [5] * seats
    if rng.random() < 0.3:
        sizes[0], sizes[1] = 6, 4
        dealt[1], left = dealt[1][:4], left + dealt[1][4:]
    for mine, size in zip(dealt, sizes, strict=True):
        while len(mine) < size:
            mine.append(left.pop())
    return dealt


def rich_pair(
    seats: int, options: dict[str, Any], rng: np.random.Generator, final: bool = False
) -> tuple[Table, Game]:
    """A rich situation of a first round, before or after an exchange, in both readings; or the final of four."""
    placed = 3 if final else seats
    families = sorted((str(f) for f in rng.permutation(FAMILIES)[:placed]), key=FAMILIES.index)
    dealt = hands(placed, families, rng)
    seating = [int(seat) for seat in rng.permutation(placed)]
    exchanges = int(rng.integers(0, 4))
    spots = circle(1 if final else placed - 1)
    position = {
        "game": "banzai", "seats": seats, "options": options, "phase": "open" if exchanges else "choose", "now_ms": 500,
        "exchanges": exchanges, "families": families, "hands": dealt + [[]] * (seats - placed), "seating": seating,
        "pawns": [{"x": x, "y": y} for x, y in spots],
    }  # fmt: skip
    if final:
        position |= {"final": True, "third": 2, "out": [*range(3, seats), 2]}
    table = Table.from_position(position, seed=1, chance="physical")
    naive = Game(seats, dict(table.options), 0, reactions=table.box[0].reaction_ms.tolist())
    naive.families, naive.seating, naive.exchanges, naive.now = families, seating, exchanges, 500
    naive.hands = {seat: set(dealt[seat]) if seat < placed else set() for seat in range(seats)}
    if final:
        naive.final, naive.third = True, 2
        naive.out = {seat: number for number, seat in enumerate((*range(3, seats), 2), 1)}
        naive.pawns = naive.pawns[:1]
    naive.open(str(position["phase"]))
    return table, naive


def play_rich(
    seats: int, options: dict[str, Any], seed: int, seen: Counter[str] | None = None, most: int = 60
) -> Table:
    """A rich situation played on at random, compared all the way."""
    rng = np.random.default_rng(seed)
    table, naive = rich_pair(seats, options, rng, final=seed % 8 == 7)
    return go_on(table, naive, rng, seen, most)
