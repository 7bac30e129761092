"""Every game at moments of all kinds, on every kind of screen: nothing overlaps, breaks, is cut off or too small for a finger."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from browser.house import ROOT
from browser.stage import GAMES, PHONE, SIZES, Stage, moments
from ludotheque.core import registry

pytestmark = pytest.mark.browser

TABLES = [
    pytest.param(game, seats, marks=[pytest.mark.deep] if deeply else [])
    for game in GAMES
    for seats, deeply in (
        (min(registry.get(game).seats), True),
        (min(5, max(registry.get(game).seats)), False),
    )
]


@pytest.fixture(scope="module")
def stage(chromium: Any, house: Any) -> Any:
    """A phone's page that shows any moment."""
    errors: list[str] = []
    context = chromium(**PHONE, locale="fr-FR")
    page = context.new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield Stage(page, house)
    context.close()
    assert errors == []


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_every_screen_is_whole(stage: Stage, game: str, seats: int) -> None:
    found: dict[str, list[str]] = {}
    for moment in moments(game, seats):
        stage.show(moment, SIZES["phone"])
        for name, size in SIZES.items():
            stage.resize(size)
            if faults := stage.faults():
                found[f"{moment.label} on {name}"] = faults
    assert found == {}


def test_the_gallery_has_a_picture_of_each_moment(tmp_path: Path, chromium_path: str) -> None:
    command = [sys.executable, "-m", "tests.browser.gallery", str(tmp_path), "bantu", "--screens", "phone"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    pictures = {file.name for file in tmp_path.glob("*.png")}
    page = (tmp_path / "index.html").read_text("utf-8")
    assert "bantu-2-middle-phone-dark.png" in pictures
    assert pictures == set(re.findall(r'src="([^"]+)"', page))
    assert ran.stdout.startswith(f"{len(pictures)} moments"), "no fault is told before"
