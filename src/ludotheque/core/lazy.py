"""NumPy for rules: imported when a rule first needs it, which is when it runs interpreted.

Rules say `from ludotheque.core.lazy import np` and use it within functions. For what they keep at the top of a module there are `int64`,
`uint64`, `constant` and `table`: without NumPy they are Python's numbers and tuples. `settle` puts NumPy's own in their places, before
rules run interpreted or are compiled.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from ludotheque.core.errors import LudothequeError
from ludotheque.core.message import Message

if TYPE_CHECKING:
    import numpy as np
else:

    class _Numpy(ModuleType):
        def __getattr__(self, name):
            value = getattr(numpy(), name)
            setattr(self, name, value)
            return value

    np = _Numpy("numpy")


class NeedsNumpy(LudothequeError, ImportError):
    """NumPy is needed, and not installed."""

    def __init__(self) -> None:
        how = {"command": 'pip install "ludotheque[numpy]"'}
        super().__init__(message=Message("error.extra.numpy", how))


def numpy() -> ModuleType:
    """NumPy itself. Raises `NeedsNumpy` if it is not installed."""
    try:
        return import_module("numpy")
    except ModuleNotFoundError as error:
        raise NeedsNumpy from error


class _Kind:
    """A kind of whole number, to be called with one."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, number: Any) -> Any:
        return int(number)

    def settled(self) -> Any:
        return getattr(np, self.name)


class _Number(int):
    """A whole number of a kind."""

    kind: str

    def settled(self) -> Any:
        return getattr(np, self.kind)(int(self))


class _Table(tuple[Any, ...]):
    """Numbers of a kind, to be looked up by compiled rules."""

    kind: str

    def settled(self) -> Any:
        return np.array(self, self.kind)


int64: Any = _Kind("int64")
uint64: Any = _Kind("uint64")


def constant(kind: str, value: int) -> Any:
    """A whole number of a kind of NumPy's, such as `uint64`."""
    made = _Number(value)
    made.kind = kind
    return made


def table(kind: str, values: Iterable[Any]) -> Any:
    """A row of numbers of a kind of NumPy's."""
    made = _Table(values)
    made.kind = kind
    return made


_seen: set[str] = set()


def settle() -> None:
    """Import NumPy, and put its own numbers and arrays in the places of those above at the top of all modules imported so far."""
    real = numpy()
    for name in [*sys.modules]:
        module = sys.modules.get(name)
        if module is None or name == __name__ or name in _seen:
            continue
        if not getattr(getattr(module, "__spec__", None), "_initializing", False):
            _seen.add(name)  # one that is being imported is looked at again
        for called, value in [*vars(module).items()]:
            if value is np:
                setattr(module, called, real)
            elif type(value) in (_Kind, _Number, _Table):
                setattr(module, called, value.settled())


__all__ = ["NeedsNumpy", "constant", "int64", "np", "numpy", "settle", "table", "uint64"]
