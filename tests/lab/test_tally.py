"""What many matches show: intervals and counts checked against numbers worked out elsewhere."""

from __future__ import annotations

import pytest

from ludotheque.lab import Match, Result, series, summary, wilson


def result(first: int, levels: tuple[str, ...], returns: tuple[float, ...], actions: int = 10) -> Result:
    ranking = tuple(1 + sum(other > share for other in returns) for share in returns)
    return Result(0, levels, first, returns, ranking, "over", actions)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    # Brown, Cai and DasGupta (2001), and the closed form at the rim: n/(n+z²).
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662), (50, 100, 0.4038, 0.5962)],
)
def test_wilson(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=1e-4)


def test_wilson_of_no_game_knows_nothing() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


def test_shares_by_level_seat_and_order() -> None:
    found = summary(
        [
            result(0, ("a", "b"), (1.0, 0.0), 10),
            result(1, ("b", "a"), (0.0, 1.0), 20),
            result(1, ("a", "b"), (0.5, 0.5), 30),
            result(0, ("b", "a"), (1.0, 0.0), 40),
        ]
    )
    assert {each.name: each.share for each in found.by_level} == {"a": 2.5 / 4, "b": 1.5 / 4}
    assert [each.share for each in found.by_seat] == [2.5 / 4, 1.5 / 4]
    assert [each.share for each in found.by_order] == [3.5 / 4, 0.5 / 4]
    assert {each.expected for each in (*found.by_level, *found.by_seat, *found.by_order)} == {0.5}
    assert found.by_level[0].ranks == (3, 1)
    assert (found.lengths.mean, found.lengths.least, found.lengths.most) == (25.0, 10, 40)
    assert found.lengths.quantiles[2] == 25.0
    assert dict(found.endings) == {"over": 4}


def test_a_level_that_sits_on_several_seats_counts_once_a_game() -> None:
    found = summary(
        [result(0, ("a", "b", "b"), (0.0, 1.0, 0.0)), result(0, ("b", "a", "b"), (0.0, 0.0, 1.0))]
    )
    level = {each.name: each for each in found.by_level}["b"]
    assert (level.games, level.share, level.expected) == (2, 1.0, pytest.approx(2 / 3))
    assert level.ranks == (2, 2, 0)


def test_nothing_cannot_be_summed_up() -> None:
    with pytest.raises(ValueError, match="no results"):
        summary([])


def test_a_series_counts_seeds_up_and_rotates_levels() -> None:
    first = Match("tiny", 3, ("a", "b", "c"), 5)
    assert [(match.seed, "".join(match.levels)) for match in series(first, 4)] == [
        (5, "abc"),
        (6, "bca"),
        (7, "cab"),
        (8, "abc"),
    ]
    assert {match.levels for match in series(first, 4, rotate=False)} == {first.levels}
