"""Tiny: a game for the tests, with everything that Billabong lacks.

Each round a die is thrown and everybody is dealt one hidden card. All choose at the same time, sealed, to add 0, 1 or 2 to
their card; then all is shown, and the highest sum (if alone) scores the die. A pawn then lies on the table: whoever grabs it
first scores the pawn's value; after a while it is gone, and the next round begins.
"""

from ludotheque.core import verbs
from ludotheque.core.game import Game, Option, Reason
from tiny import codec, numbers, presenter, races, rules  # noqa: F401 (numbers declares entry points)
from tiny.state import MAX_CARDS, MAX_FACES, RANGES, Box, Phase, State, components, conserved

GAME = Game(
    name="tiny",
    package="tiny",
    rules_version=1,
    seats=(2, 3),
    minutes=(1, 2),
    box=Box,
    state=State,
    rules=verbs.defined_in(rules),
    options=(Option("calm", False),),
    reasons=(
        Reason("legal"),
        Reason("not_now", ("TINY-2",)),
        Reason("already_chosen", ("TINY-2",)),
        Reason("too_soon", ("TINY-4",)),
        Reason("no_such_action", ("TINY-2",)),
    ),
    terminations=("", "rounds_played"),
    max_legal=4,
    num_actions=codec.CODEC.count,
    max_actions=64,
    max_chance=max(MAX_CARDS, MAX_FACES),
    components=components,
    codec=codec.CODEC,
    positions=codec.POSITIONS,
    presenter=presenter.PRESENTER,
    simultaneous=True,
    timed=True,
    secrets=True,
    reveals=rules.reveals,
    ranges=RANGES,
    conserved=conserved,
    racing=races.Racing(),
    observation=rules.observation,
    thrown=lambda b, s: int(s.phase) == Phase.THROW,
)
