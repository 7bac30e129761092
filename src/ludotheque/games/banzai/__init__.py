"""Banzaï!: collect five cards of one family, shout, and grab a pawn before they run out. For three to twelve players, in real time."""

from __future__ import annotations

from ludotheque.core import verbs
from ludotheque.core.game import Game, Option
from ludotheque.games.banzai import (
    actions,
    codes,
    components,
    judgement,
    observation,
    position,
    rules,
    scene,
    view,
)
from ludotheque.games.banzai.bots import reflex
from ludotheque.games.banzai.racing import RACING
from ludotheque.games.banzai.state import BOX, CARDS, OPTIONAL, RANGES, STATE, always_reveals, conserved

ENOUGH = tuple(range(4, 13))
"""The numbers of players for the optional rules."""

GAME = Game(
    name="banzai",
    package="ludotheque.games.banzai",
    rules_version=1,
    seats=tuple(range(3, 13)),
    minutes=(10, 30),
    box=BOX,
    state=STATE,
    rules=verbs.defined_in(rules, judgement, observation, view, reflex),
    options=(
        Option("optional_rules", False, seats=ENOUGH, rated="apart"),
        *(Option(name, True, seats=ENOUGH, when=("optional_rules", True)) for name in OPTIONAL),
        Option("once", "table", choices=("table", "player")),
        Option("must_call", False),
        Option("time_limit", 20, minimum=0, maximum=600),
        Option("unhurried", False, rated="off"),
        Option("time_up", "lot", choices=("lot", "fewest"), older="fewest"),
    ),
    reasons=codes.REASONS,
    terminations=("", "master"),
    max_legal=codes.MAX_LEGAL,
    num_actions=codes.count,
    max_actions=100_000,
    max_chance=CARDS,
    components=components.validate,
    lacking=components.lacking,
    codec=actions.CODEC,
    positions=position.POSITIONS,
    presenter=scene,
    simultaneous=True,
    timed=True,
    secrets=True,
    reveals=always_reveals,
    ranges=RANGES,
    conserved=conserved,
    racing=RACING,
    observation=observation.observation,
    takebacks=False,
    first=False,
    things=judgement.THINGS,
)
