"""Looks at one copy of the sources, mutated or not: what do checks notice? Run by `mutate.py`, a process each.

    LUDOTHEQUE_JIT=0 PYTHONPATH=<copy>:<checkout> python -m tests.mutating.mutant GAME CHECK...

One JSON object goes to the last line of the output: `noticed`, what each check that noticed something says; or `broken`, where the copy
cannot be imported. A check is one of

    law NAME              a law of `ludotheque.testing`, on few games; the golden games are the law `golden`
    naive                 a quick comparison with the second implementation
    perft                 the counts of `tests/GAME/perft.json`, the small ones
    test FILE.py::NAME    one test of `tests/GAME`

`tests/GAME/checks.py` says how a game is looked at:

    LAW_WAYS      numbers of players and options that the laws are tried on, two or three: ((2, {}), (4, {"teams": True}))
    SHORT         components for short games; may be left out: the game's own
    FEW_GOLDEN    names of golden games for the law `golden`, the short ones; may be left out: none
    EFFORT        for the laws; may be left out: see below
    naive()       raises where the game and its second implementation disagree; may be left out where there is none
"""

from __future__ import annotations

import importlib
import json
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

TESTS = Path(__file__).resolve().parents[1]


def folder(game: str) -> str:
    """The folder of a game, the same in `src/ludotheque/games` and `tests`."""
    return game.replace("-", "_")


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


class Changed(AssertionError):
    """A count is another one."""


def perft(game: str) -> None:
    """Counts of one action, and of more where they are few."""
    from ludotheque.core.perft import perft as count
    from ludotheque.table import Table

    for entry in json.loads((TESTS / folder(game) / "perft.json").read_text(encoding="utf-8")):
        table = Table.from_position(entry["position"])
        for depth, expected in enumerate(entry["counts"], 1):
            if depth > 1 and entry["counts"][depth - 2] > 30:
                break
            if (found := count(table.game, table.box, table.state, depth)) != expected:
                raise Changed(f"perft of '{entry['name']}' at depth {depth}: was {expected}, now {found}")


class Failures:
    """A plugin of pytest that keeps how a test failed."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed:
            message = report.longrepr.reprcrash.message
            self.said.append(f"AssertionError: {message}" if message.startswith("assert ") else message)


def one_test(game: str, name: str) -> str:
    """Runs a test of the game: how it failed, "" if it did not."""
    import pytest

    failures = Failures()
    code = pytest.main(["-q", "-p", "no:cacheprovider", str(TESTS / folder(game) / name)], plugins=[failures])
    if code == pytest.ExitCode.OK or failures.said:
        return "\n".join(failures.said)
    raise LookupError(f"pytest ends with {code!r}")


def look(game: str, check: str) -> str:
    """What a check notices, "" if nothing."""
    kind, _, name = check.partition(" ")
    try:
        if kind == "law":
            law(game, name)
        elif kind == "test":
            return one_test(game, name)
        elif kind == "perft":
            perft(game)
        else:
            checks_of(game).naive()
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


def main(game: str, checks: list[str]) -> dict[str, Any]:
    """See above."""
    try:
        import ludotheque
        from ludotheque.core import registry

        registry.get(game)
        import ludotheque.testing
    except Exception as error:
        return {"broken": f"{type(error).__name__}: {error}"}
    noticed = {check: says for check in checks if (says := look(game, check))}
    return {"noticed": noticed, "where": str(Path(ludotheque.__file__).parent)}


if __name__ == "__main__":
    print("\n" + json.dumps(main(sys.argv[1], sys.argv[2:])))
