"""`tournament`: bots meet each other, and are rated."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest
from pyarrow import parquet

from ludotheque.lab import read
from tests.depth import deep

from .conftest import Run
from .running import Patience

SHORT = Path(__file__).resolve().parents[1] / "conformance" / "boxes" / "billabong.toml"
TINY = ("tournament", "tiny", "--bots", "greedy,easy,random", "--seed", 3)


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_figures_for_a_program(run: Run) -> None:
    found = json.loads(run(*TINY, "--deals", 3, "--json").stdout)
    assert (found["kind"], found["rounds"], found["games"], found["asked"]) == ("round-robin", 1, 18, 18)
    assert (found["deals"], found["distinct"]) == (9, 9)
    assert {each["bot"] for each in found["table"]} == {"greedy", "easy", "random"}
    assert all(each["low"] < each["rating"] < each["high"] for each in found["table"])
    assert [row[index] for index, row in enumerate(found["cross"])] == [None] * 3
    assert found["cross"][0][1]["games"] == 6


def test_figures_for_a_person_in_both_languages(run: Run) -> None:
    said = {lang: run(*TINY, "--deals", 3, "--lang", lang).stdout for lang in ("fr", "en")}
    assert not [text for text in said.values() if "[" in text], "words are missing"
    for says in ("round robin", "distinct deals: 9 of 9", "rating", "95% interval", "ahead of"):
        assert says in said["en"]
    for says in ("chacun contre tous", "donnes différentes", "cote", "devant"):
        assert says in said["fr"]
    rows = [line.split()[:2] for line in said["en"].splitlines() if line[:1].isdecimal()]
    assert [place for place, _ in rows[:6]] == ["1", "2", "3"] * 2
    assert [bot for _, bot in rows[:3]] == [bot for _, bot in rows[3:6]]


def test_a_swiss_tournament_at_tables_of_three(run: Run) -> None:
    words = ("tournament", "tiny", "--bots", "random,easy,greedy,steady,strong,master", "--kind", "swiss")
    found = json.loads(run(*words, "--seats", 3, "--deals", 2, "--seed", 1, "--json").stdout)
    assert (found["rounds"], found["games"]) == (3, 3 * 2 * 2 * 3)
    assert {each["games"] for each in found["table"]} == {18}


def test_bots_against_the_clock(run: Run) -> None:
    words = ("tournament", "banzai", "--bots", "random,easy,master", "--deals", 1, "--seed", 1, "--json")
    found = json.loads(run(*words).stdout)
    assert (found["seats"], found["games"]) == (3, 3)


def test_repeated_deals_get_no_interval_but_a_way_out(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "stubborn.py").write_text(
        "def first(sight):\n    return sight.actions[0]\ndef last(sight):\n    return sight.actions[-1]\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    duel = ("tournament", "billabong", "-o", "mode=duel", "--components", SHORT, "--seed", 1, "--deals", 3)
    done = run(*duel, "--bots", "stubborn:first,stubborn:last", "--lang", "en")
    assert done.exit_code == 0, done.stderr
    assert "Some deals repeat" in done.stdout
    assert "--opening-random 4" in done.stdout
    assert "—" in done.stdout


@pytest.mark.usefixtures("_quick_workers")
def test_it_is_the_same_with_any_number_of_processes(run: Run, tmp_path: Path) -> None:
    for workers in (1, 2, 3):
        words = (*TINY, "--kind", "swiss", "--deals", 2, "-j", workers, "--out", tmp_path / str(workers))
        assert run(*words).exit_code == 0
    assert files(tmp_path / "1") == files(tmp_path / "2") == files(tmp_path / "3")


def test_every_game_is_a_row(run: Run, tmp_path: Path) -> None:
    assert run(*TINY, "--deals", 2, "--rounds", 2, "--out", tmp_path / "run").exit_code == 0
    table = parquet.read_table(tmp_path / "run").to_pydict()
    assert table["round"] == [0] * 12 + [1] * 12
    assert table["meeting"][:12] == [0] * 4 + [1] * 4 + [2] * 4
    assert table["deal"][:4] == [0, 0, 1, 1]
    assert table["bots"][:2] == [["greedy", "easy"], ["easy", "greedy"]]
    assert table["seed"][:4] == [3, 3, 4, 4]
    more = json.loads(run(*TINY, "--deals", 2, "--rounds", 3, "--out", tmp_path / "run", "--json").stdout)
    assert more["games"] == 36
    assert json.loads(run(*TINY, "--deals", 2, "--out", tmp_path / "run", "--json").stdout)["games"] == 12


@pytest.mark.parametrize(("sent", "code"), [deep(signal.SIGTERM, 143), (signal.SIGKILL, -9)])
def test_a_stopped_run_can_be_resumed(tmp_path: Path, sent: signal.Signals, code: int) -> None:
    place = Patience(tmp_path / "place", ALONE="60")  # more than in one game
    words = ("tournament", "bantu", "-o", "short=true", "--bots", "patient:patient,random,easy", "--kind", "swiss",
             "--rounds", 4, "--deals", 1, "--seed", 3)  # fmt: skip
    returned, _, wrong = place.ended_in_the_middle(sent, "run", *words, "--out", "run")
    assert returned == code, wrong
    before = len(read(place.folder / "run").results)
    assert 0 < before < 8
    returned, said, wrong = place.here(*words, "--out", "run")
    assert returned == 0, wrong
    assert f"{before} game" in said
    assert place.here(*words, "--out", "whole")[0] == 0
    assert files(place.folder / "run") == files(place.folder / "whole")


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["chess", "--bots", "random,easy"], 2, "no game “chess”"),
        (["tiny"], 2, "--bots"),
        (["tiny", "--bots", "random,wizard"], 2, "random, easy, greedy"),
        (["tiny", "--bots", "random,nowhere:bot"], 2, "cannot play"),
        (["tiny", "--bots", "random,tests.bots.test_own:first"], 2, "against the clock only the levels"),
        (["tiny", "--bots", "random,random"], 2, "named twice"),
        (["tiny", "--bots", "random"], 2, "name more bots"),
        (["tiny", "--bots", "random,easy,greedy", "--seats", "9"], 2, "fewer --seats"),
        (["tiny", "--bots", "random,easy,greedy,steady", "--seats", "4"], 2, "2 or 3 players"),
        (["tiny", "--bots", "random,easy", "--seats", "1"], 2, "at least two seats"),
        (["tiny", "--bots", "random,easy", "--kind", "cup"], 2, "round-robin"),
        (["tiny", "--bots", "random,easy", "--rounds", "0"], 2, "rounds"),
        (["tiny", "--bots", "random,easy", "--deals", "0"], 2, "deals"),
        (["tiny", "--bots", "random,easy", "-o", "calm=perhaps"], 2, "true or false"),
        (["tiny", "--bots", "random,easy", "--cluster", "127.0.0.1:x"], 1, "give HOST:PORT"),
    ],
)
def test_wrong_usage_is_reported(run: Run, words: list[str], code: int, says: str) -> None:
    done = run("tournament", *words, "--lang", "en") if "chess" not in words else run("tournament", *words)
    assert (done.exit_code, says in done.stderr) == (code, True), done.stderr


def test_the_folder_of_a_simulation_is_refused(run: Run, tmp_path: Path) -> None:
    assert run("simulate", "tiny", "-n", 2, "--seed", 3, "--out", tmp_path / "run").exit_code == 0
    before = files(tmp_path / "run")
    done = run(*TINY, "--out", tmp_path / "run")
    assert done.exit_code == 1
    assert "kind: simulate ≠ tournament" in done.stderr
    assert files(tmp_path / "run") == before
