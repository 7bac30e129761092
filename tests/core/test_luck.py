"""The random stream of bots and measurements: the same compiled and interpreted, and fair."""

from __future__ import annotations

import pickle
from collections import Counter

import numpy as np
import pytest

from ludotheque.core import artefact
from ludotheque.core.luck import Luck, next_word
from ludotheque.table import Table
from tiny.numbers import draw_numbers


def test_the_stream_is_that_of_the_paper() -> None:
    """SplitMix64 from the state 1234567, the first numbers of which are widely published."""
    stream = np.array([1234567], np.uint64)
    assert [int(next_word(stream, 0)) for _ in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


def test_compiled_it_is_the_same() -> None:
    found, lucks = np.zeros((2, 3000)), [Luck.of(5), Luck.of(5)]
    state = Table("tiny").state[0]
    draw_numbers(state, lucks[0], found[0])
    with artefact.interpreting():
        draw_numbers(state, lucks[1], found[1])
    assert found[0].tobytes() == found[1].tobytes()
    assert lucks[0].word == lucks[1].word
    assert set(found[0, 1::3]) == set(range(3, 9))
    assert set(found[0, 2::3]) == set(range(7))
    assert found[0, ::3].mean() == pytest.approx(0.5, abs=0.03)


def test_other_seeds_are_other_streams() -> None:
    first = {Luck.of(*seeds).random() for seeds in [(), (0,), (1,), (0, 1), (1, 0), (-1,), (10,), (2**300,)]}
    assert len(first) == 8
    assert Luck.of(2**300).random() == Luck.of(2**300).random()


def test_orders_and_choices_are_equally_likely() -> None:
    luck = Luck.of(3)
    orders = Counter(tuple(luck.permutation([1, 2, 3])) for _ in range(6000))
    chosen = Counter(luck.choice("abc") for _ in range(6000))
    assert sorted(orders) == [(1, 2, 3), (1, 3, 2), (2, 1, 3), (2, 3, 1), (3, 1, 2), (3, 2, 1)]
    assert min(orders.values()) > 850
    assert min(chosen.values()) > 1850


def test_it_continues_in_another_process() -> None:
    luck = Luck.of(4)
    luck.random()
    assert pickle.loads(pickle.dumps(luck)).random() == luck.random()
