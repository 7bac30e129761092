"""Where no room is left on the disk, every command says so with what to do; a run goes on once there is room."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from .running import python

PROGRAM = """
import resource, runpy, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]),) * 2)
sys.argv[:] = ["ludotheque", *sys.argv[2:]]
runpy.run_module("ludotheque", run_name="__main__")
"""
"""`ludotheque`, but no file may grow beyond so many bytes."""

TUNE = "tune bantu --out run --generations 1 --candidates 4 --games 1 --match 2 --simulations 0 --opening-random 8"


@pytest.mark.parametrize(
    ("room", "words"),
    [
        (300, "simulate tiny --games 3 --seed 1 --out run"),
        (300, "simulate tiny --games 9 --seed 1 --records run.jsonl"),
        (300, "simulate tiny --games 3 --seed 1 --records run"),
        (900, "tournament tiny --bots easy,random --deals 3 --seed 1 --out run"),
        (9000, "balance tiny --games 2 --out run"),
        (300, TUNE),
    ],
)
def test_no_room_is_said_with_what_to_do(tmp_path: Path, room: int, words: str) -> None:
    def run(bytes_: int) -> subprocess.CompletedProcess[str]:
        return python("-B", "-c", PROGRAM, bytes_, *words.split(), "--lang", "en", cwd=tmp_path)

    full = run(room)
    assert full.returncode == 1, full.stdout
    assert "Make room, then run the same command again" in full.stderr
    assert "Traceback" not in full.stderr
    again = run(1 << 40)
    assert again.returncode == 0, again.stderr
