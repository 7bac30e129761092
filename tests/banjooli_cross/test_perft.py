"""Counts of sequences of actions, fixed in `perft.json`: the rules, the second reading and the command line agree.

`python -m tests.banjooli_cross.regenerate perft` counts anew; CONTRIBUTING.md says when that is right.
"""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path

import pytest
from click.testing import CliRunner

from ludotheque.cli.main import app
from ludotheque.core.perft import perft
from ludotheque.table import Table
from tests.banjooli_cross.naive_play import Game
from tests.depth import few_or_many, some

COUNTS = json.loads(Path(__file__).with_name("perft.json").read_text(encoding="utf-8"))


def named(entry):
    return entry["name"]


EVERY_COUNT = pytest.mark.parametrize("entry", COUNTS, ids=named)
REACH = 3000
"""Sequences that the second reading counts for one entry."""


def count(game: Game, depth: int) -> int:
    """The number of sequences of exactly so many actions; none goes on where chance is due."""
    if depth == 1:
        return len(game.legal())
    total = 0
    for text in game.legal():
        after = deepcopy(game)
        after.play(text)
        total += count(after, depth - 1)
    return total


@pytest.mark.rule("BJC-12", "BJC-19", "BJC-22", "BJC-27", "BJC-29", "BJC-55", "BJC-57", "BJC-71", "BJC-77")
@few_or_many("reach", REACH, 10**6)
@EVERY_COUNT
def test_the_rules_count_as_they_did(entry, reach):
    table = Table.from_position(entry["position"], chance="physical")
    counts = [total for depth, total in enumerate(entry["counts"], 1) if depth < 2 or total <= reach]
    depths = range(1, len(counts) + 1)
    assert [perft(table.game, table.box, table.state, depth) for depth in depths] == counts


@EVERY_COUNT
def test_the_second_reading_counts_the_same(entry):
    within = [depth for depth, total in enumerate(entry["counts"], 1) if depth < 2 or total <= REACH]
    game = Game(Table.from_position(entry["position"], chance="physical").position())
    assert [count(game, depth) for depth in within] == entry["counts"][: len(within)]


@pytest.mark.parametrize("entry", some(COUNTS, 7), ids=named)
def test_the_command_line_counts_the_same(entry, tmp_path):
    path = tmp_path / "position.json"
    path.write_text(json.dumps(entry["position"]), encoding="utf-8")
    depth = min(2, len(entry["counts"]))
    words = ["perft", "banjooli-cross", "--depth", str(depth), "--position", str(path), "--json"]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["counts"] == entry["counts"][:depth]
