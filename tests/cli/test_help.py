"""`--help` in French: everything it says is in the catalogue, and it says it in the language of the environment or of `--lang`."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest

from ludotheque.cli.helping import french, paragraphs
from ludotheque.cli.main import app
from tools import translations

from .conftest import Run

GROUP: Any = app
TITLES = {"Arguments", "Options", "Commands", "Error", "required"}
COMMANDS = {"": GROUP, **GROUP.commands}


def options_of(command: Any) -> list[Any]:
    return list(command.get_params(click.Context(command)))


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


def asked_by_click() -> Iterator[str]:
    """The sentences that click looks up in catalogues."""
    for path in Path(click.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("_", "ngettext"):
                yield from (each.value for each in node.args if isinstance(each, ast.Constant))


def test_all_that_help_says_is_in_french_and_no_french_is_idle() -> None:
    used = TITLES.union(*(({*sentences(each), *given(each)}) for each in COMMANDS.values()))
    assert used - set(french()) == set()
    assert set(french()) - used - set(asked_by_click()) == set()
    assert [english for english, said in french().items() if not said] == []


def test_every_argument_and_option_is_explained() -> None:
    silent = [(name, each.name) for name, command in COMMANDS.items() for each in options_of(command) if not each.help]  # fmt: skip
    assert silent == []


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


def test_help_is_in_the_language_asked_for_and_nothing_else_is(run: Run) -> None:
    first = run("play", "--help").stdout
    assert "Continue a saved game" in first
    for words in ("--lang fr --help", "--help --lang fr", "--help --lang=fr"):
        assert "Continue une partie enregistrée" in run("play", *words.split()).stdout, words
    assert run("play", "--help").stdout == first


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


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("zzz", "La commande 'zzz' n’existe pas."),
        ("benc", "Vouliez-vous dire 'bench'\u202f?"),
        ("play --nonsense", "L’option '--nonsense' n’existe pas."),
        ("play --seats", "L’option '--seats' demande une valeur."),
        ("play --plain=1", "L’option '--plain' ne prend pas de valeur."),
        ("play tiny more", "Argument de trop\u00a0: more"),
        ("play tiny more still", "Arguments de trop\u00a0: more still"),
        ("simulate", "Il manque l’argument 'JEU'."),
        ("perft tiny", "Il manque l’option '--depth'."),
        ("simulate tiny --games x", "Valeur incorrecte pour '--games' / '-n'\u00a0: 'x' n’est pas un nombre qui convient."),
        ("simulate tiny --games 0", "0 n’est pas dans l’intervalle x>=1."),
        ("play --lang de", "Valeur incorrecte pour '--lang'\u00a0: 'de' n’est pas parmi 'fr', 'en'."),
    ],
)  # fmt: skip
def test_usage_errors_are_in_the_language_of_the_environment(
    run: Run, monkeypatch: pytest.MonkeyPatch, words: str, says: str
) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    monkeypatch.setenv("COLUMNS", "1000")
    done = run(*words.split())
    assert done.exit_code == 2
    assert done.stdout == ""
    assert says in done.stderr
    assert "Usage\u00a0: ludotheque" in done.stderr
    assert "-h\u00a0» affiche l’aide." in done.stderr


def test_commands_and_options_are_completed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_LUDOTHEQUE_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", "ludotheque ser")
    monkeypatch.setenv("COMP_CWORD", "1")
    shown = run("--help")
    assert shown.stdout.split() == ["plain,serve"]


def test_bash_completes_once_completion_is_installed(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("SHELL", "/bin/bash")
    monkeypatch.setattr(os, "getppid", lambda: 0)  # no shell runs this test
    (tmp_path / ".bashrc").write_text("alias ours=theirs", encoding="utf-8")
    for _ in range(2):
        assert run("--install-completion").exit_code == 0
    started = (tmp_path / ".bashrc").read_text("utf-8").splitlines()
    assert started == ["alias ours=theirs", f"source '{tmp_path}/.bash_completions/ludotheque.sh'"]
    shown = run("--show-completion").stdout
    assert shown.strip() == (tmp_path / ".bash_completions" / "ludotheque.sh").read_text("utf-8").strip()
    program = tmp_path / "ludotheque"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m ludotheque "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    typed = 'source ~/.bashrc; COMP_WORDS=(ludotheque play --se); COMP_CWORD=2; _ludotheque_completion ludotheque; echo "${COMPREPLY[@]}"'
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "PYTHONPATH": os.pathsep.join(sys.path)}  # fmt: skip
    done = subprocess.run(["bash", "-c", typed], capture_output=True, text=True, env=environment, check=True)
    assert done.stdout.split() == ["--seats", "--seed"]


@pytest.mark.parametrize(
    ("shell", "file", "start"),
    [
        ("zsh", ".zfunc/_ludotheque", ".zshrc"),
        ("fish", ".config/fish/completions/ludotheque.fish", None),
    ],
)
def test_other_shells_find_their_completion_where_they_look(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, shell: str, file: str, start: str | None
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("SHELL", f"/usr/bin/{shell}")
    monkeypatch.setattr(os, "getppid", lambda: 0)
    assert file in "".join(run("--install-completion").stdout.split("\n"))
    assert f"_LUDOTHEQUE_COMPLETE={shell}_complete" in (tmp_path / file).read_text("utf-8")
    assert start is None or "compinit" in (tmp_path / start).read_text("utf-8")


@pytest.mark.parametrize("shell", ["powershell", "pwsh"])
def test_powershell_loads_completion_from_its_profile(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, shell: str
) -> None:
    profile = tmp_path / "documents" / "profile.ps1"
    program = tmp_path / shell
    program.write_text(f"#!/bin/sh\necho {profile}\n", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("SHELL", str(program))
    monkeypatch.setattr(os, "getppid", lambda: 0)
    for _ in range(2):
        assert run("--install-completion").exit_code == 0
    assert profile.read_text("utf-8").count("Register-ArgumentCompleter") == 1


@pytest.fixture
def in_bash(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The home of somebody who uses Bash."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("SHELL", "/bin/bash")
    monkeypatch.setattr(os, "getppid", lambda: 0)
    return tmp_path / "home"


def test_an_unwritable_home_is_reported(run: Run, in_bash: Path) -> None:
    in_bash.write_text("no folder", encoding="utf-8")
    done = run("--install-completion")
    assert done.exit_code == 1
    assert done.stderr.startswith(f"ludotheque: {in_bash}")
    assert "permissions" in done.stderr


def test_completion_leaves_every_byte_of_a_start_file(run: Run, in_bash: Path) -> None:
    in_bash.mkdir()
    start = in_bash / ".bashrc"
    start.write_bytes(b"# caf\xe9\r\n")
    for _ in range(2):
        assert run("--install-completion").exit_code == 0
    sourced = f"source '{in_bash}/.bash_completions/ludotheque.sh'"
    assert start.read_bytes() == b"# caf\xe9\r\n" + f"\n{sourced}\n".encode()


@pytest.mark.parametrize("answer", ["exit 1", "echo"])
def test_a_powershell_without_a_profile_is_reported(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, answer: str
) -> None:
    program = tmp_path / "pwsh"
    program.write_text(f"#!/bin/sh\n{answer}\n", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("SHELL", str(program))
    monkeypatch.setattr(os, "getppid", lambda: 0)
    done = run("--install-completion")
    assert done.exit_code == 1
    assert done.stderr.startswith("ludotheque: No start file was found for pwsh.\n")
    assert "--show-completion" in done.stderr
