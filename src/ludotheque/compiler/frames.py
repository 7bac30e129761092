"""How the arguments of an entry point lie in memory: a frame of 64-bit words. Word 0 is for the result (the first words, for a tuple); then
come, for each argument,

- a whole number, or 0 and 1 for a bool: one word; a float64: its bits;
- a record, or an array known to have one item: its address;
- any other array: its address and its lengths;
- a tuple: its parts, one after the other.

The address of a text stands in word 0 if the call failed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from ludotheque.core import memory
from ludotheque.core.entry_point import BOX, STATE, Array, EntryPoint, Group, Kind, Record

carray: Any = numba.carray  # type: ignore[attr-defined, unused-ignore]
FRAME: Any = types.CPointer(types.int64)  # type: ignore[no-untyped-call, unused-ignore]


@dataclass(frozen=True)
class Word:
    """A part of an argument that takes words of its own.

    Attributes:
        path: the argument's name, and the names of its parts on the way.
        kind: what it is.
        first: its first word.
    """

    path: tuple[str, ...]
    kind: Kind
    first: int

    @property
    def count(self) -> int:
        """How many words it takes."""
        return 1 + self.kind.dimensions if isinstance(self.kind, Array) and not self.kind.single else 1


def words_of(point: EntryPoint) -> list[Word]:
    """The parts of an entry point's arguments, in order."""
    found: list[Word] = []
    for name, kind in point.parameters:
        for path, part in _parts((name,), kind):
            first = found[-1].first + found[-1].count if found else point.results
            found.append(Word(path, part, first))
    return found


def frame_size(point: EntryPoint) -> int:
    """The number of words of an entry point's frame."""
    words = words_of(point)
    return words[-1].first + words[-1].count if words else point.results


def _parts(path: tuple[str, ...], kind: Kind) -> Iterator[tuple[tuple[str, ...], Kind]]:
    if isinstance(kind, Group):
        for name, part in kind.parts:
            yield from _parts((*path, name), part)
    else:
        yield path, kind


# ------------------------------------------------------------------------------------------- in compiled code


@intrinsic  # type: ignore[untyped-decorator, unused-ignore]
def _at(_typing: Any, _word: Any) -> Any:
    """The pointer that a word holds."""

    def write(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], cgutils.voidptr_t)

    return types.voidptr(types.int64), write


@intrinsic  # type: ignore[untyped-decorator, unused-ignore]
def _as_float(_typing: Any, _word: Any) -> Any:
    """The float64 whose bits a word holds."""

    def write(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.bitcast(arguments[0], ir.DoubleType())

    return types.float64(types.int64), write


@intrinsic  # type: ignore[untyped-decorator, unused-ignore]
def _bits(_typing: Any, _value: Any) -> Any:
    """The bits of a float64."""

    def write(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.bitcast(arguments[0], ir.IntType(64))

    return types.int64(types.float64), write


def _word(value: Any) -> Any:
    """A result as a word."""
    raise NotImplementedError("compiled only")


@overload(_word, inline="always", strict=False)
def _word_of(value: Any) -> Any:
    if isinstance(value, types.NoneType):
        return lambda value: 0  # noqa: ARG005
    if isinstance(value, types.Float):
        return lambda value: _bits(np.float64(value))  # type: ignore[call-arg, unused-ignore]
    return lambda value: np.int64(value)  # noqa: PLW0108 (Numba compiles it)


@dataclass
class _Writing:
    """The source of a function that takes a frame, and the names it uses."""

    names: dict[str, Any] = field(default_factory=dict)

    def name(self, stem: str, value: Any) -> str:
        name = f"{stem}{len(self.names)}"
        self.names[name] = value
        return name

    def argument(self, kind: Kind, words: Iterator[Word], dtypes: dict[str, Any]) -> str:
        """The expression that makes an argument of its words."""
        if isinstance(kind, Group):
            parts = ", ".join(self.argument(part, words, dtypes) for _, part in kind.parts)
            return f"{self.name('Group', kind.type)}({parts})" if kind.type else f"({parts},)"
        word = next(words)
        there = f"frame[{word.first}]"
        if kind is float:
            return f"_as_float({there})"
        if kind is bool:
            return f"({there} != 0)"
        if isinstance(kind, Record):
            return f"carray(_at({there}), (1,), {self.name('kind', dtypes[kind.item])})[0]"
        if isinstance(kind, Array):
            item = dtype(kind.item, dtypes)
            lengths = [f"frame[{word.first + 1 + each}]" for each in range(kind.dimensions)]
            shape = "1," if kind.single else ", ".join(lengths) + ","
            return f"carray(_at({there}), ({shape}), {self.name('kind', item)})"
        return there


def dtype(item: Any, of: dict[str, Any]) -> Any:
    """The NumPy dtype of an array's items; `of` has those of BOX and STATE."""
    if isinstance(item, str):
        return of[item] if item in of else np.dtype(item)
    return memory.dtype_of(item)


def framed(point: EntryPoint, box: Any, state: Any) -> Any:
    """A function of one frame that calls an entry point with the arguments there, for a game with these dtypes."""
    writing, words = _Writing(), iter(words_of(point))
    given = ", ".join(writing.argument(kind, words, {BOX: box, STATE: state}) for _, kind in point.parameters)
    scope = {
        "called": point.function,
        "carray": carray,
        "_at": _at,
        "_as_float": _as_float,
        "_word": _word,
        **writing.names,
    }
    lines = [f"def {point.name}(frame):", f"    result = called({given})"]
    parts = (
        [f"result[{each}]" for each in range(point.results)]
        if isinstance(point.result, Group)
        else ["result"]
    )
    lines += [f"    frame[{each}] = _word({part})" for each, part in enumerate(parts)]
    exec("\n".join(lines), scope)  # noqa: S102 (of our own words)
    return scope[point.name]
