"""How rules are compiled: the flags, and a cache that can never serve yesterday's rules.

Numba's cache looks only at the file of the function itself, neither at helpers in other files nor at flags. Its folder is
therefore named by a hash of all sources that rules are made of, the compiler's version and the flags: a changed helper or
flag means another folder. `LUDOTHEQUE_JIT=0` runs the same rules in plain Python (slow, traced, checked).
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

INTERPRETED = os.environ.get("LUDOTHEQUE_JIT", "1") == "0" or os.environ.get("NUMBA_DISABLE_JIT", "0") == "1"
BOUNDS_CHECKED = os.environ.get("NUMBA_BOUNDSCHECK", "0") == "1"

_PACKAGE = Path(__file__).resolve().parent.parent
_COMPILED_PARTS = ("core", "games", "bots", "lab", "envs")


def sources_digest() -> str:
    """A short hash of every source that compiled code may come from, with the compiler's version and flags."""
    from importlib.metadata import version

    digest = hashlib.sha256()
    for part in _COMPILED_PARTS:
        for path in sorted((_PACKAGE / part).rglob("*.py")):
            digest.update(str(path.relative_to(_PACKAGE)).encode())
            digest.update(path.read_bytes())
    flags = (sys.version, version("numba"), version("numpy"), INTERPRETED, BOUNDS_CHECKED)
    digest.update(repr(flags).encode())
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Where compiled rules are kept: `$LUDOTHEQUE_CACHE`, or the user's cache folder."""
    base = os.environ.get("LUDOTHEQUE_CACHE")
    if base:
        return Path(base)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ludotheque" / "rules"


if INTERPRETED:
    os.environ["NUMBA_DISABLE_JIT"] = "1"
os.environ["NUMBA_CACHE_DIR"] = str(cache_folder() / sources_digest())

import numba  # noqa: E402  (the flags above must be set before Numba reads them)

numba.config.CACHE_DIR = os.environ["NUMBA_CACHE_DIR"]  # type: ignore[attr-defined]
if INTERPRETED:
    numba.config.DISABLE_JIT = True  # type: ignore[attr-defined]

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """Compile a function of the rules when it is first called (plain Python when interpreted)."""
    if INTERPRETED:
        return function
    return cast(F, numba.njit(cache=True)(function))
