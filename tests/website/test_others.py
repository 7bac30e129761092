"""A game of another package comes along into a page, and goes on there as it does outside."""

from __future__ import annotations

import gzip
import io
import json
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from ludotheque import scaffold
from ludotheque.site import CannotBuild, others, trying
from tests.website import parts

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "mu-torere" / "src"


def new_game(folder: Path) -> Path:
    """The package of a game that somebody has just begun."""
    return scaffold.make("cobbles", folder / "made", title_fr="Les pavés", title_en="Cobbles") / "src"


def one_file(folder: Path) -> Path:
    """A game of one file that somebody has just begun."""
    return scaffold.make("cobbles", folder / "made", title_en="Cobbles", one_file=True)


def put(sources: Path, name: str, installed: Path) -> None:
    """Install a package with one game, as `their-…`."""
    shutil.copytree(sources, installed)
    info = installed / f"their_{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: their-{name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[ludotheque.games]\n{name} = {name}:GAME\n")


def test_a_page_has_what_the_example_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(EXAMPLE, "mu_torere", tmp_path / "installed")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path / "installed"), *sys.path]))
    others._try("mu_torere", ["mu_torere"], parts.made())


@pytest.mark.deep
@pytest.mark.parametrize(
    ("name", "package"),
    [("cobbles", new_game), ("cobbles", one_file), ("mu_torere", lambda _: EXAMPLE)],
    ids=["new", "one-file", "example"],
)
def test_a_game_of_another_package_is_played_in_a_page(
    name: str, package: Callable[[Path], Path], tmp_path: Path, start: Path
) -> None:
    parts.made()
    installed, site = tmp_path / "installed", tmp_path / "site"
    put(package(tmp_path), name, installed)
    words = (name, "60", "5")

    def ran(*words: str) -> str:
        found = os.pathsep.join([str(installed), *sys.path])
        done = subprocess.run(
            [sys.executable, *words], env=os.environ | {"PYTHONPATH": found}, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout[-1000:] + done.stderr[-3000:]
        return done.stdout

    ran("-m", "ludotheque", "site", str(site), "--with", f"Their_{name}")
    (answers,) = site.glob("answers-*")
    library = json.loads((answers / "api" / "library.json").read_text("utf-8"))
    names = [game["name"] for game in library["games"]]
    assert name in names
    assert "tiny" not in names, "it is installed here, but was not chosen"
    assert f"{name}.title" in json.loads((answers / "api" / "messages" / "fr.json").read_text("utf-8"))
    for drawing in ("sprites.svg",) if package is one_file else ("sprites.svg", "cover.svg"):
        assert (answers / "art" / name / drawing).is_file()
    (server,) = site.glob("server-*")
    server.rename(site / "server")
    outside = ran(
        "-c",
        "import sys; from tests.website.trail import trail; print(trail(*sys.argv[1:2], *map(int, sys.argv[2:])))",
        *words,
    )
    inside = parts.run_in_node(parts.HERE / "in_page.mjs", site, start, parts.HERE / "trail.py", *words)
    assert inside == outside


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where packages are, with one file of another package in a namespace. Nothing is compiled."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(others, "_try", lambda *given: None)
    monkeypatch.setattr(others, "_compile", lambda game: None)
    write(tmp_path / "many_games" / "else.py")
    return tmp_path


def write(file: Path, text: str = "") -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def declare(installed: Path, module: str) -> None:
    """A package declares a game in this module."""
    info = installed / "their_one-1.0.dist-info"
    write(info / "METADATA", "Metadata-Version: 2.1\nName: their-one\nVersion: 1.0\n")
    write(info / "entry_points.txt", f"[ludotheque.games]\none = {module}:GAME\n")


@pytest.mark.parametrize(
    ("module", "files", "taken"),
    [
        ("alone_in_a_file", ["alone_in_a_file.py"], ["alone_in_a_file.py"]),
        (
            "alone.and_compiled",
            ["alone/__init__.py", "alone/and_compiled.py", "alone/and_compiled.compiled/one.wasm"],
            ["alone/__init__.py", "alone/and_compiled.compiled/one.wasm", "alone/and_compiled.py"],
        ),
        (
            "compiled_beside",
            ["compiled_beside.py", "compiled_beside.compiled/one.wasm", "compiled_beside.compiled/one-x.so"],
            ["compiled_beside.compiled/one.wasm", "compiled_beside.py"],
        ),
        ("many_games.single", ["many_games/single.py"], ["many_games/single.py"]),
        (
            "many_games.whole.game",
            ["many_games/whole/__init__.py", "many_games/whole/game.py", "many_games/whole/art/a.svg"],
            ["many_games/whole/__init__.py", "many_games/whole/art/a.svg", "many_games/whole/game.py"],
        ),
    ],
)
def test_a_game_brings_its_own_files(
    installed: Path, module: str, files: list[str], taken: list[str]
) -> None:
    declare(installed, module)
    for file in files:
        write(installed / file)
    archive, _ = others.packed(["their-one"], installed)
    held = zipfile.ZipFile(io.BytesIO(archive)).namelist()
    assert [name for name in held if ".dist-info/" not in name] == taken


@pytest.mark.parametrize("module", ["many_games", "many_games.nowhere", "nowhere.at_all"])
def test_a_game_without_files_is_refused(installed: Path, module: str) -> None:
    declare(installed, module)
    with pytest.raises(CannotBuild) as refused:
        others.packed(["their-one"], installed)
    assert refused.value.message.key == "cli.site.with.no_files"
    assert refused.value.message.args == {"game": "one", "module": module}


def test_a_page_gets_the_shipped_part_of_a_namespace(tmp_path: Path) -> None:
    for name in trying.ARCHIVES:
        held = io.BytesIO()
        zipfile.ZipFile(held, "w").close()
        (tmp_path / "server").mkdir(exist_ok=True)
        (tmp_path / "server" / f"{name}.bin").write_bytes(gzip.compress(held.getvalue()))
    finder = trying.OnlyWhatAPageHas(tmp_path, ["many_games.whole"])
    for name in ("many_games", "many_games.whole", "many_games.whole.game"):
        assert finder.find_spec(name, None) is None
    for name in ("many_games.else", "many_games.wholesale", "many"):
        with pytest.raises(ModuleNotFoundError):
            finder.find_spec(name, None)
