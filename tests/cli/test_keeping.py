"""Games of `play` are kept after every action, and taken up again."""

from __future__ import annotations

import json
import os
import shlex
from pathlib import Path

import pytest

from ludotheque import Table
from ludotheque.core import record

from .conftest import Play, Run, answers, kept


def test_leaving_says_how_to_resume_and_resuming_works(play: Play, run: Run, data: Path) -> None:
    done = play(
        "billabong",
        "--seats",
        "human:Léa,greedy",
        "--option",
        "mode=duel",
        "--first",
        1,
        typed=["k3", "quit", "l3"],
    )
    assert done.exit_code == 0
    last = shlex.split(done.stdout.splitlines()[-1])
    assert last[:3] == ["ludotheque", "play", "--resume"]
    before = [event.text for event in kept(data).events]
    assert len(before) == 2
    done = run(*last[1:], "--lang", "en", said="l3\n")
    assert done.exit_code == 0
    assert "The game continues after 2 events" in done.stdout
    assert "Léa > " in done.stdout
    after = kept(data)
    assert [event.text for event in after.events][:3] == [*before, "l3"]
    assert after.journal.players == ["Léa", "greedy"]
    assert after.journal.bots == ["", "greedy"]
    assert "The game continues after 4 events" in play("--resume", "last").stdout
    assert (
        "The game continues after 4 events"
        in play("billabong", "--resume", "last", "--seats", "human,human").stdout
    )


def test_the_end_of_input_is_no_error_and_loses_nothing(play: Play, data: Path) -> None:
    done = play("tiny", typed=["add 1"])
    assert done.exit_code == 0
    assert "Traceback" not in done.output
    assert any(event.text == "add 1" for event in kept(data).events)


def test_a_game_is_kept_where_requested(play: Play, tmp_path: Path, data: Path) -> None:
    path = tmp_path / "folder" / "game.jsonl"
    assert play("tiny", "--save", path, typed=["add 1"]).exit_code == 0
    assert not list(data.glob("*"))
    assert len(list(path.parent.iterdir())) == 1, "no half-written file is left"
    taken = play("tiny", "--save", path)
    assert taken.exit_code == 2
    assert f"--resume {path}" in taken.stderr
    other = tmp_path / "other.jsonl"
    assert play("--resume", path, "--save", other, typed=["wait"]).exit_code == 0
    assert len(other.read_text(encoding="utf-8")) > len(path.read_text(encoding="utf-8"))


def test_an_unwritable_copy_is_reported_and_the_game_continues(play: Play, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    done = play("billabong", "--first", 1, typed=[f"save {tmp_path / 'file' / 'copy.jsonl'}", "red k3"])
    assert "could not be saved" in answers(done)[1]
    assert "placed on k3" in answers(done)[2]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_no_name_of_a_copy_ends_the_game(play: Play, tmp_path: Path, lang: str) -> None:
    names = ["~nobody-here/x", "/", ".", "..", str(tmp_path), "a\0b", "x" * 300, "~", "/\x1b[2J/\0"]
    done = play("billabong", "--first", 1, typed=[*(f"save {name}" for name in names), "red k3"], lang=lang)
    refused = {"en": "could not be saved", "fr": "n’a pas pu être enregistrée"}[lang]
    assert [refused in answer for answer in answers(done)[1 : 1 + len(names)]] == [True] * len(names)
    assert done.exit_code == 0
    assert "k3" in answers(done)[1 + len(names)]
    assert "\x1b" not in done.stdout


def test_a_copy_replaces_no_file_but_its_own(play: Play, tmp_path: Path, data: Path) -> None:
    precious, own = tmp_path / "precious.txt", tmp_path / "own.jsonl"
    precious.write_text("precious", encoding="utf-8")
    copy = f"save {own}"
    done = play("tiny", typed=[f"save {precious}", copy, "add 1", copy])
    assert "already exists" in answers(done)[1]
    assert ["also saved" in answers(done)[number] for number in (2, 4)] == [True, True]
    assert precious.read_text(encoding="utf-8") == "precious"
    assert record.loads(own.read_text("utf-8")) == kept(data).record()
    (path,) = data.glob("*.jsonl")
    for words in (["--resume", path, "--save", precious], ["tiny", "--save", precious]):
        assert play(*words).exit_code == 2
    assert precious.read_text(encoding="utf-8") == "precious"


@pytest.mark.parametrize(
    "content", [b"null", b"3", b"[]", b"{}", b'{"game": "tiny"}', b"", b"\xff\xfe\xff", b"[" * 9999]
)
def test_a_file_that_is_no_game_does_not_hide_an_older_one(play: Play, data: Path, content: bytes) -> None:
    assert play("tiny", typed=["add 1"]).exit_code == 0
    (good,) = data.glob("*.jsonl")
    newer = data / "newer.jsonl"
    newer.write_bytes(content)
    (data / "folder.jsonl").mkdir()
    (data / "gone.jsonl").symlink_to(data / "nothing")
    after = good.stat().st_mtime + 5
    os.utime(newer, (after, after))
    for game in ([], ["tiny"]):
        done = play(*game, "--resume", "last")
        assert (done.exit_code, "The game continues" in done.stdout) == (0, True)


def test_an_unwritable_folder_is_reported_before_the_game(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("LUDOTHEQUE_DATA", str(tmp_path / "file"))
    done = run("play", "tiny", "--lang", "en")
    assert done.exit_code == 1
    assert "--save FILE" in done.stderr


def test_a_game_that_is_over_is_not_taken_up(play: Play, saved: Path) -> None:
    done = play("--resume", saved)
    assert done.exit_code == 2
    assert f"ludotheque replay {saved}" in done.stderr


def test_a_record_of_another_game_or_of_several_is_not_taken_up(play: Play, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    one = record.dumps(Table("tiny", seed=1).record())
    path.write_text(one, encoding="utf-8")
    assert "a game of tiny, not of billabong" in play("billabong", "--resume", path).stderr
    assert "2 players; this game" not in play("--resume", path, "--seats", "human,greedy").stderr
    assert "names 3 players" in play("--resume", path, "--seats", "human,greedy,greedy").stderr
    path.write_text(one + one, encoding="utf-8")
    assert "contains 2 games" in play("--resume", path).stderr


def test_errors_in_a_record_name_its_file(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    head, *moves = record.dumps(Table("tiny", seed=1).record()).splitlines()
    newer = "\n".join([json.dumps(json.loads(head) | {"ludotheque": 99}), *moves])
    for text, why in ((newer, "ludotheque: this is format 99"), ("[]", "")):
        path.write_text(text, encoding="utf-8")
        for command in (["replay", path], ["verify", path], ["analyse", path], ["play", "--resume", path]):
            done = run(*command, "--lang", "en")
            assert done.exit_code == 1, command
            assert done.stderr.startswith(f"ludotheque: {path} is not valid: {why}"), done.stderr
