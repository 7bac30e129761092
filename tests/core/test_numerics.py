"""Logarithms, exponentials and sines of our own: right, and the same compiled and interpreted."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import numpy as np
import pytest

from ludotheque.core import artefact, numerics
from ludotheque.table import Table
from tiny.numbers import compute_numbers

NEAR = 4e-16

Function = Callable[[float], float]


@pytest.mark.parametrize(
    ("ours", "exact", "drawn"),
    [
        (numerics.log, math.log, lambda rng: 10.0 ** rng.uniform(-300, 300)),
        (numerics.log, math.log, lambda rng: rng.uniform(0.5, 2.0)),
        (numerics.exp, math.exp, lambda rng: rng.uniform(-700.0, 700.0)),
        (numerics.exp, math.exp, lambda rng: rng.uniform(-1.0, 1.0)),
        (numerics.sine, math.sin, lambda rng: rng.uniform(-6000.0, 6000.0)),
        (numerics.cosine, math.cos, lambda rng: rng.uniform(-7.0, 7.0)),
    ],
)
def test_they_are_right(ours: Function, exact: Function, drawn: Callable[[random.Random], float]) -> None:
    rng = random.Random(1)
    apart = 0.0 if exact is math.exp else NEAR
    with artefact.interpreting():
        for _ in range(2000):
            x = drawn(rng)
            assert ours(x) == pytest.approx(exact(x), rel=NEAR, abs=apart), x


def test_at_the_edges() -> None:
    with artefact.interpreting():
        assert [numerics.log(each) for each in (1.0, 0.0, math.inf)] == [0.0, -math.inf, math.inf]
        for nothing in (
            numerics.log(-1.0),
            numerics.log(math.nan),
            numerics.exp(math.nan),
            numerics.power(0.0, 0.0),
        ):
            assert math.isnan(nothing)
        assert numerics.log(5e-324) == math.log(5e-324)
        assert [numerics.exp(each) for each in (0.0, -800.0, 800.0)] == [1.0, 0.0, math.inf]
        assert 0.0 < numerics.exp(-707.9) < 1e-307
        assert 1e307 < numerics.exp(708.9) < math.inf
        assert numerics.power(32.0, 0.4) == pytest.approx(4.0, rel=NEAR)


def test_compiled_they_are_the_same_to_the_last_bit() -> None:
    x = np.random.default_rng(1).uniform(0, 3000, 3000)
    found = np.zeros((2, len(x), 5))
    state = Table("tiny").state[0]
    compute_numbers(state, x, found[0])
    with artefact.interpreting():
        compute_numbers(state, x, found[1])
    assert found[0].tobytes() == found[1].tobytes()
    compute_numbers(state, np.array([math.nan]), found[0])
    assert np.isnan(found[0, 0]).all()
