"""`rules`: a game's rulebook in our words, and what of it has code and a test."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludotheque.cli.errors import ASKED_WRONGLY, FAILED, Problem
from ludotheque.cli.options import AsJson, Language

if TYPE_CHECKING:
    from ludotheque.core.game import Game
    from ludotheque.core.rulebook import Row


def rules(
    game: Annotated[
        str | None,
        typer.Argument(metavar="[GAME]", help="The name of a game; may be left out with --coverage."),
    ] = None,
    lang: Language = None,
    coverage: Annotated[
        bool,
        typer.Option(
            "--coverage", help="Show the code and the tests of every row; fails where one is missing."
        ),
    ] = False,
    tests: Annotated[
        Path | None, typer.Option("--tests", metavar="DIR", help="Where the tests are, for --coverage.")
    ] = None,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="With --coverage: only what is missing, and totals.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Show a game's rulebook, row by row, with its rulings."""
    from ludotheque.core import registry

    if coverage:
        games = [registry.get(game)] if game else list(registry.games().values())
        _show_coverage(games, tests or _tests_folder(), quiet, as_json)
    elif game is None:
        raise Problem("whose rules?", f"Name a game: {', '.join(registry.names())}.", ASKED_WRONGLY)
    else:
        _show_rows(registry.get(game), str(lang), as_json)


def _show_rows(game: Game, language: str, as_json: bool) -> None:
    from ludotheque.core import rulebook

    paragraph = ""
    for row in rulebook.rows(game):
        ruling = row.ruling.get(language, "")
        if as_json:
            found = {
                "id": row.id,
                "paragraph": row.heading[language],
                "text": row.text[language],
                "ruling": ruling or None,
            }
            typer.echo(json.dumps(found, ensure_ascii=False))
            continue
        if row.heading[language] != paragraph:
            typer.echo(f"\n{row.heading[language]}" if paragraph else row.heading[language])
            paragraph = row.heading[language]
        typer.echo(f"  {row.id}  {row.text[language]}")
        if ruling:
            typer.echo(f"  {' ' * len(row.id)}  → {ruling}")


# ---------------------------------------------------------------------------------------------------- coverage


@dataclass(frozen=True)
class Cover:
    """A row of a rulebook, the functions that carry it out and the tests that show it."""

    row: Row
    functions: tuple[str, ...]
    tests: tuple[str, ...]

    @property
    def missing(self) -> str:
        """What the row lacks: `code`, `test`, both, `reason` (it needs no code but does not say why), or nothing."""
        if not self.row.code:
            return "" if self.row.why_no_code else "reason"
        lacks = [word for word, there in (("code", self.functions), ("test", self.tests)) if not there]
        return " and ".join(lacks)


def cover(game: Game, tests: dict[str, list[str]]) -> list[Cover]:
    """Every row of a game's rulebook with its code and its tests (row id → test names)."""
    from ludotheque.core import rulebook
    from ludotheque.core.rule import functions_of

    return [Cover(row, functions_of(row.id), tuple(tests.get(row.id, ()))) for row in rulebook.rows(game)]


def marked_tests(folder: Path) -> dict[str, list[str]]:
    """Row id → places of tests marked `pytest.mark.rule("<id>", …)`, read from the sources without running them.

    A marker counts where it decorates a function, stands in a `pytest.param` or is a module's `pytestmark`; its ids must be
    written out, which is what makes them findable.
    """
    found: dict[str, list[str]] = {}
    for file in sorted(folder.rglob("test_*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"), str(file))
        for row, line in _marks(tree):
            found.setdefault(row, []).append(f"{file.relative_to(folder)}:{line}")
    return found


def _marks(tree: ast.AST) -> Iterator[tuple[str, int]]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not ast.unparse(node.func).endswith("mark.rule"):
            continue
        for argument in node.args:
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                yield argument.value, node.lineno


def _tests_folder() -> Path:
    for folder in (Path.cwd() / "tests", Path(__file__).resolve().parents[3] / "tests"):
        if folder.is_dir():
            return folder
    raise Problem(
        "no folder of tests here",
        "Run this in a checkout of the project, or give --tests DIR.",
        ASKED_WRONGLY,
    )


def _show_coverage(games: list[Game], folder: Path, quiet: bool, as_json: bool) -> None:
    tests = marked_tests(folder)
    failed = False
    for game in games:
        covers = cover(game, tests)
        wrong = [each for each in covers if each.missing]
        failed = failed or bool(wrong)
        for each in wrong if quiet else covers:
            typer.echo(_as_json(each) if as_json else _as_words(each))
        if not as_json:
            without = sum(not each.row.code for each in covers)
            typer.echo(
                f"{game.name}: {len(covers)} rows, {len(covers) - without - sum(each.row.code for each in wrong)} with code and "
                f"a test, {without} that need no code, {len(wrong)} incomplete."
            )
    known = {each.row.id for game in games for each in cover(game, tests)}
    prefixes = {row.split("-")[0] for row in known}
    for row in sorted(set(tests) - known):
        if row.split("-")[0] in prefixes:
            failed = True
            typer.echo(f"{row}: no row of a rulebook, but a test names it ({tests[row][0]})", err=True)
    if failed:
        raise typer.Exit(FAILED)


def _as_json(each: Cover) -> str:
    found = {
        "id": each.row.id,
        "functions": each.functions,
        "tests": each.tests,
        "why_no_code": each.row.why_no_code or None,
        "missing": each.missing or None,
    }
    return json.dumps(found, ensure_ascii=False)


def _as_words(each: Cover) -> str:
    if each.missing:
        return f"{each.row.id}  MISSING {each.missing}: {each.row.text['en']}"
    if not each.row.code:
        return f"{each.row.id}  no code: {each.row.why_no_code}"
    short = ", ".join(name.removeprefix("ludotheque.games.") for name in each.functions)
    return f"{each.row.id}  {short}  ·  {', '.join(each.tests)}"
