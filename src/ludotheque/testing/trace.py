"""What the rules answer along a game, in a form that two processes can compare."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from ludotheque.core import entry
from ludotheque.core.event import Event
from ludotheque.core.verbs import CHANCE
from ludotheque.scene.columns import encode
from ludotheque.table import Table, views

DIGITS = 9
"""Floating-point numbers are compared to this many digits, since compiled and interpreted `math` may differ in the last ones."""

Answers = dict[str, Any]


def trace(table: Table, events: Sequence[Event], looked_at: Sequence[int], actions: int) -> Iterator[Answers]:
    """What the rules answer before the first event of a fresh table, and after each.

    Each step has the state, the seats that may act, what is due, the ending, the evaluation, the results of chance and, at the end, the
    returns and ranking. After the events numbered in `looked_at` it also has legal actions, the reasons for `actions` other codes, what is
    hidden, texts, and the scene of the seats that may act.
    """
    table.journal.rewind(0)
    yield _step(table, 0, whole=0 in looked_at, actions=actions)
    for number, event in enumerate(events, 1):
        table.journal.append(event)
        yield _step(table, number, whole=number in looked_at, actions=actions)


def _step(table: Table, number: int, *, whole: bool, actions: int) -> Answers:
    box, state = table.journal.box, table.journal.state
    scores = np.zeros(table.seats)
    entry.judge(box, state, scores)
    step: Answers = {
        "state": _short(state.tobytes()),
        "actors": int(entry.actors(box, state)),
        "due": int(entry.due(box, state)),
        "ending": int(entry.ending(box, state)),
        "judge": _rounded(scores),
    }
    if table.is_over:
        shares, ranks = np.zeros(table.seats), np.zeros(table.seats, np.int32)
        entry.returns(box, state, shares)
        entry.ranking(box, state, ranks)
        step |= {"returns": _rounded(shares), "ranking": ranks.tolist()}
    if int(entry.actors(box, state)) & CHANCE:
        codes, probabilities = table.journal.results(state)
        step["results of chance"] = [codes, _rounded(probabilities)]
    if whole:
        step |= _looked_at(table, number, actions)
    return step


def _looked_at(table: Table, number: int, actions: int) -> Answers:
    box, state, rng = table.journal.box, table.journal.state, np.random.default_rng(number)
    step: Answers = {}
    for seat in range(table.seats):
        legal = list(table.legal_actions(seat))
        codes = [
            *rng.integers(0, table.game.num_actions(table.journal.b), actions),
            *rng.permutation(legal)[:actions],
        ]
        reasons = [int(entry.why_not(box, state, seat, int(code))) for code in codes]
        texts = [table.text(code, seat) for code in legal[:: max(1, len(legal) // 10)]]
        step[f"legal actions of seat {seat}"] = _short(repr(legal).encode())
        step[f"reasons for seat {seat}"] = _short(repr(reasons).encode())
        step[f"texts for seat {seat}"] = texts
        step[f"view of seat {seat}"] = _short(views.view(table.journal, {seat}).tobytes())
    step["view of a spectator"] = _short(views.view(table.journal, ()).tobytes())
    step["scene of who may act"] = _short(encode(table.scene(table.actors)))
    return step


def difference(one: Mapping[str, Any], other: Mapping[str, Any]) -> str:
    """The first difference between two steps; "" if they agree."""
    for name in [*one, *(name for name in other if name not in one)]:
        if one.get(name) != other.get(name):
            return f"{name}: {one.get(name)} here, {other.get(name)} there"
    return ""


def _short(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()[:12]


def _rounded(numbers: Any) -> list[float]:
    return [round(float(number), DIGITS) for number in numbers]
