"""The tiny game under another name, with rules that are others in the process that `FACE` is told to."""

from __future__ import annotations

import dataclasses
import os

import numpy as np

from tiny import GAME as TINY
from tiny import rules
from tiny.state import GRAB, State

FACE = os.environ.get("LUDOTHEQUE_TESTS_FACE", "")
"""What is otherwise here; empty where all is as in the tiny game."""


def play(b, s, seat, action):
    rules.play(b, s, seat, action)
    if FACE == "play" and s.phase == GRAB:
        s.score[0] += 1
    if FACE == "overflow" and s.phase == GRAB:
        s.score[0] += np.int8(100) + np.int8(100)


def legal(b, s, seat, out):
    count = rules.legal(b, s, seat, out)
    if FACE == "legal":
        out[:count] = out[:count][::-1].copy()
    return count


def why_not(b, s, seat, action):
    reason = rules.why_not(b, s, seat, action)
    return 1 if FACE == "why_not" and reason == 4 else reason


def judge(b, s, out):
    rules.judge(b, s, out)
    out[0] += 1e-6 * (FACE == "judge")


def ranking(b, s, out):
    rules.ranking(b, s, out)
    out[: s.seats] += (FACE == "ranking") * out[: s.seats] > 1


def chance_outcomes(b, s, out, p):
    count = rules.chance_outcomes(b, s, out, p)
    if FACE == "chance":
        p[0] += 1e-6
    return count


def hide(b, s, audience):
    if FACE != "hide":
        rules.hide(b, s, audience)


VERBS = (play, legal, why_not, judge, ranking, chance_outcomes, hide)
GAME = dataclasses.replace(
    TINY,
    name="two-faced",
    package="tests.testing.two_faced",
    state=np.dtype([("two_faced", "i4"), *((name, State[name]) for name in State.names[1:])], align=True),
    rules={**vars(rules), **{verb.__name__: verb for verb in VERBS}},
)
