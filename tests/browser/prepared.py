"""What must be there before a house is opened: compiled rules, and a client built from the sources as they are."""

from __future__ import annotations

import sys
import warnings
from functools import cache
from pathlib import Path

from ludotheque.core import artefact, registry
from tools import prepare

BUILT = prepare.STATIC / "index.html"
"""What is written last when the client is built."""
SOURCES = ("index.html", "package-lock.json", "vite.config.ts", "public", "src")
"""What of `client/` the pages are made from; its tests are not."""


@cache
def why_not() -> str:
    """Why browser tests cannot run here, and what to do about it; empty if they can. Looked at once: sources may change while tests run."""
    return not_compiled(uncompiled()) or not_built(newest_source(), BUILT)


def uncompiled() -> list[str]:
    """The games whose rules would run interpreted in a server, though nobody asked for that."""
    if artefact.way == artefact.INTERPRETED:
        return []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that they do not fit their sources
        return [game for game in registry._installed(tuple(sys.path)) if not artefact.is_loaded(game)]


def not_compiled(games: list[str]) -> str:
    """What to say of games that are not compiled."""
    more = " ARGS=--checked" if artefact.way == artefact.CHECKED else ""
    remedy = f"run `make compile{more}` first (a minute or so for each)"
    return f"not compiled as the sources are now: {', '.join(games)}; {remedy}" if games else ""


def newest_source() -> Path:
    """The file of the client that was changed last, of those that pages are made from."""
    found = [prepare.CLIENT / name for name in SOURCES]
    found += [file for folder in found for file in folder.rglob("*") if file.is_file()]
    tests = prepare.CLIENT / "src" / "testing"
    made_from = (file for file in found if not file.name.endswith(".test.ts") and tests not in file.parents)
    return max((file for file in made_from if file.is_file()), key=lambda file: file.stat().st_mtime)


def not_built(source: Path, built: Path) -> str:
    """What to say where the client is not built, or was built before a source changed."""
    if not built.is_file():
        return "the client is not built: run `make client` first"
    if source.stat().st_mtime <= built.stat().st_mtime or prepare.client_is_fresh():
        return ""
    return f"the client was built before {source.relative_to(prepare.ROOT)} changed: run `make client` first"
