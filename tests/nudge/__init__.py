"""Nudge: a game for the tests of tuning. Two players in turn add 0, 1 or 2 to their score, twelve times each; the higher score wins.

Its evaluation has two weights: `bold` speaks for a high score, `shy` against it. So it plays well only while `bold` is larger.
"""

import numpy as np

from ludotheque.core.game import Game, Reason
from ludotheque.core.jit import compiled
from ludotheque.core.weights import Weight
from tiny import codec, presenter

TURNS = 24
BOX = np.dtype([("turns", "i4"), ("weights", "f8", (2,))], align=True)
STATE = np.dtype(
    [("nudge", "i4"), ("seats", "i4"), ("first", "i4"), ("turn", "i4"), ("score", "i4", 2)], align=True
)


def components(data):
    box = np.zeros(1, BOX)
    box["turns"] = data["turns"]
    return box


@compiled
def setup(b, s):
    s.turn = 0
    s.score[0] = 0
    s.score[1] = 0


@compiled
def actors(b, s):
    return 0 if s.turn == b.turns else 1 << (s.first + s.turn) % 2


@compiled
def legal(b, s, seat, out):
    for add in range(3):
        out[add] = add
    return 3


@compiled
def why_not(b, s, seat, action):
    return 0 if 0 <= action < 3 else 1


@compiled
def play(b, s, seat, action):
    s.score[seat] += action
    s.turn += 1


@compiled
def ending(b, s):
    return 1 if s.turn == b.turns else 0


@compiled
def ranking(b, s, out):
    for seat in range(2):
        out[seat] = 0
        if s.turn == b.turns:
            out[seat] = 1 if s.score[seat] >= s.score[1 - seat] else 2


@compiled
def judge(b, s, out):
    for seat in range(2):
        lead = (s.score[seat] - s.score[1 - seat]) / 80.0
        out[seat] = 0.5 + 0.05 * (b.weights[0] - b.weights[1]) * lead


GAME = Game(
    name="nudge",
    package="nudge",
    rules_version=1,
    seats=(2,),
    minutes=(1, 1),
    box=BOX,
    state=STATE,
    rules={
        name: globals()[name]
        for name in ("setup", "actors", "legal", "why_not", "play", "ending", "ranking", "judge")
    },
    reasons=(Reason("legal"), Reason("no_such_action")),
    terminations=("", "done"),
    max_legal=3,
    num_actions=lambda b: 3,
    max_actions=TURNS,
    components=components,
    codec=codec.CODEC,  # neither notation nor pictures are asked for
    positions=codec.POSITIONS,
    presenter=presenter.PRESENTER,
    weights=(Weight("bold", 0.1, 10.0), Weight("shy", 0.1, 10.0)),
)
