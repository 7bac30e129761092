"""What a kernel is to Numba: two faces of one function, and verbs that lead to the game of a state.

To be called from Python a compiled function needs a wrapper that takes Python objects apart, and making it costs a good part
of the time of compiling; most rules are only ever called by other rules. So Python meets one face of a function, with the
wrapper, and compiled code meets the other, without. Importing this module imports the compiler (see `core.kernel`).
"""

from __future__ import annotations

import functools
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from types import FunctionType
from typing import Any

import numba
import numpy as np
from numba.core.registry import CPUDispatcher, cpu_target
from numba.core.typing.templates import AbstractTemplate, infer_global

from ludotheque.core import code_cache, linking, unboxing, verbs
from ludotheque.core.kernel import Kernel, compiles

types: Any = numba.types
typeof: Any = numba.typeof

unboxing.take_addresses()

missed: Counter[Kernel] = Counter()
"""How often what Python asked compiled code of had none for its arguments, and was done interpreted."""


class Inside(CPUDispatcher):  # type: ignore[misc, unused-ignore]
    """The face that compiled code meets. Signed whole numbers arrive wide, so that one compilation serves them all.

    It is never run by itself, so no machine code is made of it: it is optimised once, as a part of what Python calls.
    """

    def __init__(self, function: Any) -> None:
        super().__init__(
            function, {}, {"nopython": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        )
        code_cache.keep(self, states=False)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return super().get_call_template(tuple(map(_wide, args)), kws)


class Called(CPUDispatcher):  # type: ignore[misc, unused-ignore]
    """The face that Python meets. Where it has no code and none is asked for, the kernel is called interpreted."""

    def __init__(self, kernel: Kernel) -> None:
        function = kernel.function
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
        super().__init__(called, {}, {"nopython": True, "no_cfunc_wrapper": True, "nogil": kernel.free})
        linking.compile_into(self, lambda _: linking.Whole)
        code_cache.keep(self)
        self.kernel = kernel

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        """Asked by Numba for a function to call where there is no code for these arguments."""
        if compiles():
            return super()._compile_for_args(*args, **kws)  # type: ignore[misc, unused-ignore]
        missed[self.kernel] += 1
        return self.kernel.plain


def called(kernel: Kernel) -> Any:
    """What Python calls for a kernel that has compiled code."""
    _follow_verbs()
    if kernel.inlines or kernel.machine is not None:
        return kernel.plain
    return Called(kernel)


def type_inside(kernel: Kernel) -> Any:
    """Numba's type of a kernel for whoever calls it from compiled code."""
    if kernel._inside is None:
        _follow_verbs()
        if kernel.machine is not None:
            function, context = kernel.machine(), cpu_target.typing_context
            context.refresh()
            kernel._inside = context.resolve_value_type(function)
        else:
            plain = kernel.function
            kernel._own = numba.njit(inline="always")(plain) if kernel.inlines else Inside(plain)
            linking.compile_into(kernel._own, _inner)
            kernel._inside = types.Dispatcher(kernel._own)  # which holds it weakly
    return kernel._inside


def _inner(args: Any) -> Any:
    """The code of a function that knows no game is the same for all of them, and kept."""
    return linking.Part if code_cache.knows_a_game(args) else linking.Shared


def _wide(kind: Any) -> Any:
    plain = types.unliteral(kind)
    return types.int64 if isinstance(plain, types.Integer) and plain.signed else kind


# ------------------------------------------------------------------------------------------- verbs

_by_state: dict[str, dict[Any, Callable[..., Any]]] = {}
_following = threading.RLock()


def _follow_verbs() -> None:
    """Lead every verb to the games that are bound by now. Whoever comes while another thread does so waits until it is done."""
    with _following:
        for name, verb in verbs.VERBS.items():
            if name not in _by_state:
                _by_state[name] = {}
                _lead(verb, _by_state[name])
        while verbs.bound:
            package, state, functions = verbs.bound.pop()
            kind = type_of_state(np.zeros(1, state))
            code_cache.belongs(kind, package)
            for name, function in functions.items():
                _by_state[name][kind] = function


def _lead(verb: Any, functions: Mapping[Any, Callable[..., Any]]) -> None:
    """Let compiled code that calls `verb(b, s, …)` call the one of `functions` whose key is the type of `s`.

    A game may be added to `functions` later, before code that plays it is compiled.
    """

    class Choice(AbstractTemplate):  # type: ignore[misc, unused-ignore]
        key = verb

        def generic(self, args: Any, kws: Any) -> Any:
            if len(args) < 2:
                return None
            _follow_verbs()
            if args[1] not in functions:
                return None
            return typeof(functions[args[1]]).get_call_type(self.context, args, kws)

        def get_impl_key(self, sig: Any) -> Any:
            return typeof(functions[sig.args[1]]).get_impl_key(sig)

    infer_global(verb, types.Function(Choice))  # type: ignore[no-untyped-call, unused-ignore]


def type_of_state(state: Any) -> Any:
    """Numba's type of a record, taken from an array of one."""
    return typeof(state[0])


# ------------------------------------------------------------------------------------------- what is kept


def load(kernels: Iterable[Kernel], home: str) -> int:
    """Load all code of these kernels that Python calls and that is kept for the games of a home; how many signatures."""
    _follow_verbs()
    names = functools.cache(code_cache.names)
    count = 0
    for kernel in kernels:
        name = f"{kernel.__module__.rpartition('.')[2]}.{kernel.__qualname__}.called-"
        if not any(kept.startswith(name) for kept in names(kernel.__module__, home)):
            continue
        face = kernel.face
        for signature in face._cache.signatures(home):
            face.compile(signature)
            count += 1
        kernel.activate()
    return count
