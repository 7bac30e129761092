"""No bench prints a ratio of nothing, and the peer's long matches end as drawn games, so that there is something to measure."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

BENCH = Path(__file__).resolve().parents[2] / "bench"
sys.path.append(str(BENCH))
from load import ratios  # noqa: E402 - as programs in bench/ find it

sys.path.remove(str(BENCH))


def test_without_a_measurement_there_is_no_ratio() -> None:
    assert ratios.times(500.0, 0.0) is None
    assert ratios.times(0.0, 500.0) is None
    assert ratios.times(500.0, 250.0) == 2
    assert ratios.middle([500.0, 500.0], [0.0, 0.0]) is None
    assert ratios.middle([500.0, 600.0, 700.0], [0.0, 100.0, 100.0]) == 6.5
    assert ratios.spread([500.0, 600.0], [0.0, 100.0]) == (6, 6)
    assert ratios.spread([1.0], [0.0]) == (None, None)
    assert (ratios.told(None), ratios.told(2.5)) == ("no ratio", "2.50")


def test_no_bench_divides_by_almost_nothing() -> None:
    for path in BENCH.rglob("*.py"):
        assert "1e-9)" not in path.read_text().replace("measure(1e-9)", "").replace("else 1e-9)", ""), path


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node.js here")
def test_long_matches_of_the_peer_are_played_to_the_last_cell() -> None:
    """A match that somebody wins before the driver thinks that it is over waits for ever, and nothing more is measured."""
    code = """
      const { noughts, order } = require("./game.js");
      console.log(JSON.stringify([3, 14].map((side) => {
        const game = noughts(side), G = game.setup(), ends = [];
        order(side).forEach((cell, n) => {
          if (game.moves.mark({ G, playerID: String(n % 2) }, cell) === "INVALID_MOVE") throw new Error(cell);
          const end = game.endIf({ G, ctx: { currentPlayer: String(n % 2) } });
          if (end) ends.push([n + 1, end]);
        });
        return ends;
      })));
    """
    done = subprocess.run(
        ["node", "-e", code], cwd=BENCH / "boardgame_io", capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout) == [[[9, {"draw": True}]], [[196, {"draw": True}]]]
