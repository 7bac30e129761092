"""Games of other packages in the library without a server: their rules are compiled for pages, they are tried, and packed."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Iterator
from importlib import metadata
from importlib.util import find_spec
from itertools import accumulate
from pathlib import Path

from ludotheque.core import announced, artefact, registry
from ludotheque.core.message import Message
from ludotheque.site import CannotBuild

LEFT = (".so", ".h", ".pyc", ".pyi")
"""Files of a package that a page does not need."""


def games_of(package: str) -> tuple[metadata.Distribution, dict[str, str]]:
    """An installed package by the name that pip has for it, and the modules of its games. Raises `CannotBuild`."""
    found = next(iter(metadata.distributions(name=package)), None) if package else None
    if found is None:
        known = ", ".join(
            sorted({each.dist.name for each in announced.entry_points(registry.GROUP) if each.dist})
        )
        key = "cli.site.with.unknown" if known else "cli.site.with.none"
        raise CannotBuild(message=Message(key, {"package": package, "known": known}))
    games = {each.name: each.module for each in found.entry_points if each.group == registry.GROUP}
    if not games:
        raise CannotBuild(message=Message("cli.site.with.no_games", {"package": package}))
    return found, games


def packed(packages: Iterable[str], parts: Path) -> tuple[bytes, list[str]]:
    """An archive of installed packages, for pages with these parts, and the names of these packages. Raises `CannotBuild`."""
    found = {each.name: (each, games) for each, games in map(games_of, packages)}.values()
    games = {name: module for _, here in found for name, module in here.items()}
    homes = {_home(game, module) for game, module in games.items()}
    for game in games:
        _try(game, homes, parts)
    for game in games:
        _compile(game)
    files = {name: file for home in homes for name, file in _files(home)}
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as held:
        for name, file in sorted(files.items()):
            held.writestr(zipfile.ZipInfo(name), file.read_bytes())
        for package, _ in found:
            info = f"{package.name.replace('-', '_')}-{package.version}.dist-info"
            for name in ("METADATA", "entry_points.txt"):
                held.writestr(zipfile.ZipInfo(f"{info}/{name}"), package.read_text(name) or "")
    return archive.getvalue(), [package.name for package, _ in found]


def _home(game: str, module: str) -> str:
    """The outermost package that a game's module is in, or the module itself. A namespace is none: packages of others may be in it. Raises `CannotBuild`."""
    for home in accumulate(module.split("."), "{}.{}".format):
        spec = find_spec(home)
        if spec and spec.has_location:
            return home
        if not (spec and spec.submodule_search_locations):
            break
    raise CannotBuild(message=Message("cli.site.with.no_files", {"game": game, "module": module}))


def _files(home: str) -> Iterator[tuple[str, Path]]:
    """The files of a package or module, each with its name on Python's path."""
    spec, name = find_spec(home), home.replace(".", "/")
    places = [(name, Path(place)) for place in (spec and spec.submodule_search_locations) or ()]
    if spec and spec.origin and not places:
        module = Path(spec.origin)
        yield f"{name}{module.suffix}", module
        places.append((f"{name}.compiled", module.with_suffix(".compiled")))
    for folder, place in places:
        for file in sorted(place.rglob("*")):
            within = file.relative_to(place)
            if file.is_file() and file.suffix not in LEFT and "checked" not in within.parts:
                yield f"{folder}/{within.as_posix()}", file


def _compile(game: str) -> None:
    done = subprocess.run(
        artefact.compiler(game, "--target", "wasm32"), capture_output=True, text=True, check=False
    )
    if done.returncode and not _is_compiled(game):
        why = {"game": game, "why": _last(done.stderr)}
        raise CannotBuild(message=Message("cli.site.with.not_compiled", why))


def _is_compiled(game: str) -> bool:
    """Whether rules for pages are there that were made from the sources as they are."""
    try:
        within, stem = artefact.folder(registry.package_of(game), checked=False), game.replace("-", "_")
        sources = json.loads((within / f"{stem}.json").read_bytes())["sources"]
        made_from = artefact.sources_digest(sources).encode()
        return bool(made_from) and made_from in (within / f"{stem}.wasm").read_bytes()
    except (artefact.NotLoaded, OSError, ValueError, KeyError):
        return False


def _try(game: str, homes: Iterable[str], parts: Path) -> None:
    """Import a game with what a page has, and nothing else. Raises `CannotBuild`."""
    words = [sys.executable, "-m", "ludotheque.site.trying", str(parts), ",".join(homes), game]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CannotBuild(
            message=Message("cli.site.with.not_loaded", {"game": game, "why": _last(done.stderr)})
        )


def _last(said: str) -> str:
    """The last line of what a program said."""
    return said.strip().rpartition("\n")[2]
