"""Bantu: a pawn moves as far as the pawn numbers in its row add up to. A race round the board for two to four players, or two teams."""

from __future__ import annotations

from ludotheque.core import verbs
from ludotheque.core.game import Game, Option
from ludotheque.games.bantu import actions, components, judgement, observation, position, rules, scene
from ludotheque.games.bantu.codes import MAX_MOVES, count
from ludotheque.games.bantu.conserved import conserved
from ludotheque.games.bantu.figures import figures
from ludotheque.games.bantu.rules.reasons import REASONS
from ludotheque.games.bantu.state import BOX, MAX_SEATS, MAX_TURNS, RANGES, STATE
from ludotheque.games.bantu.things import THINGS
from ludotheque.games.bantu.weights import WEIGHTS

GAME = Game(
    name="bantu",
    package="ludotheque.games.bantu",
    rules_version=1,
    seats=(2, 3, 4),
    minutes=(20, 45),
    box=BOX,
    state=STATE,
    rules=verbs.defined_in(rules, judgement, observation),
    options=(
        Option("short", False, rated="apart"),
        Option("teams", False, seats=(4,), rated="apart"),
    ),
    reasons=REASONS,
    figures=figures,
    terminations=("", "all_home", "turn_limit"),
    max_legal=MAX_MOVES,
    num_actions=count,
    max_actions=MAX_SEATS * MAX_TURNS,
    components=components.validate,
    codec=actions.CODEC,
    positions=position.POSITIONS,
    presenter=scene,
    ranges=RANGES,
    conserved=conserved,
    observation=observation.observation,
    weights=WEIGHTS,
    things=THINGS,
    sides=lambda seats, options: [seat % 2 if options.get("teams") else seat for seat in range(seats)],
)
