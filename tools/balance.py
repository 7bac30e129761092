"""Plays the games behind the pages about balance: `python tools/balance.py [GAME …] [--games N] [--workers N]`.

The games and pages to look at lie in `runs/balance` (`--runs`). Ended early, the same command goes on. More `--games` add to those that are
there. What the pages are made from goes to `docs/balance` (`--pages`); `make docs` makes them.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

from ludotheque.lab import balance_files

ROOT = Path(__file__).resolve().parent.parent
BOXES = "docs/balance/components/boussanga-"
PLANS: dict[str, tuple[int, tuple[str, ...]]] = {
    "bantu": (4000, ("--variant", "short=true", "--variant", "seats=3", "--variant", "seats=4")),
    "billabong": (2000, ("--option", "mode=duel", "--variant", "placement=behind-stream", "--variant", "mode=two-teams")),
    "boussanga": (
        2000,
        (
            *("--seats", "2", "--variant", "mode=cooperative"),
            *(word for values in ("1111", "1112", "1234") for word in ("--variant", f"mode=cooperative,{BOXES}{values}.toml")),
        ),
    ),
    "banjooli-cross": (2000, ("--seats", "3", "--variant", "berries=true", "--variant", "lion=true")),
    "banzai": (3000, ("--seats", "4", "--variant", "seats=6", "--variant", "optional_rules=true", "--variant", "must_call=true")),
}  # fmt: skip
"""For each game, how many games to play, and the variants to compare."""


def main() -> int:
    """Play the named games, or all. Returns the first exit code other than 0."""
    read = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    read.add_argument("game", nargs="*", help="names of games; by default all five")
    read.add_argument("--games", type=int, help="games of each variant; by default as planned")
    read.add_argument("--workers", type=int, default=1, help="number of processes")
    read.add_argument("--runs", type=Path, default=ROOT / "runs" / "balance", help="folder of the games")
    read.add_argument(
        "--pages",
        type=Path,
        default=ROOT / "docs" / "balance",
        help="where to keep what the pages are made from",
    )
    asked = read.parse_args()
    unknown = [game for game in asked.game if game not in PLANS]
    if unknown:
        read.error(f"no plan for {', '.join(unknown)}; there are plans for {', '.join(PLANS)}")
    for game in asked.game or PLANS:
        games, words = PLANS[game]
        out = asked.runs / game
        size = ["--games", str(asked.games or games), "--workers", str(asked.workers), "--out", str(out)]
        code = subprocess.run(
            [sys.executable, "-m", "ludotheque", "balance", game, *words, *size], cwd=ROOT, check=False
        ).returncode
        if code:
            return code
        balance_files.keep(out, asked.pages / game)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
