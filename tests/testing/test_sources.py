"""A broken law tells the line of the game's own code, whether its rules are interpreted or compiled."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ludotheque import scaffold
from ludotheque.testing import LAWS
from ludotheque.testing.sources import where_declared, where_defined
from tiny import GAME

ROOT = Path(__file__).resolve().parents[2]
GOOD = "    s.left -= pebbles(action)\n"
BAD = GOOD + '    if s.left < 9:\n        raise ValueError("fewer than nine")\n'
SILENT = GOOD + "    s.to_play = seat // (s.left - s.left)\n"
"""Division by nought is an error in compiled code, and nought as NumPy does it."""
COMPILE = "from ludotheque.compiler import building, targets; building.build(faulty.GAME, [targets.here()]);"


def faulty(folder: Path, fault: str) -> Path:
    """A game of somebody else's with a fault in its rules."""
    made = scaffold.make("faulty", folder, title_fr="Faux", title_en="Faulty", seats=(2, 2))
    rules = made / "src" / "faulty" / "rules.py"
    text = rules.read_text("utf-8")
    assert text.count(GOOD) == 1
    rules.write_text(text.replace(GOOD, fault), "utf-8")
    return made


def line_of(made: Path, part: str) -> int:
    """The line of the rules that has this text."""
    lines = (made / "src" / "faulty" / "rules.py").read_text("utf-8").splitlines()
    return 1 + next(number for number, text in enumerate(lines) if part in text)


def looked_at(made: Path, law: str, *, compiled: bool = False) -> dict[str, Any]:
    """What `python -m ludotheque.testing` says of a law, the first time that it is broken."""
    say = "import faulty; from ludotheque.core import registry; registry.add(faulty.GAME);"
    say += COMPILE * compiled + "from ludotheque.testing.__main__ import main;"
    say += f"main(['faulty', '--law', '{law}', '--quick', '--stop', '--json'])"
    path = os.pathsep.join(str(folder) for folder in (made / "src", ROOT / "src"))
    done = subprocess.run(
        [sys.executable, "-c", say],
        cwd=made,
        env=os.environ | {"PYTHONPATH": path, "PYTHONHASHSEED": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    said: dict[str, Any] = json.loads(done.stdout)
    return said["broken"][0]  # type: ignore[no-any-return]


@pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=pytest.mark.deep)])
def test_code_that_raises_is_reported_with_its_line(tmp_path: Path, compiled: bool) -> None:
    made = faulty(tmp_path, BAD)
    broken = looked_at(made, "ranges", compiled=compiled)
    assert "fewer than nine" in broken["what"]
    assert broken["source"] == f"src/faulty/rules.py:{line_of(made, 'fewer than nine')} in play"


@pytest.mark.deep
def test_code_that_raises_only_when_compiled_is_named(tmp_path: Path) -> None:
    made = faulty(tmp_path, SILENT)
    broken = looked_at(made, "judge", compiled=True)
    assert "ZeroDivisionError" in broken["what"]
    assert broken["source"] == f"src/faulty/rules.py:{line_of(made, 'def play(') - 1} in play"


def test_every_law_names_something_to_look_at() -> None:
    for law in LAWS:
        assert where_defined(GAME, law.about).startswith("tests/tiny/"), law.name


def test_an_option_is_found_where_it_is_declared() -> None:
    lines = (ROOT / "tests" / "tiny" / "__init__.py").read_text("utf-8").splitlines()
    line = 1 + next(number for number, text in enumerate(lines) if 'Option("calm"' in text)
    assert where_declared(GAME, "calm") == f"tests/tiny/__init__.py:{line} in the declaration"
