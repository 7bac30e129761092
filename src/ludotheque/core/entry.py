"""The entry from Python into compiled rules: functions named like the verbs that take arrays of one box and one state.

Calling compiled code with a record costs microseconds; with an array of one element, half a microsecond. Each function takes `boxes` and
`states`, arrays of shape (1,), and calls the verb of the same name.
"""

from __future__ import annotations

from typing import Any

from ludotheque.core import verbs
from ludotheque.core.jit import compiled

_setup, _actors, _legal, _why_not, _play = verbs.setup, verbs.actors, verbs.legal, verbs.why_not, verbs.play
_chance_outcomes, _returns, _ranking, _ending = (
    verbs.chance_outcomes,
    verbs.returns,
    verbs.ranking,
    verbs.ending,
)
_hide, _redeal, _judge, _due, _advance = verbs.hide, verbs.redeal, verbs.judge, verbs.due, verbs.advance
_promising, _prefer, _reflex, _revision = verbs.promising, verbs.prefer, verbs.reflex, verbs.revision
_observe = verbs.observe


@compiled
def setup(boxes: Any, states: Any) -> None:
    _setup(boxes[0], states[0])


@compiled
def actors(boxes: Any, states: Any) -> int:
    result: int = _actors(boxes[0], states[0])
    return result


@compiled
def legal(boxes: Any, states: Any, seat: int, out: Any) -> int:
    result: int = _legal(boxes[0], states[0], seat, out)
    return result


@compiled
def why_not(boxes: Any, states: Any, seat: int, action: int) -> int:
    result: int = _why_not(boxes[0], states[0], seat, action)
    return result


@compiled
def play(boxes: Any, states: Any, seat: int, action: int) -> None:
    _play(boxes[0], states[0], seat, action)


@compiled
def chance_outcomes(boxes: Any, states: Any, out: Any, p: Any) -> int:
    result: int = _chance_outcomes(boxes[0], states[0], out, p)
    return result


@compiled
def returns(boxes: Any, states: Any, out: Any) -> None:
    _returns(boxes[0], states[0], out)


@compiled
def ranking(boxes: Any, states: Any, out: Any) -> None:
    _ranking(boxes[0], states[0], out)


@compiled
def ending(boxes: Any, states: Any) -> int:
    result: int = _ending(boxes[0], states[0])
    return result


@compiled
def hide(boxes: Any, states: Any, audience: int) -> None:
    _hide(boxes[0], states[0], audience)


@compiled
def redeal(boxes: Any, states: Any, audience: int, rng: Any) -> None:
    _redeal(boxes[0], states[0], audience, rng)


@compiled
def judge(boxes: Any, states: Any, out: Any) -> None:
    _judge(boxes[0], states[0], out)


@compiled
def promising(boxes: Any, states: Any, seat: int, out: Any) -> int:
    result: int = _promising(boxes[0], states[0], seat, out)
    return result


@compiled
def prefer(boxes: Any, states: Any, seat: int, actions: Any, count: int) -> int:
    result: int = _prefer(boxes[0], states[0], seat, actions, count)
    return result


@compiled
def reflex(boxes: Any, states: Any, seat: int, level: int, luck: int, out: Any) -> None:
    _reflex(boxes[0], states[0], seat, level, luck, out)


@compiled
def revision(boxes: Any, states: Any) -> int:
    result: int = _revision(boxes[0], states[0])
    return result


@compiled
def due(boxes: Any, states: Any) -> int:
    result: int = _due(boxes[0], states[0])
    return result


@compiled
def advance(boxes: Any, states: Any, now_ms: int) -> None:
    _advance(boxes[0], states[0], now_ms)


@compiled
def observe(boxes: Any, states: Any, seat: int, out: Any) -> int:
    result: int = _observe(boxes[0], states[0], seat, out)
    return result
