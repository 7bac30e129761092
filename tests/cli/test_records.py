"""`verify` and `replay`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ludotheque import Table
from ludotheque.core.record import dumps

from .conftest import Run, whole_game


def test_a_true_record_is_verified(run: Run, saved: Path) -> None:
    done = run("verify", saved)
    assert done.exit_code == 0
    assert "tiny: " in done.stdout
    assert "events follow the rules" in done.stdout
    assert "committed to" in done.stdout


def test_verify_as_json_counts_its_checks(run: Run, saved: Path) -> None:
    found = json.loads(run("verify", saved, "--json").stdout)
    table = whole_game()
    assert found["holds"] is True
    assert found["events"] == len(table.events)
    assert found["draws"] > 0


def test_a_record_can_come_from_standard_input(run: Run, saved: Path) -> None:
    assert run("verify", "-", said=saved.read_text(encoding="utf-8")).exit_code == 0


def _lie(saved: Path) -> None:
    lines = [json.loads(line) for line in saved.read_text(encoding="utf-8").splitlines()]
    lines[-1]["ranking"] = list(reversed(lines[-1]["ranking"]))
    assert lines[-1]["ranking"] != json.loads(saved.read_text(encoding="utf-8").splitlines()[-1])["ranking"]
    saved.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")


def test_a_false_record_is_refused_with_the_line(run: Run, saved: Path) -> None:
    _lie(saved)
    done = run("verify", saved)
    assert done.exit_code == 1
    assert "is not valid: line" in done.stderr
    told = run("verify", saved, "--json")
    assert told.exit_code == 1
    assert json.loads(told.stdout)["holds"] is False


@pytest.mark.parametrize("words", [[], ["game.jsonl", "--data", "."]])
def test_verify_wants_one_thing(run: Run, words: list[str]) -> None:
    done = run("verify", *words)
    assert done.exit_code == 2
    assert "--data DIR" in done.stderr


@pytest.mark.parametrize(
    ("content", "says"),
    [("", "empty"), ("not json\n", "line 1"), ("[1]\n", "line 1"), ('{"ludotheque": 99}\n', "format 99")],
)
def test_a_non_record_is_reported(run: Run, tmp_path: Path, content: str, says: str) -> None:
    path = tmp_path / "wrong.jsonl"
    path.write_text(content, encoding="utf-8")
    for command in ("verify", "replay"):
        done = run(command, path)
        assert done.exit_code == 1
        assert says in done.stderr
        assert "Traceback" not in done.output


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_a_missing_file_is_reported(run: Run, tmp_path: Path, command: str) -> None:
    done = run(command, tmp_path / "nothing.jsonl")
    assert done.exit_code == 2
    assert "no such record" in done.stderr


def test_a_folder_and_bytes_are_no_records(run: Run, tmp_path: Path) -> None:
    assert "is a folder" in run("verify", tmp_path).stderr
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    assert "is not UTF-8" in run("verify", tmp_path / "bytes").stderr


def test_replay_shows_every_move_and_the_end(run: Run, saved: Path) -> None:
    table = whole_game()
    done = run("replay", saved, "--lang", "en")
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert len(lines) == len(table.events) + 2
    assert "[" not in lines[-1], "words are missing"


def test_replay_speaks_both_languages(run: Run, saved: Path) -> None:
    french, english = (run("replay", saved, "--lang", lang).stdout for lang in ("fr", "en"))
    assert french != english


def test_replay_as_json_has_a_line_a_move(run: Run, saved: Path) -> None:
    table = whole_game()
    lines = [json.loads(line) for line in run("replay", saved, "--json").stdout.splitlines()]
    assert [line["text"] for line in lines[:-1]] == [event.text for event in table.events]
    assert table.outcome is not None
    assert lines[-1]["ranking"] == list(table.outcome.ranking)


# --------------------------------------------------------------------------------------------------- data folders


def test_a_missing_data_folder_is_reported(run: Run, tmp_path: Path) -> None:
    done = run("verify", "--data", tmp_path / "nothing")
    assert done.exit_code == 2
    assert "no such folder" in done.stderr


def test_a_folder_without_tables_is_reported(run: Run, tmp_path: Path) -> None:
    done = run("verify", "--data", tmp_path)
    assert done.exit_code == 1
    assert "used with serve --data" in done.stderr


def test_a_damaged_database_is_reported(run: Run, tmp_path: Path) -> None:
    (tmp_path / "ludotheque.db").write_bytes(b"this is no database" * 100)
    done = run("verify", "--data", tmp_path)
    assert done.exit_code == 1
    assert "cannot be opened" in done.stderr


# ----------------------------------------------------------------------------------------------- several in one file


def test_several_records_in_a_file_are_each_verified(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    games = [dumps(whole_game(seed=seed).record()) for seed in (1, 2, 3)]
    path.write_text("".join(games), encoding="utf-8")
    done = run("verify", path)
    assert done.exit_code == 0
    assert "3 games are valid, 0 not" in done.stdout
    assert [json.loads(line)["holds"] for line in run("verify", path, "--json").stdout.splitlines()] == [
        True
    ] * 3
    assert run("replay", path, "--lang", "en").stdout.count("All rounds are played") == 3


def test_the_wrong_one_of_several_is_named(run: Run, saved: Path, tmp_path: Path) -> None:
    good = saved.read_text(encoding="utf-8")
    _lie(saved)
    path = tmp_path / "games.jsonl"
    path.write_text(good + saved.read_text(encoding="utf-8"), encoding="utf-8")
    done = run("verify", path)
    assert done.exit_code == 1
    assert "games.jsonl, game 2 is not valid: line" in done.stderr
    assert "1 game is valid, 1 not" in done.stdout
    assert [json.loads(line)["holds"] for line in run("verify", path, "--json").stdout.splitlines()] == [
        True,
        False,
    ]


def test_a_resigned_game_is_replayed_to_its_end(run: Run, tmp_path: Path) -> None:
    table = Table("tiny", seed=1)
    table.resign(1)
    path = tmp_path / "given-up.jsonl"
    path.write_text(dumps(table.record()), encoding="utf-8")
    assert "A player resigned" in run("replay", path, "--lang", "en").stdout
    assert json.loads(run("replay", path, "--json").stdout.splitlines()[-1])["end"] == "resigned"
