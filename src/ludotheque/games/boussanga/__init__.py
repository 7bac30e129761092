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
)
from ludotheque.games.boussanga.conserved import conserved, is_played_together, points
from ludotheque.games.boussanga.figures import figures
from ludotheque.games.boussanga.rules.reasons import REASONS
from ludotheque.games.boussanga.state import BOX, COLOURS, MAX_CARDS, RANGES, RETURNED, STATE
from ludotheque.games.boussanga.things import THINGS
from ludotheque.games.boussanga.weights import WEIGHTS

GAME = Game(
    name="boussanga",
    package="ludotheque.games.boussanga",
    rules_version=1,
    seats=(1, 2, 3, 4),
    minutes=(20, 40),
    box=BOX,
    state=STATE,
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
    reasons=REASONS,
    figures=figures,
    terminations=("", "last_turns", "points", "no_cards", "thirteenth"),
    max_legal=codes.MAX_LEGAL,
    num_actions=codes.count,
    simulations={"steady": 40, "strong": 400, "master": 20_000},
    max_actions=MAX_CARDS * (1 + COLOURS * RETURNED),
    max_chance=MAX_CARDS,
    components=components.validate,
    codec=actions.CODEC,
    positions=position.POSITIONS,
    presenter=scene,
    ranges=RANGES,
    cooperative=is_played_together,
    conserved=conserved,
    observation=observation.observation,
    weights=WEIGHTS,
    things=THINGS,
    points=points,
    sides=lambda seats, options: [
        seat % 2 if options.get("mode") == "teams" else seat for seat in range(seats)
    ],
)
