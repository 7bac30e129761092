"""How rules are compiled: the flags, and a cache that can never serve yesterday's rules (see `core.kept`).

`LUDOTHEQUE_JIT=0` runs the same rules in plain Python (slow, traced, checked).
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
    """Compile a function of the rules when it is first called (plain Python when interpreted)."""
    if INTERPRETED:
        return function
    return cast(F, Compiled(function))


__all__ = ["BOUNDS_CHECKED", "INTERPRETED", "compiled"]
