"""Rulebook coverage: which rows have code and a test, and whether rules name the rows that they refuse by."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from types import ModuleType

from ludotheque.core import packaged, rulebook
from ludotheque.core.game import Game
from ludotheque.core.rule import functions_of, rows_named
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


def unnamed(game: Game) -> list[str]:
    """Where a rule refuses an action for a reason, and `@rule` does not name a row of that reason: a sentence for each.

    It looks at the modules of the game that have rules, for reasons that are written as members of an enum (`reasons_of`).
    """
    home = home_of(game.package)
    rows = {row.id: functions_of(row.id) for row in rulebook.rows(game)}
    modules = {name.rpartition(".")[0] for names in rows.values() for name in names if home_of(name) == home}
    behind = {reason.key: reason.rules for reason in game.reasons}
    return [
        f"{module}.{function} refuses for the reason {key}, and does not name its row {row}"
        for module in sorted(modules & set(sys.modules))
        for function, key in _refusals(sys.modules[module], set(behind))
        for row in behind[key]
        if f"{module}.{function}" not in rows.get(row, ())
    ]


def unknown(game: Game) -> list[str]:
    """Where a function of the game names a row that its rulebook lacks: a sentence for each."""
    rows = {row.id for row in rulebook.rows(game)}
    return [
        f"{function} names {row}, which is no row of the rulebook"
        for row, functions in rows_named().items()
        for function in functions
        if function.startswith(f"{game.package}.") and row not in rows
    ]


def _refusals(module: ModuleType, keys: set[str]) -> Iterator[tuple[str, str]]:
    """The functions of a module, each with the reasons that it gives. One that a reason is compared with is not given."""
    enums = {
        name
        for name, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, IntEnum) and {each.lower() for each in value.__members__} == keys
    }  # fmt: skip
    for function in ast.parse(inspect.getsource(module)).body if enums else ():
        if not isinstance(function, ast.FunctionDef):
            continue
        compared = {id(part) for each in ast.walk(function) if isinstance(each, ast.Compare) for part in ast.walk(each)}  # fmt: skip
        given = [
            each.attr.lower()
            for each in ast.walk(function)
            if isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name) and each.value.id in enums and id(each) not in compared
        ]  # fmt: skip
        yield from ((function.name, key) for key in dict.fromkeys(given) if key in keys)


def folder_of_tests(game: Game) -> Path | None:
    """Where a game's tests are: the nearest folder `tests` in its package or above it, else the one in the current folder.

    None if there is neither. The search stops at a folder of installed packages.
    """
    package = packaged.home_of(game.package)
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
