"""Fast reading of boxes and states from Python, for code that builds scenes.

>>> from ludotheque.core.memory import Struct, zeros
>>> state = zeros(1, Struct([("to_play", "int8"), ("score", "int16", (2,))]))
>>> state["to_play"], state["score"] = 3, [1, 2]
>>> look = of(state)
>>> look["to_play"], look["score"][1]
(3, 2)

Reading a field of a record takes most of a microsecond, because each time a new object is made. A scene reads the same dozen fields hundreds
of times, and so do a seat's choices and the scene for the next audience. A snapshot reads each field once. Equal states share one
snapshot, and a box has one for all its tables.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar

from ludotheque.core import memory

T = TypeVar("T")


class Snapshot(dict[str, Any]):
    """The fields of a record, read on first use: numbers as Python's, one-dimensional arrays as lists, others as arrays.

    Do not change the lists, nor the record.

    Attributes:
        record: the record itself, to pass to compiled rules.
        answers: results of `ask` and `once`.
    """

    __slots__ = ("answers", "record")

    def __init__(self, record: Any) -> None:
        super().__init__()
        self.record = record
        self.answers: dict[Any, Any] = {}

    def __missing__(self, name: str) -> Any:
        record = self.record
        if isinstance(record, memory.Record):
            value = self[name] = record.dtype.list_readers[name](record)
            return value
        value = record[name]
        nested = getattr(getattr(value, "dtype", None), "names", None)
        if getattr(value, "ndim", 0) < 2 and hasattr(value, "tolist") and nested is None:
            value = value.tolist()
        self[name] = value
        return value


def of(state: Any) -> Snapshot:
    """The snapshot of a state as it is now; equal states share one. Returns a snapshot unchanged."""
    return state if isinstance(state, Snapshot) else _of(state.dtype, state.tobytes())


@functools.lru_cache(256)
def _of(kind: Any, held: bytes) -> Snapshot:
    return Snapshot(memory.load(held, kind)[0])


MAX_BOXES = 32
"""How many boxes keep their snapshots."""

_boxes: dict[int, Snapshot] = {}
"""Snapshots of boxes by the identity of their memory, which the snapshot keeps alive."""


def of_box(box: Any) -> Snapshot:
    """The snapshot of a box, which never changes. Returns a snapshot unchanged."""
    if isinstance(box, Snapshot):
        return box
    array = box if isinstance(box, memory.Record) else box.base
    look = _boxes.get(id(array))
    if look is None:
        look = Snapshot(box)
        if getattr(array, "shape", None) == (1,):
            if len(_boxes) >= MAX_BOXES:
                _boxes.pop(next(iter(_boxes)), None)
            _boxes[id(array)] = look
    return look


def ask(look: Any, function: Callable[..., Any], *args: int) -> Any:
    """The result of `function(record, *args)`, computed once for each snapshot."""
    if not isinstance(look, Snapshot):
        return function(look, *args)
    key = (function, args)
    if key not in look.answers:
        look.answers[key] = function(look.record, *args)
    return look.answers[key]


def once(box: Snapshot, state: Snapshot, make: Callable[[Snapshot, Snapshot], T]) -> T:
    """The result of `make(box, state)`, computed once for these two snapshots."""
    kept = state.answers.get(make)
    if kept is None or kept[0] is not box:
        kept = state.answers[make] = box, make(box, state)
    made: T = kept[1]
    return made


def record(look: Any) -> Any:
    """The record behind a snapshot, for compiled rules. Returns a record unchanged."""
    return look.record if isinstance(look, Snapshot) else look
