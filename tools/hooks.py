"""What Hatchling calls when it builds a package; `tool.hatch` in pyproject.toml names the two hooks.

A wheel gets what git ignores: the pages for browsers, which are built if they are missing, and rules compiled for one kind of machine. So
`pip install PATH[server]` installs a server with its pages. Editable installs use the pages of the checkout, which `make client` builds. Rules come
from `ludotheque compile`. If those of every game are there for this kind of machine, the wheel is for this kind alone.

On an index the package shows the README without links and pictures that lead into the checkout.
"""

from __future__ import annotations

import os
import platform
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

VARIABLE = "LUDOTHEQUE_PAGES"
"""If this is `0`, a wheel is built without pages, for programs that need no server."""
KIND = "LUDOTHEQUE_WHEEL"
"""The kind of machine that a wheel is made for, such as linux-x86_64, or `any` for one without compiled rules."""
TAGS = {
    "linux-x86_64": "manylinux_2_17_x86_64",
    "linux-aarch64": "manylinux_2_17_aarch64",
    "darwin-x86_64": "macosx_11_0_x86_64",
    "darwin-aarch64": "macosx_11_0_arm64",
    "windows-x86_64": "win_amd64",
}
_FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_HERE = r"\((?!https?:|mailto:|#)[^)]*\)"
_PICTURE = re.compile(rf"^!\[[^\]]*\]{_HERE}\n*|!\[[^\]]*\]{_HERE}", re.MULTILINE)
_LINK = re.compile(rf"\[([^\]]*)\]{_HERE}")


class Pages(BuildHookInterface[Any]):
    """Makes sure that the pages are there before files are collected, and adds compiled rules."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the pages if they are missing, and take the compiled rules of a kind of machine if they are there."""
        if version == "editable":
            return
        root = Path(self.root)
        ensure(root)
        kind = kind_of_wheel(root)
        if kind != "any":
            folder = "src/ludotheque/games/*/compiled"
            build_data["artifacts"] += [
                f"{folder}/{name}" for name in (f"*-{kind}.so", "*.json", "*.h", "*.wasm")
            ]
            build_data["pure_python"], build_data["tag"] = False, f"py3-none-{TAGS[kind]}"


def kind_of_wheel(root: Path) -> str:
    """The kind of machine that a wheel is for: the one asked for, or this one if all games are compiled for it, or any."""
    asked = os.environ.get(KIND)
    processors = {"AMD64": "x86_64", "arm64": "aarch64"}  # as `core.artefact` calls them
    kind = asked or f"{platform.system().lower()}-{processors.get(platform.machine(), platform.machine())}"
    if kind == "any":
        return kind
    lacking = uncompiled(root, kind)
    if kind in TAGS and not lacking:
        return kind
    if asked:
        raise RuntimeError(
            f"{', '.join(lacking) or 'no game'} can go into a wheel for {asked} only once compiled: ludotheque compile --everywhere"
        )
    return "any"


def uncompiled(root: Path, kind: str) -> list[str]:
    """The games that are not compiled for a kind of machine."""
    games = [path.parent for path in (root / "src" / "ludotheque" / "games").glob("*/components.toml")]
    return sorted(each.name for each in games if not [*each.glob(f"compiled/*-{kind}.so")])


def ensure(root: Path) -> None:
    """Build the pages of a checkout unless they are there. `RuntimeError` says why they cannot be built, and what to do."""
    page = root / "src" / "ludotheque" / "server" / "static" / "index.html"
    if page.is_file() or os.environ.get(VARIABLE) == "0":
        return
    command = [sys.executable, str(root / "tools" / "prepare.py"), "client"]
    done = subprocess.run(command, cwd=root, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode or not page.is_file():
        said = [line for line in (done.stderr + done.stdout).splitlines() if line.strip()]
        raise RuntimeError(
            "The pages for browsers are not built, and they could not be built now: "
            f"{' '.join(said[-3:]) or f'{command[1]} ended with code {done.returncode}'} "
            f"Run `make client` in {root} and install again, or set {VARIABLE}=0 to install without the server's pages."
        )


class OnTheIndex(MetadataHookInterface):
    """Gives the metadata its description."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Fill in what pyproject.toml declares dynamic."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": for_index(text)}


def for_index(text: str) -> str:
    """A page without pictures and links to files, since none lie beside it on an index; code stays as it is."""
    parts, at = [], 0
    for fence in _FENCE.finditer(text):
        parts += [_alone(text[at : fence.start()]), fence[0]]
        at = fence.end()
    return "".join([*parts, _alone(text[at:])])


def _alone(prose: str) -> str:
    return _LINK.sub(r"\1", _PICTURE.sub("", prose))
