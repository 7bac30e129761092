"""`site`: what it refuses. That it writes a library is tried in a browser (`tests/browser/test_site.py`)."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludotheque.site import building
from tests.cli.conftest import Run


def test_a_folder_that_holds_something_else_stays_as_it_is(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(building, "parts", lambda: tmp_path)
    there = tmp_path / "mine"
    there.mkdir()
    (there / "letter.txt").write_text("dear")
    done = run("site", str(there), "--lang", "en")
    assert done.exit_code == 1
    assert "holds something else" in done.stderr
    assert [each.name for each in there.iterdir()] == ["letter.txt"]


def test_without_the_pages_it_says_what_makes_them(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(building, "MADE", tmp_path / "nothing")
    done = run("site", str(tmp_path / "new"), "--lang", "en")
    assert done.exit_code == 1
    assert "make site" in done.stderr
    assert not (tmp_path / "new").exists()
