"""`ludotheque new-game`: what it refuses, and that what it makes is a game from the first minute, as anybody would install it.

Most is tried both with a package and with a game of one file.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

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
        ("class", "is a Python keyword"),
        ("match", "is a Python keyword"),
        ("billabong", "is already the name of a game"),
        ("tiny", "is already the name of a game"),
        ("shape", "records have"),
        ("left", "records have"),
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


def test_a_game_of_one_file_has_two_files_and_one_title(tmp_path: Path) -> None:
    done = ask("pebbles", "--one-file", "--to", tmp_path, "--title-fr", "Les cailloux", "--seats", "3-5")
    assert done.exit_code == 0
    assert "pebbles.py" in done.stdout
    texts = {path.name: path.read_text("utf-8") for path in (tmp_path / "pebbles").iterdir()}
    assert texts.keys() == {"pebbles.py", "pyproject.toml"}
    assert not any(re.search("newgame|NEWGAME|TITLE_", text) for text in texts.values())
    assert '"title": "Les cailloux"' in texts["pebbles.py"]
    assert "MIN_SEATS = 3\nMAX_SEATS = 5\n" in texts["pebbles.py"]
    again = ask("cobbles", "--one-file", "--to", tmp_path, "--title-fr", "Les pavés", "--title-en", "Cobbles")
    assert again.exit_code == 2
    assert "one title" in again.stderr


def test_rows_are_called_after_the_game_and_after_no_other() -> None:
    assert scaffold.prefix_of("pebbles") == "PEB"
    assert scaffold.prefix_of("my_game") == "MYG"
    assert scaffold.prefix_of("go") == "GO"
    assert scaffold.prefix_of("billiards") == "BILL"  # Billabong has BIL


@pytest.mark.parametrize("one_file", [False, True], ids=["package", "one-file"])
@pytest.mark.parametrize("name", ["go_", LONG])
def test_a_new_game_is_formatted_whatever_its_name(tmp_path: Path, name: str, one_file: bool) -> None:
    ruff = shutil.which("ruff", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]))
    if ruff is None:
        pytest.skip("ruff is not installed here: it is one of the tools of `make check`")
    made = scaffold.make(name, tmp_path, one_file=one_file)
    for words in (["check"], ["format", "--check", "--diff"]):
        done = subprocess.run(
            [ruff, *words, "--line-length", "110", "."], cwd=made, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr


# ---------------------------------------------------------------------------------------------------- what it can do


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a new game whose wheel is installed beside it, in `site`."""
    return install(tmp_path_factory.mktemp("installed"), "pebbles", (2, 4), title_fr="Les cailloux")


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same for a game of one file."""
    return install(tmp_path_factory.mktemp("alone"), "pebbles", (2, 4), one_file=True)


def install(folder: Path, name: str, seats: tuple[int, int], **how: Any) -> Path:
    """Make a new game in a folder, and install its wheel beside it; the game's own folder."""
    made = scaffold.make(name, folder, title_en="Pebbles", seats=seats, **how)
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    built = subprocess.run(command, cwd=made, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as files:
        files.extractall(folder / "site")
    return made


def run(made: Path, *words: str, typed: str | None = None, **more: str) -> str:
    """What Python says to these words in the new game's folder, with interpreted rules; it must go well."""
    path = [made.parent / "site", ROOT / "src", ROOT / "tests", ROOT]
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join(map(str, path)),
        "LUDOTHEQUE_RULES": "interpreted",
        "LC_ALL": "C.UTF-8",
        **more,
    }
    done = subprocess.run(
        [sys.executable, *words],
        cwd=made,
        env=environment,
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_it_keeps_the_laws_and_passes_its_own_tests(installed: Path) -> None:
    said = run(installed, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "error::RuntimeWarning")
    assert "passed" in said
    assert "skipped" not in said


@pytest.mark.deep
def test_a_new_game_with_another_name_and_more_players_works(tmp_path: Path) -> None:
    made = install(tmp_path, LONG, (3, 6), title_fr="Les cailloux")
    assert "passed" in run(made, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "rules or 6 or chance")


def test_every_row_of_its_rulebook_has_code_and_a_test(installed: Path) -> None:
    said = run(installed, "-m", "ludotheque", "rules", installed.name, "--coverage")
    assert "0 incomplete" in said


def test_its_box_can_be_shown_and_checked(installed: Path) -> None:
    file = f"src/{installed.name}/components.toml"
    assert "the printed box" in run(
        installed, "-m", "ludotheque", "components", installed.name, "--check", file
    )


@pytest.mark.parametrize(("kind", "french"), [("installed", "Les cailloux"), ("alone", "Pebbles")])
def test_it_is_played_and_served(request: pytest.FixtureRequest, kind: str, french: str) -> None:
    made = request.getfixturevalue(kind)
    said = run(made, str(Path(__file__).with_name("play_and_serve.py")), made.name, french)
    assert "played and served" in said


# -------------------------------------------------------------------------------------------------- a game of one file


def test_a_game_of_one_file_keeps_the_laws(alone: Path) -> None:
    said = run(alone, "-W", "error::RuntimeWarning", "-m", "ludotheque.testing", alone.name)
    assert "✗" not in said


def test_a_game_of_one_file_is_played_in_the_terminal(alone: Path) -> None:
    moves = "take 4\n" + "take 1\n" * 15
    words = ["-m", "ludotheque", "play", "pebbles", "--seats", "human,random", "--seed", "3", "--lang", "en"]
    said = run(alone, *words, typed=moves, XDG_DATA_HOME=str(alone.parent / "data"))
    assert "You cannot take that many at once.\n  PEB-02  On your turn, take one, two or three" in said
    assert "The row is empty." in said


POSITIONS = """
import pebbles
from ludotheque import BadPosition, Table
from ludotheque.core import registry
registry.add(pebbles.GAME)
for wrong in ({"left": 40}, {"left": 13}, {"to_play": 3}):
    try:
        Table.from_position(Table("pebbles", seats=2, seed=1).position() | wrong)
    except BadPosition as error:
        print(error.said_in("en"))
"""


def test_a_game_of_one_file_refuses_impossible_positions(alone: Path) -> None:
    assert python(alone, "-c", POSITIONS).stdout.splitlines() == [
        "it has 40 of “pebbles”, but the game has 15",
        "it has 13 of “pebbles”, but the game has 15",
        "somebody is to act who is not at the table: the seats go from 0 to 1",
    ]


def test_the_box_and_the_rules_of_a_game_of_one_file_are_shown(alone: Path) -> None:
    assert (
        run(alone, "-m", "ludotheque", "components", alone.name)
        == "pebbles = 15 # 1 to 40\nmost = 3 # 1 to 5\n"
    )
    said = run(alone, "-m", "ludotheque", "rules", alone.name, "--lang", "en")
    assert "The rules\n  PEB-01  All pebbles are laid in a row." in said
    assert "won" in run(alone, "-m", "ludotheque", "rules", alone.name, "last", "--lang", "fr")


@pytest.mark.deep
def test_a_game_of_one_file_is_compiled_beside_it(alone: Path) -> None:
    run(alone, "-m", "ludotheque", "compile", alone.name)
    assert (alone / "pebbles.compiled" / "pebbles.json").is_file()
    loaded = "from ludotheque.core import artefact; assert artefact.is_loaded('pebbles')"
    run(alone, "-W", "error::RuntimeWarning", "-c", loaded, LUDOTHEQUE_RULES="compiled")


FRENCH = """
msgid "pebbles.title"
msgstr "Les cailloux"

msgid "pebbles.taken"
msgid_plural "pebbles.taken"
msgstr[0] "{n} caillou"
msgstr[1] "{n} cailloux"
"""
GROWN = """
import pebbles
from ludotheque.core import catalogue, packaged, registry, rulebook
from ludotheque.testing import catalogues
registry.add(pebbles.GAME)
words = catalogue.of_game(pebbles.GAME, "fr")
print(catalogue.say("pebbles.title", "fr", words), "|", catalogue.say("pebbles.tagline", "fr", words))
print(catalogue.say("pebbles.title", "en"), catalogues.problems(pebbles.GAME))
print(rulebook.rows(pebbles.GAME))
"""


def test_a_game_of_one_file_grows_into_a_package_file_by_file(tmp_path: Path) -> None:
    made = scaffold.make("pebbles", tmp_path, one_file=True)
    package = made / "pebbles"
    (package / "i18n").mkdir(parents=True)
    (made / "pebbles.py").rename(package / "__init__.py")
    (package / "i18n" / "fr.po").write_text(FRENCH, "utf-8")
    said = python(made, "-c", GROWN)
    assert "Les cailloux | Take pebbles from the row" in said.stdout
    assert "Pebbles []" in said.stdout
    assert "id='PEB-01'" in said.stdout
    (package / "rulebook.toml").write_text("row = []\n", "utf-8")
    said = python(made, "-c", GROWN)
    assert "rulebook.toml, and rows in its declaration: keep one of them" in said.stderr


MISTAKES = {
    "no rows": ("    rows=ROWS,\n", "", "a game of one file says its rules in rows="),
    "a reason without a row": (
        'TOO_MANY="PEB-02"',
        'TOO_MANY="PEB-20"',
        "names the row PEB-20, which rows=… lacks",
    ),
    "a field without limits": ('"left": (0, MAX_PEBBLES), ', "", "ranges=… lacks the field(s) left"),
    "a plural of three": ('["{n} pebble", "{n} pebbles"]', '["a", "b", "c"]', "a list of two texts"),
    "an impossible box": (
        "(15, 1, MAX_PEBBLES)",
        "(0, 1, MAX_PEBBLES)",
        "printed as 0, which is not from 1 to 40",
    ),
    "no ranking": ("def ranking", "def rank", "the rules lack both returns and ranking"),
    "another package": (
        'package="pebbles"',
        'package="stones"',
        "package=… names the module with this declaration",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_in_a_game_of_one_file_is_said(tmp_path: Path, mistake: str) -> None:
    old, new, says = MISTAKES[mistake]
    assert says in refused(tmp_path, old, new, "-c", "import pebbles")


BROKEN = {
    "a word is missing": ('    "choice.take": ["Take one pebble", "Take {n} pebbles"],\n', "", "choices", "lacks words for pebbles.choice.take"),
    "a row has no code": ('@rule("PEB-01")', '@rule("PEB-02")', "rulebook", "the row PEB-01 lacks code"),
    "there is no such row": ('@rule("PEB-01")', '@rule("PEB-01", "PEB-9")', "rulebook", "pebbles.setup names PEB-9, which is no row"),
    "a sprite is unknown": ('"stone"', '"rock"', "drawn", "'rock', not in art/sprites.svg, which has cube, disc, pawn, stone"),
    "nothing is clicked": ("[f\"pebble.{s.left - action}\"]", "[]", "choices", "action 0 has no clicks"),
}  # fmt: skip


@pytest.mark.parametrize("mistake", BROKEN)
def test_a_law_says_what_a_game_of_one_file_lacks(tmp_path: Path, mistake: str) -> None:
    old, new, law, says = BROKEN[mistake]
    look = f"import pebbles; from ludotheque.core import registry; registry.add(pebbles.GAME); from ludotheque.testing.__main__ import main; raise SystemExit(main(['pebbles', '--law', '{law}', '--quick', '--stop']))"
    assert says in refused(tmp_path, old, new, "-c", look)


def refused(folder: Path, old: str, new: str, *words: str) -> str:
    """What Python says of a game of one file in which something is replaced; it must not go well."""
    made = scaffold.make("pebbles", folder, one_file=True)
    text = (made / "pebbles.py").read_text("utf-8")
    assert old in text
    (made / "pebbles.py").write_text(text.replace(old, new), "utf-8")
    done = python(made, *words)
    assert done.returncode == 1, done.stdout + done.stderr
    return done.stdout + done.stderr


def python(made: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """What Python says beside the files of a game."""
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join(map(str, [made, ROOT / "src"])),
        "LUDOTHEQUE_RULES": "interpreted",
        "LC_ALL": "C.UTF-8",
    }
    return subprocess.run(
        [sys.executable, *words], cwd=made, env=environment, capture_output=True, text=True, check=False
    )
