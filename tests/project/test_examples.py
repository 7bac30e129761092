"""The games in `examples/` keep their own tests, as packages that lie outside of this one."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = sorted(path.parent for path in (ROOT / "examples").glob("*/pyproject.toml"))


def installed(package: Path, folder: Path) -> Path:
    """A folder that has the package's entry points, as an installation would write them."""
    project = tomllib.loads((package / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    info = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n", encoding="utf-8"
    )
    lines = [
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in points.items())
        for group, points in project["entry-points"].items()
    ]
    (info / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")
    return folder


def test_there_are_examples() -> None:
    assert [package.name for package in EXAMPLES] == ["mu-torere"]


@pytest.mark.deep
@pytest.mark.parametrize("package", EXAMPLES, ids=lambda package: package.name)
def test_an_example_keeps_its_tests(package: Path, tmp_path: Path) -> None:
    paths = [ROOT / "src", package / "src", installed(package, tmp_path)]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", "pyproject.toml"],
        cwd=package,
        env={**os.environ, "LUDOTHEQUE_RULES": "interpreted", "PYTHONPATH": os.pathsep.join(map(str, paths))},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
