"""Compiling the same sources again, in another folder and process, gives the same bytes."""

from __future__ import annotations

import os
import shutil
import subprocess
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
