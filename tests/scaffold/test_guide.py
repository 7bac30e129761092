"""What the pages about adding a game show is so: they show the whole file, their excerpts stand in the new game, their recipes keep every law,
their examples run."""

from __future__ import annotations

import doctest
import inspect
import re
from pathlib import Path

import pytest

from ludotheque import scaffold
from ludotheque.cli.main import app
from ludotheque.core import verbs
from tests.depth import some
from tests.scaffold.recipes import Block, blocks, change, merged, quoted
from tests.scaffold.test_new_game import ROOT, run

GUIDE = ROOT / "docs" / "add-a-game.md"
MORE = ROOT / "docs" / "chance-and-secrets.md"
PAGE = GUIDE.read_text("utf-8")
RECIPES = list(blocks(MORE.read_text("utf-8")))
"""The blocks of the page whose chapters each change the game of one file; the code of the other page is quoted from new games."""
BLOCKS = list(blocks(PAGE)) + [block for block in RECIPES if block.file.startswith("tests/tiny/")]
COMPILED = {"LUDOTHEQUE_RULES": "compiled"}


def make(folder: Path) -> Path:
    """The package of the guide."""
    return scaffold.make("pebbles", folder, title_fr="Les cailloux", title_en="Pebbles", seats=(2, 4))


def make_one_file(folder: Path) -> Path:
    """The game of one file with which the guide begins."""
    return scaffold.make("pebbles", folder, one_file=True)


def file_of(made: Path, block: Block) -> Path:
    """The file that a block is of: the library's own, one of the package's tests, or one of the package."""
    if block.file.startswith("tests/tiny/"):
        return ROOT / block.file
    return made / block.file if block.file.startswith("tests/") else made / "src" / "pebbles" / block.file


def recipes() -> dict[str, list[Block]]:
    """The blocks of each chapter that changes the game of one file."""
    found: dict[str, list[Block]] = {}
    for block in RECIPES:
        if block.file and not block.file.startswith("tests/tiny/"):
            found.setdefault(block.chapter, []).append(block)
    return found


def test_every_block_of_code_is_looked_at() -> None:
    assert len(recipes()) >= 2
    for block in (*BLOCKS, *RECIPES):
        known = block.file or ">>> " in block.text or block.language == ""
        assert known, f"the block at line {block.line} says neither its file nor what it gives"


def signatures(text: str) -> dict[str, str]:
    """The verbs that the rows of a table name, each with its arguments after the box and the state."""
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    named = [found for row in rows for found in re.findall(r"`(\w+)\(b, s(?:, ([^)]*))?\)`", row)]
    assert len(dict(named)) == len(named), "a verb is listed twice"
    return dict(named)


def test_every_verb_is_listed_with_its_arguments() -> None:
    known = {name: ", ".join([*inspect.signature(verb).parameters][2:]) for name, verb in verbs.VERBS.items()}
    assert signatures(PAGE) == known


def test_the_whole_file_is_shown(tmp_path: Path) -> None:
    parts = [block.text for block in BLOCKS if block.file == "pebbles.py"]
    whole = (make_one_file(tmp_path) / "pebbles.py").read_text("utf-8")
    assert [line for part in parts for line in part.splitlines() if line] == [
        line for line in whole.splitlines() if line
    ]


def test_excerpts_stand_in_the_new_game(tmp_path: Path) -> None:
    made, excerpts = make(tmp_path), [block for block in BLOCKS if block.file not in ("", "pebbles.py")]
    assert len(excerpts) >= 5
    for block in excerpts:
        source = file_of(made, block).read_text("utf-8")
        assert quoted(block, source), f"the block at line {block.line} is not in {block.file}"


def test_examples_give_the_results_shown() -> None:
    failures, tried = doctest.testfile(str(GUIDE), module_relative=False)
    assert tried >= 6
    assert failures == 0


def test_commands_exist() -> None:
    commands = set(app.commands)
    said = set(re.findall(r"^ludotheque ([a-z-]+)", PAGE, re.MULTILINE)) | set(
        re.findall(r"`ludotheque ([a-z-]+)", PAGE)
    )
    assert {"new-game", "rules", "serve", "simulate"} <= said <= commands


def test_every_file_of_the_new_game_is_in_the_table(tmp_path: Path) -> None:
    made = make(tmp_path)
    here = {
        path.relative_to(made / "src" / "pebbles").as_posix()
        for path in (made / "src").rglob("*")
        if path.is_file()
    }
    chapter = PAGE.split("## When one file is not enough")[1].split("\n## ")[0]
    told = set(re.findall(r"`([\w./]+\.\w+)`", "\n".join(re.findall(r"^\|([^|]*)\|", chapter, re.MULTILINE))))
    assert here <= told
    assert told - here == {
        *("view.py", "first_game.toml", "pictures.toml"),
        *("editor.py", "printed.py", "companion.toml", "companion.py"),
    }, "those that some games lack"


@pytest.fixture(scope="module", params=some(recipes(), 4))
def cooked(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The game of one file with a recipe carried out, where Python finds it."""
    folder = tmp_path_factory.mktemp("cooked")
    made = make_one_file(folder)
    for block in recipes()[request.param]:
        change(made / block.file, block)
    site = folder / "site"
    site.mkdir()
    (site / "pebbles.py").symlink_to(made / "pebbles.py")
    info = site / "pebbles-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: pebbles\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[ludotheque.games]\npebbles = pebbles:GAME\n")
    return made


def test_a_recipe_keeps_all_laws_and_passes_its_test(cooked: Path) -> None:
    assert "✗" not in run(cooked, "-m", "ludotheque.testing", "pebbles")
    assert "1 passed" in run(cooked, "-m", "pytest", "-q", "-p", "no:cacheprovider")


@pytest.mark.deep
def test_a_recipe_compiles_and_then_gives_the_same(cooked: Path) -> None:
    laws = [word for name in ("legal", "record", "chance", "redeal", "returns") for word in ("--law", name)]
    said = run(cooked, "-m", "ludotheque.testing", "pebbles", "--quick", *laws, **COMPILED)
    assert said.count("✓") == 5


# ------------------------------------------------------------------------------------------------ how blocks are read


def test_a_block_is_merged_into_a_module() -> None:
    old = "import a\n\nclass Why(IntEnum):\n    NO = 0\n\nX = f([1, 2], z=3)\n\ndef g():\n    return 1\n"
    new = (
        "from b import c\nW = 1\nclass Why(IntEnum):\n    ...\n    YES = 1\nX = f([..., 4], z=5)\n"
        "def g():\n    return 2\nX |= 6\n"
    )
    wanted = (
        "import a\nfrom b import c\nW = 1\n\nclass Why(IntEnum):\n    NO = 0\n    YES = 1\nX = f([1, 2, 4], z=5)\n\n"
        "def g():\n    return 2\nX |= 6\n"
    )
    assert merged(old, new) == wanted
    assert merged("G = f(1, y=2, z=3)\n", "G = f(..., z=4)\n") == "G = f(1, y=2, z=4)\n"


def test_a_block_is_quoted_only_in_order() -> None:
    block = Block("", "python", "x.py", "a\n...\nc\n", 1)
    assert quoted(block, "a\nb\nc\n")
    assert not quoted(block, "c\na\n")
