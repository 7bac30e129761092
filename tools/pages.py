"""Builds the pages for browsers into a wheel that is made from a checkout, or says why that cannot be done.

Hatchling calls this when it builds a wheel (`tool.hatch.build.targets.wheel.hooks.custom` in pyproject.toml), so `pip install PATH[server]`
installs a server with its pages. Editable installs use the pages of the checkout, which `make client` builds.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

VARIABLE = "LUDOTHEQUE_PAGES"
"""With `0` a wheel is built without pages, for programs that need no server."""


class Pages(BuildHookInterface[Any]):
    """Makes sure that the pages are there before files are collected."""

    def initialize(self, version: str, _build_data: dict[str, Any]) -> None:
        """Build the pages if they are missing."""
        if version != "editable":
            ensure(Path(self.root))


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
