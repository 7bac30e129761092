"""`@rule("BIL-12")`: links a function of the rules to the rows of `rulebook.toml` that it carries out.

The function may be compiled (`core.jit`). Rulebook coverage is measured from these links.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from ludotheque.core.jit import compiled

F = TypeVar("F", bound=Callable[..., Any])

_functions: dict[str, list[str]] = {}


def rule(*ids: str) -> Callable[[F], F]:
    """Declare that the function below carries out these rulebook rows, and mark it as `compiled` does."""
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
    """The dotted names of the functions linked to a rulebook row; empty if there are none."""
    return tuple(_functions.get(row, ()))


def rows_named() -> Mapping[str, Sequence[str]]:
    """All rows that functions are linked to, in any game, with the dotted names of the functions."""
    return _functions
