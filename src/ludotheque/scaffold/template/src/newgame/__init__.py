"""TITLE_EN: the declared facts of the game, and its only registration."""

from __future__ import annotations

from ludotheque.core import verbs
from ludotheque.core.game import Game, Option

from newgame import judgement, rules, scene
from newgame.actions import CODEC
from newgame.components import validate
from newgame.position import POSITIONS
from newgame.rules import REASONS
from newgame.state import BOX, MAX_PEBBLES, MAX_SEATS, MAX_TAKEN, MIN_SEATS, RANGES, STATE, conserved

GAME = Game(
    name="newgame",
    package="newgame",
    rules_version=1,
    seats=tuple(range(MIN_SEATS, MAX_SEATS + 1)),
    minutes=(2, 5),
    box=BOX,
    state=STATE,
    rules=verbs.defined_in(rules, judgement),
    options=(Option("last", "wins", choices=("wins", "loses")),),
    reasons=REASONS,
    terminations=("", "row_empty"),
    max_legal=MAX_TAKEN,
    num_actions=CODEC.count,
    max_actions=MAX_PEBBLES,
    components=validate,
    codec=CODEC,
    positions=POSITIONS,
    presenter=scene,
    ranges=RANGES,
    conserved=conserved,
)
