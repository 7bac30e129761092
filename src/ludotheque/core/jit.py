"""Decorators for functions of the rules, which run interpreted until their compiled code is loaded.

The environment variable `LUDOTHEQUE_JIT` changes that for a process: with `0` rules stay interpreted (slow, with checks), with `now`
every call waits until the rule is compiled. `core.cache_folders` makes sure that outdated code is never loaded.
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
    """Make a function of the rules compiled: in the background, or when it is first called (see `core.kernel`)."""
    return function if INTERPRETED else cast(F, kernel.Kernel(function))


def compiled_free(function: F) -> F:
    """The same for a long loop that Python calls: other threads may run while it runs compiled."""
    return function if INTERPRETED else cast(F, kernel.Kernel(function, free=True))


def inlined(function: F) -> F:
    """The same for a helper that is compiled as a part of each of its callers."""
    return function if INTERPRETED else cast(F, kernel.Kernel(function, inlines=True))


def as_machine_code(machine: Callable[[], Any]) -> Callable[[F], F]:
    """The same for a function that compiled code replaces by another: `machine()` returns that one, a function of Python or of the compiler."""

    def put(function: F) -> F:
        return function if INTERPRETED else cast(F, kernel.Kernel(function, machine=machine))

    return put


if JIT == "now":
    kernel.compile_when_called()

__all__ = ["BOUNDS_CHECKED", "INTERPRETED", "as_machine_code", "compiled", "compiled_free", "inlined"]
