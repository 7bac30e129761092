"""`@rule("BIL-12")`: ties a function of the rules to the rows of `rulebook.toml` that it carries out.

The decorator compiles the function. When rules are interpreted it also notes, inside `traced()`, which rows were used: that
is how the coverage of a rulebook is measured.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar, cast

from ludotheque.core.jit import INTERPRETED, compiled

F = TypeVar("F", bound=Callable[..., Any])

_functions: dict[str, list[str]] = {}
_trace: set[str] | None = None


def rule(*ids: str) -> Callable[[F], F]:
    """Declare that the function below carries out these rows of the rulebook, and compile it."""
    if not ids:
        raise TypeError("rule() needs at least one row id, for example @rule('BIL-12')")

    def tie(function: F) -> F:
        where = f"{function.__module__}.{function.__qualname__}"
        for row in ids:
            places = _functions.setdefault(row, [])
            if where not in places:
                places.append(where)
        if not INTERPRETED:
            return compiled(function)

        @functools.wraps(function)
        def noted(*args: Any) -> Any:
            if _trace is not None:
                _trace.update(ids)
            return function(*args)

        return cast(F, noted)

    return tie


def functions_of(row: str) -> tuple[str, ...]:
    """The functions (dotted names) tied to a row of a rulebook; empty if none."""
    return tuple(_functions.get(row, ()))


@contextmanager
def traced() -> Iterator[set[str]]:
    """Collect the rows whose functions run inside the block (interpreted rules only)."""
    global _trace
    before, _trace = _trace, set()
    try:
        yield _trace
    finally:
        _trace = before
