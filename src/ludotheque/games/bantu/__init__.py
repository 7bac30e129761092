"""Bantu: a pawn moves as far as the pawn numbers in its row add up to. A race round the board for two to four players, or two teams."""

from __future__ import annotations

from ludotheque.core import verbs
from ludotheque.core.game import Game, Option
from ludotheque.games.bantu import actions, components, judgement, observation, position, rules, scene, state
from ludotheque.games.bantu.codes import MAX_MOVES, REASONS, count
from ludotheque.games.bantu.state import MAX_SEATS, MAX_TURNS

GAME = Game(
    name="bantu",
    package="ludotheque.games.bantu",
    rules_version=1,
    seats=(2, 3, 4),
    minutes=(20, 45),
    box=state.BOX,
    state=state.STATE,
    rules=verbs.defined_in(rules, judgement, observation),
    options=(
        Option("short", False, rated="apart"),
        Option("teams", False, seats=(4,), rated="apart"),
    ),
    reasons=REASONS,
    figures=actions.figures,
    terminations=("", "all_home", "turn_limit"),
    max_legal=MAX_MOVES,
    num_actions=count,
    max_actions=MAX_SEATS * MAX_TURNS,
    components=components.validate,
    codec=actions.CODEC,
    positions=position.POSITIONS,
    presenter=scene,
    ranges=state.RANGES,
    conserved=state.conserved,
    observation=observation.observation,
    weights=state.WEIGHTS,
    things=judgement.THINGS,
    sides=lambda seats, options: [seat % 2 if options.get("teams") else seat for seat in range(seats)],
)
