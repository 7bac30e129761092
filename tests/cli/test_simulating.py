"""`simulate`: many games between bots."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from ludotheque.core import record
from tests.depth import deep

from .conftest import Run
from .running import variables

ROOT = Path(__file__).resolve().parents[2]


def told(run: Run, *words: object) -> dict[str, Any]:
    done = run("simulate", *words, "--json")
    assert done.exit_code == 0
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_figures_for_a_program(run: Run) -> None:
    found = told(run, "tiny", "--games", 6, "--bots", "greedy,random", "--seed", 3)
    assert (found["game"], found["seats"], found["games"], found["seed"], found["last_seed"]) == (
        "tiny",
        2,
        6,
        3,
        8,
    )
    assert [each["name"] for each in found["by_level"]] == ["greedy", "random"]
    for shares in (found["by_level"], found["by_seat"], found["by_order"]):
        assert sum(each["share"] for each in shares) == pytest.approx(1)
        assert all(each["low"] <= each["share"] <= each["high"] for each in shares)
        assert sum(each["ranks"][0] for each in shares) >= 6
    assert sum(found["endings"].values()) == 6
    assert found["lengths"]["least"] <= found["lengths"]["quantiles"]["0.5"] <= found["lengths"]["most"]


def test_a_game_against_the_clock(run: Run) -> None:
    found = told(run, "banzai", "--games", 1, "--bots", "random,master,easy", "--seed", 1)
    assert (found["seats"], found["games"], sum(found["endings"].values())) == (3, 1, 1)


@pytest.mark.usefixtures("_quick_workers")
def test_figures_do_not_depend_on_the_number_of_workers(run: Run) -> None:
    words = ("tiny", "--games", 8, "--bots", "greedy,random", "--seed", 3)
    one, two = told(run, *words), told(run, *words, "--workers", 2)
    assert {**one, "seconds": 0} == {**two, "seconds": 0}
    assert told(run, "tiny", "--games", 1)["seed"] != told(run, "tiny", "--games", 1)["seed"]


def test_figures_for_a_person_in_both_languages(run: Run) -> None:
    said = {}
    for lang in ("fr", "en"):
        done = run("simulate", "tiny", "-n", 4, "--bots", "greedy,random", "--seed", 3, "--lang", lang)
        assert done.exit_code == 0
        assert "[" not in done.stdout, "words are missing"
        assert done.stderr == ""
        said[lang] = done.stdout
    assert "victoires" in said["fr"]
    assert "50,0\u00a0%" in said["fr"]
    assert "50.0%" in said["en"]
    assert "All rounds are played" in said["en"]


def test_every_game_can_be_kept_and_replayed(run: Run, tmp_path: Path) -> None:
    words = ("simulate", "tiny", "-n", 3, "--bots", "greedy,random", "--seed", 3)
    assert run(*words, "--records", tmp_path / "all.jsonl").exit_code == 0
    assert run("verify", tmp_path / "all.jsonl").exit_code == 0
    games = list(record.split(record.loads((tmp_path / "all.jsonl").read_text(encoding="utf-8"))))
    assert [lines[0]["players"] for lines in games] == [
        ["greedy", "random"],
        ["random", "greedy"],
        ["greedy", "random"],
    ]
    assert run(*words, "--no-rotate", "--records", tmp_path / "folder").exit_code == 0
    files = sorted((tmp_path / "folder").iterdir())
    assert [file.name for file in files] == ["tiny-3.jsonl", "tiny-4.jsonl", "tiny-5.jsonl"]
    heads = [json.loads(file.read_text(encoding="utf-8").splitlines()[0]) for file in files]
    assert {tuple(head["players"]) for head in heads} == {("greedy", "random")}
    assert all(run("verify", file).exit_code == 0 for file in files)


@pytest.mark.parametrize("where", ["precious.txt", "folder"])
def test_no_file_is_replaced_by_records(run: Run, tmp_path: Path, where: str) -> None:
    (tmp_path / "folder").mkdir()
    taken = tmp_path / ("folder/tiny-4.jsonl" if where == "folder" else where)
    taken.write_text("precious", encoding="utf-8")
    done = run("simulate", "tiny", "-n", 3, "--seed", 3, "--records", tmp_path / where)
    assert (done.exit_code, f"{taken} already exists" in done.stderr) == (2, True)
    assert "--records" in done.stderr
    assert taken.read_text(encoding="utf-8") == "precious"
    assert len(list((tmp_path / "folder").iterdir())) == (where == "folder")
    if where == "folder":
        assert run("simulate", "tiny", "-n", 1, "--seed", 5, "--records", tmp_path / where).exit_code == 0


def test_options_and_a_custom_board(run: Run, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(run("components", "tiny").stdout.replace("faces = 6", "faces = 3"), encoding="utf-8")
    found = told(run, "tiny", "-n", 1, "--option", "calm=yes", "--components", own, "--seats", 3)
    assert found["options"] == {"calm": True}
    assert found["seats"] == 3
    assert found["bots"] == ["greedy"] * 3
    assert found["components"] != told(run, "tiny", "-n", 1)["components"]


# -- what is the same again ----------------------------------------------------------------------------------------

SHORT = ROOT / "tests" / "conformance" / "boxes" / "billabong.toml"
DUEL = ("billabong", "-o", "mode=duel", "--components", SHORT, "--bots", "greedy", "--games", 2, "--seed", 1)


def test_repeated_games_get_no_interval_but_a_way_out(run: Run) -> None:
    found = told(run, *DUEL)
    assert found["distinct"] < found["games"] == 2
    shares = [*found["by_level"], *found["by_seat"], *found["by_order"]]
    assert {(each["low"], each["high"]) for each in shares} == {(None, None)}
    for lang, says in (("en", "distinct games: "), ("fr", "parties différentes\u00a0: ")):
        said = run("simulate", *DUEL, "--lang", lang).stdout
        assert f"{says}{found['distinct']} " in said
        assert "--opening-random 4" in said
        assert "--greedy-near 0.01" in said
        assert "100.0%  –" not in said
        assert "[" not in said, "words are missing"


@pytest.mark.parametrize("remedy", [("--opening-random", 4), ("--greedy-near", 0.05)])
def test_the_way_out_leads_out(run: Run, remedy: tuple[object, ...]) -> None:
    found = told(run, *DUEL, *remedy)
    assert found["distinct"] == 2
    assert (found["opening_random"], found["greedy_near"]) in {(4, 0.0), (0, 0.05)}


def test_distinct_games_get_intervals_and_no_warning(run: Run) -> None:
    found = told(run, "tiny", "-n", 4, "--bots", "greedy,random", "--seed", 3)
    assert found["distinct"] == 4
    said = run("simulate", "tiny", "-n", 4, "--bots", "greedy,random", "--seed", 3).stdout
    assert "distinct games: 4 of 4" in said
    assert "--opening-random" not in said


def test_a_match_is_played_again_as_the_output_says(run: Run, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    words = ("simulate", "tiny", "-o", "calm=yes", "--opening-random", 2, "--bots", "greedy,random")
    assert run(*words, "-n", 2, "--seed", 9, "--records", "all.jsonl").exit_code == 0
    said = run(*words, "-n", 2, "--seed", 9).stdout
    (line,) = [line for line in said.splitlines() if "--records game.jsonl" in line]
    _, *again = shlex.split(line[line.index("ludotheque") :])
    assert run(*again).exit_code == 0
    first, _ = record.split(record.loads((tmp_path / "all.jsonl").read_text(encoding="utf-8")))
    (same,) = record.split(record.loads((tmp_path / "game.jsonl").read_text(encoding="utf-8")))
    assert [line.get("text") for line in same] == [line.get("text") for line in first]
    assert run("replay", "game.jsonl").exit_code == 0


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["chess"], 2, "no game “chess”"),
        (["tiny", "--bots", "wizard"], 2, "random, easy, greedy"),
        (["tiny", "--bots", "random,random,random", "--seats", "2"], 2, "3 levels, but there are 2 seats"),
        (["tiny", "--bots", "tests.bots.test_own:first"], 2, "against the clock only the levels"),
        (["tiny", "--seats", "9"], 2, "2 or 3 players"),
        (["tiny", "--option", "calm"], 2, "NAME=VALUE"),
        (["tiny", "--option", "calm=perhaps"], 2, "true or false"),
        (["tiny", "--option", "storm=yes"], 2, "no such option"),
        (["tiny", "--components", "nothing.toml"], 2, "no such component file"),
        (["tiny", "--games", "0"], 2, "games"),
        (["tiny", "--workers", "0"], 2, "workers"),
        (["tiny", "--opening-random", "-1"], 2, "opening-random"),
        (["tiny", "--greedy-near", "2"], 2, "greedy-near"),
    ],
)
def test_wrong_usage_is_reported(run: Run, words: list[str], code: int, says: str) -> None:
    done = run("simulate", *words)
    assert done.exit_code == code
    assert any(one in done.stderr for one in says.split("|")), done.stderr


def test_errors_speak_the_language_asked_for(run: Run) -> None:
    assert "il n’y a pas de jeu" in run("simulate", "chess", "--lang", "fr").stderr
    assert "il faut true ou false" in run("simulate", "tiny", "-o", "calm=3", "--lang", "fr").stderr


@pytest.mark.parametrize(("sent", "code"), [(signal.SIGINT, 130), deep(signal.SIGTERM, 143)])
def test_when_stopped_it_shows_the_games_played(tmp_path: Path, sent: signal.Signals, code: int) -> None:
    kept = tmp_path / "kept"
    command = [
        "simulate",
        "tiny",
        "-n",
        "1000000",
        "--bots",
        "random",
        "-j",
        "2",
        "--seed",
        "1",
        "--records",
        str(kept),
    ]
    with subprocess.Popen(
        [sys.executable, "-m", "ludotheque", *command],
        env=variables(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as program:
        began = time.monotonic()
        while not (kept.is_dir() and len(list(kept.iterdir())) > 3):
            assert program.poll() is None
            assert time.monotonic() - began < 120
            time.sleep(0.05)
        if sent is signal.SIGINT:
            os.killpg(program.pid, sent)  # as a terminal does
        else:
            program.send_signal(sent)
        said, wrong = program.communicate(timeout=60)
    assert program.returncode == code
    assert "of 1000000 games" in said or "sur 1000000" in said
    assert "Traceback" not in wrong
