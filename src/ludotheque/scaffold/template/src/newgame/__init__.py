"""TITLE_EN: declares the facts of the game and registers it."""

from __future__ import annotations

from ludotheque.core import verbs
from ludotheque.core.game import Game, Option

from newgame import actions, components, judgement, position, rules, scene, state

GAME = Game(
    name="newgame",
    package="newgame",
    rules_version=1,
    seats=tuple(range(state.MIN_SEATS, state.MAX_SEATS + 1)),
    minutes=(2, 5),
    box=state.BOX,
    state=state.STATE,
    rules=verbs.defined_in(rules, judgement),
    options=(Option("last", "wins", choices=("wins", "loses")),),
    reasons=rules.REASONS,
    terminations=("", "row_empty"),
    max_legal=state.MAX_TAKEN,
    num_actions=actions.CODEC.count,
    max_actions=state.MAX_PEBBLES,
    components=components.validate,
    codec=actions.CODEC,
    positions=position.POSITIONS,
    presenter=scene.TABLE,
    ranges=state.RANGES,
    conserved=state.conserved,
)
