"""`rules`: shows a game's rulebook in our words, searches it, or shows which rows have code and a test. `components`: its box."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from ludotheque.cli.errors import ASKED_WRONGLY, FAILED, Problem, read_text
from ludotheque.cli.helping import language
from ludotheque.cli.options import Argument, AsJson, GameName, Option, report
from ludotheque.core.message import Message
from ludotheque.core.output import say, say_data, visible

if TYPE_CHECKING:
    from ludotheque.cli.words import Words
    from ludotheque.core.game import Game
    from ludotheque.core.rulebook import Row
    from ludotheque.testing.coverage import Cover


def rules(
    game: Annotated[str | None, Argument("GAME")] = None,
    search: Annotated[tuple[str, ...], Argument("WORD")] = (),
    easy: bool = False,
    coverage: bool = False,
    tests: Annotated[Path | None, Option(metavar="DIR")] = None,
    quiet: Annotated[bool, Option("-q")] = False,
    as_json: AsJson = False,
) -> None:
    """Show or search a game's rulebook, row by row, with its rulings.

    For example, `ludotheque rules billabong who begins` answers that question, and `ludotheque rules billabong arrivee --lang fr` also
    finds “arrivée”. The rows that fit best come first. If nothing is found, the exit code is 1.

    Options:
        game: Name of a game, for example billabong. Not needed with --coverage.
        search: Words of a question: show only the rows that answer it. Accents, capitals, endings and a wrong letter do not matter.
        easy: Show each row in sentences that are easy to read.
        coverage: Show the code and the tests of every row; fail if any is missing.
        tests: Folder of the tests, for --coverage.
        quiet: With --coverage: show only what is missing, and totals.
    """
    from ludotheque.cli.words import Words
    from ludotheque.core import registry

    words = Words()
    if coverage and search:
        raise Problem(Message("cli.rules.both"), Message("cli.rules.both.next"), ASKED_WRONGLY)
    if coverage:
        games = [registry.get(game)] if game else list(registry.installed_games().values())
        _show_coverage(games, tests, quiet, as_json, words)
    elif game is None:
        known = ", ".join(registry.names())
        raise Problem(
            Message("cli.rules.whose"), Message("cli.rules.whose.next", {"known": known}), ASKED_WRONGLY
        )
    else:
        _show_rows(*_found(registry.get(game), search, language(), words), as_json, easy, words)


def _found(
    game: Game, search: Sequence[str], language: str, words: Words
) -> tuple[list[Row], Mapping[str, Sequence[str]]]:
    """The rows to show, and the words to mark in each. Raises `Problem` if none fits, with what to try."""
    from ludotheque.core import rule_search, rulebook

    rows, often = rulebook.rows(game), rulebook.questions(game)
    if not search:
        return list(rows), {}
    question = " ".join(search)
    answer = rule_search.find(rows, question, language, often)
    if answer.rows:
        if not answer.sure:
            say(words("cli.rules.maybe"), err=True)
        by_id = {row.id: row for row in rows}
        return [by_id[each.id] for each in answer.rows], {each.id: each.words for each in answer.rows}
    other = "en" if language == "fr" else "fr"
    there = len(rule_search.find(rows, question, other, often).rows)
    next_step = Message("cli.rules.nothing.other", {"n": there, "lang": other}) if there else (
        Message("cli.rules.nothing.next", {"game": game.name})
    )  # fmt: skip
    said = {"game": Message(f"{game.name}.title"), "words": question}
    tried = [words.of(next_step)]
    if answer.near:
        tried.append(words("cli.rules.near", words=", ".join(answer.near)))
    if answer.related:
        tried.append(words("cli.rules.related", rows=", ".join(each.id for each in answer.related)))
    terms = [each.text[language] for each in rulebook.terms(game)]
    if terms and not there:
        tried.append(words("cli.rules.terms", words=", ".join(terms)))
    raise Problem(Message("cli.rules.nothing", said), " ".join(tried), FAILED)


def _show_rows(
    rows: Iterable[Row], found: Mapping[str, Sequence[str]], as_json: bool, easy: bool, words: Words
) -> None:
    paragraph, language = "", words.language
    for row in rows:
        ruling = row.ruling.get(language, "")
        if row.reconstructed and not as_json:
            ruling = words("cli.rules.reconstructed", ruling=ruling)
        if as_json:
            shown = {
                "id": row.id,
                "paragraph": row.heading[language],
                "text": row.text[language],
                "easy": row.easy.get(language),
                "ruling": ruling or None,
                "reconstructed": row.reconstructed,
            }
            say_data(shown | ({"found": list(found[row.id])} if found else {}))
            continue
        if row.heading[language] != paragraph:
            say(f"\n{row.heading[language]}" if paragraph else row.heading[language])
            paragraph = row.heading[language]
        simple = row.easy.get(language) if easy else None
        marked = found.get(row.id, ())
        _say(f"  {row.id}  ", simple or row.text[language], marked)
        if ruling and not simple:
            _say(f"  {' ' * len(row.id)}  → ", ruling, marked)


def _say(before: str, text: str, marked: Sequence[str]) -> None:
    """A line, in a terminal with its found words in bold."""
    if not (marked and sys.stdout.isatty()):
        say(before + text)
        return
    from rich.console import Console
    from rich.text import Text

    line = Text(visible(text))
    line.highlight_words(marked, "bold")
    Console(highlight=False, soft_wrap=True).print(Text(before) + line)


# ---------------------------------------------------------------------------------------------------- coverage


def _show_coverage(games: list[Game], given: Path | None, quiet: bool, as_json: bool, words: Words) -> None:
    """Each game's rows with their code and tests. If all games are asked for, those without tests here are left out."""
    from ludotheque.testing.coverage import cover, folder_of_tests, marked_tests

    found: dict[Path, dict[str, list[str]]] = {}
    failed, known = False, set()
    for game in games:
        folder = given or folder_of_tests(game)
        if folder is None:
            _no_tests(game, words, alone=len(games) == 1)
            continue
        if folder not in found:
            found[folder] = marked_tests(folder)
        covers = cover(game, found[folder])
        known |= {each.row.id for each in covers}
        wrong = [each for each in covers if each.missing]
        failed = failed or bool(wrong)
        for each in wrong if quiet else covers:
            if as_json:
                say_data(_as_json(each))
            else:
                say(_as_words(each, words))
        if not as_json:
            _sum_up(game, covers, wrong, words)
    prefixes = {row.split("-")[0] for row in known}
    for row, places in sorted(
        {row: places for tests in found.values() for row, places in tests.items()}.items()
    ):
        if row not in known and row.split("-")[0] in prefixes:
            failed = True
            say(words("cli.rules.no_row", row=row, place=places[0]), err=True)
    if failed:
        raise SystemExit(FAILED)


def _no_tests(game: Game, words: Words, *, alone: bool) -> None:
    if alone:
        raise Problem(
            Message("cli.rules.no_tests", {"game": game.name}),
            Message("cli.rules.no_tests.next"),
            ASKED_WRONGLY,
        )
    say(words("cli.rules.left_out", game=game.name), err=True)


def _sum_up(game: Game, covers: list[Cover], wrong: list[Cover], words: Words) -> None:
    without = sum(not each.row.code for each in covers)
    complete = len(covers) - without - sum(each.row.code for each in wrong)
    counts = {"n": len(covers), "complete": complete, "without": without, "wrong": len(wrong)}
    say(words("cli.rules.sum", game=game.name, **counts))


def _as_json(each: Cover) -> dict[str, Any]:
    return {
        "id": each.row.id,
        "functions": each.functions,
        "tests": each.tests,
        "why_no_code": each.row.why_no_code or None,
        "missing": each.missing or None,
    }


def _as_words(each: Cover, words: Words) -> str:
    if each.missing:
        what = words(f"cli.rules.missing.{each.missing.replace(' ', '_')}")
        return f"{each.row.id}  {what}: {each.row.text[words.language]}"
    if not each.row.code:
        return f"{each.row.id}  {words('cli.rules.no_code')}: {each.row.why_no_code}"
    short = ", ".join(name.removeprefix("ludotheque.games.") for name in each.functions)
    return f"{each.row.id}  {short}  ·  {', '.join(each.tests)}"


# ------------------------------------------------------------------------------------------------------- the box


def components(
    game: GameName,
    check: Annotated[Path | None, Option(metavar="FILE")] = None,
    as_json: AsJson = False,
) -> None:
    """Show a game's component file, or check one of your own.

    To make your own, save what the command prints in a file, change it, then check it with --check.

    Options:
        check: Check this component file instead of showing the printed one.
    """
    from ludotheque.cli.words import Words
    from ludotheque.core import components as boxes
    from ludotheque.core import registry
    from ludotheque.core.errors import BadComponents

    found, words = registry.get(game), Words()
    if check is None:
        printed = boxes.printed_file(found).decode()
        report(boxes.printed(found) if as_json else printed, (), as_json=True)
        return
    text = read_text(check, "components")
    try:
        box = boxes.load(found, boxes.read_toml(text))
    except BadComponents as error:
        if as_json:
            report({"ok": False, "field": error.field, "why": error.why}, (), as_json, FAILED)
        raise Problem(
            Message("cli.components.bad", {"path": str(check), "why": words.refusal(error)}),
            Message("cli.components.bad.next", {"game": game}),
        ) from error
    key = "cli.components.printed" if box.data is None else "cli.components.good"
    said = words(key, path=str(check), digest=box.digest)
    report({"ok": True, "digest": box.digest}, [said], as_json)
