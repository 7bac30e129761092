"""`site`: what it refuses. That it writes a library is tried in a browser (`tests/browser/test_site.py`)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ludotheque import __version__
from ludotheque.site import building
from tests.cli.conftest import Run
from tests.website import parts


def test_a_foreign_folder_is_left_untouched(
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


def test_without_the_pages_it_says_how_to_build_them(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(building, "MADE", tmp_path / "nothing")
    done = run("site", str(tmp_path / "new"), "--lang", "en")
    assert done.exit_code == 1
    assert "make site" in done.stderr
    assert 'pip install "ludotheque[site]"' in done.stderr
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    ("package", "why"),
    [
        ("nothing", "no package called nothing is installed here; these have games: tiny"),
        ("starlette", "starlette has no games"),
        (
            "tiny",
            "tiny cannot be loaded in a page, where Python has fewer modules than here: .*No module named 'numpy'",
        ),
    ],
)
def test_a_game_that_a_page_cannot_have_is_refused(run: Run, tmp_path: Path, package: str, why: str) -> None:
    parts.made()
    done = run("site", str(tmp_path / "new"), "--with", package, "--lang", "en")
    assert done.exit_code == 1
    assert re.search(why, " ".join(done.stderr.split())), done.stderr
    assert not (tmp_path / "new").exists()


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package with parts, where there is no checkout. Its version is in `METADATA`."""
    for name in ("__init__.py", "pages/index.html", "server/library.zip.bin"):
        file = tmp_path / building.PACKAGE / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    info = tmp_path / f"{building.PACKAGE}-0.dist-info"
    info.mkdir()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(building, "MADE", tmp_path / "nothing")
    return info / "METADATA"


def test_a_package_brings_the_parts(package: Path) -> None:
    package.write_text(f"Metadata-Version: 2.4\nName: ludotheque-site\nVersion: {__version__}\n")
    assert building.parts() == package.parents[1] / building.PACKAGE


def test_parts_of_another_version_are_not_taken(run: Run, tmp_path: Path, package: Path) -> None:
    package.write_text("Metadata-Version: 2.4\nName: ludotheque-site\nVersion: 0.0.1\n")
    done = run("site", str(tmp_path / "new"), "--lang", "en")
    assert done.exit_code == 1
    assert "ludotheque-site 0.0.1 does not go with ludotheque" in done.stderr
    assert not (tmp_path / "new").exists()
