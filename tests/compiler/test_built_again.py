"""Compiling the same sources again, in another folder and process, gives the same bytes."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import tiny
from ludotheque.compiler import building, targets
from ludotheque.core import artefact, registry

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.deep
def test_the_same_sources_give_the_same_bytes_elsewhere(tmp_path: Path) -> None:
    there = Path(tiny.__file__).parent
    shutil.copytree(there, tmp_path / "tiny", ignore=shutil.ignore_patterns("compiled", "__pycache__"))
    shutil.copytree(ROOT / "tests" / "tiny-1.0.dist-info", tmp_path / "tiny-1.0.dist-info")
    path = os.pathsep.join(map(str, (tmp_path, ROOT / "src")))
    subprocess.run(
        artefact.compiler("tiny", "--target", "wasm32"),
        env=os.environ | {"PYTHONPATH": path, "PYTHONHASHSEED": "random"},
        check=True,
    )
    made = {file.name: file.read_bytes() for file in (tmp_path / "tiny" / "compiled").iterdir()}
    assert {".so", ".wasm", ".h", ".json"} == {Path(name).suffix for name in made}
    for name, content in made.items():
        assert content == (there / "compiled" / name).read_bytes(), name


def test_another_compiler_compiles_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game, wanted = registry.get("tiny"), [targets.here()]
    assert building.is_built(game, wanted)
    monkeypatch.setattr(building, "compiled_by", lambda: "another")
    assert not building.is_built(game, wanted)


COMPILED_MEANWHILE = """
import sys, warnings
from pathlib import Path
from ludotheque.core import artefact

warnings.simplefilter("ignore")
rules, fresh = map(Path, sys.argv[1:])
assert not artefact.is_loaded("tiny")
assert "other sources" in artefact.of("tiny", "tiny").why_not
fresh.replace(rules)
artefact.look_again("tiny")
assert artefact.is_loaded("tiny"), artefact.of("tiny", "tiny").why_not
"""


def test_rules_compiled_while_a_program_runs_replace_stale_ones_in_it(tmp_path: Path) -> None:
    there = shutil.copytree(Path(tiny.__file__).parent, tmp_path / "tiny")
    shutil.copytree(ROOT / "tests" / "tiny-1.0.dist-info", tmp_path / "tiny-1.0.dist-info")
    rules, fresh = there / "compiled" / f"tiny-{artefact.machine()}.so", tmp_path / "fresh.so"
    shutil.copy(rules, fresh)
    digest = artefact.sources_digest(json.loads((there / "compiled" / "tiny.json").read_bytes())["sources"])
    stale = rules.read_bytes().replace(digest.encode(), b"0" * len(digest))
    assert stale != rules.read_bytes()
    rules.write_bytes(stale)
    path = os.pathsep.join(map(str, (tmp_path, ROOT / "src")))
    subprocess.run(
        [sys.executable, "-c", COMPILED_MEANWHILE, rules, fresh],
        env={**os.environ, "PYTHONPATH": path, "LUDOTHEQUE_RULES": "compiled"},
        check=True,
    )
