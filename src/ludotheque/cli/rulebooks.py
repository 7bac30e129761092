"""`rules`: a game's rulebook in our words, and what of it has code and a test."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludotheque.cli.errors import ASKED_WRONGLY, FAILED, Problem
from ludotheque.cli.options import AsJson, Language

if TYPE_CHECKING:
    from ludotheque.core.game import Game
    from ludotheque.testing.coverage import Cover


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
        games = [registry.get(game)] if game else list(registry.installed_games().values())
        _show_coverage(games, tests, quiet, as_json)
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


def _show_coverage(games: list[Game], given: Path | None, quiet: bool, as_json: bool) -> None:
    """Each game's rows with their code and tests; where all games are asked for, those without tests here are left out."""
    from ludotheque.testing.coverage import cover, folder_of_tests, marked_tests

    found: dict[Path, dict[str, list[str]]] = {}
    failed, known = False, set()
    for game in games:
        folder = given or folder_of_tests(game)
        if folder is None:
            _no_tests(game, alone=len(games) == 1)
            continue
        if folder not in found:
            found[folder] = marked_tests(folder)
        covers = cover(game, found[folder])
        known |= {each.row.id for each in covers}
        wrong = [each for each in covers if each.missing]
        failed = failed or bool(wrong)
        for each in wrong if quiet else covers:
            typer.echo(_as_json(each) if as_json else _as_words(each))
        if not as_json:
            _sum_up(game, covers, wrong)
    prefixes = {row.split("-")[0] for row in known}
    for row, places in sorted(
        {row: places for tests in found.values() for row, places in tests.items()}.items()
    ):
        if row not in known and row.split("-")[0] in prefixes:
            failed = True
            typer.echo(f"{row}: no row of a rulebook, but a test names it ({places[0]})", err=True)
    if failed:
        raise typer.Exit(FAILED)


def _no_tests(game: Game, *, alone: bool) -> None:
    if alone:
        raise Problem(
            f"no folder of tests of {game.name} was found",
            "Run this in the folder of its project, or give --tests DIR.",
            ASKED_WRONGLY,
        )
    typer.echo(f"{game.name}: its tests are not here, so it is left out.", err=True)


def _sum_up(game: Game, covers: list[Cover], wrong: list[Cover]) -> None:
    without = sum(not each.row.code for each in covers)
    complete = len(covers) - without - sum(each.row.code for each in wrong)
    typer.echo(
        f"{game.name}: {len(covers)} rows, {complete} with code and a test, {without} that need no code, "
        f"{len(wrong)} incomplete."
    )


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
