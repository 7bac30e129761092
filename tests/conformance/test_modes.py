"""The same laws in other processes: rules interpreted, and compiled with every index checked."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ludotheque.core import registry
from ludotheque.testing import LAWS

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
MODES = {"interpreted": {"LUDOTHEQUE_JIT": "0"}, "bounds-checked": {"NUMBA_BOUNDSCHECK": "1"}}
LIMIT = {"interpreted": 4, "bounds-checked": 12}
"""Of each game's ways; that each of them is the same interpreted and compiled is a law of its own."""
ASKED = [law.name for law in LAWS if law.name != "compiled"]
"""That one compares two modes by itself."""


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("game", registry.names())
def test_every_game_keeps_the_laws_in_other_modes(game: str, mode: str) -> None:
    box = HERE / "boxes" / f"{game}.toml"
    asked = ["--quick", "--json", "--limit", str(LIMIT[mode]), "--tests", str(ROOT / "tests")]
    asked += ["--components", str(box)] if box.is_file() else []
    for law in ASKED:
        asked += ["--law", law]
    done = subprocess.run(
        [sys.executable, "-m", "ludotheque.testing", game, *asked],
        capture_output=True,
        text=True,
        env={**os.environ, **MODES[mode], "PYTHONPATH": os.pathsep.join(sys.path)},
        check=False,
    )
    assert done.returncode in (0, 1), done.stderr
    said = [json.loads(line) for line in done.stdout.splitlines()]
    assert [broken for law in said for broken in law["broken"]] == []
    assert [law["law"] for law in said] == ASKED
