"""A box or a state as those read it who say what is on the table: again and again, and from Python.

>>> import numpy as np
>>> state = np.rec.array([(3, (1, 2))], dtype=[("to_play", "i1"), ("score", "i2", (2,))])[0]
>>> look = Look(state)
>>> look["to_play"], look["score"][1]
(3, 2)

Reading a field of a record takes a microsecond, for numpy makes a new object each time. A scene reads the same dozen of fields
hundreds of times.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class Look(dict[str, Any]):
    """The fields of a record that were read so far: numbers as Python's, an array of one dimension as a list, others as arrays.

    It shows the record as it was when a field was first read. `record` is what compiled rules are given.
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


def of(record: Any) -> Look:
    """A look at a record; the same one where it is one already."""
    return record if isinstance(record, Look) else Look(record)


def ask(look: Any, function: Callable[..., Any], *args: int) -> Any:
    """What a compiled rule says of a record (`function(record, *args)`), asked once a look."""
    if not isinstance(look, Look):
        return function(look, *args)
    key = (function, args)
    if key not in look.answers:
        look.answers[key] = function(look.record, *args)
    return look.answers[key]


def record(look: Any) -> Any:
    """The record behind a look, for compiled rules; a record itself is given back."""
    return look.record if isinstance(look, Look) else look
