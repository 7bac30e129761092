"""`--help` in French: everything it says is in the catalogue, and it says it in the language of the environment or of `--lang`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import typer
from typer import rich_utils
from typer.main import get_command

from ludotheque.cli.helping import TITLES, USAGE, french, paragraphs
from ludotheque.cli.main import app
from tools import translations

from .conftest import Run

GROUP: Any = get_command(app)
COMMANDS = {"": GROUP, **GROUP.commands}


def options_of(command: Any) -> list[Any]:
    return list(command.get_params(typer.Context(command)))


def sentences(command: Any) -> Iterator[str]:
    """Every paragraph that the help of a command shows."""
    said = [command.help, command.epilog, *(each.help for each in options_of(command))]
    for text in said:
        yield from paragraphs(text) if text else ()


def given(command: Any) -> Iterator[str]:
    """The words for what is to be given."""
    yield from (each.metavar for each in options_of(command) if each.metavar)
    if command is GROUP:
        yield command.subcommand_metavar


def test_all_that_help_says_is_in_french_and_no_french_is_idle() -> None:
    titles = {USAGE, *(getattr(rich_utils, name) for name in TITLES)}
    used = titles.union(*(({*sentences(each), *given(each)}) for each in COMMANDS.values()))
    assert used - set(french()) == set()
    assert set(french()) - used == set()
    assert [english for english, said in french().items() if not said] == []


def test_the_french_of_help_is_spaced_as_french_is() -> None:
    assert list(translations.badly_spaced(french())) == []


@pytest.mark.parametrize("name", COMMANDS)
def test_help_is_french_where_the_environment_is(
    run: Run, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    monkeypatch.setenv("COLUMNS", "1000")
    shown = " ".join(run(*name.split(), "--help").stdout.split())
    for english in sentences(COMMANDS[name]):
        assert " ".join(french()[english].split()) in shown
        assert english == french()[english] or english not in shown
    assert "Usage : ludotheque" in shown
    assert "default" not in shown
    assert "Show this message" not in shown


def test_the_language_asked_for_is_that_of_the_help_and_of_that_help_alone(run: Run) -> None:
    first, french_help, again = (
        run("play", "--help"),
        run("play", "--lang", "fr", "--help"),
        run("play", "--help"),
    )
    assert "Continue a saved game" in first.stdout
    assert "Continue une partie enregistrée" in french_help.stdout
    assert again.stdout == first.stdout


def test_a_default_that_the_help_says_is_not_shown_twice(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "1000")
    for name in COMMANDS:
        lines = run(*name.split(), "--help").stdout.splitlines()
        assert [line for line in lines if "Default:" in line and "[default:" in line] == []


@pytest.mark.parametrize("language", ["en_GB.UTF-8", "fr_FR.UTF-8"])
def test_nothing_of_help_is_cut_in_a_terminal_of_80_columns(
    run: Run, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.setenv("LC_ALL", language)
    monkeypatch.setenv("COLUMNS", "80")
    for name, command in COMMANDS.items():
        shown = run(*name.split(), "--help").stdout
        assert max(map(len, shown.splitlines())) <= 80
        words = set(
            shown.replace("│", " ")
            .replace("[", " ")
            .replace("]", " ")
            .replace(";", " ")
            .replace(",", " ")
            .split()
        )
        for option in options_of(command):
            switches = {each for each in (*option.opts, *option.secondary_opts) if each.startswith("-")}
            assert switches <= words, name
            named = getattr(option, "envvar", None) or ()
            assert {named} if isinstance(named, str) else set(named) <= words, name
        if name:
            assert ("default:" in shown or "env var:" in shown) <= (language[:2] == "en")


def test_commands_and_options_are_completed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_LUDOTHEQUE_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", "ludotheque ser")
    monkeypatch.setenv("COMP_CWORD", "1")
    shown = run("--help")
    assert shown.stdout.split() == ["serve"]
