"""Compiled code is given the very record that Python holds, wherever that lies."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import pytest

from ludotheque.core import cache_folders, dispatch, unboxing

pytestmark = pytest.mark.skipif(
    cache_folders.INTERPRETED, reason="where rules are only interpreted nothing is handed to compiled code"
)

KIND = np.dtype([("small", np.int8), ("pairs", np.int16, (3, 2)), ("sum", np.int64)], align=True)


@numba.njit
def add_up(record: Any, more: int) -> int:
    record.sum = record.small + record.pairs[2, 1] + more
    result: int = record.sum
    return result


def records() -> Any:
    made = np.zeros(5, KIND)
    for number, record in enumerate(made):
        record["small"], record["pairs"][2, 1] = number, 100 * number
    return made


def test_this_numpy_keeps_the_address_where_it_is_looked_for() -> None:
    assert unboxing.place_of_address() is not None
    variants = unboxing._pythonapi._unboxers.functions
    assert variants[numba.types.Record].__module__ == unboxing.__name__, f"{dispatch.__name__} sees to it"


def test_a_record_in_the_middle_of_others_is_read_and_written() -> None:
    made = records()
    assert [add_up(record, 7) for record in made] == [7 + 101 * number for number in range(5)]
    assert made["sum"].tolist() == [7 + 101 * number for number in range(5)]


def test_a_record_that_is_a_copy_of_its_own_is_read() -> None:
    made = records()
    alone = made[3].copy()
    made["small"] = 0
    assert add_up(alone, 0) == 303
    assert add_up(np.frombuffer(records().tobytes(), KIND)[4], 0) == 404, "of bytes that Python holds"
    assert add_up(np.rec.array(records())[2], 0) == 202, "a numpy.record"
    assert add_up(records()[::2][1], 0) == 202, "of a part of an array that is gone"


@pytest.mark.parametrize("lost", ["place", "another"])
def test_where_the_address_is_not_found_or_somebody_else_sees_to_it_all_stays_as_it_is(
    lost: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    variants = unboxing._pythonapi._unboxers.functions
    own = variants[numba.types.Record]
    if lost == "place":
        monkeypatch.setitem(variants, numba.types.Record, unboxing.boxing.unbox_record)
        own = unboxing.boxing.unbox_record
        monkeypatch.setattr(unboxing, "place_of_address", lambda: None)
    assert not unboxing.take_addresses()
    assert variants[numba.types.Record] is own
