"""`bench`: what it prints; how fast games are is no matter of tests."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ludotheque.cli import gate, measuring, vectors
from ludotheque.cli.stopping import Terminated
from ludotheque.core import artefact, registry
from ludotheque.lab import speed
from tests.depth import deep

from .conftest import Run

WAYS = {
    "tiny": [(2, {}), (3, {})],
    "billabong": [(2, {"mode": "two-teams"}), (2, {"mode": "duel"}), (3, {}), (4, {})],
}


@pytest.mark.parametrize("game", ["tiny", deep("billabong")])
def test_rows_for_a_program(run: Run, game: str) -> None:
    done = run("bench", game, "--seconds", 0.001, "--json")
    assert done.exit_code == 0
    found = json.loads(done.stdout)
    assert {row["rules"] for row in found["rows"]} == {"compiled"}
    for work in ("uniform random", "greedy", "table", "scene"):
        rows = [row for row in found["rows"] if row["work"] == work]
        assert [(row["seats"], row["options"]) for row in rows] == WAYS[game]
        for row in rows:
            assert row["game"] == game
            assert row["moves_per_s"] > 0
            if work in ("uniform random", "greedy"):
                assert row["destinations_per_s"] >= row["moves_per_s"] > row["playouts_per_s"] >= 0
                assert row["interpreted_moves_per_s"] > 0
                assert row["times_interpreted"] > 0


def test_a_cap_cuts_games_short(run: Run) -> None:
    done = run("bench", "tiny", "--seconds", 0.02, "--cap", 2, "--no-interpreted", "--json")
    rows = [row for row in json.loads(done.stdout)["rows"] if "cap" in row]
    assert all(row["cap"] == 2 and row["capped"] == row["games"] for row in rows)
    assert any(row["games"] for row in rows)
    assert "times_interpreted" not in rows[0]


def test_lines_for_a_person_in_both_languages(run: Run) -> None:
    for lang, word in (("fr", "coups/s"), ("en", "moves/s")):
        done = run("bench", "tiny", "--seconds", 0.001, "--no-interpreted", "--lang", lang)
        assert done.exit_code == 0
        lines = done.stdout.splitlines()
        assert word in lines[0]
        assert len(lines) == 1 + 8 + 1
        assert "cli." not in done.stdout


def test_every_game_is_measured_where_none_is_named(run: Run) -> None:
    with artefact.interpreting(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(artefact, "is_loaded", lambda game: False)
        patch.setattr(speed, "variants", lambda game: [(game.usual_seats, {})])
        done = run("bench", "--seconds", 0.001, "--cap", 1)
    _, *rows, _ = done.stdout.splitlines()
    assert [row.split()[0] for row in rows] == [name for name in registry.names() for _ in speed.PLAYOUTS]


def test_wrong_usage_is_reported(run: Run) -> None:
    assert run("bench", "chess").exit_code == 2
    assert run("bench", "tiny", "--seconds", 0).exit_code == 2
    assert run("bench", "tiny", "--cap", 0).exit_code == 2


def test_it_says_what_is_being_measured(run: Run) -> None:
    done = run("bench", "tiny", "--seconds", 0.001, "--cap", 5, "--json")
    told = [line for line in done.stderr.splitlines() if line.startswith("… ")]
    assert sum("interpreted: " in line for line in told) == 4
    assert [f"({n} of 8)" for n in range(1, 9)] == [line.split(" ", 4)[-1][-8:] for line in told if line.endswith("of 8)") and "interpreted: " not in line]  # fmt: skip
    assert json.loads(done.stdout)["rows"]


def test_errors_of_the_other_process_are_reported(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", "")
    monkeypatch.setattr("sys.path", [])
    done = run("bench", "tiny", "--seconds", 0.001, "--lang", "en")
    assert done.exit_code == 1
    assert "there is no game “tiny” here" in done.stderr or "No module named" in done.stderr
    assert "--no-interpreted" in done.stderr


@pytest.mark.parametrize(("stopped", "code"), [(KeyboardInterrupt, 130), (Terminated, 143)])
@pytest.mark.parametrize("as_json", [False, True])
def test_when_stopped_it_shows_its_measurements(
    run: Run, stopped: type[BaseException], code: int, as_json: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def two(*asked: Any) -> Any:
        rows = measured(*asked)
        yield next(rows)
        yield next(rows)
        raise stopped

    measured = measuring._rows
    monkeypatch.setattr(measuring, "_rows", two)
    done = run("bench", "tiny", "--seconds", 0.001, "--no-interpreted", *(["--json"] if as_json else []))
    assert done.exit_code == code
    if as_json:
        found = json.loads(done.stdout)
        assert (len(found["rows"]), found["stopped"]) == (2, True)
    else:
        assert len(done.stdout.splitlines()) == 1 + 2 + 1
        assert "Stopped" in done.stdout


def test_when_stopped_it_shows_the_races_run(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def one() -> Any:
        yield next(scenarios())
        raise Terminated

    scenarios = gate.scenarios
    monkeypatch.setattr(gate, "scenarios", one)
    done = run("bench", "races", "--races", 3, "--json")
    assert done.exit_code == 143
    assert len(json.loads(done.stdout)["rows"]) == 1


def test_the_environments_are_measured_for_every_game(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """At each number of tables; a game against the clock has none, and its ticks are counted instead."""
    monkeypatch.setattr(vectors, "BATCHES", (1, 2))
    monkeypatch.setattr(vectors.os, "sched_setaffinity", lambda *_: None, raising=False)
    monkeypatch.setattr(registry, "names", lambda: ("bantu", "banzai"))
    with artefact.interpreting():
        rows = json.loads(run("bench", "vector", "--seconds", 0.001, "--json").stdout)["rows"]
        said = run("bench", "vector", "--seconds", 0.001, "--lang", "en").stdout.splitlines()
    assert [(row["game"], row["batch"]) for row in rows] == [("bantu", 1), ("bantu", 2), ("banzai", 1)]
    assert all(row[each] > 0 for row in rows[:2] for each in vectors.COLUMNS)
    assert rows[0]["seats"] == 2
    assert rows[2]["ticks"] > 0
    assert [line.split()[:2] for line in said[1:4]] == [["bantu", "1"], ["bantu", "2"], ["banzai", "1"]]
    assert "ticks a second" in said[3]


def test_table_counts_match_the_documentation() -> None:
    assert vectors.BATCHES == (1, 128, 4096)
