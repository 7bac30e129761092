"""`print`: a box as a PDF. What is on its sheets is read back in `tests/press`."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Run
from tests.press.reading import File

BOX = Path(__file__).parents[1] / "conformance" / "boxes" / "billabong.toml"


def test_a_box_is_written_with_the_list_of_its_sheets(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "boussanga.pdf"
    done = run("print", "boussanga", "--out", file, "--lang", "en", "--url", "https://games.example.org/")
    assert done.exit_code == 0
    assert "   3  The board" in done.stdout
    assert "sticker" not in done.stdout
    assert File(file.read_bytes()).pages[0].width > 209


def test_as_json_and_on_letter_paper(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "tiny.pdf"
    done = run("print", "tiny", "--out", file, "--paper", "letter", "--large", "--contrast", "--json")
    facts = json.loads(done.stdout)
    assert facts["file"] == str(file)
    assert facts["bytes"] == file.stat().st_size
    assert facts["sticker"] is False
    pages = File(file.read_bytes()).pages
    assert len(pages) == 2 * len(facts["sheets"])
    assert round(pages[0].width, 1) == 215.9


def test_only_some_sheets_are_printed(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "tiny.pdf"
    done = run("print", "tiny", "--out", file, "--sheets", "4,2-3", "--json")
    facts = json.loads(done.stdout)
    assert [(each["sheet"], each["pages"]) for each in facts["sheets"]] == [
        (2, [1, 2]),
        (3, [3, 4]),
        (4, [5, 6]),
    ]
    assert len(File(file.read_bytes()).pages) == 6
    assert "sticker" not in run("print", "tiny", "--out", file, "--sheets", "2", "--lang", "en").stdout


def test_what_is_asked_wrongly_is_refused_and_writes_nothing(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "any.pdf"
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(BOX.read_text("utf-8").replace("width = ", "width = 1", 1))
    for words, code, said in (
        (["chess"], 2, "no game “chess”"),
        (["tiny", "--paper", "a5"], 2, "a5"),
        (["tiny", "--sheets", "2,40"], 2, "there is no sheet 40: sheets go from 1 to 4"),
        (["tiny", "--sheets", "3-x"], 2, "“3-x” does not say which sheets to print"),
        (["tiny", "--sheets", ","], 2, "“” does not say which sheets to print"),
        (["tiny", "--sheets", "3-2"], 2, "“3-2” does not say which sheets to print"),
        (["tiny", "--url", "games"], 2, "“games” is not an address of the web"),
        (["tiny", "--url", "https://games.example.org/a b"], 2, "a b” is not an address of the web"),
        (["tiny", "--url", f"https://games.example.org/{'x' * 300}"], 2, "the address is too long"),
        (["billabong", "--components", tmp_path / "none.toml"], 2, "no such component file"),
        (["billabong", "--components", wrong], 1, "board.width, line"),
    ):
        done = run("print", *words, "--out", file, "--lang", "en")
        assert (done.exit_code, said in done.stderr) == (code, True), done.stderr
    assert not file.exists()


def test_a_file_that_cannot_be_written_is_named(run: Run, tmp_path: Path) -> None:
    done = run("print", "tiny", "--out", tmp_path / "no" / "tiny.pdf", "--lang", "en")
    assert done.exit_code == 1
    assert "tiny.pdf: No such file or directory" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_box_of_ones_own_is_printed(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "own.pdf"
    done = run("print", "billabong", "--components", BOX, "--out", file, "--lang", "fr", "--json")
    assert done.exit_code == 0
    assert "Cette boîte diffère de la boîte imprimée" in File(file.read_bytes()).pages[0].text
