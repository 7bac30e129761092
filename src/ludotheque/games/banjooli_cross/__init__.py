"""Banjooli Cross: five ostriches, dice, secret predictions and sorcery. For two to five."""

from __future__ import annotations

from ludotheque.core import verbs
from ludotheque.core.game import Game, Option
from ludotheque.games.banjooli_cross import (
    actions,
    codes,
    components,
    judgement,
    observation,
    position,
    rules,
    scene,
    state,
)
from ludotheque.games.banjooli_cross.composing import Course
from ludotheque.games.banjooli_cross.rules import dice, scoring, secrets
from ludotheque.games.banjooli_cross.state import MAX_COMMON, MIN_COMMON

GAME = Game(
    name="banjooli-cross",
    package="ludotheque.games.banjooli_cross",
    rules_version=1,
    seats=(2, 3, 4, 5),
    minutes=(20, 40),
    box=state.BOX,
    state=state.STATE,
    rules=verbs.defined_in(rules, judgement, observation),
    options=(
        Option("course", "", composed=Course()),
        Option("tiles", MIN_COMMON, minimum=MIN_COMMON, maximum=MAX_COMMON, when=("course", "")),
        Option("special", "none", choices=("none", "one", "two"), when=("course", ""), neutral="none"),
        Option("berries", False),
        Option("lion", False),
        Option("arrived_natural", False),
        Option("dice", "colours", choices=("colours", "numbers"), interface=True),
    ),
    reasons=codes.REASONS,
    figures=actions.figures,
    terminations=("", "third_arrival", "turn_limit"),
    max_legal=codes.MAX_LEGAL,
    num_actions=codes.count,
    max_actions=30_000,
    components=components.validate,
    codec=actions.CODEC,
    positions=position.POSITIONS,
    presenter=scene,
    max_chance=codes.MAX_RESULTS,
    secrets=True,
    simulations={"steady": 170, "strong": 600, "master": 12_000},
    thrown=dice.are_dice_due,
    ranges=state.RANGES,
    conserved=state.conserved,
    reveals=secrets.reveals,
    observation=observation.observation,
    weights=state.WEIGHTS,
    things=judgement.THINGS,
    points=scoring.points,
)
