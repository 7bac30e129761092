"""Browser tests report at once what they lack, instead of waiting for a server that will never be ready."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from browser import house, prepared
from browser.house import House, NotPrepared
from ludotheque.core import artefact
from tools import prepare


def test_a_server_does_not_start_if_something_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house, "why_not", lambda: "bantu is missing")
    with pytest.raises(NotPrepared, match="bantu is missing"):
        House(tmp_path / "data").start()
    assert not (tmp_path / "data").exists(), "nothing was started"
    assert house.serving == []


def test_uncompiled_games_are_named_with_the_command_to_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(artefact, "way", artefact.COMPILED)
    monkeypatch.setattr(artefact, "is_loaded", lambda game: game not in ("bantu", "tiny"))
    games = prepared.uncompiled()
    assert games == ["bantu", "tiny"]
    said = prepared.not_compiled(games)
    assert "bantu, tiny" in said
    assert "`make compile`" in said
    assert prepared.not_compiled([]) == ""


def test_rules_that_are_to_run_interpreted_need_not_be_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(artefact, "is_loaded", lambda game: False)
    monkeypatch.setattr(artefact, "way", artefact.INTERPRETED)
    assert prepared.uncompiled() == []
    monkeypatch.setattr(artefact, "way", artefact.CHECKED)
    assert "`make compile ARGS=--checked`" in prepared.not_compiled(prepared.uncompiled())


@pytest.mark.parametrize(
    ("built", "fresh", "says"),
    [
        (None, False, "the client is not built"),
        (50, False, "built before client/src/App.svelte changed"),
        (50, True, ""),  # it was saved again, as it was
        (150, False, ""),
    ],
)
def test_a_missing_or_stale_client_is_reported(
    built: int | None, fresh: bool, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, page = tmp_path / "client" / "src" / "App.svelte", tmp_path / "index.html"
    for path, time in ((source, 100), (page, built)):
        if time is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()
            os.utime(path, (time, time))
    monkeypatch.setattr(prepare, "ROOT", tmp_path)
    monkeypatch.setattr(prepare, "client_is_fresh", lambda: fresh)
    said = prepared.not_built(source, page)
    assert says in said
    assert bool(said) is bool(says)
    assert ("`make client`" in said) is bool(says)


def test_tests_of_the_client_are_no_reason_to_build_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prepare, "CLIENT", tmp_path)
    made = ["index.html", "package-lock.json", "src/lib/names.ts"]
    for number, name in enumerate(
        [*made, "src/lib/names.test.ts", "src/testing/boards.ts", "eslint.config.js"]
    ):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
        os.utime(file, (number, number))
    assert prepared.newest_source() == tmp_path / "src/lib/names.ts"


def test_make_compile_compiles_the_game_of_the_tests() -> None:
    recipe = (prepare.ROOT / "Makefile").read_text(encoding="utf-8").split("\ncompile: ")[1]
    assert 'PYTHONPATH="tests' in recipe.split("\n\n")[0]
