"""Calls a game's rules in their WebAssembly module, for Python that itself runs in a page (Pyodide).

The page lends the Python module `ludotheque_page`: `instantiate(wasm, wire)` makes an instance, which has its own memory. What a call takes is written
to `wire`, a `bytearray` on this side, as a frame (`docs/compiled-rules.md`) with the arrays behind it. The instance copies that into its memory, calls the
rules, and copies it back.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from ludotheque.core.entry_point import BOX

WIRE = 1 << 20
"""How many bytes a frame and its arrays may take. Boxes and pools stay in the module's memory and do not count."""
_ALIGNED = 64
_LETTERS = {"int": "q", "bool": "q", "float": "d"}
"""How numbers lie in a frame, in the letters of `struct`."""
MAX_BOXES = 32
"""How many boxes of a game its module keeps in memory; then the oldest makes room for the next one."""


class Pool:
    """Many records of zeros in the memory of a game's module, as `memory.Pool` has them in that of the process."""

    def __init__(self, count: int, dtype: Any) -> None:
        self.dtype, self.shape = dtype, (count,)
        self.module: Module | None = None
        self.address = 0

    def __len__(self) -> int:
        return int(self.shape[0] * self.dtype.itemsize)

    def __setitem__(self, part: slice, held: bytes) -> None:
        if self.module is not None:
            self.module.write(self.address + (part.start or 0), held)
        elif any(held):
            raise ValueError("before rules have used a pool, it is all zeros")

    def found_at(self, index: int) -> tuple[bytes, int]:
        """Memory in which a record lies, and where."""
        size = self.dtype.itemsize
        start = range(self.shape[0])[index] * size
        return (bytes(size) if self.module is None else self.module.read(self.address + start, size)), 0

    def __del__(self) -> None:
        if self.module is not None:
            self.module.take_back(self.address, len(self))

    def settle(self, module: Module) -> int:
        """Its address in this module's memory, where it stays."""
        if self.module is None:
            self.module, self.address = module, module.lend(len(self))
        if self.module is not module:
            raise ValueError("a pool belongs to one game")
        return self.address


class _Part(NamedTuple):
    """A part of an argument that takes words of its own: how many dimensions an array has, 0 for one record, -1 for a number."""

    dimensions: int
    is_box: bool


class Module:
    """An instance of a game's module. `lent` is what the page lends, see above."""

    def __init__(self, wasm: bytes, description: Any, lent: Any) -> None:
        self.description = description
        self.wire = bytearray(WIRE)
        self._instance = lent.instantiate(wasm, self.wire)
        self._base = self.reserve(WIRE)
        self._instance.wireAt(self._base)
        self._free: dict[int, list[int]] = {}
        """Room that pools have freed, by its size. The module itself takes none back."""
        self._boxes: dict[int, tuple[Any, int]] = {}
        """Boxes by their identity, each with its address. They never change."""

    def reserve(self, count: int) -> int:
        """The address of this many bytes of zeros. Raises `MemoryError` if the page has no more."""
        address = int(self._instance.reserve(count))
        if not address:
            raise MemoryError(f"the page has no {count} bytes for the rules")
        return address

    def lend(self, count: int) -> int:
        """Room for a pool. What it held before is overwritten by whoever uses it: a tree is cleared first."""
        free = self._free.get(count)
        return free.pop() if free else self.reserve(count)

    def take_back(self, address: int, count: int) -> None:
        """A pool is gone."""
        self._free.setdefault(count, []).append(address)

    def write(self, address: int, held: bytes) -> None:
        """Write bytes to the module's memory."""
        self.wire[: len(held)] = held
        self._instance.copyIn(address, len(held))

    def read(self, address: int, count: int) -> bytes:
        """Bytes of the module's memory."""
        self._instance.copyOut(address, count)
        return bytes(self.wire[:count])

    def calls(self) -> dict[str, Callable[..., Any]]:
        """Functions for the entry points, by name. Each takes what the entry point takes."""
        return {name: self._call(name, entry) for name, entry in self.description["entry_points"].items()}

    def _call(self, name: str, entry: Any) -> Callable[..., Any]:
        taken = entry["arguments"]
        parts = [_Part(_dimensions(each), each["kind"] == BOX) for each in taken]
        is_flat = not any("." in each["name"] for each in taken)
        frame = struct.Struct("<" + "".join(map(_letters, taken)))
        returns = entry["returns"]
        results = len(returns) if isinstance(returns, list) else 1
        behind = _aligned(8 * results + frame.size)
        run, number = self._instance.run, self._instance.numberOf(entry["symbol"])
        wire, base = self.wire, self._base
        read = _reader(returns)
        from ludotheque.core.memory import ALL, Still, put  # which takes `Pool` from here

        def call(*given: Any) -> Any:
            flat = given if is_flat else tuple(_flat(given))
            for (_, is_box), value in zip(parts, flat, strict=True):
                if is_box:  # one that is new goes there by the wire, before anything else does
                    self._box(value)
            words: list[Any] = []
            arrays: list[tuple[Any, int, int]] = []
            end = behind
            for (dimensions, is_box), value in zip(parts, flat, strict=True):
                if dimensions < 0:
                    words.append(value)
                    continue
                if is_box:
                    words.append(self._box(value))
                    continue
                if type(value) is Pool:
                    words.append(value.settle(self))
                    words.append(value.shape[0])
                    continue
                held = value.cast("B") if type(value) is memoryview else value
                size = len(held)
                if end + size > WIRE:
                    raise MemoryError(f"{name}: its arrays take more than {WIRE} bytes")
                wire[end : end + size] = held
                words.append(base + end)
                if dimensions:
                    words.extend(value.shape)
                if not isinstance(held, Still):
                    arrays.append((held, end, size))
                end += _aligned(size)
            frame.pack_into(wire, 8 * results, *words)
            why = run(number, end)
            if why is not None:
                from ludotheque.core.artefact import RulesFailed  # which loads this module

                raise RulesFailed(f"{name}: {why}")
            for held, start, size in arrays:
                if type(held) is memoryview:
                    held[:] = wire[start : start + size]
                else:
                    put(held, ALL, wire[start : start + size])
            return read(wire)

        return call

    def _box(self, box: Any) -> int:
        """The address of a box, which is copied into the module's memory once."""
        kept = self._boxes.get(id(box))
        if kept is not None:
            return kept[1]
        if len(self._boxes) < MAX_BOXES:
            address = self.reserve(len(box))
        else:
            old, address = self._boxes.pop(next(iter(self._boxes)))
            if len(old) != len(box):
                raise ValueError("the boxes of a game are alike")
        self.write(address, bytes(box))
        self._boxes[id(box)] = box, address
        return address


def load(within: Path, name: str, lent: Any) -> Module:
    """The module of a game from the folder of its compiled rules. Raises `OSError` or `ValueError` if it is not there or cannot be read."""
    description = json.loads((within / f"{name}.json").read_bytes())
    return Module((within / f"{name}.wasm").read_bytes(), description, lent)


def _aligned(count: int) -> int:
    return -(-count // _ALIGNED) * _ALIGNED


def _dimensions(argument: Any) -> int:
    """How many dimensions an argument has: 0 for one record, -1 for a number."""
    is_number = argument["kind"] in _LETTERS and "dimensions" not in argument
    return -1 if is_number else argument.get("dimensions", 0)


def _letters(argument: Any) -> str:
    """The words of an argument, in the letters of `struct`."""
    dimensions = _dimensions(argument)
    return _LETTERS[argument["kind"]] if dimensions < 0 else "q" * (1 + dimensions)


def _flat(given: Any) -> Iterator[Any]:
    for each in given:
        if isinstance(each, tuple):
            yield from _flat(each)
        else:
            yield each


def _reader(returns: Any) -> Callable[[bytearray], Any]:
    """A function that reads a result from the first words of a frame."""
    if returns is None:
        return lambda _: None
    if isinstance(returns, list):
        return struct.Struct("<" + "".join(_LETTERS[each] for each in returns)).unpack_from
    one = struct.Struct(f"<{_LETTERS[returns]}")
    if returns == "bool":
        return lambda wire: bool(one.unpack_from(wire)[0])
    return lambda wire: one.unpack_from(wire)[0]
