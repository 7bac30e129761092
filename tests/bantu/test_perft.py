"""Counts of sequences of actions, fixed in `perft.json`: the compiled rules, the naive game and the command line agree.

`python -m tests.bantu.regenerate perft` counts anew; CONTRIBUTING.md says when that is right.
"""

from __future__ import annotations

import json
from itertools import accumulate
from pathlib import Path

import pytest
from click.testing import CliRunner

from ludotheque.cli.main import app
from ludotheque.core.perft import perft
from ludotheque.table import Table
from tests.bantu import naive
from tests.depth import some

COUNTS = json.loads(Path(__file__).with_name("perft.json").read_text(encoding="utf-8"))


def named(entry):
    return entry["name"]


EVERY_COUNT = pytest.mark.parametrize("entry", COUNTS, ids=named)
SOME_COUNTS = pytest.mark.parametrize("entry", some(COUNTS, 2), ids=named)
REACH = 300
"""Positions that the naive game looks at for one entry."""


@pytest.mark.rule("BAN-13", "BAN-16", "BAN-17", "BAN-20", "BAN-40", "BAN-41", "BAN-53")
@EVERY_COUNT
def test_the_rules_count_as_they_did(entry):
    table, counts = Table.from_position(entry["position"]), entry["counts"]
    depths = range(1, len(counts) + 1)
    assert [perft(table.game, table.box, table.state, depth) for depth in depths] == counts


@SOME_COUNTS
def test_the_naive_game_counts_the_same(entry):
    looked_at = accumulate([1, *entry["counts"][:-1]])
    within = [depth for depth, nodes in enumerate(looked_at, 1) if depth < 3 or nodes <= REACH]
    game = naive.Game.from_position(entry["position"])
    assert [naive.perft(game, depth) for depth in within] == entry["counts"][: len(within)]


@pytest.mark.parametrize("entry", some(COUNTS, 4), ids=named)
def test_the_command_line_counts_the_same(entry, tmp_path):
    path = tmp_path / "position.json"
    path.write_text(json.dumps(entry["position"]), encoding="utf-8")
    words = ["perft", "bantu", "--depth", "2", "--position", str(path), "--json"]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["counts"] == entry["counts"][:2]
