"""Processes in which bots think, before they can ask anything."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

STARTING = """
import os, signal, sys
from ludotheque.bots.process import Processes, let_ctrl_c_through, serve_quietly

def passes_through(parent):
    let_ctrl_c_through()

if __name__ == "__main__":
    pool = Processes(1, passes_through if "passes" in sys.argv else serve_quietly)
    said = pool.submit(abs, -3)
    try:
        os.killpg(0, signal.SIGINT)
    except KeyboardInterrupt:
        print("interrupted")
    print(said.result())
"""


@pytest.mark.parametrize("words", [(), ("passes",)], ids=["left to the parent", "received once it can be"])
def test_ctrl_c_finds_no_process_that_is_just_starting(tmp_path: Path, words: tuple[str, ...]) -> None:
    script = tmp_path / "starting.py"
    script.write_text(STARTING, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(script), *words],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "LUDOTHEQUE_RULES": "interpreted"},
        capture_output=True,
        text=True,
        start_new_session=True,
        timeout=60,
        check=False,
    )
    assert done.stdout.startswith("interrupted\n")
    if words:
        assert "BrokenProcessPool" in done.stderr, "a process that does not ignore it gets it"
        return
    assert (done.stdout, done.stderr) == ("interrupted\n3\n", "")
