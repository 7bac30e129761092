"""Environments with the built wheel and its dependencies, and nothing of the checkout, like those of people who install it.

They need no network: the dependencies are linked from the environment that the tests run in.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
SMOKE = ROOT / "tools" / "smoke.py"
PACKAGES = Path(sysconfig.get_path("purelib"))


def build_wheel(folder: Path) -> Path:
    """A wheel of this checkout."""
    built = (ROOT / "src" / "ludotheque" / "server" / "static" / "index.html").is_file()
    pages = (
        {} if built else {"LUDOTHEQUE_PAGES": "0"}
    )  # tests of the pages say themselves that they are missing
    ran([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)], cwd=ROOT, **pages)
    (wheel,) = folder.glob("*.whl")
    return wheel


def environment(folder: Path, wheel: Path, extra: str = "", *beside: Path) -> Path:
    """A new environment in a folder with the wheel, others beside it, and what it needs for these extras (`a,b`); its Python."""
    ran([sys.executable, "-m", "venv", "--without-pip", str(folder)])
    python = folder / "bin" / "python"
    ran(
        [
            sys.executable,
            "-m",
            "pip",
            "--python",
            str(python),
            "install",
            "--quiet",
            "--no-deps",
            "--no-index",
            *map(str, (wheel, *beside)),
        ]
    )
    (packages,) = folder.glob("lib/*/site-packages")
    (installed,) = metadata.distributions(name="ludotheque", path=[str(packages)])
    for name in needed(installed, extra.split(",")):
        for top in _tops(metadata.distribution(name)):
            if not (packages / top).exists():
                (packages / top).symlink_to(PACKAGES / top)
    return python


def needed(distribution: metadata.Distribution, extras: Iterable[str]) -> set[str]:
    """The names of all that a distribution asks for with these extras, and what those ask for."""
    found: set[str] = set()
    waiting = [(distribution, frozenset(extras))]
    seen: set[tuple[str, frozenset[str]]] = set()
    while waiting:
        asker, wanted = waiting.pop()
        for line in asker.requires or []:
            asked = Requirement(line)
            if asked.marker and not any(asked.marker.evaluate({"extra": extra}) for extra in {"", *wanted}):
                continue
            if canonicalize_name(asked.name) == "ludotheque":
                follow = (distribution, frozenset(asked.extras))
            else:
                found.add(canonicalize_name(asked.name))
                follow = (metadata.distribution(asked.name), frozenset(asked.extras))
            key = (follow[0].metadata["Name"], follow[1])
            if key not in seen:
                seen.add(key)
                waiting.append(follow)
    return found


def _tops(distribution: metadata.Distribution) -> Iterator[str]:
    """What lies of a distribution directly among the packages."""
    tops = {file.parts[0] for file in distribution.files or []}
    yield from (top for top in tops if top not in ("..", "__pycache__", "/") and (PACKAGES / top).exists())


def elsewhere(**more: str) -> dict[str, str]:
    """The environment's variables without those that let Python find the checkout."""
    ours = {"PYTHONPATH", "LUDOTHEQUE_RULES", "LC_ALL", "LC_MESSAGES", "LANG"}
    return (
        {name: value for name, value in os.environ.items() if name not in ours} | {"LC_ALL": "C.UTF-8"} | more
    )


def ran(words: list[str], cwd: Path | None = None, **more: str) -> str:
    """What a program said that must end well."""
    done = subprocess.run(
        words, cwd=cwd, env=elsewhere(**more), capture_output=True, text=True, timeout=900, check=False
    )
    assert done.returncode == 0, f"{' '.join(map(str, words))}\n{done.stdout[-3000:]}{done.stderr[-5000:]}"
    return done.stdout
