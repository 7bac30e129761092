"""Messages for the person who typed `make`, and running other programs."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path


class Stop(Exception):
    """Something is missing that only the person can bring; the text says what, and how."""


def say(text: str) -> None:
    """One line of progress."""
    print(f"• {text}", flush=True)


def run(
    command: Sequence[str | Path], *, cwd: Path | None = None, env: Mapping[str, str] | None = None, hint: str
) -> None:
    """Run a program quietly; where it fails, show the end of what it said and stop with the hint."""
    words = [str(word) for word in command]
    done = subprocess.run(
        words, cwd=cwd, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace"
    )
    if done.returncode != 0:
        said = (done.stdout + done.stderr).strip().splitlines()
        sys.stderr.write("\n".join(said[-25:]) + "\n")
        raise Stop(f"`{' '.join(words[:6])}` failed (above is what it said). {hint}")
