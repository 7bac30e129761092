"""The programs of docs/compiled-rules.md run as they stand there, and print the same."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

from ludotheque.compiler.targets import here
from ludotheque.core import artefact
from tests.compiler.test_parity import NODE

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "compiled-rules.md").read_text(encoding="utf-8")


def block(language: str, holding: str) -> str:
    """The block of the page in a language that holds these words."""
    (found,) = (
        text
        for text in re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
        if holding in text
    )
    return str(found)


def ran(command: list[str], folder: Path) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_programs_in_c_and_javascript_play_the_same_game(tmp_path: Path) -> None:
    folder = tmp_path / "compiled"
    shutil.copytree(artefact.folder("ludotheque.games.bantu", False), folder)
    ran([sys.executable, "-c", block("python", "box.bin")], folder)
    (folder / "play.c").write_text(block("c", "bantu.h"), encoding="utf-8")
    (folder / "play.mjs").write_text(block("js", "bantu.wasm"), encoding="utf-8")
    (compiling,) = re.findall(r"^python (-m ziglang cc .+) && \./play$", PAGE, re.MULTILINE)
    library = f"bantu-{here().name}.so"
    ran([sys.executable, *compiling.replace("bantu-linux-x86_64.so", library).split()], folder)
    in_c, in_javascript = ran(["./play"], folder), ran([NODE, "play.mjs"], folder)
    assert in_c == in_javascript
    assert int(in_c) > 20


def test_the_entry_point_of_the_page_can_be_declared() -> None:
    from ludotheque.core.entry_point import STATE, Array, Record, entry_points

    scope: dict[str, object] = {"__name__": "page"}
    exec(block("python", "read_neighbours"), scope)
    point = entry_points.pop("page.read_neighbours")
    kinds = [kind for _, kind in point.parameters]
    assert [type(kind) for kind in kinds] == [Record, Record, type, Array]
    assert kinds[1] == Record(STATE)
    assert point.result is int
