"""The checks that look at a game, changed or not, in this process: what do they notice?

    rows                  the tests of the rows of the rulebook that the changed function carries out
    perft                 the counts of `tests/GAME/perft.json`, the small ones
    law NAME              a law of `ludotheque.testing`, on few games; the golden games are the law `golden`
    naive                 a quick comparison with the second implementation
    rules                 the tests of all other rows of the rulebook, and of the notation
    test FILE.py::NAME    one test of `tests/GAME`

`tests/GAME/checks.py` says how a game is looked at:

    LAW_WAYS      numbers of players and options that the laws are tried on, two or three: ((2, {}), (4, {"teams": True}))
    SHORT         components for short games; may be left out: the game's own
    FEW_GOLDEN    names of golden games for the law `golden`, the short ones; may be left out: none
    EFFORT        for the laws; may be left out: see below
    naive()       raises where the game and its second implementation disagree; may be left out where there is none
"""

from __future__ import annotations

import ast
import importlib
import json
import re
import shutil
import signal
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tests.mutating.generating import ROOT, folder

TESTS = ROOT / "tests"
LAWS = ("golden", "notation", "meaning", "position", "record", "conserved", "ranges", "returns", "chance", "reasons", "legal", "hide", "veil",
        "redeal")  # fmt: skip
"""Laws that a rule which is wrong may break, the quick ones first."""
ALL = ("rows", "perft", *(f"law {name}" for name in LAWS), "naive", "rules", "law blind")
"""What looks at a mutant, the quick checks first."""
APART = ("test_naive.py", "test_perft.py", "test_golden.py", "test_rules_games.py", "test_secrets.py")
"""What these test for long, other checks look at briefly."""
PYTEST = ("-qx", "--no-header", "-p", "no:cacheprovider", "-p", "pytest_asyncio.plugin")
"""Options of pytest, which loads no other plugins here: to begin is most of what a small test takes."""
ALSO = r"test_(rules_(?!components|positions)|notation)"
"""Files whose tests are asked even if they name no row."""
MOST_S = 120
"""So many processor seconds a check, or a single test, may take: what goes on for ever is broken, too."""


class Changed(AssertionError):
    """A count is another one."""


class Unusable(BaseException):
    """A check could not be asked: that is no answer."""


def checks_of(game: str) -> Any:
    """The module `tests/GAME/checks.py`."""
    return importlib.import_module(f"tests.{folder(game)}.checks")


def law(game: str, name: str) -> None:
    """A law of `ludotheque.testing` on the ways of `checks.py`."""
    from ludotheque.testing import LAWS, Effort, Variant

    checks, tests = checks_of(game), TESTS / folder(game)
    found = next(law for law in LAWS if law.name == name)
    effort = getattr(checks, "EFFORT", Effort((1,), 4, 40, 200))
    with tempfile.TemporaryDirectory() as few:
        for golden in getattr(checks, "FEW_GOLDEN", ()):
            for path in (tests / "golden").glob(f"{golden}.*"):
                shutil.copy(path, few)
        for seats, options in checks.LAW_WAYS:
            components = getattr(checks, "SHORT", None)
            variant = Variant(game, seats, tuple(options.items()), components, tests=tests, golden=Path(few))
            found.check(variant, effort=effort)
            if found.once:
                break


def perft(game: str) -> None:
    """Counts of one action, and of more where they are few."""
    from ludotheque.core.perft import perft as count
    from ludotheque.table import Table

    path = TESTS / folder(game) / "perft.json"
    for entry in json.loads(path.read_text(encoding="utf-8")) if path.exists() else ():
        table = Table.from_position(entry["position"])
        for depth, expected in enumerate(entry["counts"], 1):
            if depth > 1 and entry["counts"][depth - 2] > 30:
                break
            if (found := count(table.game, table.box, table.state, depth)) != expected:
                raise Changed(f"perft of '{entry['name']}' at depth {depth}: was {expected}, now {found}")


def tests_of_rows(game: str) -> Iterator[tuple[str, set[str]]]:
    """The tests of a game that show that rows of its rulebook hold, with these rows; and those of its notation."""
    for path in sorted((TESTS / folder(game)).glob("test_*.py")):
        if path.name in APART:
            continue
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef):
                marks = [call for call in node.decorator_list if isinstance(call, ast.Call)]
                rows = {
                    word.value
                    for mark in marks
                    if ast.unparse(mark.func) == "pytest.mark.rule"
                    for word in mark.args
                    if isinstance(word, ast.Constant)
                }
                if node.name.startswith("test_") and (rows or re.match(ALSO, path.name)):
                    yield f"{path.name}::{node.name}", rows


def some_tests(game: str, names: Iterable[str]) -> str:
    """Run tests of the game up to the first that fails: what it says, "" if none does."""
    import pytest

    asked = [str(TESTS / folder(game) / name) for name in names]
    if not asked:
        return ""
    failures = Failures()
    code = pytest.main([*PYTEST, *asked], plugins=[failures])
    if code == pytest.ExitCode.OK or failures.said:
        return "\n".join(failures.said)
    raise Unusable(f"pytest ends with {code!r}")


class Failures:
    """A plugin of pytest that keeps how a test failed, and gives each its time."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def pytest_runtest_setup(self) -> None:
        """Each test has the whole time."""
        signal.setitimer(signal.ITIMER_PROF, MOST_S)

    def pytest_collectreport(self, report: Any) -> None:
        """A file of tests that cannot be imported any more has noticed something, too."""
        if report.failed:
            self.said.append(str(report.longrepr))

    def pytest_runtest_logreport(self, report: Any) -> None:
        """The first line of what pytest says."""
        if report.failed:
            crash = getattr(report.longrepr, "reprcrash", None)
            message = crash.message if crash else str(report.longrepr)
            self.said.append(f"AssertionError: {message}" if message.startswith("assert ") else message)


def look(game: str, check: str, rows: Iterable[str] = ()) -> str:
    """What a check notices, "" if nothing. The process is killed if it takes too long."""
    kind, _, name = check.partition(" ")
    signal.setitimer(signal.ITIMER_PROF, MOST_S)
    wanted = set(rows)
    try:
        if kind == "law":
            law(game, name)
        elif kind == "test":
            return some_tests(game, [name])
        elif kind == "rows":
            return some_tests(game, [test for test, found in tests_of_rows(game) if found & wanted])
        elif kind == "rules":
            return some_tests(game, [test for test, found in tests_of_rows(game) if not found & wanted])
        elif kind == "perft":
            perft(game)
        else:
            getattr(checks_of(game), "naive", lambda: None)()
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return ""
