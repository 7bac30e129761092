"""Decorators for functions of the rules: they run as they are, and `ludotheque.compiler` compiles them.

A plain function stays what it is. Functions that are called from outside the rules are declared with `core.entry_point`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class Rule:
    """What the compiler knows of a function.

    Attributes:
        function: the function as it was written.
        inlines: whether it is compiled as a part of each of its callers.
        machine: what compiled code calls instead.
    """

    function: Callable[..., Any]
    inlines: bool = False
    machine: Callable[..., Any] | None = None


def compiled(function: F) -> F:
    """Mark a function of the rules, which may be compiled."""
    vars(function)["rule"] = Rule(function)
    return function


def inlined(function: F) -> F:
    """Mark a helper that is compiled as a part of each of its callers."""
    vars(function)["rule"] = Rule(function, inlines=True)
    return function


def as_machine_code(machine: Callable[..., Any]) -> Callable[[F], F]:
    """Mark a function in whose place compiled code calls another one, which does the same."""

    def put(function: F) -> F:
        vars(function)["rule"] = Rule(function, machine=machine)
        return function

    return put


__all__ = ["Rule", "as_machine_code", "compiled", "inlined"]
