"""`analyse`: positions and games, stopped and gone on with, and what is refused."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

import pytest

from ludotheque import Table
from ludotheque.bots import analysis, review
from ludotheque.core import record
from ludotheque.core.journal import position_of

from .conftest import Run

SETTINGS = ("--simulations", 8, "--threads", 1, "--lang", "en")


def short_game() -> Table:
    table = Table("bantu", 2, {"short": True}, seed=3)
    turn = 0
    while not table.is_over:
        actions = table.legal_actions()
        table.play(actions[turn * 7 % len(actions)])
        turn += 1
    return table


@pytest.fixture(scope="module")
def ended() -> str:
    """The record of the last five decisions of a game of Bantu."""
    table = short_game()
    before = position_of(table.journal.setup, table.journal.at(len(table.events) - 5))
    late = Table.from_position(before, seed=1)
    for event in table.events[-5:]:
        late.play(event.code, event.seat)
    late.journal.players = ["Léa", "Tom"]
    return record.dumps(late.record())


@pytest.fixture
def game(ended: str, tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    path.write_text(ended, encoding="utf-8")
    return path


@pytest.fixture
def position(tmp_path: Path) -> Path:
    return written(tmp_path, Table("bantu", 2, seed=3, first=0).position())


def written(folder: Path, position: Any) -> Path:
    path = folder / "position.json"
    path.write_text(json.dumps(position, indent=1), encoding="utf-8")
    return path


# -- a position -------------------------------------------------------------------------------------------------------


def test_a_position_is_shown_with_lines_shares_and_errors(run: Run, position: Path) -> None:
    done = run("analyse", position, "--simulations", 40, "--seed", 4, "--lines", 2, "--lang", "en")
    assert done.exit_code == 0, done.stderr
    assert "Bantu for 2 · seat 1 to act" in done.stdout
    assert "40 simulations" in done.stdout
    assert "seed 4" in done.stdout
    assert "standard error" in done.stdout
    assert "(1) 1: r21" in done.stdout or "(1) 2: r14" in done.stdout or "(1) 3: r7" in done.stdout
    french = run("analyse", position, "--simulations", 8, "--lang", "fr")
    assert "l’erreur type" in french.stdout


def test_the_analysis_is_the_same_for_any_number_of_threads(run: Run, position: Path) -> None:
    def found(threads: int) -> dict[str, Any]:
        done = run("analyse", position, "--simulations", 20, "--threads", threads, "--json")
        told: dict[str, Any] = json.loads(done.stdout)
        assert told.pop("seconds") >= 0
        return told

    one = found(1)
    assert one == found(2)
    assert (one["game"], one["seat"], one["seed"], one["simulations"]) == ("bantu", 0, 0, 20)
    assert sum(one["chances"]) == pytest.approx(1)
    assert len(one["errors"]) == 2
    assert one["best"][0]["share"] == one["best"][0]["visits"] / 20
    assert one["best"][0]["line"][0] == {
        "seat": 0,
        "action": one["best"][0]["action"],
        "text": one["best"][0]["text"],
        "visits": one["best"][0]["visits"],
    }


def test_a_position_from_standard_input_can_have_a_time_limit(run: Run, position: Path) -> None:
    done = run("analyse", "-", "--time", "0.05", "--json", said=position.read_text(encoding="utf-8"))
    assert json.loads(done.stdout)["simulations"] > 0


def test_a_position_as_a_seat_sees_it_can_be_analysed(run: Run, tmp_path: Path) -> None:
    table = Table("banjooli-cross", 3, seed=3)
    for turn in range(6):
        actions = table.legal_actions()
        table.play(actions[turn * 7 % len(actions)])
    seen = table.position({table.actors[0]})
    assert None in seen["predictions"]
    done = run("analyse", written(tmp_path, seen), "--simulations", 4, "--json")
    assert json.loads(done.stdout)["seat"] == table.actors[0]


# -- a game -----------------------------------------------------------------------------------------------------------


def test_the_analysis_of_a_game_is_kept_beside_its_record(run: Run, game: Path) -> None:
    done = run("analyse", game, *SETTINGS)
    assert done.exit_code == 0, done.stderr
    assert "Bantu for 2 · 5 decisions" in done.stdout
    assert "(1)  Léa" in done.stdout
    kept = game.with_name("game.jsonl.analysis.json")
    assert str(kept) in done.stdout.replace("\n", "")
    found = analysis.loads(kept.read_text(encoding="utf-8"))
    assert found.done
    assert found.record == game.read_text(encoding="utf-8")
    assert (found.simulations, found.seconds, found.seed, found.lines) == (8, None, 0, 3)
    told = run("analyse", game, "--json")
    assert analysis.loads(told.stdout) == found, "what is done is not done again"
    again = run("analyse", kept, "--lang", "en")
    assert again.stdout == done.stdout


def test_a_game_may_be_limited_in_time(run: Run, game: Path) -> None:
    done = run("analyse", game, "--time", "0.01", "--threads", 1, "--json")
    found = analysis.loads(done.stdout)
    assert found.done
    assert (found.simulations, found.seconds, len(found.points)) == (None, 0.01, 6)


def test_a_stopped_analysis_can_be_resumed(
    run: Run, game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = tmp_path / "whole.json"
    run("analyse", game, *SETTINGS, "--save", whole)
    weigh, weighed = review.weigh, list[int]()

    def stopping(*given: Any, **more: Any) -> Any:
        point = weigh(*given, **more)
        weighed.append(given[1])
        if len(weighed) == 3:
            signal.raise_signal(signal.SIGINT)
        return point

    monkeypatch.setattr(review, "weigh", stopping)
    save = tmp_path / "parts.json"
    done = run("analyse", game, *SETTINGS, "--save", save)
    assert done.exit_code == 130
    assert "Stopped after 3 of 6 moments" in done.stdout
    assert len(analysis.loads(save.read_text(encoding="utf-8")).points) == 3
    assert run("analyse", save).exit_code == 0
    assert weighed == [0, 1, 2, 3, 4, 5], "nothing is searched twice"
    assert save.read_text(encoding="utf-8") == whole.read_text(encoding="utf-8")


def test_a_stopped_search_reports_what_it_found(
    run: Run, position: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assess = review.assess

    def stopping(*given: Any, go_on: Any, **more: Any) -> Any:
        def stopped(simulations: int) -> bool:
            if simulations:
                signal.raise_signal(signal.SIGTERM)
            return bool(go_on(simulations))

        return assess(*given, go_on=stopped, **more)

    monkeypatch.setattr(review, "assess", stopping)
    done = run("analyse", position, "--simulations", 50_000_000, "--json")
    assert done.exit_code == 143
    assert 0 < json.loads(done.stdout)["simulations"] < 50_000_000


# -- bad input --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (("--simulations", 9), "--simulations is 8"),
        (("--time", 2), "--time is None"),
        (("--seed", 5), "--seed is 0"),
        (("--seat", 1), "--seat is for a position"),
    ],
)
def test_other_settings_do_not_change_a_begun_analysis(
    run: Run, game: Path, more: tuple[object, ...], says: str
) -> None:
    run("analyse", game, *SETTINGS)
    kept = game.with_name("game.jsonl.analysis.json")
    before = kept.read_bytes()
    done = run("analyse", game, "--lang", "en", *more)
    assert done.exit_code == 2
    assert says in done.stderr
    assert kept.read_bytes() == before


def test_a_file_that_is_no_analysis_is_left_alone(run: Run, game: Path, tmp_path: Path) -> None:
    for content, says in (("notes", "is not the analysis"), ('{"analysis": 1}', "is not the analysis")):
        save = tmp_path / "notes.txt"
        save.write_text(content, encoding="utf-8")
        done = run("analyse", game, *SETTINGS, "--save", save)
        assert done.exit_code == 1
        assert says in done.stderr
        assert "another file with --save" in done.stderr
        assert save.read_text(encoding="utf-8") == content
    run("analyse", game, *SETTINGS)
    other = tmp_path / "other.jsonl"
    other.write_text(game.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    done = run("analyse", other, *SETTINGS, "--save", game.with_name("game.jsonl.analysis.json"))
    assert (done.exit_code, "another game" in done.stderr) == (2, True)


def test_impossible_analyses_are_refused_with_advice(run: Run, tmp_path: Path) -> None:
    running = Table("bantu", 2, seed=3)
    running.play(running.legal_actions()[0])
    over = short_game()
    thrown = Table("banjooli-cross", 3, seed=3).position() | {"phase": "roll"}
    for name, text, says in (
        ("running", record.dumps(running.record()), "when it is over"),
        ("two", record.dumps([*over.record(), *over.record()]), "2"),
        ("clock", json.dumps(Table("banzai", 3, seed=1).position()), "against the clock"),
        ("over", json.dumps(over.position()), "an earlier position"),
        ("nothing", "", "empty"),
        ("list", "[1]", "line 1"),
        ("seats", json.dumps({"game": "bantu"}), "seats"),
        ("game", json.dumps({"game": "chess", "seats": 2}), "chess"),
        ("hidden", json.dumps(thrown | {"phase": "nowhere"}), "phase"),
    ):
        path = tmp_path / f"{name}.json"
        path.write_text(text, encoding="utf-8")
        done = run("analyse", path, "--lang", "en", "--simulations", 2)
        assert done.exit_code in (1, 2), name
        assert says in done.stderr, (name, done.stderr)
        assert "Traceback" not in done.output
        assert not [*tmp_path.glob("*.analysis.json")]


def test_options_that_do_not_fit_are_refused(run: Run, position: Path, ended: str) -> None:
    for words, says in (
        ((position, "--save", "x.json"), "this is a position"),
        ((position, "--seat", 2), "--seat: 1"),
        ((position, "--threads", 0), "--threads"),
        ((position, "--time", 0), "--time"),
        (("nowhere.jsonl",), "nowhere.jsonl"),
    ):
        done = run("analyse", *words, "--lang", "en", "--simulations", 2)
        assert done.exit_code == 2
        assert says in done.stderr
    done = run("analyse", "-", "--lang", "en", said=ended)
    assert (done.exit_code, "--save FILE" in done.stderr) == (2, True)
