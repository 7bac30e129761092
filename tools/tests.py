"""`python tools/tests.py [pytest's arguments]`: sets up, runs all tests, and says at the end how long each part took.

The client's tests run while the rules are compiled, one game per processor. Then come the Python tests: first those that do not mind
their neighbours, side by side, two for each processor, as many of them wait; then those marked `alone`, one by one; then those in browsers,
one for each processor. With `-n` or `-m` among the arguments there is one run of all of them. If very few tests of a run fail, these are
tried once more, one by one; if they pass then, so does the run, and the table names them: somebody must find out why.

Each part has a budget for two processors. The table says which part took longer; one that grew, whatever else the machine did, fails.

`--deep` runs the tests marked `deep` instead: all of them, or a `--share` such as 2/5 (`commit/5` draws one by the commit). With
`--changed` it begins with those of changed folders. It starts no more after `--minutes`.
Needs only Python's standard library. What it starts runs in `.venv`.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools import choosing, node, prepare  # noqa: E402 - the line above lets Python find it
from tools.say import say  # noqa: E402 - the line above lets Python find it

PREPARE = (sys.executable, ROOT / "tools" / "prepare.py")
NOTHING_FOUND = 5
"""Pytest's exit code if the arguments select no test."""
ENDING_S = 60.0
"""Deep tests still running when their time is up get this many seconds to end."""
HANGS = 124
"""The exit code of a run that had to be killed, as with `timeout`."""
HANGS_S = 180.0
"""Whatever still runs this long after the time for deep tests is up, hangs."""
NO_BYTECODE = "PYTHONDONTWRITEBYTECODE"
"""If this is set, each of the hundreds of programs that tests start compiles all modules again: half of their processor time."""
AT_ONCE = os.cpu_count() or 1
LONGEST_FIRST = ("banzai", "banjooli-cross", "boussanga", "bantu", "billabong")
"""The order in which games are compiled; others come after them."""
SETTING_UP = "setting up"
COMPILING = "compiling the rules"
CLIENT = "the client's tests"
SIDE_BY_SIDE = "Python, side by side"
ONE_BY_ONE = "Python, one by one"
IN_BROWSERS = "in browsers"
BUDGETS_S = {
    SETTING_UP: 60,
    COMPILING: 240,
    CLIENT: 60,
    SIDE_BY_SIDE: 600,
    ONE_BY_ONE: 60,
    IN_BROWSERS: 360,
}
"""Seconds for each part of `make test` on two slow processors. The client is tested while rules are compiled. The aim is fifteen minutes in all, so
these only go down."""
MOST_COUNTED = {"pages": 70, "servers": 55}
"""The most pages that all parts of `make test` may open in browsers, and the most servers that they may start in their own processes."""
GROWN = 1.5
"""A part that takes this many times its budget has grown, unless its processors were busy for less than the budget."""
MOST_TRIED_AGAIN = 3
"""If more tests of a run fail, a busy machine is not the reason."""
MAX_TOLD = 8
"""How many folders the table lists with their time."""


@dataclass(frozen=True)
class Run:
    """One run of pytest: what it is called and its arguments."""

    name: str
    arguments: tuple[str, ...]


@dataclass
class Part:
    """A part of the work: how long it took, its exit code, and what the plugin reported."""

    name: str
    seconds: float
    code: int
    told: dict[str, Any] = field(default_factory=dict)
    busy: float = 0.0
    """Seconds of processor time."""


# ------------------------------------------------------------------------------------------------ what is run


def runs(given: Sequence[str], deep: bool = False) -> list[Run]:
    """The runs of pytest: side by side, one by one, in a browser. The last two read only files with such tests."""
    depth = "deep" if deep else "not deep"
    if any(word.startswith(("-n", "-m", "--dist")) for word in given):
        return [Run("Python", tuple(given))]
    dist = "load" if deep else "worksteal"
    side = (
        "-n",
        str(AT_ONCE if deep else 2 * AT_ONCE),
        "--dist",
        dist,
        "-m",
        f"{depth} and not (browser or alone)",
        *given,
    )
    found = [Run(SIDE_BY_SIDE, side)]
    for name, mark, more in (
        (ONE_BY_ONE, "alone and not browser", ()),
        (IN_BROWSERS, "browser", ("-n", str(AT_ONCE), "--dist", "load" if deep else "loadfile")),
    ):
        files = files_marked(mark.split()[0])
        where = [] if any(not word.startswith("-") for word in given) else files
        found.append(Run(name, (*more, "-m", f"{depth} and {mark}", *where, *given)))
    return found


def files_marked(mark: str) -> list[str]:
    """The files, relative to the root, that hold tests with this mark."""
    files = {path: path.read_text(encoding="utf-8") for path in sorted((ROOT / "tests").rglob("test_*.py"))}
    return [str(path.relative_to(ROOT)) for path, text in files.items() if f"pytest.mark.{mark}" in text]


def verdict(codes: Sequence[int]) -> int:
    """The exit code of several runs: 0 if some found tests and all of these passed."""
    found = [code for code in codes if code != NOTHING_FOUND]
    return max(found) if found else NOTHING_FOUND


def run_tests(run: Run, more: Sequence[str] = (), until: float | None = None) -> Part:
    """Run pytest and read its report. A run that goes on long after `until` (Unix seconds) is killed and has failed."""
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder, "told.json")
        command = [prepare.venv_python(), "-m", "pytest", "-p", "tools.telling", "--tell", told]
        began, worked = time.monotonic(), processors()
        most = None if until is None else max(until - time.time(), 0) + HANGS_S
        try:
            code = subprocess.run(
                [*command, *more, *run.arguments], cwd=ROOT, timeout=most, check=False
            ).returncode
        except subprocess.TimeoutExpired:
            say(f"{run.name}: a test hangs {HANGS_S:.0f} s after the time was over; all were ended")
            code = HANGS
        seconds = time.monotonic() - began
        found = json.loads(told.read_text(encoding="utf-8")) if told.is_file() else {}
    return Part(run.name, seconds, code, found, processors() - worked)


def processors() -> float:
    """Processor seconds of the ended programs that were started here."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def once_more(part: Part) -> list[Part]:
    """Try a few failed tests again, one by one. If they pass, the first part has passed, too."""
    failed = part.told.get("failed", [])
    if part.code != 1 or not 0 < len(failed) <= MOST_TRIED_AGAIN:
        return []
    say(f"Trying again what failed: {', '.join(failed)}")
    again = run_tests(Run("what failed, one by one", ("-m", "", *failed)))
    if again.code == 0:
        part.code = 0
        part.told["unsteady"] = failed
    return [again]


# ------------------------------------------------------------------------------------------------ before the tests


def set_up() -> list[Part]:
    """Packages, browser, client; side by side if the machine has a Node, which otherwise comes with the packages."""
    began = time.monotonic()
    prepare.make_venv()
    apart = ["browser", "services"]
    jobs = [["develop"], ["client"], apart]
    if not isinstance(node.machine(shutil.which), node.Node):
        jobs = [["develop", "client"], apart]
    with ThreadPoolExecutor(len(jobs)) as pool:
        done = list(pool.map(_timed, ([*PREPARE, *words] for words in jobs)))
    return [Part(SETTING_UP, time.monotonic() - began, max(code for _, code in done))]


def client_and_rules(with_client: bool, checked: bool) -> list[Part]:
    """Run the client's tests and compile all rules that are not compiled yet, one job for each processor."""
    compiler = [prepare.venv_python(), "-m", "ludotheque.compiler", "--target", "wasm32"]
    ways = ([], ["--checked"]) if checked else ([],)
    jobs: list[list[Any]] = [[*compiler, game, *way] for way in ways for game in _games()]
    client = min(1, len(jobs))  # after the game that takes longest
    if with_client:
        jobs.insert(client, [*PREPARE, "npm:test"])
    say("Compiling the rules (a minute or two the first time)" + (", testing the client" * with_client))
    began = time.monotonic()
    with ThreadPoolExecutor(AT_ONCE) as pool:
        done = list(pool.map(_timed, jobs))
    parts = [Part(COMPILING, time.monotonic() - began, 0)]
    return [*parts, Part(CLIENT, *done[client])] if with_client else parts


def _timed(command: Sequence[Any]) -> tuple[float, int]:
    """How long a program took, and its exit code."""
    began = time.monotonic()
    code = subprocess.run(command, cwd=ROOT, env=_environment(), check=False).returncode
    return time.monotonic() - began, code


def _games() -> list[str]:
    """All registered games, beginning with those that take longest to compile."""
    ask = "from ludotheque.core import registry; print(*registry.names())"
    command = [prepare.venv_python(), "-c", ask]
    done = subprocess.run(
        command, cwd=ROOT, env=_environment(), stdout=subprocess.PIPE, text=True, check=False
    )
    games = done.stdout.split()
    return [game for game in LONGEST_FIRST if game in games] + [
        game for game in games if game not in LONGEST_FIRST
    ]


def _environment() -> dict[str, str]:
    """Variables with which the tiny game of the tests is found, and so compiled with the others."""
    paths = [*(str(ROOT / folder) for folder in ("src", "tests", ".")), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}


# ------------------------------------------------------------------------------------------------ after the tests


def table(parts: Sequence[Part], seconds: float) -> list[str]:
    """Lines that say how long each part took, what it counted, and where most of the time went."""
    lines = ["", "how long it took"]
    for part in parts:
        said = outcomes(part) or {0: "", NOTHING_FOUND: "none"}.get(part.code, "failed")
        lines.append(f"  {clock(part.seconds)}  {part.name:30} {said}".rstrip())
        if counted := part.told.get("counted"):
            lines.append(" " * 9 + ", ".join(f"{number} {what}" for what, number in sorted(counted.items())))
        spent = sorted(part.told.get("seconds", {}).items(), key=lambda each: -each[1])[:MAX_TOLD]
        if len(spent) > 1:
            lines.append(
                " " * 9 + "most: " + ", ".join(f"{folder} {clock(time).strip()}" for folder, time in spent)
            )
    return [*lines, f"  {clock(seconds)}  in all"]


def outcomes(part: Part) -> str:
    """`12 passed, 1 skipped`."""
    found = part.told.get("outcomes", {})
    return ", ".join(f"{found[kind]} {kind}" for kind in ("passed", "failed", "skipped") if found.get(kind))


def over_budget(parts: Sequence[Part]) -> tuple[list[str], bool]:
    """Lines about parts over their budget, and whether one has grown."""
    lines, grown = [], False
    for part in parts:
        budget = BUDGETS_S.get(part.name, float("inf"))
        if part.seconds <= budget:
            continue
        has_grown = part.seconds > GROWN * budget and part.busy / 2 > budget
        grown |= has_grown
        why = "it has grown" if has_grown else "the machine may have been busy"
        lines.append(
            f"over its budget of {clock(budget).strip()}: {part.name}, {clock(part.seconds).strip()} ({why})"
        )
    for what, most in MOST_COUNTED.items():
        found = sum(part.told.get("counted", {}).get(what, 0) for part in parts)
        if found > most:
            lines.append(f"over the budget of {most} {what}: {found} (it has grown)")
            grown = True
    return lines, grown


def clock(seconds: float) -> str:
    """Minutes and seconds: ` 1:05`."""
    whole = round(seconds)
    return f"{whole // 60:2}:{whole % 60:02}"


def left_over(parts: Sequence[Part], deep: bool) -> list[str]:
    """Lines about tests that were left out, and how to run them."""
    left = max((part.told.get("left", 0) for part in parts), default=0)
    late, first = (sum(part.told.get(kind, 0) for part in parts) for kind in ("late", "late_first"))
    lines = []
    if left and not deep:
        lines.append(f"left to `make test-deep`: {left} tests that go further")
    elif left:
        lines.append(f"left to the other shares: {left} tests")
    lines += [
        f"failed, and passed when tried again: {each}"
        for part in parts
        for each in part.told.get("unsteady", [])
    ]
    if late:
        of_changed = f", {first} of them belong to changed folders" if first else ""
        lines.append(f"left because the time was over: {late} tests of this share{of_changed}")
    return lines


# ------------------------------------------------------------------------------------------------ the command


def parser() -> argparse.ArgumentParser:
    """Our own options; all others go to pytest."""
    found = argparse.ArgumentParser(
        description="Run the tests. Arguments that are not listed here go to pytest.", allow_abbrev=False
    )
    found.add_argument("--deep", action="store_true", help="run what `make test` leaves out")
    found.add_argument(
        "--share", metavar="K/N", help="only this share of the deep tests; commit/N draws one by the commit"
    )
    found.add_argument(
        "--changed",
        action="store_true",
        help="begin with the deep tests of changed folders, whatever the share",
    )
    found.add_argument(
        "--minutes",
        type=float,
        help="start no more deep tests after this time, and stop those that run a minute longer",
    )
    found.add_argument("--only", choices=("client", "python"), help="run the tests of one side only")
    return found


def deep_words(asked: argparse.Namespace, until: float | None) -> list[str]:
    """The options that tell the plugin `tools.telling` which deep tests to choose."""
    words = []
    if asked.share:
        kind, _, of = asked.share.partition("/")
        chosen = (
            choosing.share_of(choosing.commit(ROOT), int(of))
            if kind == "commit"
            else choosing.share(asked.share)
        )
        words += ["--share", f"{chosen.number}/{chosen.of}"]
        say(f"Share {chosen.number} of {chosen.of} of the deep tests")
    if asked.changed:
        paths = choosing.changed(ROOT)
        folders = {choosing.EVERYTHING} if paths is None else choosing.folders_of(paths)
        say(f"First what belongs to changed folders: {', '.join(sorted(folders)) or 'none'}")
        words += [word for folder in sorted(folders) for word in ("--first", folder)]
    return words if until is None else [*words, "--until", str(until), "--end", str(until + ENDING_S)]


def main(words: list[str]) -> int:
    """See above."""
    asked, given = parser().parse_known_args(words)
    os.environ.pop(NO_BYTECODE, None)
    until = None if asked.minutes is None else time.time() + asked.minutes * 60
    began, parts = time.monotonic(), set_up()
    if parts[0].code:
        return parts[0].code
    if asked.only == "client":
        return _timed([*PREPARE, "npm:test"])[1]
    more = deep_words(asked, until) if asked.deep else []
    parts += client_and_rules(asked.only is None and not asked.deep, asked.deep and not asked.share)
    tested: list[Part] = []
    for run in runs(given, asked.deep):
        part = run_tests(run, more, until)
        tested += [part, *once_more(part)]
    parts += tested
    over, grown = ([], False) if asked.deep else over_budget(parts)
    said = [*table(parts, time.monotonic() - began), *left_over(tested, asked.deep), *over]
    print("\n".join(said), flush=True)
    return (
        verdict([part.code for part in tested])
        or max(part.code for part in parts if part not in tested)
        or grown
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
