"""The cache of compiled rules: one folder for the library and one for each game, so that outdated code is never loaded.

Compiled code includes all it calls, but Numba only checks the file of the function itself. So a folder is named after a hash of all
sources that its code may come from, with the compiler's version and flags. The library's own loops (a search, a count) are compiled once
for each game and kept in that game's folder. When a game changes, only its own folder becomes outdated.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import hashlib
import importlib.util
import itertools
import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from ludotheque.core.data_folder import home

JIT = os.environ.get("LUDOTHEQUE_JIT") or "1"
if JIT not in ("0", "1", "now"):
    raise ValueError(
        f"LUDOTHEQUE_JIT must be 0, 1 or now, not {JIT!r}: 0 keeps the rules interpreted, 1 (the default) compiles them in the "
        "background, now compiles each rule when it is first called"
    )
INTERPRETED = JIT == "0" or os.environ.get("NUMBA_DISABLE_JIT", "0") == "1"
BOUNDS_CHECKED = os.environ.get("NUMBA_BOUNDSCHECK", "0") == "1"

HOUSE = "ludotheque"
_PACKAGE = Path(__file__).resolve().parent.parent
_HOUSE_PARTS = ("core", "bots", "lab", "envs")


def cache_folder() -> Path:
    """The folder of all compiled rules: `$LUDOTHEQUE_CACHE`, or one in the user's cache folder; where there is no home, one for this program."""
    base = os.environ.get("LUDOTHEQUE_CACHE")
    if base:
        return Path(base)
    of_user = os.environ.get("XDG_CACHE_HOME")
    if of_user:
        return Path(of_user) / "ludotheque" / "rules"
    own = home()
    return _of_this_program() if own is None else own / ".cache" / "ludotheque" / "rules"


@functools.cache
def _of_this_program() -> Path:
    """A temporary folder of this program and of those that it starts: nobody else can have put anything into it."""
    folder = tempfile.mkdtemp(prefix="ludotheque-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    os.environ["LUDOTHEQUE_CACHE"] = folder
    return Path(folder)


def home_of(module: str) -> str:
    """The unit of code that a module changes with: the library, one of its games or other parts, or another package."""
    parts = module.split(".")
    if parts[0] != HOUSE:
        return parts[0]
    if parts[1:2] == ["games"]:
        return ".".join(parts[:3])
    return HOUSE if len(parts) == 1 or parts[1] in _HOUSE_PARTS else ".".join(parts[:2])


@functools.cache
def folder(*homes: str) -> Path | None:
    """The folder of code that comes from these homes and the library; None if a home has no files to read.

    A file counts with the content it had when this process first asked.
    """
    others = sorted(set(homes) - {HOUSE})
    digests = [_digest(home) for home in others]
    if not all(digests):
        return None
    names = [f"{home}-{digest}" for home, digest in zip(others, digests, strict=True)]
    return cache_folder() / _house_digest() / ("+".join(names) or "house")


@functools.cache
def _house_digest() -> str:
    """A short hash of the library's own sources, the compiler's version and the flags."""
    from importlib.metadata import version

    flags = (sys.version, version("numba"), version("numpy"), INTERPRETED, BOUNDS_CHECKED)
    return hashlib.sha256(repr((_digest(HOUSE), flags)).encode()).hexdigest()[:16]


_TRAITS = (
    "vendor_id",
    "cpu family",
    "model",
    "flags",
    "CPU implementer",
    "CPU part",
    "CPU variant",
    "Features",
)
"""What Linux reports about a processor and decides which code it can run. Values that change at run time are left out."""


@functools.cache
def processor() -> str:
    """The processor that code is compiled for, as the system describes it. Works before a compiler is imported."""
    said = [platform.machine(), os.environ.get("PROCESSOR_IDENTIFIER", "")]
    said += [os.environ.get(name, "") for name in ("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES")]
    with (
        contextlib.suppress(OSError),
        Path("/proc/cpuinfo").open(encoding="utf-8", errors="replace") as lines,
    ):
        for line in itertools.takewhile(str.strip, lines):  # of the first processor
            trait, _, value = line.partition(":")
            if trait.strip() in _TRAITS:
                said.append(value.strip())
    return hashlib.sha256(repr(said).encode()).hexdigest()[:8]


@functools.cache
def _digest(home: str) -> str:
    """A short hash of a home's sources; empty if there are none."""
    digest, count = hashlib.sha256(), 0
    for name, path in _sources(home):
        digest.update(name.encode() + b"\0" + path.read_bytes())
        count += 1
    return digest.hexdigest()[:16] if count else ""


def _sources(home: str) -> Iterator[tuple[str, Path]]:
    for root in _roots(home):
        if root.is_file():
            yield root.name, root
        else:
            for path in sorted(root.rglob("*.py")):
                yield str(path.relative_to(root.parent)), path


def _roots(home: str) -> list[Path]:
    """The folders of a package, or the file of a module."""
    if home == HOUSE:
        return [_PACKAGE / part for part in _HOUSE_PARTS]
    if home.startswith(f"{HOUSE}."):
        path = _PACKAGE.joinpath(*home.split(".")[1:])
        return [path if path.is_dir() else path.with_suffix(".py")]
    module = sys.modules.get(home)
    places, file = getattr(module, "__path__", None), getattr(module, "__file__", None)
    if module is None and (spec := importlib.util.find_spec(home)) is not None:
        places, file = spec.submodule_search_locations, spec.origin
    found = [Path(place) for place in places] if places else [Path(file)] if file else []
    return [path for path in found if path.exists()]
