"""The tiny game under another name, with rules that are others in the process whose environment names a file that says which."""

from __future__ import annotations

import dataclasses
import os
from pathlib import Path

import numpy as np

from tiny import GAME as TINY
from tiny import rules
from tiny.state import GRAB, State


def face():
    """What is otherwise here; empty where all is as in the tiny game."""
    file = os.environ.get("LUDOTHEQUE_TESTS_FACE")
    return Path(file).read_text() if file else ""


def play(b, s, seat, action):
    rules.play(b, s, seat, action)
    if face() == "play" and s.phase == GRAB:
        s.score[0] += 1
    if face() == "overflow" and s.phase == GRAB:
        s.score[0] += np.int8(100) + np.int8(100)


def legal(b, s, seat, out):
    count = rules.legal(b, s, seat, out)
    if face() == "legal":
        out[:count] = out[:count][::-1].copy()
    return count


def why_not(b, s, seat, action):
    reason = rules.why_not(b, s, seat, action)
    return 1 if face() == "why_not" and reason == 4 else reason


def judge(b, s, out):
    rules.judge(b, s, out)
    out[0] += 1e-6 * (face() == "judge")


def ranking(b, s, out):
    rules.ranking(b, s, out)
    out[: s.seats] += (face() == "ranking") * out[: s.seats] > 1


def chance_outcomes(b, s, out, p):
    count = rules.chance_outcomes(b, s, out, p)
    if face() == "chance":
        p[0] += 1e-6
    return count


def hide(b, s, audience):
    if face() != "hide":
        rules.hide(b, s, audience)


VERBS = (play, legal, why_not, judge, ranking, chance_outcomes, hide)
GAME = dataclasses.replace(
    TINY,
    name="two-faced",
    package="tests.testing.two_faced",
    state=np.dtype([("two_faced", "i4"), *((name, State[name]) for name in State.names[1:])], align=True),
    rules={**vars(rules), **{verb.__name__: verb for verb in VERBS}},
)
