"""Folders of games: what is written is read again, whenever the writing stopped."""

from __future__ import annotations

import errno
import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet

from ludotheque.lab import Match, Result, Store, StoreError, play_many, read, series, settings_of

FIRST = Match("tiny", 2, ("greedy", "random"), seed=3)
SETTINGS = settings_of(FIRST, "simulate")
RESULTS = list(play_many(series(FIRST, 11)))


def store(folder: Path, settings: dict[str, Any] = SETTINGS, part: int = 4) -> Store:
    return Store(folder, settings, part=part)


def fill(folder: Path, games: int = 11) -> None:
    with store(folder) as kept:
        for result in RESULTS[len(kept.results) : games]:
            kept.add(result)


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def refused(folder: Path, settings: dict[str, Any] = SETTINGS) -> str:
    before = files(folder) if folder.is_dir() else folder.read_bytes()
    with pytest.raises(StoreError) as error:
        store(folder, settings)
    assert before == (files(folder) if folder.is_dir() else folder.read_bytes()), "a refusal changes nothing"
    assert "[" not in error.value.said_in("fr")
    return error.value.text


def test_stored_rows_read_back(tmp_path: Path) -> None:
    fill(tmp_path / "run")
    kept = read(tmp_path / "run")
    assert kept.results == tuple(RESULTS)
    assert kept.settings["game"] == "tiny"
    assert kept.more == ((),) * 11
    assert sorted(files(tmp_path / "run")) == [
        "_run.json",
        "part-00000.parquet",
        "part-00001.parquet",
        "part-00002.parquet",
    ]


def test_other_programs_read_the_folder_as_one_table(tmp_path: Path) -> None:
    fill(tmp_path / "run")
    table = parquet.read_table(tmp_path / "run")
    assert table.column("game").to_pylist() == list(range(11))
    assert table.column("seed").to_pylist() == list(range(3, 14))
    assert table.column("bots").to_pylist()[:2] == [["greedy", "random"], ["random", "greedy"]]
    assert table.column("actions").to_pylist() == [each.actions for each in RESULTS]
    said = parquet.read_schema(tmp_path / "run" / "part-00000.parquet").metadata[b"ludotheque"]
    assert json.loads(said)["options"] == {"calm": False}


def test_wherever_it_is_cut_off_the_end_is_the_same(tmp_path: Path) -> None:
    """The folder as it lies after each game, without a word of goodbye, and with a line cut short."""
    fill(tmp_path / "whole")
    with store(tmp_path / "going") as kept:
        for number, result in enumerate(RESULTS):
            cut = tmp_path / f"cut-{number}"
            shutil.copytree(tmp_path / "going", cut)
            assert read(cut).results == tuple(RESULTS[:number])
            with (cut / "_tail.jsonl").open("a") as tail:
                tail.write(f'[{number}, 14, ["gre')
            (cut / ".part-00000.parquet.writing").write_bytes(b"half of it")
            fill(cut)
            assert files(cut) == files(tmp_path / "whole")
            kept.add(result)


def test_a_run_that_ended_continues_with_more_games(tmp_path: Path) -> None:
    fill(tmp_path / "whole")
    for games in (2, 2, 4, 6, 11):
        fill(tmp_path / "run", games)
        assert read(tmp_path / "run").results == tuple(RESULTS[:games])
    assert files(tmp_path / "run") == files(tmp_path / "whole")


def test_nothing_counts_twice_between_part_and_tail(tmp_path: Path) -> None:
    """A crash after a part was moved to its place, before its games were taken off the tail."""
    run = tmp_path / "run"
    with store(run) as kept:
        for result in RESULTS[:3]:
            kept.add(result)
        tail = (run / "_tail.jsonl").read_bytes()
        kept.add(RESULTS[3])
        shutil.copytree(run, tmp_path / "cut")
    (tmp_path / "cut" / "_tail.jsonl").write_bytes(tail)
    assert read(tmp_path / "cut").results == tuple(RESULTS[:4])
    fill(tmp_path / "cut")
    assert read(tmp_path / "cut").results == tuple(RESULTS)


def test_a_full_disk_keeps_the_games_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = tmp_path / "run"

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "no space")

    with store(run) as kept:
        for result in RESULTS[:7]:
            kept.add(result)
        shutil.copytree(run, tmp_path / "cut")
    kept = store(tmp_path / "cut")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="no space"), kept:
        kept.add(RESULTS[7])
    run = tmp_path / "cut"
    assert read(run).results == tuple(RESULTS[:8])
    assert not list(run.glob(".*")), "nothing half written is left"
    monkeypatch.undo()
    fill(run)
    fill(tmp_path / "whole")
    assert files(run) == files(tmp_path / "whole")


def test_a_folder_of_other_games_is_refused(tmp_path: Path) -> None:
    run = tmp_path / "run"
    fill(run)
    assert "seed: 3 ≠ 4" in refused(run, SETTINGS | {"seed": 4})
    assert "opening_random: 0 ≠ 2" in refused(run, SETTINGS | {"opening_random": 2})
    assert "name another folder" in refused(run, SETTINGS | {"kind": "tournament"})
    assert "0.0.1" in refused(run, SETTINGS | {"ludotheque": "0.0.1"})


def test_a_folder_of_another_format_is_refused(tmp_path: Path) -> None:
    run = tmp_path / "run"
    fill(run)
    said = json.loads((run / "_run.json").read_text())
    (run / "_run.json").write_text(json.dumps(said | {"format": 2, "ludotheque": "9.9"}))
    assert "format 2 by ludotheque 9.9" in refused(run)
    with pytest.raises(StoreError, match="format"):
        read(run)


@pytest.mark.parametrize("content", ["", "[]", "{}", "nonsense", '{"format": 1}', '{"format": 1, "part": 0}'])
def test_damaged_settings_are_named(tmp_path: Path, content: str) -> None:
    run = tmp_path / "run"
    fill(run)
    (run / "_run.json").write_text(content)
    assert "_run.json is damaged" in refused(run)


def test_a_damaged_part_is_named_and_replayed_once_removed(tmp_path: Path) -> None:
    run = tmp_path / "run"
    fill(run)
    whole = files(run)
    (run / "part-00001.parquet").write_bytes(whole["part-00001.parquet"][:-20])
    assert "part-00001.parquet is damaged" in refused(run)
    (run / "part-00001.parquet").unlink()
    assert read(run).results == tuple(RESULTS[:4])
    fill(run)
    assert files(run) == whole


def test_places_that_cannot_be_used(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("something")
    assert "name a folder" in refused(file)
    assert "holds other files" in refused(tmp_path)
    with pytest.raises(StoreError, match=r"_run\.json"):
        read(tmp_path)
    with pytest.raises(StoreError, match=r"_run\.json"):
        read(tmp_path / "nowhere")
    with pytest.raises(StoreError, match="up to"):
        settings_of(Match("tiny", 2, ("random", "random"), seed=1 << 62), "simulate")


def test_two_do_not_write_at_once(tmp_path: Path) -> None:
    with store(tmp_path / "run"):
        assert "another program" in refused(tmp_path / "run")
    fill(tmp_path / "run")


def test_further_columns(tmp_path: Path) -> None:
    with Store(tmp_path / "run", SETTINGS, more=("round",)) as kept:
        for number, result in enumerate(RESULTS):
            kept.add(result, (number // 2,))
    assert read(tmp_path / "run").more == tuple((number // 2,) for number in range(11))
    assert parquet.read_table(tmp_path / "run").column("round").to_pylist()[-1] == 5


def hasty(sight: Any) -> int:
    return int(sight.actions[0])


def test_the_code_of_custom_bots_is_part_of_the_settings() -> None:
    told = settings_of(Match("bantu", 2, (hasty, "random"), seed=1), "simulate")
    assert list(told["code"]) == ["hasty"]
    assert len(told["code"]["hasty"]) == 24


def test_results_without_a_trajectory(tmp_path: Path) -> None:
    unknown = Result(1, ("a", "b"), 0, (0.5, 0.5), (1, 1), "over", 3)
    with store(tmp_path / "run") as kept:
        kept.add(unknown)
    assert read(tmp_path / "run").results == (unknown,)
