"""How far tests go: `make test` looks at some cases, `make test-deep` at all of them.

What is left to `make test-deep` is marked `deep`. `LUDOTHEQUE_EFFORT=20` makes comparisons with the naive readings, few or many,
twenty times as long.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import SearchStrategy

EFFORT = int(os.environ.get("LUDOTHEQUE_EFFORT", "1"))


def few_or_many(name: str, few: int, many: int) -> pytest.MarkDecorator:
    """How many of something a test looks at: `few`, and, deep, `many`; each times the effort."""
    cases = [pytest.param(few * EFFORT, id="few"), deep(many * EFFORT, called="many")]
    return pytest.mark.parametrize(name, cases)


def some(cases: Iterable[Any], every: int) -> list[Any]:
    """Cases of a parametrisation, of which the first and then one among `every` are looked at always, the others deep."""
    return [case if number % every == 0 else deep(case) for number, case in enumerate(cases)]


def deep(*case: Any, called: str | None = None) -> Any:
    """A case of a parametrisation that is deep: its values, one tuple of them, or a `pytest.param`."""
    mark, first = pytest.mark.deep, case[0]
    if isinstance(first, type(pytest.param())):
        return pytest.param(*first.values, marks=[*first.marks, mark], id=called or first.id)
    values = first if len(case) == 1 and isinstance(first, tuple) else case
    return pytest.param(*values, marks=mark, id=called)


def for_any(things: SearchStrategy[Any], check: Callable[[Any], None], examples: int) -> None:
    """Check so many examples of these. How quickly they are made says something of the machine alone."""
    patiently = settings(max_examples=examples, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    patiently(given(things)(check))()
