"""The verbs as entry points: functions named like them that take arrays of one box and one state, `boxes` and `states`."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ludotheque.core import verbs
from ludotheque.core.entry_point import Boxes, Float32s, Float64s, Int32s, Int64s, OneState, entry_point
from ludotheque.core.luck import Luck

_ANNOTATIONS = Boxes, Float32s, Float64s, Int32s, Int64s, OneState, Luck
"""The names in the verbs' annotations, which are looked up here."""


def _enter(name: str, verb: Callable[..., Any]) -> Callable[..., Any]:
    more = [*inspect.signature(verb).parameters][2:]
    given, passed = ", ".join(["boxes, states", *more]), ", ".join(["boxes[0], states[0]", *more])
    scope = globals() | {"_verb": verb}
    exec(f"def {name}({given}): return _verb({passed})", scope)
    made: Callable[..., Any] = scope[name]
    kept = {key: hint for key, hint in verb.__annotations__.items() if key not in ("b", "s")}
    made.__annotations__ = {"boxes": "Boxes", "states": "OneState", **kept}
    made.__doc__ = verb.__doc__
    return entry_point()(made)


globals().update({name: _enter(name, verb) for name, verb in verbs.VERBS.items()})

if TYPE_CHECKING:
    from ludotheque.core.verbs import *  # noqa: F403  # the same names, with arrays for `b` and `s`
