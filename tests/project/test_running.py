"""How `make test` runs Python's tests: side by side where that does no harm."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tools import tests as running

ROOT = Path(__file__).resolve().parents[2]


def test_every_test_runs_in_one_of_the_runs_and_only_once() -> None:
    def chosen(*words: str) -> set[str]:
        words = (*words, "--collect-only", "-q", "-p", "no:cacheprovider", "tests/server", "tests/browser")
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *words], cwd=ROOT, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout
        return {line for line in done.stdout.splitlines() if "::" in line}

    marks = [run[run.index("-m") + 1] for run in running.runs([])]
    together, alone = (chosen("-m", mark) for mark in marks)
    assert together
    assert any("tests/browser" in each for each in alone)
    assert any("tests/server" in each for each in alone)
    assert together | alone == chosen()
    assert not together & alone


@pytest.mark.parametrize("words", [["-n", "0"], ["-n0", "-k", "birds"], ["-m", "rule"], ["--dist=no"]])
def test_who_says_how_is_obeyed(words: list[str]) -> None:
    assert running.runs(words) == [words]


def test_what_is_asked_for_goes_to_every_run() -> None:
    assert [run[-2:] for run in running.runs(["-k", "birds"])] == [["-k", "birds"]] * 2


@pytest.mark.parametrize(
    ("codes", "expected"),
    [
        ([0, 0], 0),
        ([0, 1], 1),
        ([1, 0], 1),
        ([5, 0], 0),
        ([0, 5], 0),
        ([5, 1], 1),
        ([5, 5], 5),
        ([5], 5),
        ([2, 1], 2),
    ],
)
def test_one_verdict_is_given_for_all(codes: list[int], expected: int) -> None:
    assert running.verdict(codes) == expected
