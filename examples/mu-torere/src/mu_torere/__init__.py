"""Mū tōrere: the declared facts of the game, and its only registration."""

from __future__ import annotations

from ludotheque.core import verbs
from ludotheque.core.game import Game

from mu_torere import actions, components, judgement, position, rules, scene, state

GAME = Game(
    name="mu_torere",
    package="mu_torere",
    rules_version=1,
    seats=(state.SEATS,),
    minutes=(5, 15),
    box=state.BOX,
    state=state.STATE,
    rules=verbs.defined_in(rules, judgement),
    options=(),
    reasons=rules.REASONS,
    terminations=("", "blocked", "turn_limit"),
    max_legal=state.MAX_PIECES,
    num_actions=actions.CODEC.count,
    max_actions=state.MAX_TURNS,
    components=components.validate,
    codec=actions.CODEC,
    positions=position.POSITIONS,
    presenter=scene,
    ranges=state.RANGES,
    conserved=state.conserved,
)
