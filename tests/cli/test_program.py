"""The program as it is typed: help, exit codes, no tracebacks, a quick answer."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import Run

COMMANDS = [
    "serve",
    "play",
    "simulate",
    "compare",
    "compile",
    "verify",
    "replay",
    "rules",
    "components",
    "perft",
    "bench",
    "new-game",
    "site",
]


def test_help_lists_every_command(run: Run) -> None:
    done = run("--help")
    assert done.exit_code == 0
    assert [name for name in COMMANDS if name not in done.stdout] == []
    assert "Exit codes" in done.stdout


def test_without_a_command_help_is_shown(run: Run) -> None:
    done = run()
    assert done.exit_code == 2
    assert (done.stdout.strip(), done.stderr) == (run("--help").stdout.strip(), "")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(run: Run, command: str) -> None:
    done = run(command, "--help")
    assert done.exit_code == 0
    assert "Usage" in done.stdout
    assert "--lang" in done.stdout, "it may be told its language"


@pytest.mark.parametrize("words", [["nonsense"], ["rules", "--nonsense"], ["serve", "--port", "99999"]])
def test_unreadable_usage_exits_with_2(run: Run, words: list[str]) -> None:
    assert run(*words).exit_code == 2


def test_version(run: Run) -> None:
    assert run("--version").stdout.startswith("ludotheque 0.")


def _program(*words: str, **more: object) -> subprocess.CompletedProcess[str]:
    root = Path(__file__).resolve().parents[2]
    environment = {**os.environ, "PYTHONPATH": f"{root / 'src'}{os.pathsep}{root / 'tests'}"}
    command = [sys.executable, "-m", "ludotheque", *words]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=120)


def test_help_loads_neither_server_nor_store() -> None:
    code = "import sys; import ludotheque.cli.main; print(sorted({'starlette', 'uvicorn', 'rich.progress'} & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=_environment()
    )
    assert done.stdout.strip() == "[]"


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2] / "src")}


def test_an_error_of_the_person_shows_no_traceback(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text('{"ludotheque": 1}\n', encoding="utf-8")
    done = _program("verify", str(wrong))
    assert done.returncode == 1
    assert done.stderr.startswith("ludotheque: ")
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_a_reader_that_has_enough_is_no_error() -> None:
    root = Path(__file__).resolve().parents[2]
    environment = {
        **os.environ,
        "PYTHONPATH": f"{root / 'src'}{os.pathsep}{root / 'tests'}",
        "PYTHONUNBUFFERED": "1",
    }
    command = [sys.executable, "-m", "ludotheque", "rules", "tiny"]
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as program:
        assert program.stdout is not None
        program.stdout.close()
        assert program.stderr is not None
        assert "Traceback" not in program.stderr.read()
        assert program.wait(timeout=60) == 0
