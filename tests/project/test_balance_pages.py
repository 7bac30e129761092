"""The pages about balance in the documentation: there for every game, whole, and made by the command that the documentation names."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ludotheque.core import registry
from tools.balance import PLANS

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT / "docs" / "balance"


def test_every_game_has_a_plan_and_a_link() -> None:
    ours = {
        name
        for name, game in registry.installed_games().items()
        if game.package.startswith("ludotheque.games.")
    }
    assert set(PLANS) == ours
    told = (ROOT / "docs" / "balance.md").read_text("utf-8")
    for game in PLANS:
        for language in ("fr", "en"):
            assert f'href="balance/{game}/index.{language}.html"' in told


@pytest.mark.parametrize("game", PLANS)
def test_what_is_published_is_whole(game: str) -> None:
    folder = PAGES / game
    data = json.loads((folder / "data" / "figures.json").read_text("utf-8"))
    assert data["game"] == game
    assert data["rules"] == registry.get(game).rules_version
    for language in ("fr", "en"):
        links = re.findall(r'href="([^"#]+)', (folder / f"index.{language}.html").read_text("utf-8"))
        assert links
        for link in links:
            assert (folder / link).is_file(), link
    shown = {file for each in data["figures"] for file, _ in each["shown"]}
    assert {path.stem for path in (folder / "replays").glob("*.html")} == shown


def test_a_page_is_played_and_published(tmp_path: Path) -> None:
    words = ["bantu", "--games", "1", "--runs", str(tmp_path / "runs"), "--pages", str(tmp_path / "pages")]
    done = subprocess.run(
        [sys.executable, "tools/balance.py", *words],
        cwd=ROOT,
        env={**os.environ, "LUDOTHEQUE_JIT": "0", "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "runs" / "bantu" / "games" / "standard").is_dir()
    assert (tmp_path / "pages" / "bantu" / "index.fr.html").is_file()
    assert not (tmp_path / "pages" / "bantu" / "games").exists()
    wrong = subprocess.run(
        [sys.executable, "tools/balance.py", "chess"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert wrong.returncode == 2
    assert "bantu" in wrong.stderr
