"""`python tools/tests.py [pytest's arguments]`: Python's tests, those that can as many at once as there are processors.

First all rules are compiled, a game to each processor. Then come the tests that mind neither time nor neighbours, side by side; after
them, one by one, those in a browser and those that are marked `alone`. With `-n` among the arguments there is one run of all.
"""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools.say import say  # noqa: E402

ALONE = "browser or alone"
NOTHING_FOUND = 5
"""What pytest ends with where the arguments choose no test."""


def compile_rules() -> None:
    """Compile what is not compiled yet; whatever goes wrong there, a test says better."""
    ask = "from ludotheque.core import registry; print(*registry.names())"
    games = subprocess.run(
        [sys.executable, "-c", ask], capture_output=True, text=True, cwd=ROOT
    ).stdout.split()
    warm = [sys.executable, "-m", "ludotheque", "warm", "--json"]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda game: subprocess.run([*warm, game], capture_output=True, cwd=ROOT), games))


def runs(given: list[str]) -> list[list[str]]:
    """The arguments of pytest, run by run."""
    if any(word.startswith(("-n", "-m", "--dist")) for word in given):
        return [given]
    return [["-n", "auto", "--dist", "worksteal", "-m", f"not ({ALONE})", *given], ["-m", ALONE, *given]]


def verdict(codes: list[int]) -> int:
    """The exit code of several runs: 0 if each that found tests was green, and one did."""
    found = [code for code in codes if code != NOTHING_FOUND]
    return max(found) if found else NOTHING_FOUND


def main(given: list[str]) -> int:
    """See above."""
    say("Compiling the rules (minutes the first time)")
    compile_rules()
    return verdict(
        [subprocess.run([sys.executable, "-m", "pytest", *each], cwd=ROOT).returncode for each in runs(given)]
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
