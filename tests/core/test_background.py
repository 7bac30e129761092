"""Compiled code comes by itself: what is waited for first, in other processes, and nothing is lost where one is ended."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from ludotheque import bots
from ludotheque.core import background, cache_folders, code_cache, kernel, warm
from ludotheque.core.background import BEING_MADE, REST, SOMEBODY_WAITS, Background
from tests.depth import deep

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
    cache_folders.folder.cache_clear()
    yield tmp_path
    cache_folders.folder.cache_clear()


@pytest.fixture
def unmarked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A folder with the code of the tiny game, if it is there already, without the marks that it is compiled."""
    marks = [warm.ready_file("tiny", what) for what in (warm.RULES, warm.ALL)]
    house = marks[0].parent.parent
    left_out = shutil.ignore_patterns("ludotheque.games.*", *(mark.name for mark in marks))
    if house.is_dir():
        shutil.copytree(house, tmp_path / house.name, ignore=left_out)
    monkeypatch.setenv("LUDOTHEQUE_CACHE", str(tmp_path))
    cache_folders.folder.cache_clear()
    yield
    cache_folders.folder.cache_clear()


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """What is loaded of which game. Nothing is, but noted here."""
    names: list[tuple[str, str]] = []
    monkeypatch.setattr(warm, "load", lambda game, what: names.append((game, what)))
    monkeypatch.setattr(warm, "is_loaded", lambda game, what: (game, what) in names)
    return names


@pytest.fixture
def began(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, loaded: list[tuple[str, str]]) -> list[str]:
    """Names of games whose compiling began. Nothing is compiled: each takes 0.3 s, or for ever where its name says so."""
    names: list[str] = []

    def command(self: Background, game: str) -> list[str]:
        names.append(game)
        naps = "60" if game == "endless" and names.count(game) == 1 else "0.3"
        code = f"import time; time.sleep({naps}); open({str(tmp_path / game)!r}, 'w')"
        return [sys.executable, "-c", code]

    monkeypatch.setattr(Background, "command", command)
    monkeypatch.setattr(warm, "ready_file", lambda game, what="": tmp_path / game)
    monkeypatch.setattr(warm, "is_warm", lambda game, what="": (tmp_path / game).exists())
    return names


@pytest.mark.parametrize("folder", ["unmarked", deep("cold")])
def test_a_game_is_compiled_by_another_process_and_told_twice(
    folder: str, request: pytest.FixtureRequest
) -> None:
    request.getfixturevalue(folder)
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


def test_what_becomes_urgent_while_a_process_is_started_is_not_waited_with(
    began: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    command = Background.command

    def somebody_comes(self: Background, game: str) -> list[str]:
        self.want("b", SOMEBODY_WAITS)
        return command(self, game)

    monkeypatch.setattr(Background, "command", somebody_comes)
    work = Background(processes=1)
    try:
        work.want("endless", REST)
        until(lambda: work.status("b") == "ready" and work.status("endless") == "ready", 20)
        assert began == ["endless", "b", "endless"]
    finally:
        work.close()


def test_what_is_being_started_when_all_is_closed_is_ended_too(
    began: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    command = Background.command

    def all_is_closed(self: Background, game: str) -> list[str]:
        self.close()
        return command(self, game)

    monkeypatch.setattr(Background, "command", all_is_closed)
    work = Background(processes=1)
    work.want("endless", REST)
    until(lambda: began == ["endless"] and not any(thread.is_alive() for thread in work._threads), 20)


@pytest.mark.parametrize("when", ["ready", "long after"])
def test_a_compiled_game_that_becomes_urgent_is_loaded(
    when: str, began: list[str], loaded: list[tuple[str, str]]
) -> None:
    def told(game: str) -> None:
        if when == work.status(game):  # the last that is done about it while nobody asks for it
            work.want(game, SOMEBODY_WAITS)

    work = Background(processes=1, told=told)
    try:
        work.want("a", REST)
        until(lambda: work.status("a") == "ready")
        if when == "long after":
            until(lambda: not work._queue.running)
            assert loaded == []
            work.want("a", SOMEBODY_WAITS)
        until(lambda: loaded == [("a", warm.ALL)], 10)
        assert began == ["a"]
    finally:
        work.close()


def test_rules_that_are_compiled_when_their_game_becomes_urgent_are_loaded_at_once(
    began: list[str], loaded: list[tuple[str, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = f"""
import json, time
for done in range(100):
    print(json.dumps({{"done": done, "of": 200, "rules": done == 0}}), flush=True)
    time.sleep(0.1)
open({str(tmp_path / "a")!r}, "w")
"""
    monkeypatch.setattr(Background, "command", lambda self, game: [sys.executable, "-c", code])
    monkeypatch.setattr(
        warm, "is_warm", lambda game, what=warm.ALL: what == warm.RULES or (tmp_path / game).exists()
    )
    work = Background(processes=1)
    try:
        work.want("a", REST)
        until(lambda: work.progress("a")[0] > 1)
        assert (work.status("a"), loaded) == ("rules", [])
        work.want("a", SOMEBODY_WAITS)
        until(lambda: loaded == [("a", warm.RULES)], 5)
        assert work.status("a") == "rules"
    finally:
        work.close()


# ------------------------------------------------------------------------------------------- what cannot be compiled


@pytest.fixture
def nothing_loaded(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As in a program that has loaded nothing and waits for no compiler."""
    monkeypatch.setattr(warm, "_loaded", {warm.RULES: set(), warm.ALL: set()})
    kernel.compile_when_called(False)
    yield
    kernel.compile_when_called()


@pytest.mark.parametrize("urgency", [SOMEBODY_WAITS, REST])
@pytest.mark.usefixtures("nothing_loaded")
def test_a_process_that_leaves_nothing_has_failed(
    urgency: int, cold: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Background, "command", lambda self, game: [sys.executable, "-c", ""])
    work = Background()
    try:
        work.want("tiny", urgency)
        until(lambda: work.status("tiny") in ("ready", "failed"))
        assert work.status("tiny") == "failed"
        assert str(cold) in work.why("tiny")
        assert bots.is_hasty("tiny", "greedy")
    finally:
        work.close()


@pytest.mark.usefixtures("nothing_loaded")
def test_where_nothing_can_be_kept_it_is_said_and_nothing_is_compiled(
    cold: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (cold / "a file").write_text("", encoding="utf-8")
    monkeypatch.setenv("LUDOTHEQUE_CACHE", str(cold / "a file"))
    assert warm.load("tiny") == 0
    assert not warm.is_loaded("tiny")
    work = Background()
    try:
        work.want("tiny", SOMEBODY_WAITS)
        until(lambda: work.status("tiny") in ("ready", "failed"))
        assert work.status("tiny") == "failed"
        assert work.progress("tiny") == (0, 0)
        assert "compiled rules cannot be kept in" in work.why("tiny")
        assert str(cold / "a file") in work.why("tiny")
        assert os.strerror(errno.ENOTDIR) in work.why("tiny")
        assert bots.is_hasty("tiny", "greedy")
    finally:
        work.close()


@pytest.mark.usefixtures("nothing_loaded")
def test_a_mark_alone_loads_nothing_and_has_the_game_compiled(
    cold: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    began: list[str] = []

    def command(self: Background, game: str) -> list[str]:
        began.append(game)
        return [sys.executable, "-c", ""]

    monkeypatch.setattr(Background, "command", command)
    for what in (warm.RULES, warm.ALL):
        mark = warm.ready_file("tiny", what)
        assert mark is not None
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.write_text("compiled\n", encoding="ascii")
    assert warm.is_warm("tiny")
    assert warm.load("tiny") == 0
    assert not warm.is_loaded("tiny")
    work = Background()
    try:
        work.want("tiny", SOMEBODY_WAITS)
        until(lambda: work.status("tiny") in ("ready", "failed"))
        assert (began, work.status("tiny")) == (["tiny"], "failed")
    finally:
        work.close()


def test_what_is_compiled_for_another_processor_is_not_there(
    cold: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark = warm.ready_file("tiny")
    assert mark is not None
    mark.parent.mkdir(parents=True)
    mark.write_text("compiled\n", encoding="ascii")
    assert warm.is_warm("tiny")
    monkeypatch.setenv("NUMBA_CPU_NAME", "generic")
    cache_folders.processor.cache_clear()
    assert not warm.is_warm("tiny")
    monkeypatch.delenv("NUMBA_CPU_NAME")
    cache_folders.processor.cache_clear()
    assert warm.is_warm("tiny")


def test_no_mark_is_left_where_something_could_not_be_kept(
    cold: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def steps(game: object) -> Iterator[warm.Step]:
        yield warm.LAST_OF_RULES, lambda: None
        yield "more", lambda: code_cache.save_errors.append("[Errno 28] No space left on device")

    monkeypatch.setattr(warm, "_steps", steps)
    monkeypatch.setattr(code_cache, "save_errors", [])
    assert warm.warm("tiny") == 2
    assert warm.is_warm("tiny", warm.RULES)
    assert not warm.is_warm("tiny")


def _saving(place: Path, stopped: bool) -> Callable[[object], Iterator[warm.Step]]:
    """Steps that each save a file of code; `stopped` in the middle of the last."""

    def save(name: str) -> None:
        (place / "package").mkdir(parents=True, exist_ok=True)
        (place / "package" / name).write_text(name, encoding="ascii")

    def last() -> None:
        save("bot.1.nbc.tmp.0123")
        if stopped:
            raise KeyboardInterrupt
        save("bot.1.nbc")

    def steps(_game: object) -> Iterator[warm.Step]:
        yield "rule", lambda: save("rule.nbi")
        yield warm.LAST_OF_RULES, lambda: save("rule.1.nbc")
        yield "bot", last

    return steps


def test_a_folder_whose_preparation_was_stopped_is_made_whole(
    cold: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark = warm.ready_file("tiny")
    assert mark is not None
    for stopped in (True, False):
        monkeypatch.setattr(warm, "_steps", _saving(mark.parent, stopped))
        with contextlib.suppress(KeyboardInterrupt):
            warm.warm("tiny")
        assert [warm.is_warm("tiny", what) for what in (warm.RULES, warm.ALL)] == [True, not stopped]
    assert mark.read_text() == "compiled\npackage/bot.1.nbc\npackage/rule.1.nbc\npackage/rule.nbi\n"


@pytest.mark.parametrize("fault", ["missing", "empty", "mark torn", "mark empty"])
def test_a_folder_that_lost_something_is_made_anew(
    fault: str, cold: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As by a copy that was interrupted, or by a power cut."""
    mark = warm.ready_file("tiny")
    assert mark is not None
    monkeypatch.setattr(warm, "_steps", _saving(mark.parent, False))
    warm.warm("tiny")
    broken = mark if fault.startswith("mark") else mark.parent / "package" / "rule.1.nbc"
    if fault == "missing":
        broken.unlink()
    else:
        broken.write_text("compiled\npackage/bot.1.n" if fault == "mark torn" else "", encoding="ascii")
    assert not warm.is_warm("tiny")
    assert warm.is_warm("tiny", warm.RULES) == fault.startswith("mark")
    warm.warm("tiny")
    assert warm.is_warm("tiny")


@pytest.mark.deep
@pytest.mark.usefixtures("nothing_loaded")
def test_killed_while_it_compiles_it_leaves_what_the_next_one_completes(cold: Path) -> None:
    environment = {**os.environ, "LUDOTHEQUE_CACHE": str(cold), "LUDOTHEQUE_JIT": "1"}
    environment["PYTHONPATH"] = os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests")])
    command = [sys.executable, "-m", "ludotheque.core.warm", "tiny"]
    pipe = subprocess.PIPE
    for killed in (True, False):
        with subprocess.Popen(command, env=environment, stdin=pipe, stdout=pipe) as process:
            assert process.stdout is not None
            for done, _ in enumerate(process.stdout, 1):
                if killed and done == 5:
                    process.kill()
                    break
        assert warm.is_warm("tiny") != killed
    assert warm.load("tiny") > 5
    assert warm.is_loaded("tiny")


def test_a_program_is_told_once_that_rules_stay_interpreted(tmp_path: Path) -> None:
    (tmp_path / "a file").write_text("", encoding="utf-8")
    code = (
        "from ludotheque import Table; import time\n"
        "tables = [Table('tiny', seed=seed) for seed in (1, 2)]\n"
        "from ludotheque.core import background\n"
        "while background._own.status('tiny') != 'failed': time.sleep(0.01)\n"
        "time.sleep(0.5); Table('tiny', seed=3); time.sleep(0.2)\n"
        "print(background.why('tiny'))\n"
    )
    environment = {**os.environ, "LUDOTHEQUE_CACHE": str(tmp_path / "a file"), "LUDOTHEQUE_JIT": "1"}
    environment["PYTHONPATH"] = os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests")])
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    (said,) = done.stderr.splitlines()
    assert said.startswith("the rules of tiny stay interpreted, and its bots play below their strength: ")
    assert said.endswith(done.stdout.strip())
    assert str(tmp_path / "a file") in said


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
    monkeypatch.setattr(background, "_compiled_elsewhere", True)
    monkeypatch.setattr(background, "_own", None)
    background.begin("tiny")
    assert background._own is None


def test_the_delay_counts_from_the_beginning_and_not_from_what_is_wanted_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [1000.0]
    clock = SimpleNamespace(monotonic=lambda: now[0])
    seen: list[str] = []
    monkeypatch.setattr(background, "time", clock)
    monkeypatch.setattr(Background, "_see_to", lambda self, work: seen.append(work.game))
    late, soon = Background(delay_s=600), Background(delay_s=600)
    late.want("tiny")
    now[0] += 600
    soon.want("tiny")
    until(lambda: seen == ["tiny"], 10)
    late.close()
    soon.close()
    assert seen == ["tiny"]
