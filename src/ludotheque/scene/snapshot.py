"""A box or a state as those read it who say what is on the table: again and again, and from Python.

>>> import numpy as np
>>> state = np.rec.array([(3, (1, 2))], dtype=[("to_play", "i1"), ("score", "i2", (2,))])[0]
>>> look = of(state)
>>> look["to_play"], look["score"][1]
(3, 2)

Reading a field of a record takes a microsecond, for numpy makes a new object each time. A scene reads the same dozen of fields
hundreds of times, so do the choices of a seat, and so does the scene of the next audience: states that hold the same are looked at
once, and a box once for all its tables.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

T = TypeVar("T")


class Snapshot(dict[str, Any]):
    """The fields of a record that were read so far: numbers as Python's, an array of one dimension as a list, others as arrays.

    `record` is what compiled rules are given; nobody changes it, nor a list that was read from it.
    """

    __slots__ = ("answers", "record")

    def __init__(self, record: Any) -> None:
        super().__init__()
        self.record = record
        self.answers: dict[Any, Any] = {}

    def __missing__(self, name: str) -> Any:
        value = self.record[name]
        if getattr(value, "ndim", 0) < 2 and value.dtype.names is None:
            value = value.tolist()
        self[name] = value
        return value


def of(state: Any) -> Snapshot:
    """A look at a state as it is now, one for all that hold the same; itself where it is one already."""
    return state if isinstance(state, Snapshot) else _of(state.dtype, state.dtype.type, state.tobytes())


@functools.lru_cache(256)
def _of(kind: Any, _record: Any, held: bytes) -> Snapshot:
    return Snapshot(np.frombuffer(held, kind)[0])


MAX_BOXES = 32
"""Boxes whose looks are kept."""

_boxes: dict[int, Snapshot] = {}
"""Looks at boxes by the identity of their array, which the look keeps alive."""


def of_box(box: Any) -> Snapshot:
    """A look at the record of a box, which never changes; itself where it is one already."""
    if isinstance(box, Snapshot):
        return box
    array = box.base
    look = _boxes.get(id(array))
    if look is None:
        look = Snapshot(box)
        if isinstance(array, np.ndarray) and array.shape == (1,):
            if len(_boxes) >= MAX_BOXES:
                _boxes.pop(next(iter(_boxes)), None)
            _boxes[id(array)] = look
    return look


def ask(look: Any, function: Callable[..., Any], *args: int) -> Any:
    """What a function says of a record (`function(record, *args)`), asked once a look."""
    if not isinstance(look, Snapshot):
        return function(look, *args)
    key = (function, args)
    if key not in look.answers:
        look.answers[key] = function(look.record, *args)
    return look.answers[key]


def once(box: Snapshot, state: Snapshot, make: Callable[[Snapshot, Snapshot], T]) -> T:
    """What a function makes of a box and a state (`make(box, state)`), made once for all who look at both."""
    kept = state.answers.get(make)
    if kept is None or kept[0] is not box:
        kept = state.answers[make] = box, make(box, state)
    made: T = kept[1]
    return made


def record(look: Any) -> Any:
    """The record behind a look, for compiled rules; a record itself is given back."""
    return look.record if isinstance(look, Snapshot) else look
