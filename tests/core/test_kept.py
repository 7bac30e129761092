"""Compiled rules are kept by game: an edited rule, helper or module of another package is never served as it was."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ludotheque.core import cache_folders, code_cache, dispatch, warm

ROOT = Path(__file__).resolve().parents[2]

RULES = {
    "heaps/__init__.py": "",
    "heaps/helper.py": """
from ludotheque.core.jit import compiled

@compiled
def most(b):
    return 3
""",
    "heaps/rules.py": """
from ludotheque.core.jit import compiled
from heaps.helper import most

@compiled
def actors(b, s):
    return most(b)
""",
    "heaps/bound.py": """
import numpy as np
from heaps import rules
from ludotheque.core import entry, verbs

BOX = np.dtype([("stones", "i4")], align=True)
STATE = np.dtype([("heaps", "i4"), ("left", "i4")], align=True)
verbs.bind("heaps", "heaps", STATE, {name: rules.actors for name in verbs.ARGUMENTS})
boxes, states = (np.zeros(1, kind).view(np.recarray) for kind in (BOX, STATE))
said = entry.actors(boxes, states)
hits = sum(entry.actors.face.stats.cache_hits.values())
""",
}

SAY = "from heaps import bound; print(bound.said, bound.hits)"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package whose rule calls a helper in another file."""
    for name, text in RULES.items():
        path = tmp_path / "packages" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path / "packages" / "heaps"


def _run(package: Path, cache: Path, code: str = SAY) -> list[str]:
    path = os.pathsep.join([str(package.parent), str(ROOT / "src")])
    environment = {
        **os.environ,
        "PYTHONPATH": path,
        "LUDOTHEQUE_CACHE": str(cache),
        "LUDOTHEQUE_JIT": "now",
        "NUMBA_DISABLE_JIT": "0",
    }
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_an_edited_helper_of_another_package_counts_at_once(package: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    assert _run(package, cache) == ["3", "0"]
    assert _run(package, cache) == ["3", "1"], "the second time it is loaded"
    helper = package / "helper.py"
    helper.write_text(helper.read_text("utf-8").replace("return 3", "return 5"), encoding="utf-8")
    assert _run(package, cache) == ["5", "0"]
    helper.write_text(helper.read_text("utf-8").replace("return 5", "return 3"), encoding="utf-8")
    assert _run(package, cache) == ["3", "1"], "what it was before is still kept"


def test_each_package_has_a_folder_and_the_house_keeps_its_loops_there(package: Path, tmp_path: Path) -> None:
    _run(package, tmp_path / "cache")
    (house,) = (tmp_path / "cache").iterdir()
    (folder,) = house.iterdir()
    assert folder.name.startswith("heaps-")
    assert {path.name for path in folder.iterdir()} == {"ludotheque.core"}, (
        "what Python calls, with all its parts in it"
    )


def test_where_nothing_can_be_kept_rules_are_compiled_all_the_same(package: Path, tmp_path: Path) -> None:
    nowhere = tmp_path / "a file"
    nowhere.write_text("", encoding="utf-8")
    assert _run(package, nowhere) == ["3", "0"]


def test_code_typed_into_an_interpreter_is_kept_nowhere(package: Path, tmp_path: Path) -> None:
    code = """
from ludotheque.core.jit import compiled
f = compiled(lambda x: x + 1)
print(f(1))
"""
    assert _run(package, tmp_path / "cache", code) == ["2"]
    assert not (tmp_path / "cache").exists()


@pytest.mark.parametrize("name", ["f.nbi", "f.1.nbc"])
@pytest.mark.parametrize("left", [b"", b"\0" * 64, None], ids=["empty", "zeros", "torn"])
def test_code_that_is_torn_is_missing_and_written_anew(name: str, left: bytes | None, tmp_path: Path) -> None:
    from ludotheque.core.code_cache import _Files

    files = _Files(str(tmp_path), "f", "")
    files.save("for whole numbers", "code")
    torn = tmp_path / name
    torn.write_bytes(torn.read_bytes()[:-3] if left is None else left)
    assert files.load("for whole numbers") is None
    files.save("for whole numbers", "code again")
    assert files.load("for whole numbers") == "code again"
    assert sorted(os.listdir(tmp_path)) == ["f.1.nbc", "f.nbi"]


def test_a_game_with_a_torn_file_is_to_be_completed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mark, loaded = tmp_path / "mark", {warm.RULES: set[str](), warm.ALL: set[str]()}
    monkeypatch.setattr(warm, "ready_file", lambda *_: mark)
    monkeypatch.setattr(warm, "_loaded", loaded)
    for torn, is_whole in ((["f.nbi"], False), ([], True)):
        mark.write_text(f"{warm.COMPILED}\n", encoding="utf-8")
        monkeypatch.setattr(dispatch, "load", lambda *_, torn=torn: code_cache.torn.extend(torn) or 3)
        assert warm.load("bantu") == 3
        assert ("bantu" in loaded[warm.ALL], mark.exists()) == (is_whole, is_whole)


def test_homes() -> None:
    assert cache_folders.home_of("ludotheque.core.perft") == "ludotheque"
    assert cache_folders.home_of("ludotheque.bots.greedy") == "ludotheque"
    assert cache_folders.home_of("ludotheque.games.billabong.rules.moving") == "ludotheque.games.billabong"
    assert cache_folders.home_of("ludotheque.scene.svg") == "ludotheque.scene"
    assert cache_folders.home_of("tiny.rules") == "tiny"
    assert cache_folders.folder("ludotheque") == cache_folders.folder()
    assert cache_folders.folder("tiny", "ludotheque") == cache_folders.folder("tiny")
    assert cache_folders.folder("tiny") != cache_folders.folder("ludotheque.games.billabong")
    assert cache_folders.folder("no_such_module") is None
