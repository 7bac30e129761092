"""Intervals as in the literature: shares, differences of shares, means; and the same ones in every command."""

from __future__ import annotations

from math import inf

import pytest

from ludotheque.lab import intervals
from ludotheque.lab.intervals import agresti_min, chance, mean, student, wilson


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    # Brown, Cai and DasGupta (2001), and the closed form at the rim: n/(n+z²).
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662), (50, 100, 0.4038, 0.5962)],
)
def test_wilson(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=1e-4)


def test_wilson_of_no_game_knows_nothing() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize(
    ("freedom", "quantile", "far"),
    # The printed tables: 0.975 and 0.9995 quantiles of Student's t.
    [(1, 12.706, 636.619), (2, 4.303, 31.599), (3, 3.182, 12.924), (4, 2.776, 8.610), (5, 2.571, 6.869),
     (9, 2.262, 4.781), (29, 2.045, 3.659), (99, 1.984, 3.392), (inf, 1.960, 3.291)],
)  # fmt: skip
def test_student(freedom: float, quantile: float, far: float) -> None:
    assert student(freedom) == pytest.approx(quantile, abs=6e-4)
    assert student(freedom, 0.001) == pytest.approx(far, abs=6e-4)
    assert chance(student(freedom), freedom) == pytest.approx(0.05, abs=1e-6)
    assert chance(-student(freedom, 0.001), freedom) == pytest.approx(0.001, abs=1e-7)
    assert chance(0.0, freedom) == 1.0


def test_a_mean() -> None:
    """Student's own data (1908): hours of sleep gained by two drugs; the differences' mean is 1.58, their interval 0.70 to 2.46."""
    found = mean([1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4])
    assert (found.value, found.low, found.high) == pytest.approx((1.58, 0.700, 2.460), abs=1e-3)


@pytest.mark.parametrize("values", [[3.0], [3.0, 3.0, 3.0]])
def test_where_nothing_shows_how_others_would_vary_there_is_no_interval(values: list[float]) -> None:
    assert mean(values) == intervals.Mean(3.0, None, None)
    assert mean([1.0, 2.0], known=False) == intervals.Mean(1.5, None, None)


def test_agresti_and_min() -> None:
    """Their example: approval of the Prime Minister in two surveys of the same 1600 people, 86 against 150 who changed their mind."""
    gained = [1.0] * 86 + [-1.0] * 150 + [0.0] * (1600 - 236)
    assert agresti_min(gained) == pytest.approx((-0.0587, -0.0212), abs=2e-4)


def test_pairs_that_never_differ_are_no_certainty() -> None:
    low, high = agresti_min([0.0] * 10)
    assert low == -high
    assert 0.1 < high < 0.3
