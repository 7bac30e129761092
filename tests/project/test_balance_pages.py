"""The pages about balance in the documentation: there for every game, whole, and made by the command that the documentation names."""

from __future__ import annotations

import lzma
import os
import runpy
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner

from ludotheque.cli.main import app
from ludotheque.core import registry
from ludotheque.lab import balance_files
from ludotheque.lab.store import StoreError
from tests.lab.linked import walked
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
def test_kept_data_is_complete(game: str) -> None:
    data, records = balance_files.kept(PAGES / game)
    assert data["game"] == game
    bars = [bar for each in data["variants"] for bar in each["lengths"]]
    assert {file for each in [*data["figures"], *bars] for file, _ in each["shown"]} == set(
        balance_files.names_of(data)
    )
    seats = {
        name: each["seats"] for each in data["variants"] for name in (each["name"], f"{each['name']}-skill")
    }
    for name, record in zip(balance_files.names_of(data), records, strict=True):
        assert (record[0]["game"], record[0]["seats"]) == (game, seats[name.rpartition("-")[0]])
        assert set(record[0]["bots"]) <= {*data["bots"], data["against"]}


def test_kept_data_is_small() -> None:
    """A game as a page would be some fifty times as large."""
    files = [path for path in PAGES.rglob("*") if path.is_file()]
    assert not [path for path in files if path.suffix == ".html"]
    assert sum(path.stat().st_size for path in files) < 2_000_000


@pytest.mark.deep
@pytest.mark.parametrize("game", PLANS)
def test_its_pages_can_be_made(game: str, tmp_path: Path) -> None:
    balance_files.make_pages(PAGES / game, tmp_path / game)
    for language in ("fr", "en"):
        walk = walked(tmp_path / game / f"index.{language}.html")
        assert not walk.bare
        assert walk.drawn


@pytest.fixture(scope="module")
def docs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Documentation with balances of two small games, as `tools/balance.py` keeps them."""
    folder = tmp_path_factory.mktemp("documentation")
    for game, words in (("tiny", []), ("bantu", ["--variant", "short=true", "--bots", "random"])):
        told = CliRunner().invoke(
            app, ["balance", game, *words, "--games", "4", "--out", str(folder / "runs" / game)]
        )
        assert told.exit_code == 0, told.output
        balance_files.keep(folder / "runs" / game, folder / "docs" / "balance" / game)
    return folder


@pytest.mark.deep
def test_the_documentation_makes_the_pages(docs: Path) -> None:
    """`docs/conf.py` tells Sphinx to, once it has built the rest."""
    conf = runpy.run_path(str(ROOT / "docs" / "conf.py"))
    hooks: dict[str, Any] = {}
    conf["setup"](SimpleNamespace(connect=hooks.__setitem__))
    built = SimpleNamespace(srcdir=docs / "docs", outdir=docs / "built")
    hooks["build-finished"](built, RuntimeError("the rest went wrong"))
    assert not (docs / "built").exists()
    (docs / "built" / "balance" / "tiny" / "replays").mkdir(parents=True)
    (docs / "built" / "balance" / "tiny" / "replays" / "of-before-1.html").touch()
    hooks["build-finished"](built, None)
    for game in ("tiny", "bantu"):
        made, run = docs / "built" / "balance" / game, docs / "runs" / game
        for language in ("fr", "en"):
            assert not walked(made / f"index.{language}.html").bare
        ours = {path.relative_to(run): path.read_bytes() for path in run.rglob("*") if path.is_file()}
        theirs = {path.relative_to(made): path.read_bytes() for path in made.rglob("*") if path.is_file()}
        assert theirs == {path: said for path, said in ours.items() if path.parts[0] != "games"}


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda folder: (folder / balance_files.RECORDS).write_bytes(b"no records"), "is damaged"),
        (lambda folder: (folder / balance_files.FIGURES).write_text("{}"), "is damaged"),
        (
            lambda folder: (folder / balance_files.RECORDS).write_bytes(lzma.compress(b'{"ludotheque":1}')),
            "is damaged",
        ),
        (
            lambda folder: (folder / balance_files.FIGURES).write_text(
                (folder / balance_files.FIGURES).read_text("utf-8").replace('"rules": 1', '"rules": 0'),
                "utf-8",
            ),
            "play them again",
        ),
    ],
)
def test_unusable_data_is_reported_with_advice(
    docs: Path, tmp_path: Path, spoil: Callable[[Path], object], said: str
) -> None:
    shutil.copytree(docs / "docs" / "balance" / "tiny", tmp_path / "tiny")
    spoil(tmp_path / "tiny")
    with pytest.raises(StoreError, match=said) as refused:
        balance_files.make_pages(tmp_path / "tiny", tmp_path / "out")
    assert "python tools/balance.py" in str(refused.value)
    assert not (tmp_path / "out").exists()


@pytest.mark.deep
def test_a_page_is_played_and_published(tmp_path: Path) -> None:
    words = ["bantu", "--games", "1", "--runs", str(tmp_path / "runs"), "--pages", str(tmp_path / "pages")]
    done = subprocess.run(
        [sys.executable, "tools/balance.py", *words],
        cwd=ROOT,
        env={**os.environ, "LUDOTHEQUE_RULES": "interpreted", "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "runs" / "bantu" / "games" / "standard").is_dir()
    assert (tmp_path / "runs" / "bantu" / "index.fr.html").is_file()
    assert {path.name for path in (tmp_path / "pages" / "bantu").rglob("*") if path.is_file()} == {
        "figures.json",
        "figures.parquet",
        "records.jsonl.xz",
    }
    assert balance_files.kept(tmp_path / "pages" / "bantu")[0]["game"] == "bantu"
    wrong = subprocess.run(
        [sys.executable, "tools/balance.py", "chess"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert wrong.returncode == 2
    assert "bantu" in wrong.stderr
