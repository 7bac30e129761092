"""How rules run: interpreted until they are compiled, and a cache that can never serve yesterday's rules (see `core.cache_folders`).

The variable `LUDOTHEQUE_JIT` changes that for a process: with `0` rules stay interpreted (slow, checked), with `now`
whoever calls a rule waits until it is compiled.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar, cast

from ludotheque.core import kernel
from ludotheque.core.cache_folders import BOUNDS_CHECKED, INTERPRETED, JIT

if INTERPRETED:
    os.environ["NUMBA_DISABLE_JIT"] = "1"

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """A function of the rules that is compiled in the background, or when it is first called (see `core.kernel`)."""
    return function if INTERPRETED else cast(F, kernel.Kernel(function))


def compiled_free(function: F) -> F:
    """The same for a long loop that Python calls: while it runs compiled, other threads may run too."""
    return function if INTERPRETED else cast(F, kernel.Kernel(function, free=True))


def inlined(function: F) -> F:
    """The same for a helper that becomes a part of each of its callers when they are compiled."""
    return function if INTERPRETED else cast(F, kernel.Kernel(function, inlines=True))


def as_machine_code(machine: Callable[[], Any]) -> Callable[[F], F]:
    """The same for a function in whose stead compiled code calls another: `machine()` gives it, and may import the compiler."""

    def put(function: F) -> F:
        return function if INTERPRETED else cast(F, kernel.Kernel(function, machine=machine))

    return put


if JIT == "now":
    kernel.compile_when_called()

__all__ = ["BOUNDS_CHECKED", "INTERPRETED", "as_machine_code", "compiled", "compiled_free", "inlined"]
