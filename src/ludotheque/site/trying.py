"""`python -m ludotheque.site.trying PARTS HOME,HOME GAME`: imports a game as in a page, where Python has less, and says on standard error what is missing."""

from __future__ import annotations

import gzip
import io
import sys
import traceback
import zipfile
from collections.abc import Collection
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from typing import Any

from ludotheque.core import registry
from ludotheque.core.errors import LudothequeError
from ludotheque.site.inside import opening as _imported_before_any_game  # noqa: F401

ARCHIVES = ("python_stdlib.zip", "library.zip")


class OnlyWhatAPageHas(MetaPathFinder):
    """Refuses to import what is neither in a page nor among these packages."""

    def __init__(self, parts: Path, homes: Collection[str]) -> None:
        self.homes = tuple(f"{home}." for home in homes)
        self.held: set[str] = set()
        for name in ARCHIVES:
            with zipfile.ZipFile(
                io.BytesIO(gzip.decompress((parts / "server" / f"{name}.bin").read_bytes()))
            ) as held:
                for each in held.namelist():
                    self.held.add(each.rpartition(".")[0].removesuffix("/__init__").replace("/", "."))

    def find_spec(self, name: str, path: Any, target: Any = None) -> ModuleSpec | None:  # noqa: ARG002 (so are finders called)
        """Nothing, so that others find it; raises `ModuleNotFoundError` for what a page lacks."""
        is_theirs = f"{name}.".startswith(self.homes) or any(
            home.startswith(f"{name}.") for home in self.homes
        )
        if name in self.held or is_theirs or _is_of_python(name, path):
            return None
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def _is_of_python(name: str, path: Any) -> bool:
    """Whether a module is a part of Python that is not written in Python: those are in a page, too."""
    if name.partition(".")[0] not in sys.stdlib_module_names:
        return False
    found = PathFinder.find_spec(name, path)
    return found is None or not (found.origin or "").endswith(".py")


def main() -> int:
    """See above."""
    parts, homes, game = sys.argv[1:]
    sys.meta_path.insert(0, OnlyWhatAPageHas(Path(parts), homes.split(",")))
    try:
        registry.get(game)
    except LudothequeError as error:
        why = error.__cause__ or error
        places = [each for each in traceback.extract_tb(why.__traceback__) if Path(each.filename).is_file()]
        last = [each for each in places if each.filename != __file__][-1]
        sys.stderr.write(f"{why} ({last.filename}, line {last.lineno})\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
