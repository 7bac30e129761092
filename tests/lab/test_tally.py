"""What many matches show: intervals and counts checked against numbers worked out elsewhere."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ludotheque.lab import Match, Result, series, summary, wilson
from ludotheque.lab.intervals import mean


def result(first: int, levels: tuple[str, ...], returns: tuple[float, ...], actions: int = 10) -> Result:
    ranking = tuple(1 + sum(other > share for other in returns) for share in returns)
    return Result(0, levels, first, returns, ranking, "over", actions)


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


def test_cooperating_seats_win_no_share() -> None:
    """Of 20 games one is lost: the mean result of 0.845 is no share of wins, and 95 % are won."""
    ends = [0.0] + [0.8] * 6 + [0.9] * 9 + [1.0] * 4
    found = summary([result(0, ("a", "b"), (end, end), 10 + n) for n, end in enumerate(ends)])
    assert found.together
    assert (found.by_level, found.by_seat, found.by_order) == ((), (), ())
    assert found.result == mean(ends)
    assert found.result is not None
    assert found.result.value == pytest.approx(0.845)
    told = [(each.result, each.games, each.share, (each.low, each.high)) for each in found.grades]
    assert told == [
        (end, count, count / 20, wilson(count, 20))
        for end, count in ((None, 19), (0.0, 1), (0.8, 6), (0.9, 9), (1.0, 4))
    ]


def test_cooperation_is_recognised() -> None:
    halves = [result(0, ("a", "b"), (0.5, 0.5))] * 2
    assert not summary(halves).together, "a shared win"
    assert summary(halves, together=True).together
    assert summary([result(0, ("a",), (0.7,))]).together, "alone"


def test_a_mean_length_has_the_interval_of_means() -> None:
    lengths = [10, 12, 20, 11]
    games = [replace(result(0, ("a", "b"), (1.0, 0.0), n), trajectory=str(n)) for n in lengths]
    expected = mean(lengths)
    found = summary(games).lengths
    assert (found.mean, found.low, found.high) == (expected.value, expected.low, expected.high)
    again = summary([*games, games[0]])
    assert (again.lengths.low, again.lengths.high) == (None, None)
    assert {each.low for each in again.by_seat} == {None}


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
