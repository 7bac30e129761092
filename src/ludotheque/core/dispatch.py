"""How Numba sees a kernel (`core.kernel`): two versions of one function, and verbs that lead to the game of a state.

A compiled function that Python calls needs a wrapper that takes Python objects apart, and making it takes a good part of the compile
time. Most rules are only called by other rules. So there is one version for Python, with the wrapper, and one for compiled code, without.
Importing this module imports the compiler.
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
from ludotheque.core.luck import Luck, fraction

extending: Any = numba.extending
types: Any = numba.types
typeof: Any = numba.typeof

unboxing.take_addresses()

missed: Counter[Kernel] = Counter()
"""How often Python called a kernel whose compiled code did not fit the arguments, so that it ran interpreted."""


class Inside(CPUDispatcher):  # type: ignore[misc, unused-ignore]
    """The version for compiled code. Signed whole numbers are widened, so that one compilation serves them all.

    It never runs by itself, so no machine code is made of it. It is optimised once, as a part of what Python calls.
    """

    def __init__(self, function: Any) -> None:
        super().__init__(
            function, {}, {"nopython": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        )
        code_cache.keep(self, states=False)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return super().get_call_template(tuple(map(_wide, args)), kws)


class Called(CPUDispatcher):  # type: ignore[misc, unused-ignore]
    """The version for Python. If it has no code, and none may be compiled now, the kernel runs interpreted."""

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
            f"{function.__qualname__}.called"  # a name of its own in the cache, which ignores flags
        )
        super().__init__(called, {}, {"nopython": True, "no_cfunc_wrapper": True, "nogil": kernel.free})
        linking.compile_into(self, lambda _: linking.Whole)
        code_cache.keep(self)
        self.kernel = kernel

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        """Called by Numba if there is no code for these arguments; returns the function to call."""
        if compiles():
            return super()._compile_for_args(*args, **kws)  # type: ignore[misc, unused-ignore]
        missed[self.kernel] += 1
        return self.kernel.plain


def called(kernel: Kernel) -> Any:
    """The function that Python calls for a kernel with compiled code."""
    _follow_verbs()
    if kernel.inlines or kernel.machine is not None:
        return kernel.plain
    return Called(kernel)


def type_inside(kernel: Kernel) -> Any:
    """Numba's type of a kernel in compiled code."""
    if kernel._inside is None:
        _follow_verbs()
        function = kernel.function if kernel.machine is None else kernel.machine()
        if isinstance(function, FunctionType):
            kernel._own = numba.njit(inline="always")(function) if kernel.inlines else Inside(function)
            linking.compile_into(kernel._own, _inner)
            kernel._inside = types.Dispatcher(kernel._own)  # Numba holds it weakly
        else:
            context = cpu_target.typing_context
            context.refresh()
            kernel._inside = context.resolve_value_type(function)
    return kernel._inside


def _inner(args: Any) -> Any:
    """The kind of library for the version that compiled code calls. Code that knows no game is the same for all games, and is saved."""
    return linking.Part if code_cache.knows_a_game(args) else linking.Shared


def _wide(kind: Any) -> Any:
    plain = types.unliteral(kind)
    return types.int64 if isinstance(plain, types.Integer) and plain.signed else kind


# ------------------------------------------------------------------------------------------- luck, `core.luck`


def _random(self: Any) -> Any:
    if self.instance_class is not Luck:
        return None
    return lambda self: fraction(self.word, 0)


def _integers(self: Any, low: Any, high: Any = None) -> Any:  # noqa: ARG001 (Numba compares the names)
    if self.instance_class is not Luck:
        return None
    if high is None or isinstance(high, types.Omitted | types.NoneType):
        return lambda self, low, high=None: np.int64(fraction(self.word, 0) * low)  # noqa: ARG005
    return lambda self, low, high=None: low + np.int64(fraction(self.word, 0) * (high - low))


for _name, _method in (("random", _random), ("integers", _integers)):
    extending.overload_method(types.NamedUniTuple, _name, inline="always", strict=False)(_method)


# ------------------------------------------------------------------------------------------- verbs

_by_state: dict[str, dict[Any, Callable[..., Any]]] = {}
_following = threading.RLock()


def _follow_verbs() -> None:
    """Lead every verb to the games bound so far. Other threads wait while one thread does this."""
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
    """Make compiled code that calls `verb(b, s, …)` call the one of `functions` whose key is the type of `s`.

    More games may be added to `functions` later, before code that plays them is compiled.
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


# ------------------------------------------------------------------------------------------- the cache


def load(kernels: Iterable[Kernel], home: str) -> int:
    """Load the saved code of these kernels, as Python calls them, for the games of a home. Returns the number of signatures."""
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
