"""Banjooli Cross: five ostriches, dice, secret predictions and sorcery. For two to five."""

from __future__ import annotations

from ludotheque.core import verbs
from ludotheque.core.game import Game, Option
from ludotheque.games.banjooli_cross import (
    actions,
    codes,
    components,
    conserved,
    judgement,
    observation,
    position,
    preferring,
    rules,
    scene,
    view,
)
from ludotheque.games.banjooli_cross.composing import Course
from ludotheque.games.banjooli_cross.figures import figures
from ludotheque.games.banjooli_cross.rules.reasons import REASONS
from ludotheque.games.banjooli_cross.state import BOX, MAX_COMMON, MIN_COMMON, RANGES, STATE
from ludotheque.games.banjooli_cross.things import THINGS
from ludotheque.games.banjooli_cross.weights import WEIGHTS

GAME = Game(
    name="banjooli-cross",
    package="ludotheque.games.banjooli_cross",
    rules_version=1,
    seats=(2, 3, 4, 5),
    minutes=(20, 40),
    box=BOX,
    state=STATE,
    rules=verbs.defined_in(rules, judgement, observation, preferring, view),
    options=(
        Option("course", "", composed=Course()),
        Option("tiles", MIN_COMMON, minimum=MIN_COMMON, maximum=MAX_COMMON, when=("course", "")),
        Option("special", "none", choices=("none", "one", "two"), when=("course", ""), neutral="none"),
        Option("berries", False),
        Option("lion", False),
        Option("arrived_natural", False),
        Option("dice", "colours", choices=("colours", "numbers"), interface=True),
    ),
    reasons=REASONS,
    figures=figures,
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
    thrown=conserved.are_dice_due,
    ranges=RANGES,
    conserved=conserved.conserved,
    reveals=conserved.reveals,
    observation=observation.observation,
    weights=WEIGHTS,
    things=THINGS,
    points=conserved.points,
)
