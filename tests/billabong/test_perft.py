"""Counts of sequences of actions, fixed in `perft.json`: the compiled rules, the naive game and the command line agree.

`python -m tests.billabong.regenerate perft` counts anew; CONTRIBUTING.md says when that is right.
"""

import json
from itertools import accumulate
from pathlib import Path

import pytest
from click.testing import CliRunner

from ludotheque.cli.main import app
from ludotheque.core.perft import perft
from ludotheque.table import Table
from tests.billabong import naive_game
from tests.billabong.naive_game import NaiveGame
from tests.depth import some

COUNTS = json.loads(Path(__file__).with_name("perft.json").read_text(encoding="utf-8"))


def named(entry):
    return entry["name"]


EVERY_COUNT = pytest.mark.parametrize("entry", COUNTS, ids=named)
SOME_COUNTS = pytest.mark.parametrize("entry", some(COUNTS, 3), ids=named)
REACH = 300
"""Positions that the naive game looks at for one entry."""


@pytest.mark.rule("BIL-07", "BIL-09", "BIL-14", "BIL-16", "BIL-46", "BIL-51")
@EVERY_COUNT
def test_the_rules_count_as_they_did(entry):
    table, counts = Table.from_position(entry["position"]), entry["counts"]
    depths = range(1, len(counts) + 1)
    assert [perft(table.game, table.box, table.state, depth) for depth in depths] == counts


@SOME_COUNTS
def test_the_naive_game_counts_the_same(entry):
    looked_at = accumulate([1, *entry["counts"][:-1]])
    within = [depth for depth, nodes in enumerate(looked_at, 1) if depth < 3 or nodes <= REACH]
    game = NaiveGame.from_position(entry["position"])
    assert [naive_game.perft(game, depth) for depth in within] == entry["counts"][: len(within)]


@pytest.mark.parametrize("entry", some(COUNTS, 9), ids=named)
def test_the_command_line_counts_the_same(entry, tmp_path):
    path = tmp_path / "position.json"
    path.write_text(json.dumps(entry["position"]), encoding="utf-8")
    words = ["perft", "billabong", "--depth", "2", "--position", str(path), "--json"]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["counts"] == entry["counts"][:2]


def test_every_way_begins_somewhere():
    """Each mode and placement has its beginning and a race; passing, playing on and the technical limit occur."""
    kinds = {
        (p["seats"], p["options"].get("mode"), p["options"].get("placement"), p.get("phase"))
        for p in (entry["position"] for entry in COUNTS)
    }
    for seats, mode in ((2, None), (2, "duel"), (3, None), (4, None)):
        for placement in (None, "behind-stream"):
            assert {(seats, mode, placement, "placement"), (seats, mode, placement, "race")} <= kinds
    assert any(entry["counts"][0] == 1 for entry in COUNTS)
    assert any(entry["counts"][-1] == 0 for entry in COUNTS)
    assert any(NaiveGame.from_position(entry["position"]).finished for entry in COUNTS)
