"""The files of a game's package. A game of one file has none: whatever a game may leave out has a default."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


def is_one_file(package: str) -> bool:
    """Whether this is a module, and not a package with a folder of its own."""
    try:
        spec = find_spec(package)
    except (ImportError, ValueError):  # whatever is asked for next says what is wrong
        return False
    return spec is not None and spec.submodule_search_locations is None


def file_of(package: str, *path: str) -> Traversable | None:
    """A file of a game's package, such as `"art", "cover.svg"`; None if it is not there."""
    if is_one_file(package):
        return None
    from importlib.resources import files  # slow to import, and only read from here

    file = files(package).joinpath(*path)
    return file if file.is_file() else None


def home_of(package: str) -> Path:
    """The folder of a game's package, or the file of a game of one file."""
    spec = find_spec(package)
    if spec is not None and spec.origin and is_one_file(package):
        return Path(spec.origin)
    from importlib.resources import files

    return Path(str(files(package)))


def sources_of(package: str) -> list[Path]:
    """The Python files of a game's package."""
    home = home_of(package)
    return [home] if home.is_file() else sorted(home.rglob("*.py"))
