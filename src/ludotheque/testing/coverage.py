"""Rulebook coverage: which rows have code and a test."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from ludotheque.core import rulebook
from ludotheque.core.game import Game
from ludotheque.core.rule import functions_of
from ludotheque.core.rulebook import Row

LEVELS = 4
"""How many folders above a package its project may begin."""


@dataclass(frozen=True)
class Cover:
    """A rulebook row, the functions that carry it out, and the tests for it."""

    row: Row
    functions: tuple[str, ...]
    tests: tuple[str, ...]

    @property
    def missing(self) -> str:
        """What the row lacks: `code`, `test`, both, `reason` (it needs no code but does not say why), or nothing."""
        if not self.row.code:
            return self.missing_code
        lacks = [word for word, there in (("code", self.functions), ("test", self.tests)) if not there]
        return " and ".join(lacks)

    @property
    def missing_code(self) -> str:
        """The same without tests, where they are not known: `code`, `reason`, or nothing."""
        if self.row.code:
            return "" if self.functions else "code"
        return "" if self.row.why_no_code else "reason"


def cover(game: Game, tests: dict[str, list[str]]) -> list[Cover]:
    """Every row of a game's rulebook with its code and tests. `tests` maps row ids to test names."""
    return [Cover(row, _code(game, row), tuple(tests.get(row.id, ()))) for row in rulebook.rows(game)]


def _code(game: Game, row: Row) -> tuple[str, ...]:
    """The game's own functions that carry a row out. Another game may use the same row id."""
    home = home_of(game.package)
    return tuple(name for name in functions_of(row.id) if home_of(name) == home)


def home_of(module: str) -> str:
    """The package that a module belongs to: one of the library's games or other parts, or another package."""
    parts = module.split(".")
    return parts[0] if parts[0] != "ludotheque" else ".".join(parts[: 3 if parts[1:2] == ["games"] else 2])


def folder_of_tests(game: Game) -> Path | None:
    """Where a game's tests are: the nearest folder `tests` in its package or above it, else the one in the current folder.

    None if there is neither. The search stops at a folder of installed packages.
    """
    package = Path(str(files(game.package)))
    for folder in (package, *package.parents[:LEVELS]):
        if folder.name in ("site-packages", "dist-packages"):
            break
        if (folder / "tests").is_dir():
            return folder / "tests"
    here = Path.cwd() / "tests"
    return here if here.is_dir() else None


def marked_tests(folder: Path) -> dict[str, list[str]]:
    """Row ids and the places of tests marked `pytest.mark.rule("<id>", …)`, read from the sources without running them.

    A marker counts on a function, in a `pytest.param` and in a module's `pytestmark`. Its ids must be literals, so that they can be found.
    """
    found: dict[str, list[str]] = {}
    for file in sorted(folder.rglob("test_*.py")):
        text = file.read_text(encoding="utf-8")
        for row, line in _marks(ast.parse(text, str(file))) if "mark.rule" in text else ():
            found.setdefault(row, []).append(f"{file.relative_to(folder)}:{line}")
    return found


def _marks(tree: ast.AST) -> Iterator[tuple[str, int]]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not _is_mark(node.func):
            continue
        for argument in node.args:
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                yield argument.value, node.lineno


def _is_mark(called: ast.expr) -> bool:
    """Whether this is `pytest.mark.rule` or `mark.rule`."""
    if not isinstance(called, ast.Attribute) or called.attr != "rule":
        return False
    mark = called.value
    return (isinstance(mark, ast.Attribute) and mark.attr == "mark") or (
        isinstance(mark, ast.Name) and mark.id == "mark"
    )
