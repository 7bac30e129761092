"""The wheel carries everything that is not Python too: words, rulebooks, drawings, migrations, and the built client."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "ludotheque"


@pytest.fixture(scope="module")
def carried(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The names of the files in a wheel of this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as files:
        return set(files.namelist())


def test_every_file_of_the_package_is_in_it(carried: set[str]) -> None:
    here = {
        str(path.relative_to(PACKAGE.parent))
        for path in PACKAGE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert {Path(name).suffix for name in here} >= {".py", ".toml", ".po", ".svg"}
    assert here - carried == set()


def test_the_built_client_is_in_it(carried: set[str]) -> None:
    if not (PACKAGE / "server" / "static" / "index.html").is_file():
        pytest.skip("the client is not built: make client")
    assert "ludotheque/server/static/index.html" in carried
    assert any(
        name.startswith("ludotheque/server/static/assets/") and name.endswith(".js") for name in carried
    )


def test_the_licence_and_the_notice_are_in_it(carried: set[str]) -> None:
    assert [
        name
        for name in ("LICENSE", "NOTICE")
        if not any(file.endswith(f"/licenses/{name}") for file in carried)
    ] == []
