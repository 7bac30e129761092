"""Finds PostgreSQL and nginx for the server's tests. What is missing comes from Debian's packages, unpacked into
`.make/services`: nothing is installed, and an ordinary user can do it.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tools.say import Stop, run, say

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".make" / "services"
PACKAGES = {"PostgreSQL": "postgresql", "nginx": "nginx"}
"""For each service the package that brings it."""


def postgres(folder: Path = FOLDER) -> Path | None:
    """The folder of PostgreSQL's programs: on PATH, where Debian puts them, or unpacked; None without any."""
    found = shutil.which("postgres")
    places = [Path(found).resolve().parent] if found else []
    for root in (Path("/"), *_unpacked(folder)):
        places += sorted(root.glob("usr/lib/postgresql/*/bin"), reverse=True)
    return next(
        (each for each in places if (each / "initdb").exists() and (each / "postgres").exists()), None
    )


def nginx(folder: Path = FOLDER) -> Path | None:
    """The program of nginx: on PATH, in `/usr/sbin`, or unpacked; None without any."""
    places = [
        os.environ.get("PATH", ""),
        *(str(root / "usr" / "sbin") for root in (Path("/"), *_unpacked(folder))),
    ]
    found = shutil.which("nginx", path=os.pathsep.join(places))
    return Path(found) if found else None


def environment(program: Path, folder: Path = FOLDER) -> dict[str, str]:
    """The variables with which a program runs: an unpacked one finds its libraries beside it."""
    base = {"PATH": os.environ.get("PATH", ""), "LC_ALL": "C.UTF-8"}
    root = next((each for each in _unpacked(folder) if program.is_relative_to(each)), None)
    if root is None:
        return base
    libraries = [root / "usr" / "lib" / f"{platform.machine()}-linux-gnu", root / "usr" / "lib"]
    return base | {"LD_LIBRARY_PATH": os.pathsep.join(map(str, libraries))}


FINDERS = {"PostgreSQL": postgres, "nginx": nginx}


def missing(folder: Path = FOLDER) -> list[str]:
    """The services that are neither installed nor unpacked."""
    return [name for name, find in FINDERS.items() if find(folder) is None]


def install(folder: Path = FOLDER) -> list[str]:
    """Unpack what is missing if possible. Returns what is still missing."""
    for name in missing(folder):
        if not (shutil.which("apt-get") and shutil.which("dpkg-deb")):
            break
        say(f"Unpacking {name} for the server's tests (Debian's packages, in {_shown(folder)})")
        try:
            unpack(PACKAGES[name], folder)
        except Stop as stop:
            say(f"{name} could not be unpacked: {stop}")
    return missing(folder)


def why_not(names: Sequence[str]) -> str:
    """What to say about missing services."""
    packages = " ".join(PACKAGES[name] for name in names)
    return f"{' and '.join(names)} missing: install them (Debian: apt install {packages})"


def unpack(package: str, folder: Path) -> None:
    """Download a package, with all that it needs and the machine lacks, and unpack it into a folder
    within `folder`, which is there as a whole or not at all. Raises `Stop`.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as place:
        there = Path(place)
        options: list[str] = []
        wanted = _needed(package, options)
        if not wanted:  # the machine never asked for its packages: ask, in a folder of our own
            options = _own_lists(there)
            run(["apt-get", *options, "update", "-q"], hint="Is this machine connected?")
            wanted = _needed(package, options)
        if not wanted:
            raise Stop(f"no package is called {package}")
        run(["apt-get", *options, "download", "-q", *wanted], cwd=there, hint="Is this machine connected?")
        for each in sorted(there.glob("*.deb")):
            run(["dpkg-deb", "--extract", each, there / "unpacked"], hint="Is there room on the disk?")
        (there / "unpacked").rename(folder / package)


def _needed(package: str, options: Sequence[str]) -> list[str]:
    """What apt would install for a package; nothing if it knows none."""
    said = subprocess.run(
        ["apt-get", *options, "-s", "install", "--no-install-recommends", package],
        capture_output=True, text=True, stdin=subprocess.DEVNULL, env={**os.environ, "LC_ALL": "C"}, check=False,
    )  # fmt: skip
    lines = [line.split() for line in said.stdout.splitlines()]
    return [words[1] for words in lines if words[:1] == ["Inst"]] if said.returncode == 0 else []


def _own_lists(folder: Path) -> list[str]:
    """Options with which apt keeps its lists in a folder that is ours."""
    for part in ("state/lists/partial", "cache/archives/partial"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    settings = {
        "Dir::State": folder / "state",
        "Dir::State::status": "/var/lib/dpkg/status",
        "Dir::Cache": folder / "cache",
        "Debug::NoLocking": 1,
        "APT::Sandbox::User": "root",
    }
    return [word for name, value in settings.items() for word in ("-o", f"{name}={value}")]


def _unpacked(folder: Path) -> list[Path]:
    """The unpacked folders, each like the root of a file system."""
    return [folder / package for package in PACKAGES.values()]


def _shown(path: Path) -> str:
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)
