"""Who meets whom: groups people (or bots) into tables so that the same people meet as rarely as possible.

Players are whole numbers. `met` counts how often each pair, the lower number first, has sat at one table.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

Met = Mapping[tuple[int, int], int]
Table = tuple[int, ...]

MAX_TRIES = 20_000
"""After this many tries to find tables without a repeat meeting, repeats are allowed."""
STARTS = 24
"""How many beginnings `mixed` improves; fewer where there are many players."""
FEW = 24
"""With more players than this, nearness is only looked for round the first beginning."""
WORK = 60_000
"""About how many exchanges all beginnings together may consider."""


def pair(one: int, other: int) -> tuple[int, int]:
    """Two players as `met` names them."""
    return (one, other) if one < other else (other, one)


def meetings(tables: Sequence[Table]) -> Counter[tuple[int, int]]:
    """How often each pair sits at one of these tables."""
    met: Counter[tuple[int, int]] = Counter()
    for table in tables:
        met.update(combinations(sorted(table), 2))
    return met


# ------------------------------------------------------------------------------------------------------- near equals


def grouped(order: Sequence[int], sizes: Sequence[int], met: Met) -> list[Table]:
    """Tables of these sizes at which no two have met more often than necessary; those near each other in `order` are preferred.

    The sizes together are as many as the players.
    """
    for most in sorted({0, *met.values()}):
        found = _seated(list(order), tuple(sizes), met, most, [MAX_TRIES])
        if found is not None:
            return found
    return _cut(order, sizes)


def _seated(
    order: list[int], sizes: tuple[int, ...], met: Met, most: int, tries: list[int]
) -> list[Table] | None:
    """Tables at which no two have met more often than `most` times; None if none were found."""
    if not order:
        return []
    for others in combinations(order[1:], sizes[0] - 1):
        tries[0] -= 1
        if tries[0] < 0:
            return None
        table = (order[0], *others)
        if all(met.get(pair(*two), 0) <= most for two in combinations(table, 2)):
            left = [player for player in order if player not in table]
            rest = _seated(left, sizes[1:], met, most, tries)
            if rest is not None:
                return [table, *rest]
    return None


def _cut(order: Sequence[int], sizes: Sequence[int]) -> list[Table]:
    """The players in this order, cut into tables."""
    found, at = [], 0
    for size in sizes:
        found.append(tuple(order[at : at + size]))
        at += size
    return found


# ---------------------------------------------------------------------------------------------------- fewest meetings


def mixed(order: Sequence[int], sizes: Sequence[int], met: Met, *, near: bool) -> list[Table]:
    """Tables of these sizes with the fewest repeat meetings that were found. With `near`, among such tables those whose players are near each
    other in `order`.

    Several beginnings are improved by exchanging two players as long as that helps. The same input gives the same tables.
    """
    at = {player: place for place, player in enumerate(order)}
    best, least = _cut(order, sizes), None
    for begun in _beginnings(order, sizes, met, near):
        if least is not None and least[0] == 0:
            break
        tables = _improved(begun, met, at if near else None)
        cost = _cost(tables, met, at if near else None)
        if least is None or cost < least:
            best, least = tables, cost
    return best


def _beginnings(order: Sequence[int], sizes: Sequence[int], met: Met, near: bool) -> Iterator[list[Table]]:
    """Tables that are nearly right; and where nearness does not matter, any others. The first ones without a repeat meeting will do."""
    yield grouped(order, sizes, met)
    if near and len(order) > FEW:
        return
    luck, players = random.Random(len(order)), list(order)
    exchanges = len(order) ** 2 // 2
    for _ in range(max(2, min(STARTS, WORK // max(1, exchanges)))):
        luck.shuffle(players)
        yield _cut(players, sizes)


def _cost(tables: Sequence[Table], met: Met, at: Mapping[int, int] | None) -> tuple[int, int]:
    parts = [_cost_of(table, met, at) for table in tables]
    return sum(again for again, _ in parts), sum(apart for _, apart in parts)


def _cost_of(table: Sequence[int], met: Met, at: Mapping[int, int] | None) -> tuple[int, int]:
    """How much a table repeats earlier ones (a pair's third meeting weighs more than its second), and how far apart its players are."""
    again = apart = 0
    for one, other in combinations(table, 2):
        again += met.get(pair(one, other), 0) ** 2
        if at is not None:
            apart += (at[one] - at[other]) ** 2
    return again, apart


def _improved(tables: list[Table], met: Met, at: Mapping[int, int] | None) -> list[Table]:
    found = [list(table) for table in tables]
    improves = True
    while improves:
        improves = False
        for one, other in combinations(range(len(found)), 2):
            if _exchange(found[one], found[other], met, at):
                improves = True
    return [tuple(table) for table in found]


def _exchange(one: list[int], other: list[int], met: Met, at: Mapping[int, int] | None) -> bool:
    """Exchange two players of two tables if that helps."""
    before = _sum(_cost_of(one, met, at), _cost_of(other, met, at))
    for i in range(len(one)):
        for k in range(len(other)):
            one[i], other[k] = other[k], one[i]
            if _sum(_cost_of(one, met, at), _cost_of(other, met, at)) < before:
                return True
            one[i], other[k] = other[k], one[i]
    return False


def _sum(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return one[0] + other[0], one[1] + other[1]


# ------------------------------------------------------------------------------------------------------- round robins


def circles(players: Sequence[int]) -> list[list[Table]]:
    """The rounds of a round robin of two: everybody meets everybody once. With an odd number one waits in each round.

    One stays and the others go round, which is E. Lucas's way (Récréations mathématiques II, 1883).
    """
    ring: list[int | None] = [*players]
    if len(ring) % 2:
        ring.append(None)
    rounds: list[list[Table]] = []
    for _ in range(len(ring) - 1):
        half = len(ring) // 2
        facing = zip(ring[:half], reversed(ring[half:]), strict=True)
        rounds.append([(one, other) for one, other in facing if one is not None and other is not None])
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return rounds


# -------------------------------------------------------------------------------------------------------- table sizes


def table_sizes(players: int, allowed: Sequence[int]) -> list[int]:
    """How many sit at each table, the largest first: as few people as possible wait, then as many tables as possible have the largest size.

    Args:
        players: how many there are.
        allowed: the sizes that a table may have.
    """
    best: dict[int, tuple[int, ...]] = {0: ()}
    for count in range(1, players + 1):
        ways = [
            tuple(sorted((*best[count - size], size), reverse=True))
            for size in allowed
            if size <= count and count - size in best
        ]
        if ways:
            best[count] = max(ways, key=lambda sizes: (sizes.count(max(allowed)), -len(sizes), sizes))
    return list(best[max(best)])
