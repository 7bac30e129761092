"""The verbs as entry points: functions named like them that take arrays of one box and one state.

Each function takes `boxes` and `states`, one record each, and calls the verb of the same name.
"""

from __future__ import annotations

from ludotheque.core import verbs
from ludotheque.core.entry_point import Boxes, Float32s, Float64s, Int32s, Int64s, OneState, entry_point
from ludotheque.core.luck import Luck

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


@entry_point()
def setup(boxes: Boxes, states: OneState) -> None:
    _setup(boxes[0], states[0])


@entry_point()
def actors(boxes: Boxes, states: OneState) -> int:
    result: int = _actors(boxes[0], states[0])
    return result


@entry_point()
def legal(boxes: Boxes, states: OneState, seat: int, out: Int32s) -> int:
    result: int = _legal(boxes[0], states[0], seat, out)
    return result


@entry_point()
def why_not(boxes: Boxes, states: OneState, seat: int, action: int) -> int:
    result: int = _why_not(boxes[0], states[0], seat, action)
    return result


@entry_point()
def play(boxes: Boxes, states: OneState, seat: int, action: int) -> None:
    _play(boxes[0], states[0], seat, action)


@entry_point()
def chance_outcomes(boxes: Boxes, states: OneState, out: Int32s, p: Float64s) -> int:
    result: int = _chance_outcomes(boxes[0], states[0], out, p)
    return result


@entry_point()
def returns(boxes: Boxes, states: OneState, out: Float64s) -> None:
    _returns(boxes[0], states[0], out)


@entry_point()
def ranking(boxes: Boxes, states: OneState, out: Int32s) -> None:
    _ranking(boxes[0], states[0], out)


@entry_point()
def ending(boxes: Boxes, states: OneState) -> int:
    result: int = _ending(boxes[0], states[0])
    return result


@entry_point()
def hide(boxes: Boxes, states: OneState, audience: int) -> None:
    _hide(boxes[0], states[0], audience)


@entry_point()
def redeal(boxes: Boxes, states: OneState, audience: int, rng: Luck) -> None:
    _redeal(boxes[0], states[0], audience, rng)


@entry_point()
def judge(boxes: Boxes, states: OneState, out: Float64s) -> None:
    _judge(boxes[0], states[0], out)


@entry_point()
def promising(boxes: Boxes, states: OneState, seat: int, out: Int32s) -> int:
    result: int = _promising(boxes[0], states[0], seat, out)
    return result


@entry_point()
def prefer(boxes: Boxes, states: OneState, seat: int, actions: Int32s, count: int) -> int:
    result: int = _prefer(boxes[0], states[0], seat, actions, count)
    return result


@entry_point()
def reflex(boxes: Boxes, states: OneState, seat: int, level: int, luck: int, out: Int64s) -> None:
    _reflex(boxes[0], states[0], seat, level, luck, out)


@entry_point()
def revision(boxes: Boxes, states: OneState) -> int:
    result: int = _revision(boxes[0], states[0])
    return result


@entry_point()
def due(boxes: Boxes, states: OneState) -> int:
    result: int = _due(boxes[0], states[0])
    return result


@entry_point()
def advance(boxes: Boxes, states: OneState, now_ms: int) -> None:
    _advance(boxes[0], states[0], now_ms)


@entry_point()
def observe(boxes: Boxes, states: OneState, seat: int, out: Float32s) -> int:
    result: int = _observe(boxes[0], states[0], seat, out)
    return result
