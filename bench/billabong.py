"""Compares Billabong's random games on one core: compiled rules, the same rules interpreted, and a loop in C++.

    python bench/billabong.py [PROGRAM.cpp] [--rounds 7] [--seconds 1] [--caps 600,2000] [--json]

The C++ source is built with `g++ -O3 -march=native` in a temporary folder and run as `PROGRAM SECONDS 1`. It plays duels, five
kangaroos placed at random on each side, and prints lines with `plies/s` and `len … max`. For games of equal length, the number
2000 in its calls `run<…>("…",policy,secs,2000,…)` is replaced by each of --caps, and what it prints is checked. Our games have
a limit of half as many race turns per seat.

The figure is race turns per second of processor time. Our side also places the kangaroos; that takes time but is not counted. The
sides take turns, and the result is the median of the ratios of all rounds.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from load import ratios

from ludotheque.core import components, registry
from ludotheque.lab import speed

ROOT = Path(__file__).resolve().parent.parent
CAP_IN_SOURCE = re.compile(r'(run<\w+>\("[^"]*",\d,secs,)2000\b')
LINE = "uniform bitline"
PLACED = 10
"""Kangaroos placed before a duel."""
MEASURE_INTERPRETED = """
import sys
sys.path.insert(0, sys.argv[1])
import billabong
print(billabong.ours(int(sys.argv[2]))(float(sys.argv[3])))
"""

Measure = Callable[[float], float]


def ours(cap: int) -> Measure:
    """Race turns a second of duels of at most this many."""
    game = registry.get("billabong")
    box = components.printed(game) | {"limit": {"race_turns": cap // 2}}
    play = speed.playouts(game, 2, {"mode": "duel"}, "uniform random", game.max_actions, box)

    def measure(seconds: float) -> float:
        while True:
            found = play(seconds, speed.ENDLESS)
            turns = found.actions - PLACED * (found.games + 1)
            if turns > 0:
                return found.per_second(turns)
            seconds = 2 * max(seconds, found.seconds)  # nothing was done yet but placing

    return measure


def interpreted(cap: int) -> Measure:
    """The same in another process, where the rules are interpreted."""
    environment = os.environ | {
        "LUDOTHEQUE_RULES": "interpreted",
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    }

    def measure(seconds: float) -> float:
        command = [sys.executable, "-c", MEASURE_INTERPRETED, str(ROOT / "bench"), str(cap), str(seconds)]
        return float(subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True).stdout)

    return measure


def built(source: Path, cap: int, folder: Path) -> Measure:
    """Race turns a second of a C++ program, built with its games cut at this many."""
    text, found = CAP_IN_SOURCE.subn(rf"\g<1>{cap}", source.read_text(encoding="utf-8"))
    if not found:
        sys.exit(
            f'{source}: there is no call of the form run<…>("…",policy,secs,2000,…) whose cap could be set'
        )
    program, file = folder / f"cpp{cap}", folder / f"cpp{cap}.cpp"
    file.write_text(text, encoding="utf-8")
    subprocess.run(["g++", "-O3", "-march=native", "-std=c++17", file, "-o", program], check=True)

    def measure(seconds: float) -> float:
        said = subprocess.run([program, str(seconds), "1"], capture_output=True, text=True, check=True).stdout
        line = next(line for line in said.splitlines() if line.startswith(LINE))
        longest = re.search(r"\bmax (\d+)  capped", line)
        rate = re.search(r"plies/s\s+(\d+)", line)
        if longest is None or rate is None or int(longest[1]) != cap:
            sys.exit(f"{source}: its games are not cut at {cap} plies: {line}")
        return float(rate[1])

    return measure


def compare(sides: dict[str, Measure], rounds: int, seconds: float) -> dict[str, Any]:
    """Each side's median rate, and the median of its ratio to the compiled rules within a round."""
    rates: dict[str, list[float]] = {name: [] for name in sides}
    for _ in range(rounds):
        for name, measure in sides.items():
            rates[name].append(measure(seconds))
    found: dict[str, Any] = {}
    for name, values in rates.items():
        least, most = ratios.spread(rates["compiled"], values)
        found[name] = {
            "race_turns_per_s": round(statistics.median(values)),
            "compiled_over_it": ratios.middle(rates["compiled"], values),
            "least": least,
            "most": most,
        }
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "cpp", type=Path, nargs="?", help="source of the C++ loop; without it, only Python is measured"
    )
    parser.add_argument("--rounds", type=int, default=7, help="rounds in which each side is measured")
    parser.add_argument("--seconds", type=float, default=1.0, help="seconds per side and round")
    parser.add_argument(
        "--caps", default="600,2000", help="lengths at which games are cut, with commas between them"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for cap in map(int, options.caps.split(",")):
            sides: dict[str, Measure] = {"compiled": ours(cap), "interpreted": interpreted(cap)}
            if options.cpp is not None:
                sides["C++"] = built(options.cpp, cap, Path(folder))
            found[cap] = compare(sides, options.rounds, options.seconds)
    if options.json:
        print(json.dumps(found))
        return
    for cap, rows in found.items():
        print(f"duels of at most {cap} race turns")
        for name, row in rows.items():
            print(f"  {name:14} {row['race_turns_per_s']:>11,} race turns/s   compiled ÷ it "
                  f"{row['compiled_over_it']:>9,} ({row['least']:,} – {row['most']:,})")  # fmt: skip


if __name__ == "__main__":
    main()
