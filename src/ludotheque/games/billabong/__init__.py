"""Billabong: kangaroos hop round a lake. A race for two to four players."""

from __future__ import annotations

from ludotheque.core import verbs
from ludotheque.core.game import Game, Option
from ludotheque.games.billabong import (
    actions,
    components,
    judgement,
    observation,
    position,
    rules,
    scene,
    state,
)
from ludotheque.games.billabong.codes import MAX_MOVES, REASONS, count
from ludotheque.games.billabong.state import MAX_KANGAROOS, MAX_RACE_TURNS, MAX_SEATS

GAME = Game(
    name="billabong",
    package="ludotheque.games.billabong",
    rules_version=1,
    seats=(2, 3, 4),
    minutes=(20, 45),
    box=state.BOX,
    state=state.STATE,
    rules=verbs.defined_in(rules, judgement, observation),
    options=(
        Option(
            "mode", "two-teams", choices=("two-teams", "duel"), seats=(2,), usual={2: "duel"}, rated="apart"
        ),
        Option("placement", "anywhere", choices=("anywhere", "behind-stream")),
        Option("play_on", False),
        Option("touch_move", False, interface=True),
    ),
    reasons=REASONS,
    figures=actions.figures,
    terminations=("", "all_home", "turn_limit"),
    max_legal=MAX_MOVES,
    num_actions=count,
    max_actions=2 * MAX_KANGAROOS + MAX_SEATS * MAX_RACE_TURNS,
    components=components.validate,
    codec=actions.CODEC,
    positions=position.POSITIONS,
    presenter=scene,
    ranges=state.RANGES,
    conserved=state.conserved,
    observation=observation.observation,
    weights=state.WEIGHTS,
    things=judgement.THINGS,
)
