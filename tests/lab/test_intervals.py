"""Intervals as in the literature: shares, differences of shares, means; and the same ones in every command.

Of many figures at once: Holm's levels, and an interval leaves out "no effect" exactly where Holm's test does.
"""

from __future__ import annotations

import random
from math import inf
from statistics import NormalDist

import pytest

from ludotheque.core.shares import wilson
from ludotheque.lab import intervals
from ludotheque.lab.intervals import (
    Estimate,
    agresti_min,
    apart,
    chance,
    holm,
    mean,
    mean_difference,
    mean_of,
    share,
    student,
)


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
def test_without_variation_there_is_no_interval(values: list[float]) -> None:
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


# -- many figures at once ---------------------------------------------------------------------------------------------


def by_chance(*chances: float) -> list[Estimate]:
    """Estimates that are this unlikely without an effect."""
    return [Estimate(NormalDist().inv_cdf(1 - each / 2), 0.0, 1000, 1.0) for each in chances]


def test_a_figure_by_itself_has_its_usual_interval() -> None:
    assert share(60, 100, 100, 0.5).interval(0.05) == pytest.approx(wilson(60, 100))
    gained = [1.0] * 86 + [-1.0] * 150 + [0.0] * (1600 - 236)
    assert mean_difference(gained).interval(0.05) == pytest.approx(agresti_min(gained))
    assert mean_difference(gained).counted == pytest.approx(-64 / 1600)


def test_holm_as_in_a_worked_example() -> None:
    """Chances 0.01, 0.04, 0.03, 0.005 of four tests: 0.005 and 0.01 are found (below 0.0125 and 0.0167), 0.03 is not (0.025)."""
    found = holm(by_chance(0.01, 0.04, 0.03, 0.005))
    assert [not low <= 0 <= high for low, high in (each for each in found if each)] == [
        True,
        False,
        False,
        True,
    ]
    wide = [(high - low) / 2 for low, high in (each for each in found if each)]
    levels = [0.05 / 3, 0.05 / 2, 0.05 / 2, 0.05 / 4]
    assert wide == pytest.approx([NormalDist().inv_cdf(1 - level / 2) for level in levels])


def test_an_interval_says_what_the_test_says() -> None:
    lot = random.Random(7)
    for _ in range(300):
        estimates = [share(lot.randint(30, 80), 100, 100, 0.5) for _ in range(lot.randint(1, 12))]
        ordered = sorted(estimates, key=lambda each: each.chance)
        rejected = 0
        while rejected < len(ordered) and ordered[rejected].chance <= 0.05 / (len(ordered) - rejected):
            rejected += 1
        outside = [not low <= 0.5 <= high for low, high in (each for each in holm(estimates) if each)]
        assert sum(outside) == rejected


def test_false_discoveries_are_rare_among_many_figures() -> None:
    """In 400 families of 20 coins, uncorrected intervals find something in most; corrected ones in about 5 of 100."""
    lot = random.Random(3)
    wrong = uncorrected = 0
    for _ in range(400):
        estimates = [share(sum(lot.random() < 0.5 for _ in range(200)), 200, 200, 0.5) for _ in range(20)]
        wrong += any(not low <= 0.5 <= high for low, high in (each for each in holm(estimates) if each))
        uncorrected += any(each.chance < 0.05 for each in estimates)
    assert wrong <= 0.08 * 400
    assert uncorrected >= 0.5 * 400


def test_figures_without_evidence_get_no_interval() -> None:
    few = mean_difference([1.0] * (intervals.LEAST - 1))
    assert not few.known
    [alone] = [each for each in holm([few, *by_chance(0.04)]) if each]
    assert not alone[0] <= 0 <= alone[1]
    assert holm([few]) == [None]
    assert not share(10, 20, 4, 0.5, known=False).known


def test_games_that_came_again_make_nothing_more_certain() -> None:
    low, high = share(60, 100, 50, 0.5).interval(0.05)
    assert (low, high) == pytest.approx(wilson(30, 50))


def test_means_of_different_games() -> None:
    ours, theirs = [float(n % 5) for n in range(50)], [float(n % 3) for n in range(60)]
    found = apart(ours, theirs)
    assert found.freedom == pytest.approx(75.105, abs=1e-3), "after Welch and Satterthwaite"
    assert found.value == pytest.approx(1.0)
    error = (mean_of(ours, 0.0).error or 0) ** 2 + (mean_of(theirs, 0.0).error or 0) ** 2
    assert found.error == pytest.approx(error**0.5)
