"""Where no room is left on the disk, every command says so with what to do; a run goes on once there is room."""

from __future__ import annotations

import resource
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ludotheque.core import artefact, registry
from ludotheque.lab import balance, matches, tournament, tuning

from .conftest import Run

IMPORTED = (balance, matches, tournament, tuning)
"""What is imported later would be compiled where there is no room, and kept cut off."""

TUNE = "tune nudge --out run --generations 1 --candidates 4 --games 1 --match 2 --simulations 0 --opening-random 8"


@contextmanager
def room(bytes_: int) -> Iterator[None]:
    """No file may grow beyond so many bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (bytes_, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.usefixtures("_nudge")
@pytest.mark.parametrize(
    ("bytes_", "words"),
    [
        (300, "simulate tiny --games 3 --seed 1 --out run"),
        (300, "simulate tiny --games 9 --seed 1 --records run.jsonl"),
        (300, "simulate tiny --games 3 --seed 1 --records run"),
        (900, "tournament tiny --bots easy,random --deals 3 --seed 1 --out run"),
        (9000, "balance tiny --games 2 --out run"),
        (300, TUNE),
    ],
)
def test_a_full_disk_is_reported_with_advice(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bytes_: int, words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    registry.get(words.split()[1])
    with artefact.interpreting():
        with room(bytes_):
            full = run(*words.split(), "--lang", "en")
        assert full.exit_code == 1, full.stdout
        assert "Make room, then run the same command again" in full.stderr
        again = run(*words.split(), "--lang", "en")
    assert again.exit_code == 0, again.stderr
