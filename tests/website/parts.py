"""What `ludotheque site` puts together, made once for all tests, and programs in Node that use it."""

from __future__ import annotations

import fcntl
import subprocess
import sys
from pathlib import Path

from tools import node, prepare, site

HERE = Path(__file__).parent
CLIENT = prepare.CLIENT


def made() -> Path:
    """The folder of the parts. They are made if something they are made from has changed."""
    lock = prepare.MARKS / "site.lock"
    lock.parent.mkdir(exist_ok=True)
    with lock.open("w") as held:  # two tests may want them at the same moment
        fcntl.flock(held, fcntl.LOCK_EX)
        done = subprocess.run(
            [sys.executable, "tools/prepare.py", "site"], cwd=prepare.ROOT, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return site.MADE


def run_in_node(program: Path, *given: str | Path, limit_s: float = 300) -> str:
    """What a program prints that Node runs beside the client's packages."""
    found = node.find(prepare.venv_python())
    words = [found.folder / "node", program, *given]
    done = subprocess.run([*map(str, words)], cwd=CLIENT, capture_output=True, text=True, timeout=limit_s)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-3000:]
    return done.stdout


def bundled(source: str, to: Path) -> Path:
    """A module of the client as Node reads it."""
    options = ["--format", "esm", "--platform", "node", "--no-code-splitting"]
    words = ["node_modules/.bin/rolldown", source, *options, "--file", str(to)]
    done = subprocess.run(words, cwd=CLIENT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return to
