"""Boussanga: glass cards, four elements, four in a line. Competitive, in teams, cooperative, or solo."""

from __future__ import annotations

from ludotheque.core import verbs
from ludotheque.core.game import Game, Option
from ludotheque.games.boussanga import (
    actions,
    codes,
    components,
    judgement,
    observation,
    position,
    prospects,
    rules,
    scene,
    state,
)

GAME = Game(
    name="boussanga",
    package="ludotheque.games.boussanga",
    rules_version=1,
    seats=(1, 2, 3, 4),
    minutes=(20, 40),
    box=state.BOX,
    state=state.STATE,
    rules=verbs.defined_in(rules, judgement, observation, prospects),
    options=(
        Option(
            "mode",
            "competitive",
            choices=("competitive", "teams", "cooperative"),
            choice_seats={"competitive": (2, 3, 4), "teams": (4,)},
            rated="apart",
        ),
        Option("side", "front", choices=("front", "back")),
        Option("stop_at_13", False, when=("mode", "cooperative")),
    ),
    reasons=codes.REASONS,
    figures=actions.figures,
    terminations=("", "last_turns", "points", "no_cards", "thirteenth"),
    max_legal=codes.MAX_LEGAL,
    num_actions=codes.count,
    simulations={"steady": 40, "strong": 400, "master": 20_000},
    max_actions=state.MAX_CARDS * (1 + state.COLOURS * state.RETURNED),
    max_chance=state.MAX_CARDS,
    components=components.validate,
    codec=actions.CODEC,
    positions=position.POSITIONS,
    presenter=scene,
    ranges=state.RANGES,
    cooperative=judgement.is_played_together,
    conserved=state.conserved,
    observation=observation.observation,
    weights=state.WEIGHTS,
    things=judgement.THINGS,
    points=judgement.final_points,
    sides=lambda seats, options: [
        seat % 2 if options.get("mode") == "teams" else seat for seat in range(seats)
    ],
)
