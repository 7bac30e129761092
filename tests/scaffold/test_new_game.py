"""`ludotheque new-game`: what it refuses, and that what it makes is a game from the first minute, as anybody would install it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from ludotheque import scaffold
from ludotheque.cli.main import app

ROOT = Path(__file__).resolve().parents[2]
LONG = "a_game_with_quite_a_long_name"


def ask(*words: object):
    return CliRunner().invoke(app, ["new-game", *map(str, words)])


# ---------------------------------------------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("Pebbles", "cannot be the name of a package"),
        ("my-game", "cannot be the name of a package"),
        ("2stones", "cannot be the name of a package"),
        ("jeu_de_l'oie", "cannot be the name of a package"),
        ("", "cannot be the name of a package"),
        ("a" * 31, "too long"),
        ("class", "a word of the Python language"),
        ("match", "a word of the Python language"),
        ("billabong", "is already the name of a game"),
        ("tiny", "is already the name of a game"),
        ("shape", "records have"),
        ("random", "already installed"),
        ("numpy", "already installed"),
    ],
)
def test_an_impossible_name_is_reported(tmp_path: Path, name: str, says: str) -> None:
    done = ask(name, "--to", tmp_path)
    assert done.exit_code == 2
    assert says in done.stderr
    assert "another name" in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("seats", ["", "1", "0-3", "4-2", "2-12", "two", "2-3-4"])
def test_impossible_seats_are_reported(tmp_path: Path, seats: str) -> None:
    done = ask("pebbles", "--to", tmp_path, "--seats", seats)
    assert done.exit_code == 2
    assert "2-4" in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("title", ['a "quoted" one', "a {hole}", "two\nlines", "back\\slash", "x" * 61])
def test_a_title_that_would_break_a_file_is_reported(tmp_path: Path, title: str) -> None:
    done = ask("pebbles", "--to", tmp_path, "--title-en", title)
    assert done.exit_code == 2
    assert "title" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "pebbles").mkdir()
    (tmp_path / "pebbles" / "mine.txt").write_text("mine")
    done = ask("pebbles", "--to", tmp_path)
    assert done.exit_code == 2
    assert "already exists" in done.stderr
    assert [path.name for path in (tmp_path / "pebbles").iterdir()] == ["mine.txt"]


# ---------------------------------------------------------------------------------------------------- what is made


def test_names_titles_and_seats_are_in_their_places(tmp_path: Path) -> None:
    done = ask("pebbles", "--to", tmp_path / "new" / "folder", "--title-fr", "Les cailloux", "--title-en", "Pebbles!",
               "--seats", "3-5")  # fmt: skip
    assert done.exit_code == 0
    made = tmp_path / "new" / "folder" / "pebbles"
    assert str(made) in done.stdout
    texts = {
        path.relative_to(made).as_posix(): path.read_text("utf-8")
        for path in made.rglob("*")
        if path.is_file()
    }
    for path, text in texts.items():
        assert not re.search("newgame|NEWGAME|TITLE_", path + text), path
    assert {
        ".gitignore",
        "pyproject.toml",
        "src/pebbles/__init__.py",
        "src/pebbles/i18n/fr.po",
    } <= texts.keys()
    assert 'msgstr "Les cailloux"' in texts["src/pebbles/i18n/fr.po"]
    assert 'msgstr "Pebbles!"' in texts["src/pebbles/i18n/en.po"]
    assert "MIN_SEATS = 3\nMAX_SEATS = 5\n" in texts["src/pebbles/state.py"]


def test_rows_are_called_after_the_game_and_after_no_other() -> None:
    assert scaffold.prefix_of("pebbles") == "PEB"
    assert scaffold.prefix_of("my_game") == "MYG"
    assert scaffold.prefix_of("go") == "GO"
    assert scaffold.prefix_of("billiards") == "BILL"  # Billabong has BIL


@pytest.mark.parametrize("name", ["go_", LONG])
def test_a_new_game_is_formatted_whatever_its_name(tmp_path: Path, name: str) -> None:
    ruff = shutil.which("ruff", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]))
    if ruff is None:
        pytest.skip("ruff is not installed here: it is one of the tools of `make check`")
    made = scaffold.make(name, tmp_path)
    for words in (["check"], ["format", "--check", "--diff"]):
        done = subprocess.run([ruff, *words, "."], cwd=made, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr


# ---------------------------------------------------------------------------------------------------- what it can do


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a new game whose wheel is installed beside it, in `site`."""
    return install(tmp_path_factory.mktemp("installed"), "pebbles", (2, 4))


def install(folder: Path, name: str, seats: tuple[int, int]) -> Path:
    """Make a new game in a folder, and install its wheel beside it; the game's own folder."""
    made = scaffold.make(name, folder, title_fr="Les cailloux", title_en="Pebbles", seats=seats)
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    built = subprocess.run(command, cwd=made, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as files:
        files.extractall(folder / "site")
    return made


def run(made: Path, *words: str, **more: str) -> str:
    """What Python says to these words in the new game's folder, with interpreted rules; it must go well."""
    path = [made.parent / "site", ROOT / "src", ROOT / "tests", ROOT]
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join(map(str, path)),
        "LUDOTHEQUE_RULES": "interpreted",
        "LC_ALL": "C.UTF-8",
        **more,
    }
    done = subprocess.run(
        [sys.executable, *words], cwd=made, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_it_keeps_the_laws_and_passes_its_own_tests(installed: Path) -> None:
    said = run(installed, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "error::RuntimeWarning")
    assert "passed" in said
    assert "skipped" not in said


@pytest.mark.deep
def test_a_new_game_with_another_name_and_more_players_works(tmp_path: Path) -> None:
    made = install(tmp_path, LONG, (3, 6))
    assert "passed" in run(made, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "rules or 6 or chance")


def test_every_row_of_its_rulebook_has_code_and_a_test(installed: Path) -> None:
    said = run(installed, "-m", "ludotheque", "rules", installed.name, "--coverage")
    assert "0 incomplete" in said


def test_its_box_can_be_shown_and_checked(installed: Path) -> None:
    file = f"src/{installed.name}/components.toml"
    assert "the printed box" in run(
        installed, "-m", "ludotheque", "components", installed.name, "--check", file
    )


def test_it_is_played_and_served(installed: Path) -> None:
    assert "played and served" in run(
        installed, str(Path(__file__).with_name("play_and_serve.py")), installed.name
    )
