"""Arrays of records whose fields are attributes: `s.lap` for `s["lap"]`, as in compiled code.

NumPy's own `recarray` looks each attribute up in Python, six times slower than this. It also hands compiled code arrays of a subclass,
whose type must be worked out at each call. Here each dtype has a record type with one property for each field.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from ludotheque.core.memory import layout_hash


@functools.cache
def with_attributes(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """A dtype with the same fields, equal to the given one, whose records (nested ones too) have their fields as attributes."""
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        return np.dtype((with_attributes(base), shape))
    if dtype.names is None or dtype.fields is None:
        return dtype
    formats = [with_attributes(dtype.fields[name][0]) for name in dtype.names]
    offsets = [dtype.fields[name][1] for name in dtype.names]
    whole = np.dtype(
        {"names": dtype.names, "formats": formats, "offsets": offsets, "itemsize": dtype.itemsize},
        align=dtype.isalignedstruct,
    )
    record = type("Record", (np.void,), {"__slots__": (), **{name: _property(name) for name in dtype.names}})
    return np.dtype((record, whole))


def check_names(game: str, dtype: np.dtype[Any]) -> None:
    """Raise `TypeError` if records with attributes could not have the fields of a game's dtype."""
    for name in dtype.names or ():
        if hasattr(np.record, name):
            raise TypeError(
                f"{game}: rename the field {name!r}, as NumPy's records have an attribute of that name"
            )


def layout(dtype: np.dtype[Any]) -> str:
    """How records lie in memory, as a short hash: of their fields' names, kinds, places and sizes."""
    return layout_hash(_layout(dtype))


def _layout(dtype: np.dtype[Any]) -> Any:
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        return _layout(base), shape
    if dtype.names is None or dtype.fields is None:
        return dtype.str
    return dtype.itemsize, [
        (name, dtype.fields[name][1], _layout(dtype.fields[name][0])) for name in dtype.names
    ]


def _property(name: str) -> property:
    def get(record: Any) -> Any:
        return record[name]

    def put(record: Any, value: Any) -> None:
        record[name] = value

    return property(get, put)
