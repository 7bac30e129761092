"""Each game is broken on purpose, and its checks must notice; a few ways always, every misreading deep; `make test-mutants` tries what the code allows."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.mutating import checking
from tests.mutating.generating import ROOT, mutants
from tests.mutating.misreading import misreadings
from tests.mutating.trying import equivalent, games

MISREADINGS = [(game, each.id) for game in games() for each in misreadings(game)]


def tried(*words: str) -> str:
    """What `trying` prints; nothing may be wrong."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.mutating.trying", *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr[-3000:]
    return done.stdout


def test_a_mutant_and_a_misreading_of_each_game_are_noticed():
    said = tried("--few", "--processes", "1")
    for game in games():
        assert f"{game}: 2 of 2 noticed" in said


@pytest.mark.deep
@pytest.mark.parametrize(("game", "change"), MISREADINGS)
def test_a_misreading_is_noticed(game, change):
    assert f"{game}: 1 of 1 noticed" in tried(game, change)


@pytest.mark.deep
@pytest.mark.parametrize("game", games())
def test_no_change_is_not_noticed(game):
    assert f"{game}: 0 of 0 noticed" in tried(game, "--minutes", "-1")


@pytest.mark.parametrize("game", games())
def test_a_mutant_known_to_be_harmless_exists_and_says_why(game):
    known = equivalent(game)
    assert known.keys() <= {each.id for each in mutants(game)}
    assert all(len(why) > 20 for why in known.values())


@pytest.mark.parametrize("game", games())
def test_a_misreading_is_noticed_by_a_check_that_exists(game):
    tests = {test for test, _ in checking.tests_of_rows(game)}
    for each in misreadings(game):
        kind, _, name = each.by.partition(" ")
        assert name in tests if kind == "test" else each.by in checking.ALL, each.id


def test_each_game_has_misreadings():
    assert {game for game, _ in MISREADINGS} == {
        "banjooli-cross",
        "bantu",
        "banzai",
        "billabong",
        "boussanga",
    }
