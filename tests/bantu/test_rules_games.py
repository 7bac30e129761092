"""Whole games: compiled and interpreted alike; looking one turn ahead beats chance."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from ludotheque.core import artefact, entry
from ludotheque.core.luck import Luck
from ludotheque.table import Table


@pytest.mark.deep  # the law `compiled` says so, too
def test_compiled_and_interpreted_play_the_same_games():
    script, root = Path(__file__).with_name("play_randomly.py"), Path(__file__).resolve().parents[2]
    digests = []
    for way in artefact.INTERPRETED, artefact.COMPILED:
        environment = {**os.environ, "LUDOTHEQUE_RULES": way, "PYTHONPATH": str(root / "src")}
        done = subprocess.run(
            [sys.executable, script, "400"],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
        assert done.returncode == 0, done.stderr
        digests.append(done.stdout.strip())
    assert digests[0] == digests[1]


@pytest.mark.parametrize("options", [{}, {"short": True}])
def test_looking_one_turn_ahead_beats_chance(options):
    assert sum(greedy_wins(Table("bantu", 2, options, seed=seed), Luck.of(seed)) for seed in range(6)) == 6


def greedy_wins(table, rng):
    """Whether seat 0, playing greedily, wins against a random seat 1."""
    values = np.zeros(2)
    while not table.is_over:
        legal = list(table.legal_actions())
        choice = legal[rng.integers(len(legal))]
        if table.actors == (0,):
            best = -1.0
            for code in legal:
                after = table.state.copy()
                entry.play(table.box, after, 0, code)
                entry.judge(table.box, after, values)
                if values[0] > best:
                    best, choice = values[0], code
        entry.play(table.box, table.state, table.actors[0], choice)
    return table.outcome.ranking[0] == 1


def test_a_judgement_is_bounded_and_falls_with_a_capture():
    table, rng = Table("bantu", 4, {"teams": True}, seed=1), np.random.default_rng(1)
    values = np.zeros(4)
    while not table.is_over:
        entry.judge(table.box, table.state, values)
        assert 0.0 <= values.min() <= values.max() <= 1.0
        assert values[0] == values[2]
        table.play(int(rng.choice(list(table.legal_actions()))))
