"""How rules are compiled: the flags, and a cache that can never serve yesterday's rules (see `core.kept`).

`LUDOTHEQUE_JIT=0` runs the same rules interpreted (slow, traced, checked).
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar, cast

from ludotheque.core.kept import BOUNDS_CHECKED, INTERPRETED

if INTERPRETED:
    os.environ["NUMBA_DISABLE_JIT"] = "1"

import numba

from ludotheque.core.dispatch import Compiled

if INTERPRETED:
    numba.config.DISABLE_JIT = True  # type: ignore[attr-defined]

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """Compile a function of the rules when it is first called (as it is when interpreted)."""
    if INTERPRETED:
        return function
    return cast(F, Compiled(function))


def compiled_free(function: F) -> F:
    """The same for a long loop that Python calls: while it runs, other threads may run too."""
    if INTERPRETED:
        return function
    return cast(F, Compiled(function, nogil=True))


def inlined(function: F) -> F:
    """The same for a helper that becomes a part of each of its callers and is never called from Python."""
    if INTERPRETED:
        return function
    return cast(F, numba.njit(inline="always")(function))


__all__ = ["BOUNDS_CHECKED", "INTERPRETED", "compiled", "compiled_free", "inlined"]
