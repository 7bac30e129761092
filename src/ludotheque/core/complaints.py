"""Checks that stop at the first fault, or go on and find all of them, for somebody who corrects a file.

A check says what is wrong with `complain`, and `settle` stands before whatever builds on what was checked so far.

>>> from ludotheque.core.errors import BadComponents
>>> def check(numbers):
...     for name, number in numbers.items():
...         if number < 0:
...             complain(BadComponents(name, "is negative"))
...     settle()
...     if sum(numbers.values()) > 9:
...         complain(BadComponents("", "are too many"))
>>> [error.field for error in complaints(lambda: check({"a": -1, "b": 12, "c": -3}))]
['a', 'c']
>>> check({"a": 1, "b": -1, "c": -1})
Traceback (most recent call last):
ludotheque.core.errors.BadComponents: b: is negative
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar

from ludotheque.core.errors import BadInput

MOST = 12
"""So many faults are found at once."""
_heard: ContextVar[list[BadInput] | None] = ContextVar("heard", default=None)


class _Enough(Exception):
    """The check need not go on."""


def complain(error: BadInput) -> None:
    """Raise this error; while all faults are looked for, note it and go on instead."""
    heard = _heard.get()
    if heard is None:
        raise error
    heard.append(error)
    if len(heard) >= MOST:
        raise _Enough


def settle() -> None:
    """Go no further if there is a fault already: what follows would complain of its consequences."""
    if _heard.get():
        raise _Enough


def complaints(check: Callable[[], object]) -> list[BadInput]:
    """The faults that a check finds, at most `MOST`, the first of them first; none if there are none.

    A check that knows neither `complain` nor `settle` raises its first fault, and that one is found.
    """
    heard: list[BadInput] = []
    token = _heard.set(heard)
    try:
        check()
    except BadInput as error:
        heard.append(error)
    except _Enough:
        pass
    except Exception:
        if not heard:  # else a check went on with a value that it had complained of
            raise
    finally:
        _heard.reset(token)
    return heard
