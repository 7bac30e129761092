"""`tune`: it goes on where it was ended, says what it found in both languages, and refuses what it cannot do."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from ludotheque.cli.main import app
from ludotheque.core import artefact
from ludotheque.lab.tuning import BETTER, TUNED
from tests.depth import deep

from .conftest import Run
from .running import until, variables

PROGRAM = """
import sys
import nudge
from ludotheque.__main__ import main
from ludotheque.core import registry
registry._games["nudge"] = nudge.GAME
sys.exit(main())
"""
WORDS = ("tune", "nudge", "--generations", 3, "--candidates", 4, "--games", 6, "--match", 20, "--simulations", 0,
         "--opening-random", 8, "--seed", 3)  # fmt: skip


def start(*words: object) -> subprocess.Popen[str]:
    """Start `ludotheque …`, which knows the game of the tests."""
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *map(str, words)],
        env=variables(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def run_through(*words: object) -> str:
    with artefact.interpreting():
        done = CliRunner().invoke(app, [*map(str, words)], env={"COLUMNS": "120"})
    assert done.exit_code == 0, done.output
    return done.stdout


def files(folder: Path) -> dict[str, bytes]:
    """The files of a folder, but for the day on which it was begun."""
    return {path.name: re.sub(rb'"\d{4}-\d\d-\d\d"', b"", path.read_bytes()) for path in folder.iterdir()}


@pytest.fixture(scope="module")
def whole(_nudge: None, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The folder and the output of a tuning that nobody ended early."""
    folder = tmp_path_factory.mktemp("tuned") / "whole"
    return folder, run_through(*WORDS, "--out", folder, "--lang", "en")


def test_it_reports_its_findings(whole: tuple[Path, str]) -> None:
    folder, said = whole
    assert "generation 3 of 3" in said
    assert "found: bold" in said
    assert "95% interval" in said
    assert f"They are better. They are in {folder / BETTER}." in said
    assert json.loads((folder / BETTER).read_text())["record"]["result"]["better"]


def test_it_reports_in_french_and_as_json(whole: tuple[Path, str]) -> None:
    said = run_through(*WORDS, "--out", whole[0], "--lang", "fr")
    for part in (
        "Le réglage reprend",
        "génération 3 sur 3",
        "trouvé",
        "intervalle à 95",
        "Ils sont meilleurs",
    ):
        assert part in said
    lines = [json.loads(line) for line in run_through(*WORDS, "--out", whole[0], "--json").splitlines()]
    assert [line["generation"] for line in lines[:3]] == [1, 2, 3]
    assert lines[3]["weights"] == json.loads((whole[0] / TUNED).read_text())["weights"]


@pytest.mark.parametrize(
    ("sent", "code"), [deep(signal.SIGTERM, 143), (signal.SIGINT, 130), deep(signal.SIGKILL, -9)]
)
def test_ended_in_the_middle_it_continues(
    whole: tuple[Path, str], tmp_path: Path, sent: signal.Signals, code: int
) -> None:
    folder = tmp_path / "run"
    lines = folder / "candidates.jsonl"
    program = start(*WORDS, "--out", folder, "--lang", "en")
    try:
        until(lambda: lines.exists() and lines.read_bytes().count(b"\n") >= 2, program)
        program.send_signal(sent)
        said, wrong = program.communicate(timeout=120)
    finally:
        if program.poll() is None:
            os.killpg(program.pid, signal.SIGKILL)
            program.communicate()
    assert program.returncode == code, wrong
    if sent is not signal.SIGKILL:
        assert "Stopped. Run the same command to continue." in said
    assert not (folder / TUNED).exists()
    assert "Tuning goes on" in run_through(*WORDS, "--out", folder, "--lang", "en")
    assert files(folder) == files(whole[0])


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["chess"], 2, "no game “chess”"),
        (["banzai"], 1, "play by reflexes"),
        (["bantu", "--candidates", "2"], 2, "'--candidates': 2 is not in the range x>=4."),
        (["bantu", "--simulations", "-1"], 2, "'--simulations': -1 is not in the range x>=0."),
        (["bantu", "--generations", "0"], 2, "Invalid value for '--generations'"),
        (["bantu", "--games", "0"], 2, "Invalid value for '--games' / '-n'"),
        (["bantu", "--match", "1"], 2, "Invalid value for '--match'"),
        (["bantu", "--seed", "9999999999"], 1, "from 0 to 2147483647"),
        (["bantu", "--seats", "9"], 2, "2, 3 or 4 players"),
        (["bantu", "-o", "short=perhaps"], 2, "true or false"),
        (["bantu", "--start", "none.json"], 1, "none.json cannot be read"),
    ],
)
def test_wrong_usage_is_reported(run: Run, tmp_path: Path, words: list[str], code: int, says: str) -> None:
    done = run("tune", *words, "--out", tmp_path / "run")
    assert (done.exit_code, says in done.stderr) == (code, True), done.stderr
    assert not (tmp_path / "run").exists()


def test_a_foreign_folder_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mia.txt").write_text("hello")
    done = run("tune", "bantu", "--out", tmp_path)
    assert (done.exit_code, "holds other files" in done.stderr) == (1, True), done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["mia.txt"]
