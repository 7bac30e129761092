"""The tests themselves are tested: each rule of `mutations.toml`, broken on purpose, is noticed, and for the right reason."""

import pytest

from ludotheque.testing import LAWS
from tests.mutating import trial
from tests.mutating.mutate import Mutation, every_check, look

NOT_HERE = {
    "chance": "nothing at Billabong is left to chance",
    "hide": "a game without secrets has no code for hiding",
    "redeal": "nor for guessing",
    "blind": "nor anything that differs for those who watch",
    "observed": "what a learning program is told is made beside the rules; a small game breaks this law",
    "sealed": "nothing is chosen at once",
    "takeback": "nothing is revealed: what may be taken back is settled outside the game",
    "matters": "the declaration says which options there are, and no rule is wrong where one is idle; a small game breaks it",
    "meaning": "number, structure and text are the codec's, and `notation` notices; a small game breaks it",
    "compiled": "each broken copy would be compiled for half a minute; a small game breaks this law instead",
    "guided": "the guided first game is data, and nothing in a rule breaks only that; a small game breaks this law",
    "plain": "the texts name nothing that the board does not show; a small game breaks this law",
    "traces": "a small game breaks this law, by putting a card down without a trace",
    "changeover": "a rule that is wrong is wrong in the same way interpreted and compiled",
}
"""Laws that no mutation of Billabong can break, and why."""


@trial.every_broken_rule("billabong")
def test_a_broken_rule_is_noticed(broken):
    trial.is_noticed(broken)


def test_every_law_notices_a_broken_rule():
    named = trial.named("billabong")
    for law in LAWS:
        assert (f"law {law.name}" in named) != (law.name in NOT_HERE), law.name
    assert {"naive", "perft"} <= named


@pytest.mark.deep
def test_nothing_is_noticed_where_nothing_is_broken(tmp_path):
    trial.nothing_is_noticed("billabong", every_check(), tmp_path)


MISSING = Mutation("billabong", "gone", "rules/moving.py", "no such text", "", ("perft",), "")
BROKEN = Mutation(
    "billabong", "typing error", "rules/moving.py", "import annotations", "import annotation", ("perft",), ""
)
HARMLESS = Mutation(
    "billabong", "harmless", "rules/moving.py", "How a kangaroo moves", "How one moves", ("perft",), ""
)
CRASHING = Mutation(
    "billabong", "crash", "rules/moving.py", "return free_run(b", "return unknown(b", ("perft",), ""
)
OTHERWISE = Mutation(
    "billabong", "else", "rules/moving.py", "return free_run(b", "return not free_run(b", ("perft",), "snow"
)


@pytest.mark.parametrize(
    ("mutation", "wrong"),
    [
        (MISSING, "its old text is in rules/moving.py 0 times, not once:\nno such text"),
        (BROKEN, "is no rule: "),
        (HARMLESS, "is not noticed by perft"),
        (CRASHING, "perft crashes: NameError"),
        (OTHERWISE, "perft does not say 'snow'"),
    ],
    ids=lambda value: value.name if isinstance(value, Mutation) else "",
)
def test_a_mutation_that_proves_nothing_is_refused(mutation, wrong):
    assert wrong in look(mutation, mutation.caught).wrong
