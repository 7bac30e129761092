"""Boxes, states and working space without NumPy: a `Struct` says how records lie in memory, a `Record` is one, `room` is for results of the rules.

>>> STATE = Struct([("tiny", "int8"), ("seats", "int8"), ("left", "int16", (2, 3))])
>>> state = zeros(1, STATE)
>>> state["left"][1, 2] = 7
>>> state["left"].tolist(), len(state.tobytes())
([[0, 0, 0], [0, 0, 7]], 14)

A game that declares its box and its state as NumPy's dtypes has arrays instead. `zeros`, `load`, `copy` and `overwrite` take either.
"""

from __future__ import annotations

import functools
import hashlib
import math
import mmap
import struct
import sys
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from operator import index, itemgetter
from typing import Any, NamedTuple, Self

from ludotheque.core import lazy
from ludotheque.core.lazy import np

FORMATS: Mapping[str, str] = {
    "bool": "?", "int8": "b", "uint8": "B", "int16": "h", "uint16": "H", "int32": "i", "uint32": "I", "int64": "q", "uint64": "Q",
    "float32": "f", "float64": "d",
}  # fmt: skip
"""The kinds of numbers, by NumPy's names, and the letters of Python's `struct` for them."""

_SIZES = {kind: (letter, struct.calcsize(letter)) for kind, letter in FORMATS.items()}
_NUMPYS = {"bool": "|b1", "int8": "|i1", "uint8": "|u1"}


_cast: Any = memoryview.cast
put: Any = bytearray.__setitem__
"""`put(there, ALL, here)` overwrites bytes, without asking whether it is a field."""
ALL = slice(None)


class Field(NamedTuple):
    """A field of a record.

    Attributes:
        kind: one of `FORMATS`.
        shape: the lengths of an array; `()` for one number.
        offset: where it begins, in bytes.
    """

    kind: str
    shape: tuple[int, ...]
    offset: int


class Struct:
    """How a record lies in memory: its fields in order, aligned as in C.

    Args:
        fields: for each field its name, its kind (one of `FORMATS`), and its shape if it is an array.

    Attributes:
        names: the names of the fields.
        fields: the fields by name.
        itemsize: the bytes of a record.
        readers: for each field, a function of memory, and of where a record begins there.
        list_readers: the same, with one-dimensional arrays as new lists.
    """

    def __init__(self, fields: Iterable[tuple[str, str] | tuple[str, str, tuple[int, ...]]]) -> None:
        self._declared = tuple(fields)
        self._hash = hash(self._declared)
        self.fields: dict[str, Field] = {}
        end, alignment = 0, 1
        for name, kind, *more in self._declared:
            if kind not in FORMATS:
                raise TypeError(f"the field {name!r}: {kind!r} is none of {', '.join(FORMATS)}")
            if name in self.fields or is_taken(name):
                raise TypeError(f"rename the field {name!r}, as another one or records have that name")
            size = struct.calcsize(FORMATS[kind])
            shape: tuple[int, ...] = more[0] if more else ()
            offset = -(-end // size) * size
            self.fields[name] = Field(kind, shape, offset)
            end, alignment = offset + size * math.prod(shape), max(alignment, size)
        self.names = tuple(self.fields)
        self.itemsize = -(-end // alignment) * alignment
        self.readers = readers = {name: _reader(field) for name, field in self.fields.items()}
        self.list_readers = {name: _list_reader(field) for name, field in self.fields.items()}
        self.writers = writers = {name: _writer(field) for name, field in self.fields.items()}
        parts: dict[str, Any] = {name: property(readers[name], writers[name]) for name in self.fields}
        self.record: type[Record] = type(
            "Record",
            (Record,),
            parts | {"__slots__": (), "dtype": self},
        )
        read = {name: property(itemgetter(name)) for name in self.fields}
        self.still: type[Still] = type("Still", (Still, self.record), {**read, "__slots__": ()})

    @cached_property
    def dtype(self) -> Any:
        """The same as a NumPy dtype, whose records have their fields as attributes."""
        from ludotheque.core import artefact, recarrays

        lazy.settle()  # whoever has such records may call rules with them
        artefact.know_numpy()
        return recarrays.with_attributes(np.dtype(list(self._declared), align=True))

    @cached_property
    def layout(self) -> str:
        """A short hash of the fields' names, kinds, places and sizes, like `recarrays.layout`."""
        return layout_hash(
            (self.itemsize, [(name, each.offset, _said(each)) for name, each in self.fields.items()])
        )

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Struct) and self._declared == other._declared)

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        return _struct, (self._declared,)


class Record(bytearray):
    """A record, or room for several. `record["name"]` and `record.name` read a field of the first; `record[0]` is the record itself.

    Each `Struct` has a type of its own, which has its fields as attributes.

    Attributes:
        dtype: the `Struct`.
    """

    __slots__ = ("_array",)
    dtype: Struct
    _array: Any

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, str):
            return self.dtype.readers[key](self)
        if isinstance(key, slice):
            return super().__getitem__(key)
        if key == 0:
            return self
        raise IndexError(f"record[0] is the record itself, and there is no record[{key}]; see `RecordAt`")

    def __setitem__(self, key: Any, value: Any) -> None:
        if isinstance(key, str):
            self.dtype.writers[key](self, value)
        elif isinstance(key, slice) and len(range(*key.indices(len(self)))) == len(value):
            super().__setitem__(key, value)
        else:
            raise IndexError("a record takes fields, or as many bytes as are there")

    def copy(self) -> Record:
        """The same bytes in new memory."""
        return type(self)(self)

    def tobytes(self) -> bytes:
        """The bytes of all records."""
        return bytes(self)

    @property
    def shape(self) -> tuple[int]:
        """How many records there are."""
        return (len(self) // self.dtype.itemsize,)

    def found_at(self, index: int) -> tuple[Record, int]:
        """Memory in which record number `index` lies, and where."""
        return self, range(self.shape[0])[index] * self.dtype.itemsize

    @property
    def array(self) -> Any:
        """The same memory as a NumPy array of records."""
        try:
            array = self._array()
        except AttributeError:
            array = None
        if array is None:  # the array holds the record, so the record must not hold the array
            array = np.frombuffer(self, self.dtype.dtype)
            self._array = weakref.ref(array)
        return array

    def __reduce_ex__(self, protocol: Any) -> tuple[Any, ...]:
        return _unpickled, (self.dtype, bytes(self))

    def __repr__(self) -> str:
        return f"<Record of {self.dtype.names[0] if self.dtype.names else 'nothing'}, {len(self)} bytes>"


class Still(Record):
    """A read-only record. It reads each field only once, so code that describes a situation may ask for it as often as it likes."""

    __slots__ = ("_bytes", "_known")
    _bytes: bytes
    _known: dict[str, Any]

    def __getitem__(self, key: Any) -> Any:
        if type(key) is not str:
            return super().__getitem__(key)
        found = self._known.get(key)
        if found is None:
            # Arrays are read in other memory: a record that holds what holds it is never freed.
            found = self._known[key] = self.dtype.readers[key](self._bytes)
        return found

    def __setitem__(self, key: Any, value: Any) -> None:
        raise TypeError("a still record is not written to; write to its `copy()`")

    def copy(self) -> Record:
        """The same bytes in new memory, which may be written to."""
        return self.dtype.record(self)


class Pool(mmap.mmap):
    """Many records of zeros, of which the system gives only those that are used.

    Args:
        count: how many.
        dtype: their `Struct`.
    """

    dtype: Struct

    def __new__(cls, count: int, dtype: Struct) -> Self:
        size = count * dtype.itemsize
        made = super().__new__(
            cls, -1, size, **({"flags": mmap.MAP_PRIVATE} if hasattr(mmap, "MAP_PRIVATE") else {})
        )
        made.dtype = dtype
        return made

    @property
    def shape(self) -> tuple[int]:
        """How many records there are."""
        return (len(self) // self.dtype.itemsize,)

    def found_at(self, index: int) -> tuple[Any, int]:
        """Memory in which record number `index` lies, and where."""
        return self, range(self.shape[0])[index] * self.dtype.itemsize

    @property
    def array(self) -> Any:
        """The same memory as a NumPy array of records."""
        return np.frombuffer(self, self.dtype.dtype)


class RecordAt:
    """Number `index` of several records in the same memory; its fields are attributes to read."""

    __slots__ = ("_held", "_readers", "_start")

    def __init__(self, records: Record | Pool, index: int) -> None:
        self._readers = records.dtype.readers
        held: Any
        held, self._start = records.found_at(index)
        self._held = held

    def __getattr__(self, name: str) -> Any:
        if name not in self._readers:
            raise AttributeError(f"the record has no field {name!r}")
        return self._readers[name](self._held, self._start)


class Grid:
    """An array in a record: `grid[1, 2]`, `grid[1]`, `grid[1:3]`; numbers are Python's. A list of the same shape can be put in, or one number."""

    __slots__ = ("_items", "shape")

    def __init__(self, items: memoryview[Any], shape: tuple[int, ...]) -> None:
        self._items, self.shape = items, shape

    def __getitem__(self, key: Any) -> Any:
        shape = self.shape
        if type(key) is int and len(shape) == 1:
            return self._items[key]
        if type(key) is tuple:
            if len(key) == len(shape) == 2 and type(key[0]) is not slice and type(key[1]) is not slice:
                row, column = key
                if 0 <= row < shape[0] and 0 <= column < shape[1]:
                    return self._items[row * shape[1] + column]
            if any(type(each) is slice for each in key[:-1]):
                raise IndexError("only the last part of an index may be a slice: there are no columns")
            found = self
            for each in key:
                found = found[each]
            return found
        if len(shape) == 1:
            if type(key) is slice:
                items = self._items[key]
                return Grid(items, (len(items),))
            return self._items[key]
        step = math.prod(shape[1:])
        if type(key) is slice:
            first, last, by = key.indices(self.shape[0])
            if by != 1:
                raise IndexError("a slice of rows has no steps")
            return Grid(self._items[first * step : last * step], (max(last - first, 0), *self.shape[1:]))
        row = range(self.shape[0])[index(key)]
        return Grid(self._items[row * step : (row + 1) * step], self.shape[1:])

    def __setitem__(self, key: Any, value: Any) -> None:
        if type(key) is tuple and len(key) == len(self.shape) and slice not in map(type, key):
            (self[key[:-1]] if len(key) > 1 else self)._items[key[-1]] = value
        elif len(self.shape) == 1 and type(key) not in (slice, tuple, type(...)):
            self._items[key] = value
        else:
            (self if key is ... else self[key])._put(value)

    def _put(self, value: Any) -> None:
        if not hasattr(type(value), "__len__"):
            value = [value] * self.shape[0]
        if len(value) != self.shape[0]:
            raise ValueError(f"there are {self.shape[0]} places, not {len(value)}")
        for at, each in enumerate(value):
            self[at] = each

    def __iter__(self) -> Iterator[Any]:
        return iter(self._items) if len(self.shape) == 1 else (self[row] for row in range(self.shape[0]))

    def __len__(self) -> int:
        return self.shape[0]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Grid):
            return self.shape == other.shape and self._items == other._items
        return self.tolist() == other if isinstance(other, list) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self.shape)

    def tolist(self) -> list[Any]:
        """The numbers in lists."""
        return _nested(self._items.tolist(), self.shape)

    def tobytes(self) -> bytes:
        """The numbers as they lie in memory."""
        return self._items.tobytes()

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return np.array(self._items, dtype).reshape(self.shape)

    def __repr__(self) -> str:
        return f"Grid({self.tolist()})"


def _nested(flat: list[Any], shape: tuple[int, ...]) -> list[Any]:
    for length in shape[:0:-1]:
        flat = [flat[at : at + length] for at in range(0, len(flat), length)]
    return flat


def _reader(field: Field) -> Callable[..., Any]:
    """A function of memory, and of where a record begins there."""
    letter, start = FORMATS[field.kind], field.offset
    if not field.shape:
        unpack = struct.Struct(letter).unpack_from
        return lambda record, at=0: unpack(record, at + start)[0]
    shape, end = field.shape, start + struct.calcsize(letter) * math.prod(field.shape)
    return lambda record, at=0: Grid(_cast(memoryview(record)[at + start : at + end], letter), shape)


def _list_reader(field: Field) -> Callable[..., Any]:
    """What `_reader` gives, but one-dimensional arrays as new lists."""
    if len(field.shape) != 1:
        return _reader(field)
    start, unpack = field.offset, struct.Struct(f"{field.shape[0]}{FORMATS[field.kind]}").unpack_from
    return lambda record, at=0: list(unpack(record, at + start))


def _writer(field: Field) -> Callable[[Record, Any], None]:
    if not field.shape:
        letter, start, whole = FORMATS[field.kind], field.offset, struct.Struct(FORMATS[field.kind])
        plain = letter in "fd?"

        def put_number(record: Record, value: Any) -> None:
            try:
                whole.pack_into(record, start, value if plain else index(value))
            except struct.error as error:
                raise ValueError(f"{value!r} is no {field.kind}: {error}") from error

        return put_number
    reader = _reader(field)

    def put_array(record: Record, value: Any) -> None:
        reader(record)[...] = value

    return put_array


def _said(field: Field) -> Any:
    kind = _NUMPYS.get(field.kind) or f"<{field.kind[0]}{struct.calcsize(FORMATS[field.kind])}"
    return (kind, field.shape) if field.shape else kind


def layout_hash(said: Any) -> str:
    """16 hexadecimal digits for a description of a record."""
    return hashlib.sha256(repr(said).encode()).hexdigest()[:16]


def is_taken(name: str) -> bool:
    """Whether records have an attribute of this name themselves, so that no field can have it."""
    return name in vars(Record) or name in Record.__annotations__


@functools.cache
def _struct(declared: Any) -> Struct:
    """One `Struct` for all that was pickled alike."""
    return Struct(declared)


def _unpickled(kind: Struct, saved: bytes) -> Record:
    return kind.record(saved)


# ------------------------------------------------------------------------------------------- of either kind


def dtype_of(kind: Any) -> Any:
    """The NumPy dtype of records of this kind, a `Struct` or a dtype, with their fields as attributes."""
    from ludotheque.core import recarrays

    return kind.dtype if isinstance(kind, Struct) else recarrays.with_attributes(kind)


def layout_of(kind: Any) -> str:
    """How records of this kind lie in memory, as a short hash."""
    if isinstance(kind, Struct):
        return kind.layout
    from ludotheque.core import recarrays

    return recarrays.layout(kind)


def array_of(records: Any) -> Any:
    """The same memory as a NumPy array."""
    return records.array if isinstance(records, Record) else records


def zeros(count: int, kind: Any) -> Any:
    """`count` records of zeros: a `Record`, or an array."""
    if isinstance(kind, Struct):
        return kind.record(count * kind.itemsize)
    return np.zeros(count, dtype_of(kind))


def load(saved: bytes, kind: Any) -> Any:
    """Records from the bytes of `tobytes()`; they can be written."""
    return held(saved, kind)[1]


def held(saved: bytes | bytearray, kind: Any) -> tuple[bytearray, Any]:
    """The same, with the memory that they lie in."""
    if isinstance(kind, Struct):
        record = kind.record(saved)
        return record, record
    memory = bytearray(saved)
    return memory, np.frombuffer(memory, dtype_of(kind))


def copy(records: Any) -> Any:
    """A copy of the records, padding included."""
    return records.copy() if isinstance(records, Record) else load(records.tobytes(), records.dtype)


def still(records: Any) -> Any:
    """A copy that nobody writes to, quick to read; NumPy's arrays as they are."""
    if not isinstance(records, Record):
        return records
    made = records.dtype.still(records)
    made._bytes, made._known = bytes(records), {}
    return made


def overwrite(there: Any, here: Any) -> None:
    """Copy the records `here` over the first of `there`, byte for byte with padding. NumPy would copy field by field."""
    if isinstance(there, Record):
        held = here if isinstance(here, Record) else here.tobytes()
        put(there, slice(0, len(held)), held)
    else:
        there[: len(here)].view(np.uint8)[:] = here.view(np.uint8)


def room(kind: str, count: int) -> Any:
    """Working space for results of the rules: `count` numbers of a kind, all 0, as a memoryview."""
    letter, size = _SIZES[kind]
    return _cast(memoryview(bytearray(count * size)), letter)


def filled(kind: str, values: Sequence[Any]) -> Any:
    """Working space with these numbers."""
    made = room(kind, len(values))
    made[:] = _cast(memoryview(struct.pack(f"{len(values)}{made.format}", *values)), made.format)
    return made


def rows(space: memoryview[Any], columns: int) -> Any:
    """The same working space as a table with this many columns."""
    return _cast(space.cast("B"), space.format, (len(space) // columns, columns))


if sys.platform == "emscripten":  # in a page the memory is that of the rules' own module
    from ludotheque.core.webassembly import Pool  # type: ignore[assignment]  # it stands in for the class above
