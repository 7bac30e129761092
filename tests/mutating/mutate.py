"""Breaks the rules of a game on purpose, one at a time, and looks whether the checks notice.

    python -m tests.mutating.mutate billabong                    every mutation: does what should catch it, catch it?
    python -m tests.mutating.mutate billabong --all              … and what else catches it (slow)
    python -m tests.mutating.mutate billabong "only single hops" this one

Each mutation of `tests/GAME/mutations.toml` is a change of text in a copy of the sources, run interpreted in a process of its own:

    [[mutation]]
    name = "the game ends one kangaroo early"
    file = "rules/finish.py"        in src/ludotheque/games/GAME
    old = "s.home[seat] == pawns"   found there exactly once
    new = "s.home[seat] > 0"
    caught = ["naive", "law ends"]  every check that must notice it, see `mutant.py`
    says = "legal actions"          what the first of them must say, so that it is noticed for the right reason

`mutant.py` also says what `tests/GAME/checks.py` must hold, `docs/testing.md` how a test asks for all this.
"""

from __future__ import annotations

import argparse
import builtins
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.mutating.mutant import folder

ROOT = Path(__file__).resolve().parents[2]
GAMES = Path("ludotheque", "games")
SECONDS = 900
"""After so long a check that has noticed nothing is given up: what goes on for ever is broken, too."""

REASONS = ("AssertionError", "Disagreement", "LawBroken", "Changed")
"""What a check may raise to have noticed something; any other error is a crash, and proves nothing."""

UNEXPECTED = re.compile(r"(?:LawBroken: .* breaks the law '[\w-]+': )?(?:[\w.]+\.)?(\w+): ")
"""How laws and tests tell an error that they did not expect; one of Python's own is a crash, too."""


@dataclass(frozen=True)
class Mutation:
    """See above."""

    game: str
    name: str
    file: str
    old: str
    new: str
    caught: tuple[str, ...]
    says: str


@dataclass(frozen=True)
class Verdict:
    """What became of a mutation: which checks noticed it and what they said; `wrong` is what is not as it should be."""

    mutation: Mutation
    noticed: dict[str, str]
    wrong: str


def mutations(game: str) -> list[Mutation]:
    data = tomllib.loads((ROOT / "tests" / folder(game) / "mutations.toml").read_text(encoding="utf-8"))
    return [
        Mutation(game, m["name"], m["file"], m["old"], m["new"], tuple(m["caught"]), m["says"])
        for m in data["mutation"]
    ]


def copy_sources(into: Path) -> Path:
    """A copy of the sources; the folder to import from."""
    leave = shutil.ignore_patterns("static", "__pycache__")
    shutil.copytree(ROOT / "src", into / "src", ignore=leave)
    return into / "src"


def mutate(mutation: Mutation, sources: Path) -> None:
    """Change the text; `LookupError` unless the old text is there exactly once."""
    path = sources / GAMES / folder(mutation.game) / mutation.file
    text = path.read_text(encoding="utf-8")
    found = text.count(mutation.old)
    if found != 1:
        raise LookupError(
            f"mutation '{mutation.name}': its old text is in {mutation.file} {found} times, not once:\n{mutation.old}"
        )
    path.write_text(text.replace(mutation.old, mutation.new), encoding="utf-8")


def run(game: str, sources: Path, checks: Iterable[str]) -> dict[str, Any]:
    """What `mutant.py` says of a copy of the sources."""
    environment = {
        **os.environ,
        "LUDOTHEQUE_JIT": "0",
        "PYTHONPATH": os.pathsep.join([str(sources), str(ROOT)]),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    words = [sys.executable, "-m", "tests.mutating.mutant", game, *checks]
    try:
        done = subprocess.run(
            words, env=environment, capture_output=True, text=True, cwd=ROOT, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return {"broken": f"no end after {SECONDS} s"}
    if done.returncode:
        return {"broken": done.stderr.strip()[-500:]}
    said: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    if "where" in said and not said["where"].startswith(str(sources)):
        return {"broken": f"{said['where']} was looked at, not the mutated copy"}
    return said


def look(mutation: Mutation, checks: Iterable[str]) -> Verdict:
    """Apply a mutation to a copy and look at it with each check."""
    noticed: dict[str, str] = {}
    with tempfile.TemporaryDirectory(prefix="mutant-") as into:
        sources = copy_sources(Path(into))
        try:
            mutate(mutation, sources)
        except LookupError as error:
            return Verdict(mutation, noticed, str(error))
        said = run(mutation.game, sources, checks)
    if "broken" in said:
        return Verdict(mutation, noticed, f"mutation '{mutation.name}' is no rule: {said['broken']}")
    noticed.update(said["noticed"])
    return Verdict(mutation, noticed, wrong(mutation, noticed))


def wrong(mutation: Mutation, noticed: dict[str, str]) -> str:
    """What is not as `mutations.toml` says, "" if all is."""
    for check in mutation.caught:
        if check not in noticed:
            return f"mutation '{mutation.name}' is not noticed by {check}"
        if is_crash(check, noticed[check]):
            return f"mutation '{mutation.name}': {check} crashes: {noticed[check]}"
    if mutation.caught and mutation.says not in noticed[mutation.caught[0]]:
        return (
            f"mutation '{mutation.name}': {mutation.caught[0]} does not say {mutation.says!r}, "
            f"but {noticed[mutation.caught[0]][:600]}"
        )
    return ""


def is_crash(check: str, says: str) -> bool:
    """Whether a check stopped at an error that tells nothing about the rule."""
    unexpected = UNEXPECTED.match(says)
    if unexpected and unexpected[1] != "AssertionError" and hasattr(builtins, unexpected[1]):
        return True
    return not (check.startswith("test ") or says.startswith(REASONS))


def table(verdicts: Iterable[Verdict]) -> str:
    """Each check with the mutations that it noticed."""
    caught: dict[str, list[str]] = {}
    for verdict in verdicts:
        for check in verdict.noticed:
            caught.setdefault(check, []).append(verdict.mutation.name)
    lines = [f"  {check} ({len(names)}): " + " · ".join(names) for check, names in sorted(caught.items())]
    return "\n".join(lines)


def look_at_all(chosen: list[Mutation], processes: int, every: tuple[str, ...] = ()) -> list[Verdict]:
    """The verdicts on mutations, several at a time; `every` are further checks to look with."""
    with ThreadPoolExecutor(processes) as pool:
        return list(
            pool.map(lambda mutation: look(mutation, dict.fromkeys((*mutation.caught, *every))), chosen)
        )


def every_check() -> tuple[str, ...]:
    """All checks, but for the law that compiles."""
    from ludotheque.testing import LAWS

    return ("naive", "perft", *(f"law {law.name}" for law in LAWS if law.name != "compiled"))


def main() -> int:
    parser = argparse.ArgumentParser(description="Break the rules of a game on purpose.")
    parser.add_argument(
        "game", metavar="GAME", help="a game whose tests have mutations.toml, such as billabong"
    )
    parser.add_argument("names", metavar="NAME", nargs="*", help="only mutations of these names")
    parser.add_argument("--all", action="store_true", help="look with every check, not with the named ones")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    chosen = [
        mutation for mutation in mutations(asked.game) if not asked.names or mutation.name in asked.names
    ]
    verdicts = look_at_all(chosen, asked.processes, every_check() if asked.all else ())
    print(table(verdicts))
    for verdict in verdicts:
        if verdict.wrong:
            print(verdict.wrong)
    return 1 if any(verdict.wrong for verdict in verdicts) else 0


if __name__ == "__main__":
    raise SystemExit(main())
