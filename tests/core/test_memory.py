"""Records without NumPy: they lie in memory as NumPy's do, and are read alike."""

from __future__ import annotations

import copy
import pickle
import sys
import weakref
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotheque.core import memory, recarrays, registry
from ludotheque.core.memory import FORMATS, Record, RecordAt, Struct, filled, room, rows, zeros

KIND = Struct(
    [("a", "int8"), ("b", "float64", (2, 3)), ("c", "bool", (3,)), ("d", "uint64"), ("e", "int16", (2, 2, 2))]
)

shapes = st.one_of(st.just(()), st.lists(st.integers(1, 4), min_size=1, max_size=3).map(tuple))
declared = st.lists(st.tuples(st.sampled_from([*FORMATS]), shapes), min_size=1, max_size=8)


def named(fields: Any) -> list[Any]:
    return [(f"f{at}", kind, shape) if shape else (f"f{at}", kind) for at, (kind, shape) in enumerate(fields)]


@settings(deadline=None)  # NumPy may have to be imported first
@given(declared)
def test_fields_lie_where_numpy_puts_them(fields: Any) -> None:
    kind, theirs = Struct(named(fields)), np.dtype(named(fields), align=True)
    assert (kind.itemsize, kind.names) == (theirs.itemsize, theirs.names)
    assert [each.offset for each in kind.fields.values()] == [theirs.fields[name][1] for name in theirs.names]
    assert kind.layout == recarrays.layout(theirs) == memory.layout_of(kind.dtype)


@settings(deadline=None)
@given(declared, st.randoms(use_true_random=False))
def test_numpy_and_ours_read_each_others_records(fields: Any, random: Any) -> None:
    kind = Struct(named(fields))
    record = zeros(1, kind)
    for name, field in kind.fields.items():
        ours = np.array([random.randint(0, 1) for _ in range(max(1, int(np.prod(field.shape))))])
        record[name] = ours.reshape(field.shape).tolist() if field.shape else int(ours[0])
    for name in kind.names:
        there = record.array[name][0]
        got = record[name]
        assert (got.tolist() if kind.fields[name].shape else got) == there.tolist()
    record.array.view(np.uint8)[:] = 0
    assert record.tobytes() == bytes(len(record)), "one memory"


def test_an_array_is_read_like_numpys() -> None:
    record = zeros(1, KIND)
    record["e"] = np.arange(8).reshape(2, 2, 2).tolist()
    grid, array = record["e"], np.arange(8).reshape(2, 2, 2)
    for key in (0, -1, (1, 0), (1, 0, 1), (0, -1), slice(1, 2), slice(0, 0), slice(None)):
        got = grid[key]
        assert (got if isinstance(got, int) else got.tolist()) == array[key].tolist(), key
    assert [row.tolist() for row in grid] == array.tolist()
    assert (len(grid), grid.ndim, grid.shape, grid.tobytes()) == (
        2,
        3,
        (2, 2, 2),
        array.astype(np.int16).tobytes(),
    )
    assert np.asarray(grid).tolist() == array.tolist()
    assert grid[0] == grid[0] != grid[1]
    for wrong in (2, (0, 2), (0, 0, -3), (0, 0, 0, 0)):
        with pytest.raises((IndexError, TypeError)):
            grid[wrong]
    with pytest.raises(IndexError, match="no steps"):
        grid[::2]
    for columns in ((slice(None), 0), (slice(None), slice(1, 2)), (slice(1), 0, 0)):
        with pytest.raises(IndexError, match="no columns"):
            grid[columns]
        with pytest.raises(IndexError, match="no columns"):
            grid[columns] = 1
    assert grid == array.tolist()
    assert grid != [[[0]]]


def test_an_array_is_written_like_numpys() -> None:
    record, array = zeros(1, KIND), np.zeros((2, 2, 2), np.int16)
    for key, value in (
        ((1, 0, 1), 5),
        ((0,), 3),
        (1, [[1, 2], [3, 4]]),
        ((0, 1), [7, 8]),
        (slice(1, 2), 9),
        (..., 1),
    ):
        record["e"][key] = value
        array[key] = value
        assert record["e"].tolist() == array.tolist(), key
    record["b"][1] = 0.5
    assert record["b"].tolist() == [[0.0] * 3, [0.5] * 3]
    record["c"][1:] = True
    assert record["c"].tolist() == [False, True, True]
    with pytest.raises(ValueError, match="there are 2 places, not 3"):
        record["e"][0] = [[1, 2], [3, 4], [5, 6]]


def test_an_out_of_range_number_is_refused_and_changes_nothing() -> None:
    record = zeros(1, KIND)
    for name, value in (("a", 128), ("d", -1), ("a", 0.5), ("a", "1")):
        with pytest.raises((TypeError, ValueError, Exception)):
            record[name] = value
    with pytest.raises((TypeError, ValueError)):
        record["e"][0, 0, 0] = 1 << 15
    with pytest.raises(KeyError):
        record["x"]
    with pytest.raises(KeyError):
        record["x"] = 1
    assert record.tobytes() == bytes(len(record))


def test_fields_are_attributes_too() -> None:
    record = zeros(1, KIND)
    record.a, record.d = 3, 2**64 - 1
    assert (record.a, record["d"], record[0] is record) == (3, 2**64 - 1, True)
    assert repr(record) == f"<Record of a, {KIND.itemsize} bytes>"


def test_several_records_are_read_one_by_one() -> None:
    several = zeros(3, KIND)
    several.array["a"] = [1, 2, 3]
    several.array["e"][2] = 4
    assert several.shape == (3,)
    assert [RecordAt(several, at).a for at in range(3)] == [1, 2, 3]
    assert RecordAt(several, 2).e.tolist() == [[[4, 4], [4, 4]], [[4, 4], [4, 4]]]
    with pytest.raises(IndexError):
        RecordAt(several, 3)
    with pytest.raises(AttributeError, match="no field 'x'"):
        RecordAt(several, 0).x


def test_a_record_is_neither_its_bytes_nor_longer_than_it_is() -> None:
    several = zeros(2, KIND)
    for index in (1, -1, 2):
        with pytest.raises(IndexError):
            several[index]
    with pytest.raises(IndexError, match="as many bytes"):
        several[:1] = bytes(18)
    with pytest.raises(IndexError):
        several[1] = 0
    array = np.ones(1, KIND.dtype)
    memory.overwrite(several, array)
    assert several["a"] == 1
    assert len(several) == 2 * KIND.itemsize


def test_arrays_of_records_are_given_back() -> None:
    kept = weakref.ref(zeros(1, Weak := Struct([("a", "int8")])).array)
    assert kept() is None
    record = zeros(1, Weak)
    assert record.array is not None
    there = weakref.ref(record.array)
    assert there() is None, "nobody holds it"
    held = record.array
    assert record.array is held


def test_copies_are_apart_and_survive_pickling() -> None:
    record = zeros(1, KIND)
    record["a"] = 7
    for other in (
        record.copy(),
        memory.copy(record),
        copy.deepcopy(record),
        pickle.loads(pickle.dumps(record)),
    ):
        assert isinstance(other, Record)
        assert other == record
        assert other.dtype == KIND
        other["a"] = 1
        assert record["a"] == 7


@pytest.mark.parametrize("kind", [KIND, KIND.dtype], ids=["record", "array"])
def test_records_and_arrays_are_copied_and_loaded_alike(kind: Any) -> None:
    one = zeros(1, kind)
    one[0]["a"] = 5
    again = memory.load(one.tobytes(), kind)
    assert again.tobytes() == one.tobytes() == memory.copy(one).tobytes()
    again[0]["a"] = 6
    memory.overwrite(one, again)
    assert one[0]["a"] == 6
    held, state = memory.held(one.tobytes(), kind)
    state[0]["a"] = 9
    assert held[0] == 9 if isinstance(held, Record) is False else state["a"] == 9


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ([("a", "int9")], "'int9' is none of"),
        ([("a", "int8"), ("a", "int8")], "rename the field 'a'"),
        ([("tobytes", "int8")], "rename the field 'tobytes'"),
    ],
)
def test_a_struct_that_cannot_be_is_refused(fields: Any, why: str) -> None:
    with pytest.raises(TypeError, match=why):
        Struct(fields)


def test_working_space_is_of_its_kind() -> None:
    for kind in FORMATS:
        space = room(kind, 4)
        assert np.asarray(space).dtype == np.dtype(kind)
        assert space.tolist() == [0] * 4
    assert filled("int32", [3, -1]).tolist() == [3, -1]
    flat = room("int32", 6)
    rows(flat, 3)[1, 2] = 5
    assert flat.tolist() == [0, 0, 0, 0, 0, 5]


@pytest.mark.parametrize("name", registry.names())
def test_the_games_declare_no_dtypes_of_numpys(name: str) -> None:
    game = registry.get(name)
    if game.package.startswith("ludotheque."):
        assert isinstance(game.box, Struct)
        assert isinstance(game.state, Struct)


def test_a_still_record_equals_its_source_and_is_read_only() -> None:
    record = zeros(1, KIND)
    record["a"], record["b"], record["e"] = 7, [[1, 2, 3], [4, 5, 6]], [[[1, 2], [3, 4]], [[5, 6], [7, 8]]]
    still = memory.still(record)
    for _ in range(2):
        assert [still[name] for name in KIND.names] == [record[name] for name in KIND.names]
    assert (still[0] is still, still, still.dtype, pickle.loads(pickle.dumps(still))) == (
        True,
        record,
        KIND,
        record,
    )
    record["a"] = 8
    assert still["a"] == 7
    with pytest.raises(TypeError, match="copy"):
        still["a"] = 1
    for array in (still["b"], still.b):
        with pytest.raises(TypeError):
            array[0, 0] = 1
    with pytest.raises(AttributeError):
        still.a = 1
    written = still.copy()
    written["a"] = 1
    assert (written["a"], still["a"]) == (1, 7)


def test_a_still_record_is_freed_without_the_garbage_collector() -> None:
    still = memory.still(zeros(1, KIND))
    held = sys.getrefcount(still)
    assert still["b"][0, 0] == still["e"][0, 0, 0] == 0
    assert sys.getrefcount(still) == held
