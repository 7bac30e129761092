"""`Kernel`: a function of the rules that runs interpreted until its compiled code is there, and compiled from then on.

Nobody waits for a compiler: a `Kernel` calls the plain function at once. If compiled code is wanted (`compiling`, or
`compile_when_called` for a whole process), it is compiled or read from the cache (`core.dispatch`), and the next call uses it. Both
versions do the same to the same arrays, so a game may switch between any two calls. This module does not import the compiler, which takes
most of a second.

Interpreted functions call each other directly. For that each kernel has a twin: the same code over a copy of its module's names, in which
every kernel is replaced by its twin.
"""

from __future__ import annotations

import functools
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FunctionType
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])

_building = threading.RLock()
_kernels: list[Kernel] = []
_spaces: dict[str, dict[str, Any]] = {}


class _Mode(threading.local):
    """Whether this thread compiles functions that it calls and that have no code."""

    compiling = False


_mode = _Mode()
_always = False


class Kernel:
    """Replaces a function of the rules in its module.

    Args:
        inlines: whether it is compiled as a part of each of its callers.
        free: whether other threads may run while it runs compiled.
        machine: returns the function that compiled code calls instead.
    """

    def __init__(
        self,
        function: Any,
        *,
        inlines: bool = False,
        free: bool = False,
        machine: Callable[..., Any] | None = None,
    ) -> None:
        self.function, self.inlines, self.free, self.machine = function, inlines, free, machine
        self.__module__, self.__name__ = str(function.__module__), function.__name__
        self.__qualname__: str = function.__qualname__
        self.__doc__ = function.__doc__
        self.__wrapped__ = function
        self._plain: Callable[..., Any] | None = None
        self._call: Callable[..., Any] = self._first
        self._inside: Any = None
        self._own: Any = None
        self._face: Any = None
        _kernels.append(self)

    def __repr__(self) -> str:
        return f"<kernel {self.__module__}.{self.__qualname__}>"

    def __reduce__(self) -> str:
        return self.__qualname__

    def __call__(self, *args: Any) -> Any:
        return self._call(*args)

    def _first(self, *args: Any) -> Any:
        if compiles():
            return self.activate()(*args)
        return (self._plain or self.plain)(*args)

    @property
    def plain(self) -> Callable[..., Any]:
        """The interpreted function, which calls interpreted functions."""
        if self._plain is None:
            with _building:
                twin: Callable[..., Any] = _twin(self.function)  # which may need this one in turn
                if self._plain is None and not _is_being_imported(self.function):
                    self._plain = twin
                return self._plain or twin
        return self._plain

    @property
    def face(self) -> Any:
        """What Python calls for compiled code, see `core.dispatch`."""
        with _building:
            if self._face is None:
                from ludotheque.core import dispatch

                self._face = dispatch.called(self)
            return self._face

    def activate(self) -> Callable[..., Any]:
        """Try compiled code first from now on. Returns what is then called."""
        self._call = self.face
        return self._call

    @property
    def _numba_type_(self) -> Any:
        """Used by Numba when compiled code calls this kernel."""
        from ludotheque.core import dispatch

        return dispatch.type_inside(self)


def kernels() -> tuple[Kernel, ...]:
    """All kernels defined in this process so far."""
    return tuple(_kernels)


def compiles() -> bool:
    """Whether a function called now that has no code is compiled (or its code read from the cache) rather than interpreted."""
    return _always or _mode.compiling


@contextmanager
def compiling(wanted: bool = True) -> Iterator[None]:
    """Within the block this thread compiles what it calls. Other threads are not affected. With False it interprets what has no code."""
    before, _mode.compiling = _mode.compiling, wanted
    try:
        yield
    finally:
        _mode.compiling = before


@contextmanager
def interpreting() -> Iterator[None]:
    """Within the block everything in this process runs interpreted, even what has compiled code. For comparing both ways."""
    before = [(kernel, kernel._call) for kernel in kernels()]
    for kernel, _ in before:
        kernel._call = kernel.plain
    try:
        yield
    finally:
        for kernel, call in before:
            kernel._call = call


def compiled_throughout(function: F) -> F:
    """Decorate a function so that all rules it calls are compiled first. For measuring and counting."""

    @functools.wraps(function)
    def waiting(*args: Any, **kwargs: Any) -> Any:
        with compiling():
            return function(*args, **kwargs)

    return cast(F, waiting)


def compile_when_called(wanted: bool = True) -> None:
    """Make all threads of this process compile what they call, and wait for it. For measuring."""
    global _always
    _always = wanted


def _twin(function: Any) -> Any:
    if not isinstance(function, FunctionType):
        return function
    space = _space(function.__globals__)
    twin = FunctionType(
        function.__code__, space, function.__name__, function.__defaults__, function.__closure__
    )
    twin.__module__, twin.__qualname__ = function.__module__, function.__qualname__
    twin.__kwdefaults__ = function.__kwdefaults__
    return twin


def _space(names: dict[str, Any]) -> dict[str, Any]:
    """A module's names as interpreted functions see them; the module's own names while it is being imported."""
    module = names.get("__name__")
    if not isinstance(module, str):
        return names
    if id(getattr(sys.modules.get(module), "__dict__", None)) != id(names):
        return names  # of a module that is not in `sys.modules`, or no longer
    if module not in _spaces:
        if _is_importing(module):
            return names
        space = _spaces[module] = {}
        space |= {name: _twin_of(value) for name, value in names.items()}
    return _spaces[module]


def _twin_of(value: Any) -> Any:
    if isinstance(value, Kernel):
        return value.plain
    if isinstance(value, FunctionType):
        return value.__dict__.get("plain", value)
    return value


def _is_being_imported(function: Any) -> bool:
    return _is_importing(str(getattr(function, "__module__", "")))


def _is_importing(module: str) -> bool:
    return bool(getattr(getattr(sys.modules.get(module), "__spec__", None), "_initializing", False))
