"""What a program of somebody else's gets from `envs` has types: mypy finds what is wrong in it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RIGHT = """
import numpy as np
from ludotheque import envs

tables = envs.vector("bantu", 4, seats=2)
kept: list[np.ndarray] = [tables.seat, tables.shares]
seat = envs.single("bantu", opponents=["easy"], mask_in_observation=True)
masks = seat.action_masks()
share: float = seat.step(3)[1]
ticks = envs.parallel("banzai", seats=3, tick_ms=20)
wait: int = ticks.wait
table = envs.aec("bantu", 2, {"teams": False})
"""
WRONG = """
envs.single("bantu", opponent="easy", seat="first")
envs.parallel("banzai", tick_ms="20")
ticks.tick_ms.upper()
envs.aec(3)
share.upper()
"""


@pytest.mark.deep  # mypy reads all the library, which takes a minute on one core
def test_mypy_reads_a_program_that_uses_environments(tmp_path: Path) -> None:
    found = []
    for name, text in (("right", RIGHT), ("wrong", RIGHT + WRONG)):
        (tmp_path / f"{name}.py").write_text(text)
        done = subprocess.run(
            [sys.executable, "-m", "mypy", "--cache-dir", str(tmp_path / "cache"), f"{name}.py"],
            cwd=tmp_path,
            env=os.environ | {"MYPYPATH": str(ROOT / "src")},
            capture_output=True,
            text=True,
            check=False,
        )
        found.append([line for line in done.stdout.splitlines() if line.startswith(name) and "error" in line])
    right, wrong = found
    assert right == []
    first = RIGHT.count("\n") + 1
    assert {int(line.split(":")[1]) - first for line in wrong} == {1, 2, 3, 4, 5}
