"""`@rule("BIL-12")`: ties a function of the rules to the rows of `rulebook.toml` that it carries out.

The decorator compiles the function, and notes which rows it carries out: that is how the coverage of a rulebook is measured.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ludotheque.core.jit import compiled

F = TypeVar("F", bound=Callable[..., Any])

_functions: dict[str, list[str]] = {}


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
        return compiled(function)

    return tie


def functions_of(row: str) -> tuple[str, ...]:
    """The functions (dotted names) tied to a row of a rulebook; empty if none."""
    return tuple(_functions.get(row, ()))
