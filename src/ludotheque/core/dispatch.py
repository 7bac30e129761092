"""What a compiled function is to Numba: two faces of one function, and verbs that lead to the game of a state.

To be called from Python a compiled function needs a wrapper that takes Python objects apart, and making it costs a good part
of the time of compiling; most rules are only ever called by other rules. So Python meets one face of a function, with the
wrapper, compiled when Python first calls it, and compiled code meets the other, without.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any

import numba
from numba.core.registry import CPUDispatcher
from numba.core.typing.templates import AbstractTemplate, infer_global

from ludotheque.core.caching import keep

types: Any = numba.types
typeof: Any = numba.typeof


class Inside(CPUDispatcher):  # type: ignore[misc, unused-ignore]
    """The face that compiled code meets. Signed whole numbers arrive wide, so that one compilation serves them all."""

    def __init__(self, function: Any) -> None:
        super().__init__(
            function, {}, {"nopython": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        )
        keep(self)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return super().get_call_template(tuple(map(_wide, args)), kws)


class Compiled(CPUDispatcher):  # type: ignore[misc, unused-ignore]
    """The face that Python meets: calls `function`, compiled for the types it is called with and kept in the cache."""

    def __init__(self, function: Any, **flags: bool) -> None:
        called = FunctionType(
            function.__code__,
            function.__globals__,
            function.__name__,
            function.__defaults__,
            function.__closure__,
        )
        called.__module__, called.__doc__ = function.__module__, function.__doc__
        called.__qualname__ = (
            f"{function.__qualname__}.called"  # another name in the cache, which knows no flags
        )
        super().__init__(called, {}, {"nopython": True, "no_cfunc_wrapper": True, **flags})
        keep(self)
        self.inside = Inside(function)

    @property
    def _numba_type_(self) -> Any:
        """Asked by Numba for whoever calls this from compiled code."""
        return types.Dispatcher(self.inside)


def _wide(kind: Any) -> Any:
    plain = types.unliteral(kind)
    return types.int64 if isinstance(plain, types.Integer) and plain.signed else kind


def lead(verb: Any, functions: Mapping[Any, Callable[..., Any]]) -> None:
    """Let compiled code that calls `verb(b, s, …)` call the one of `functions` whose key is the type of `s`.

    A game may be added to `functions` later, before code that plays it is compiled.
    """

    class Choice(AbstractTemplate):  # type: ignore[misc, unused-ignore]
        key = verb

        def generic(self, args: Any, kws: Any) -> Any:
            if len(args) < 2 or args[1] not in functions:
                return None
            return typeof(functions[args[1]]).get_call_type(self.context, args, kws)

        def get_impl_key(self, sig: Any) -> Any:
            return typeof(functions[sig.args[1]]).get_impl_key(sig)

    infer_global(verb, types.Function(Choice))  # type: ignore[no-untyped-call, unused-ignore]


def type_of_state(state: Any) -> Any:
    """Numba's type of a record, taken from an array of one."""
    return typeof(state[0])
