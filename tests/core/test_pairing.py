"""Who meets whom: as few meetings again as can be, equals together, as few as can be waiting."""

from __future__ import annotations

import time
from collections import Counter
from itertools import combinations

import pytest

from ludotheque.core.pairing import circles, grouped, meetings, mixed, table_sizes


@pytest.mark.parametrize("count", range(2, 14))
def test_in_a_round_robin_of_two_everybody_meets_everybody_once(count: int) -> None:
    players = list(range(10, 10 + count))
    rounds = circles(players)
    assert len(rounds) == (count - 1 if count % 2 == 0 else count)
    assert meetings([table for tables in rounds for table in tables]) == dict.fromkeys(
        combinations(players, 2), 1
    )
    waiting = [next(iter(set(players) - {p for table in tables for p in table}), None) for tables in rounds]
    assert Counter(waiting) == (dict.fromkeys(players, 1) if count % 2 else {None: len(rounds)})


@pytest.mark.parametrize(
    ("players", "allowed", "sizes"),
    [
        (8, (2,), [2, 2, 2, 2]),
        (7, (2,), [2, 2, 2]),
        (7, (3, 4), [4, 3]),
        (6, (3, 4), [3, 3]),
        (5, (3, 4), [4]),
        (9, (2, 3, 4), [4, 3, 2]),
        (5, (2, 3, 4, 5), [5]),
        (11, (4, 5), [5, 5]),
        (3, (4,), []),
        (2, (2, 3), [2]),
    ],
)
def test_as_few_wait_as_can_be_and_tables_are_as_large_as_can_be(
    players: int, allowed: tuple[int, ...], sizes: list[int]
) -> None:
    assert table_sizes(players, allowed) == sizes


def test_nobody_meets_again_where_that_can_be() -> None:
    met: Counter[tuple[int, int]] = Counter()
    for _ in range(4):  # 16 people at tables of four: five rounds without meeting again exist
        tables = mixed(list(range(16)), [4] * 4, met, near=False)
        assert sorted(player for table in tables for player in table) == list(range(16))
        met += meetings(tables)
    assert sum(times > 1 for times in met.values()) <= 6


def test_unavoidable_rematches_are_spread_evenly() -> None:
    met: Counter[tuple[int, int]] = Counter()
    for _ in range(7):
        met += meetings(mixed(list(range(8)), [4, 4], met, near=False))
    assert set(met) == set(combinations(range(8), 2))
    assert max(met.values()) - min(met.values()) <= 2, met


def test_equals_meet_whenever_possible() -> None:
    assert sorted(map(sorted, mixed([3, 1, 2, 0], [2, 2], {}, near=True))) == [[0, 2], [1, 3]]
    again = {(1, 3): 1, (0, 2): 1}
    assert sorted(map(sorted, mixed([3, 1, 2, 0], [2, 2], again, near=True))) == [[0, 1], [2, 3]]


def test_the_same_input_gives_the_same_tables() -> None:
    met = meetings([(0, 1, 2), (3, 4, 5), (6, 7, 8)])
    assert mixed(range(9), [3, 3, 3], met, near=True) == mixed(range(9), [3, 3, 3], met, near=True)
    assert meetings(mixed(range(9), [3, 3, 3], met, near=True)).keys().isdisjoint(met)


def test_groups_fill_tables_of_several_sizes() -> None:
    assert grouped([5, 4, 3, 2, 1], [3, 2], {(4, 5): 1}) == [(5, 3, 2), (4, 1)]


def test_a_large_club_is_paired_at_once() -> None:
    met: Counter[tuple[int, int]] = Counter()
    began = time.perf_counter()
    for _ in range(3):
        met += meetings(mixed(list(range(100)), [4] * 25, met, near=True))
    took = time.perf_counter() - began
    assert max(met.values()) == 1
    assert took < 20, took
