"""What no check notices is told as such, and so is what goes on for ever: a tool that always says "noticed" would fail here."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from tests.mutating.generating import ROOT, mutants
from tests.mutating.misreading import Misreading
from tests.mutating.trying import CRASH, Nothing, Verdict, score, wrong

AT_THE_END = next(each for each in mutants("bantu") if ":is_ahead:relational" in each.id)
"""The rules ask who is ahead only when a game ends. Perft does not notice a mistake there; the tests of its rows do."""
ASK = """
import json, sys
from tests.mutating import checking, trying

class Endless(trying.Misreading):
    def instead(self, *_):
        while True:
            pass

(mutant,) = trying.named("bantu", sys.argv[1:])
endless = Endless("bantu", "endless", "rules.moving.may_pass", "perft", "no end")
asked = {"at the end, perft": (mutant, ["perft"]), "at the end, rows": (mutant, ["perft", "rows"]), "endless": (endless, ["perft"])}
said = {}
for name, (change, checks) in asked.items():
    checking.MOST_S = 1 if name == "endless" else checking.MOST_S
    (each,) = trying.look_at([change], checks)
    said[name] = [each.by, each.says, trying.wrong(each)]
print(json.dumps(said))
"""


@pytest.fixture(scope="module")
def asked() -> dict[str, list[str]]:
    """For a change and its checks: which noticed it, what it said, and what is wrong."""
    done = subprocess.run(
        [sys.executable, "-c", ASK, AT_THE_END.id],
        cwd=ROOT,
        env={**os.environ, "LUDOTHEQUE_RULES": "interpreted", "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests"), str(ROOT)])},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    said: dict[str, list[str]] = json.loads(done.stdout)
    return said


def test_a_mutant_survives_where_no_check_notices_it(asked):
    by, says, wrong = asked["at the end, perft"]
    assert (by, says) == ("", "")
    assert wrong == f"bantu: survived: {AT_THE_END.id}, line {AT_THE_END.line}\n{AT_THE_END.diff()}"
    by, says, wrong = asked["at the end, rows"]
    assert (by, wrong) == ("rows", "")
    assert "assert" in says


def test_endless_mutants_time_out(asked):
    by, says, wrong = asked["endless"]
    assert (by, wrong) == ("the time", "")
    assert "no end" in says


MISREAD = Misreading("bantu", "some_rule", "rules.moving.may_pass", "perft", "legal actions")


@pytest.mark.parametrize(
    ("change", "by", "says", "told"),
    [
        (AT_THE_END, "perft", "Changed: …", ""),
        (AT_THE_END, "", "", "survived"),
        (AT_THE_END, CRASH, "Unusable: …", "failed: Unusable"),
        (MISREAD, "perft", "the legal actions differ", ""),
        (MISREAD, "", "", "perft does not say 'legal actions' of some_rule, but 'nothing'"),
        (MISREAD, "perft", "NameError: x", "but 'NameError: x'"),
        (Nothing("bantu"), "", "", ""),
        (Nothing("bantu"), "naive", "Disagreement", "naive fails where nothing is changed"),
    ],
)
def test_deviations_are_reported(change, by, says, told):
    said = wrong(Verdict(change, by, says, 1.0))
    assert told in said
    assert bool(said) == bool(told)


def test_the_score_counts_survivors_and_untried_mutants():
    verdicts = [Verdict(AT_THE_END, by, "", 2.0) for by in ("naive", "the time", "naive", "")]
    said = score("bantu", verdicts, 5)
    assert "bantu: 3 of 4 noticed (1 by the time), 1 survived" in said
    assert "5 not tried; 2.0 s each" in said
    assert "naive 2" in said
