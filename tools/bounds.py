"""`make check-bounds`: checks that the library works with the lowest versions that pyproject.toml allows, and with the newest.

Each end gets a new environment in build/bounds, with the wheel and the extra `all`: not PyTorch, which is large. `tools/smoke.py` then plays one game of each
title, compiled and interpreted, and uses the command line and the server. Both ends must play the same games.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools import environments  # noqa: E402 - the line above lets Python find it
from tools.say import Stop, run, say  # noqa: E402 - the line above lets Python find it

FOLDER = ROOT / "build" / "bounds"
ENDS = ("lowest", "newest")
BOUNDED = re.compile(r"([a-z0-9-]+)(?:\[[a-z]+\])?>=([0-9.]+)(?:,<([0-9.]+))?(?:; [a-z_]+ != .+)?")
"""How a dependency is written: from a version that was tried, below one that may break it, and not on systems without wheels."""


def lowest() -> dict[str, str]:
    """The lowest allowed version of each dependency, with those of the extras in `all`; `Stop` if one has none."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    (everything,) = extras["all"]
    names = everything.partition("[")[2].rstrip("]").split(",")
    lines = [*project["dependencies"], *(line for name in names for line in extras[name])]
    found = {}
    for line in lines:
        if line.startswith("ludotheque["):
            continue
        bounded = BOUNDED.fullmatch(line)
        if bounded is None:
            raise Stop(f"pyproject.toml: {line!r} is not written as name>=LOWEST,<ABOVE")
        found[bounded[1]] = bounded[2]
    return found


def try_end(end: str, wheel: Path, parts: list[str]) -> dict[str, str]:
    """Install one end and try it; the hashes of the games that were played."""
    say(f"{end}: a new environment")
    python = environments.fresh(FOLDER / end)
    wanted, more = lowest(), []
    if end == "lowest":
        constraints = FOLDER / "lowest.txt"
        constraints.write_text(
            "".join(f"{name}=={version}\n" for name, version in wanted.items()), encoding="utf-8"
        )
        more = ["-c", str(constraints)]
    environments.install(python, "--only-binary", ":all:", f"{wheel}[all]", *more)
    found = environments.versions(python)
    say(f"{end}: " + ", ".join(f"{name} {found[name]}" for name in sorted(wanted)))
    return environments.smoke(python, *parts)


def main(words: list[str]) -> int:
    """See above."""
    parser = argparse.ArgumentParser(
        description="Try the lowest and the newest allowed versions of the dependencies."
    )
    parser.add_argument("--only", choices=ENDS, help="try only one end")
    parser.add_argument("--games", default="", help="compile and play only these, with commas between them")
    asked = parser.parse_args(words)
    parts = ["terminal", "server", "games", *(["--games", asked.games] if asked.games else [])]
    try:
        shutil.rmtree(FOLDER / "dist", ignore_errors=True)
        run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", FOLDER / "dist"], cwd=ROOT,
            env=environments.variables(), hint="The wheel cannot be built.")  # fmt: skip
        (wheel,) = (FOLDER / "dist").glob("*.whl")
        played = {end: try_end(end, wheel, parts) for end in ENDS if asked.only in (None, end)}
        if len(set(map(str, played.values()))) > 1:
            raise Stop(f"The ends play different games: {played}")
    except Stop as stop:
        sys.stderr.write(f"\n{stop}\n")
        return 1
    say(f"{' and '.join(played)}: all is well")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
