"""Compiled code comes by itself: what is waited for first, in other processes, and nothing is lost where one is ended."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ludotheque.core import background, kept, warm
from ludotheque.core.background import BEING_MADE, REST, SOMEBODY_WAITS, Background

ROOT = Path(__file__).resolve().parents[2]


def until(so: Callable[[], bool], patience_s: float = 120) -> None:
    end = time.monotonic() + patience_s
    while not so():
        assert time.monotonic() < end, "it does not come"
        time.sleep(0.01)


@pytest.fixture
def cold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder for compiled rules."""
    monkeypatch.setenv("LUDOTHEQUE_CACHE", str(tmp_path))
    kept.folder.cache_clear()
    yield tmp_path
    kept.folder.cache_clear()


@pytest.fixture
def began(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of games whose compiling began. Nothing is compiled: each takes 0.3 s, or for ever where its name says so."""
    done: list[str] = []
    names: list[str] = []

    def command(self: Background, game: str) -> list[str]:
        names.append(game)
        naps = "60" if game == "endless" and names.count(game) == 1 else "0.3"
        return [sys.executable, "-c", f"import time; time.sleep({naps})"]

    monkeypatch.setattr(Background, "command", command)
    monkeypatch.setattr(warm, "mark", lambda game, what="": Path("/nowhere"))
    monkeypatch.setattr(warm, "is_warm", lambda game, what="": False)
    monkeypatch.setattr(warm, "load", lambda game, what="": done.append(game))
    return names


def test_a_game_is_compiled_by_another_process_and_told_twice(cold: Path) -> None:
    told: list[tuple[str, str]] = []
    work = Background(bots=False, told=lambda game: told.append((game, work.status(game))))
    try:
        work.want("tiny", BEING_MADE)
        until(lambda: work.status("tiny") == "ready")
        done, of = work.progress("tiny")
        assert done == of > 0
        assert told == [("tiny", "rules"), ("tiny", "ready")], "its rules first, then what bots need"
        assert warm.is_warm("tiny")
        work.want("chess")
        until(lambda: work.status("chess") == "failed")
        assert "chess" in work.why("chess")
    finally:
        work.close()


def test_what_is_waited_for_comes_first(began: list[str]) -> None:
    work = Background(processes=1)
    try:
        for game, urgency in (("a", REST), ("b", REST), ("c", BEING_MADE), ("d", SOMEBODY_WAITS)):
            work.want(game, urgency)
        until(lambda: all(work.status(game) == "ready" for game in "abcd"))
        assert [game for game in began if game != "a"] == ["d", "c", "b"]
        assert began.index("a") <= began.index("b")
    finally:
        work.close()


def test_what_is_less_urgent_is_set_aside_and_taken_up_again(began: list[str]) -> None:
    work = Background(processes=1)
    try:
        work.want("endless", REST)
        until(lambda: began == ["endless"] and work._works["endless"].process is not None)
        work.want("b", SOMEBODY_WAITS)
        until(lambda: work.status("b") == "ready" and work.status("endless") == "ready", 20)
        assert began == ["endless", "b", "endless"]
        assert work.why("endless") == ""
    finally:
        work.close()


def test_the_end_of_a_program_ends_what_is_compiled_for_it(tmp_path: Path) -> None:
    code = (
        "from ludotheque import Table; import time\n"
        "table = Table('tiny', seed=1)\n"
        "from ludotheque.core import background\n"
        "while (work := background._own._works['tiny']).process is None: time.sleep(0.01)\n"
        "print(work.process.pid, flush=True)\n"
    )
    environment = {**os.environ, "LUDOTHEQUE_CACHE": str(tmp_path), "LUDOTHEQUE_JIT": "1"}
    environment["PYTHONPATH"] = os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests")])
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True, timeout=60
    )
    until(lambda: not Path(f"/proc/{int(done.stdout)}").exists(), 10)
    assert done.stderr == ""


def test_where_somebody_else_sees_to_it_a_table_has_nothing_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "_held", True)
    monkeypatch.setattr(background, "_own", None)
    background.begin("tiny")
    assert background._own is None
