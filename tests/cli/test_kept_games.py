"""`simulate --out`: games in Parquet, and a command that goes on where it was interrupted."""

from __future__ import annotations

import json
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ludotheque.lab import read
from tests.depth import deep
from tools.ports import free_port

from .conftest import Run
from .running import LIMIT_S, Patience, variables

TINY = ("simulate", "tiny", "--bots", "greedy,random", "--seed", 3)
OWN = ("simulate", "bantu", "-o", "short=true", "--bots", "patient:patient,random", "-n", 6, "--seed", 3)


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.usefixtures("_quick_workers")
def test_the_rows_are_the_same_with_any_number_of_processes(run: Run, tmp_path: Path) -> None:
    for workers in (1, 2, 3):
        assert run(*TINY, "-n", 12, "-j", workers, "--out", tmp_path / str(workers)).exit_code == 0
    assert files(tmp_path / "1") == files(tmp_path / "2") == files(tmp_path / "3")
    assert len(read(tmp_path / "1").results) == 12


def test_the_same_command_again_plays_nothing_again(run: Run, tmp_path: Path) -> None:
    words = ("simulate", "tiny", "--bots", "greedy,random", "-n", 6, "--out", tmp_path / "run", "--json")
    one, two = (json.loads(run(*words).stdout) for _ in range(2))
    assert one | {"seconds": 0} == two | {"seconds": 0}, "the seed is that of the folder"
    assert one["out"] == str(tmp_path / "run")
    more = json.loads(run(*words, "-n", 8).stdout)
    assert (more["games"], more["seed"]) == (8, one["seed"])
    assert json.loads(run(*words).stdout)["games"] == 6, "as many as were asked for"
    for lang, says in (("en", "8 games were already there."), ("fr", "8 parties y étaient déjà.")):
        said = run(*words[:-1], "-n", 8, "--lang", lang).stdout
        assert says in said
        assert str(tmp_path / "run") in said
        assert "[" not in said


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The games of `OWN`, played without an interruption."""
    place = Patience(tmp_path_factory.mktemp("whole"))
    code, _, wrong = place.here(*OWN, "--out", "run")
    assert code == 0, wrong
    return files(place.folder / "run")


@pytest.mark.parametrize(
    ("sent", "code", "workers"),
    [
        deep(signal.SIGINT, 130, 1),
        deep(signal.SIGTERM, 143, 1),
        deep(signal.SIGKILL, -9, 1),
        deep(signal.SIGINT, 130, 2),
        (signal.SIGKILL, -9, 2),
    ],
)
def test_a_stopped_run_can_be_resumed(
    whole: dict[str, bytes], tmp_path: Path, sent: signal.Signals, code: int, workers: int
) -> None:
    place = Patience(tmp_path / "place", ALONE="60")  # more than in one game
    words = (*OWN, "-j", workers, "--out", "run")
    returned, said, wrong = place.ended_in_the_middle(sent, "run", *words)
    assert returned == code, wrong
    before = read(place.folder / "run").results
    assert 0 < len(before) < 6
    if sent is not signal.SIGKILL:
        assert f"{len(before)} of 6 games" in said
        assert "Run the same command to continue from here." in said
        assert "Traceback" not in wrong
    returned, said, wrong = place.here(*words)
    assert returned == 0, wrong
    assert f"{len(before)} game{'s were' if len(before) > 1 else ' was'} already there." in said
    assert files(place.folder / "run") == whole


def test_without_room_nothing_is_lost(run: Run, tmp_path: Path) -> None:
    """The system lets no file of the program grow beyond 2,000 bytes: as where a disk is full."""
    words = list(map(str, (*TINY, "-n", 30, "--out", tmp_path / "run")))
    done = subprocess.run(
        [sys.executable, "-m", "ludotheque", *words],
        env=variables(),
        capture_output=True,
        text=True,
        timeout=LIMIT_S,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000)),
    )
    assert done.returncode == 1
    assert "no room is left" in done.stderr
    assert "run the same command again" in done.stderr
    assert "Traceback" not in done.stderr
    assert 0 < len(read(tmp_path / "run").results) < 30
    for out in ("run", "whole"):
        assert run(*words[:-1], tmp_path / out).exit_code == 0
    assert files(tmp_path / "run") == files(tmp_path / "whole")


def test_other_settings_are_refused(run: Run, tmp_path: Path) -> None:
    words = (*TINY, "-n", 2, "--out", tmp_path / "run")
    assert run(*words).exit_code == 0
    before = files(tmp_path / "run")
    for other, says in (
        (("--seed", 4), "seed: 3 ≠ 4"),
        (("-o", "calm=yes"), "options: {calm: false} ≠ {calm: true}"),
        (("--bots", "random"), "bots: [greedy, random] ≠ [random, random]"),
        (("--no-rotate",), "rotate: true ≠ false"),
        (("--opening-random", 2), "opening_random: 0 ≠ 2"),
    ):
        done = run(*words, *other)
        assert done.exit_code == 1
        assert says in done.stderr
        assert "name another folder" in done.stderr
        assert files(tmp_path / "run") == before


def test_other_code_of_a_bot_is_refused(tmp_path: Path) -> None:
    place = Patience(tmp_path / "place")
    words = (*OWN, "-n", 1, "--out", "run")
    assert place.here(*words)[0] == 0
    with (place.folder / "patient.py").open("a") as file:
        file.write("# now it plays better\n")
    code, _, wrong = place.here(*words)
    assert code == 1
    assert "code: {patient:patient: " in wrong


@pytest.mark.parametrize(
    "command",
    [
        TINY,
        ("tournament", "tiny", "--bots", "greedy,random"),
        ("balance", "tiny", "--bots", "greedy", "--games", 2),
    ],
)
def test_an_unreachable_cluster_is_reported_with_advice(
    run: Run, tmp_path: Path, command: tuple[object, ...]
) -> None:
    pytest.importorskip("ray", reason='Ray is not installed: pip install "ludotheque[cluster]"')
    for words, code, says in (
        (("--cluster", f"127.0.0.1:{free_port()}"), 1, "ray start --head"),
        (("--cluster", "127.0.0.1:x"), 1, "give HOST:PORT"),
        (("--cluster", "games.example"), 1, "games.example is not the address of a cluster: give HOST:PORT"),
        (("--cluster=games.example",), 1, "give HOST:PORT"),
    ):
        done = run(*command, "--lang", "en", *words, "--out", tmp_path / "run")
        assert (done.exit_code, says in done.stderr) == (code, True), done.stderr
        assert not (tmp_path / "run").exists(), "what was refused leaves nothing"


def test_wrong_usage_is_reported(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for words, code, says in (
        (("--out", tmp_path / "file"), 1, "name a folder"),
        (("--out", tmp_path), 1, "holds other files"),
        (("--out", tmp_path / "run", "--records", tmp_path / "games.jsonl"), 2, "cannot be used together"),
        (("--out", tmp_path / "run", "--seed", 1 << 63), 1, "too large"),
    ):
        done = run("simulate", "tiny", *words)
        assert (done.exit_code, says in done.stderr) == (code, True), done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["file"], "a refusal changes nothing"


def test_without_the_extra_it_says_how_to_get_it(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    for extra, words in (("lab", ("--out", tmp_path / "run")), ("cluster", ("--cluster",))):
        done = run("simulate", "tiny", *words)
        assert done.exit_code == 1
        assert f'pip install "ludotheque[{extra}]"' in done.stderr
    assert not (tmp_path / "run").exists()
