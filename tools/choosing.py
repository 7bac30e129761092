"""Chooses which deep tests to run: a share of them, beginning with those that belong to changed folders.

Shares are drawn by the tests' names. All shares together are all tests, and no test is in two shares.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

EVERYTHING = "everything"
"""Stands for changes that may show in any game."""

SHARED = ("src/ludotheque/core/", "src/ludotheque/testing/", "src/ludotheque/scene/", "tests/conformance/", "tests/mutating/",
          "tests/tiny/", "tests/depth.py")  # fmt: skip
"""What all games build on."""

PROJECT = (
    "tools/",
    "bench/",
    "deploy/",
    "docs/",
    "examples/",
    "pyproject.toml",
    "Makefile",
    "requirements",
    "CHANGELOG.md",
)
"""What `tests/project` tests: setting up, building, releasing, measuring, and the docs."""

FOLDERS = re.compile(r"(?:src/ludotheque/games|src/ludotheque|tests)/([a-z_]+)/")


@dataclass(frozen=True)
class Share:
    """One of several shares, counted from 1."""

    number: int
    of: int

    def holds(self, test: str) -> bool:
        """Whether a test, by its id, is in this share."""
        return drawn(test) % self.of == self.number - 1


def share(text: str) -> Share:
    """Read `2/5` as a share; `ValueError` says what is wrong."""
    found = re.fullmatch(r"(\d+)/(\d+)", text)
    if not found or not 1 <= int(found[1]) <= int(found[2]):
        raise ValueError(f"a share is written like 2/5, the second of five; not {text!r}")
    return Share(int(found[1]), int(found[2]))


def share_of(commit: str, of: int) -> Share:
    """The share that a commit tests: it depends on the commit alone, and nearly every commit has another one."""
    return Share(drawn(commit) % of + 1, of)


def drawn(what: str) -> int:
    """A number that looks random but depends on the text alone."""
    return int.from_bytes(hashlib.sha256(what.encode()).digest()[:8], "big")


def folders_of(paths: Iterable[str]) -> set[str]:
    """The folders of `src/ludotheque`, its games and `tests` that changed files belong to, or everything."""
    found = set()
    for path in paths:
        if path.startswith(SHARED):
            found.add(EVERYTHING)
        elif path.startswith("client/"):
            found.add("browser")
        elif path.startswith(PROJECT):
            found.add("project")
        elif folder := FOLDERS.match(path):
            found.add(folder[1])
    return found - {"games"}


def belongs(test: str, folders: Iterable[str]) -> bool:
    """Whether a test, by its id, lies in one of these folders or is about the game of that name."""
    path, _, case = test.partition("::")
    about = case.replace("-", "_")
    for folder in folders:
        if f"/{folder}/" in path or re.search(rf"(?<![a-z]){folder}(?![a-z])", about):
            return True
    return False


def chosen(test: str, share: Share | None, folders: Iterable[str]) -> bool:
    """Whether a deep test runs: it is in the share or belongs to a changed folder.

    If everything changed, the next share runs as well, since all tests would be too many.
    """
    if share is None or share.holds(test) or belongs(test, folders):
        return True
    return EVERYTHING in folders and order(test, False, share)[1] == 1


def order(test: str, first: bool, share: Share | None) -> tuple[bool, int]:
    """The sort key of deep tests: first those of changed folders, then the share, then the following shares."""
    turn = 0 if share is None else (drawn(test) - share.number + 1) % share.of
    return (not first, turn)


# ------------------------------------------------------------------------------------------------ what was changed


def since(root: Path) -> str | None:
    """The commit to compare with: where this branch left the main one or, on the main one, the last before a day ago.

    None in a young or shallow history, where everything may have changed.
    """
    head = _git(root, "rev-parse", "HEAD")
    for main in ("origin/HEAD", "origin/main", "main"):
        base = _git(root, "merge-base", "HEAD", main)
        if base and base != head:
            return base
    made = _git(root, "log", "-1", "--format=%ct", "HEAD")
    if not made:
        return None
    return _git(root, "rev-list", "-1", "--first-parent", f"--before={int(made) - 24 * 3600}", "HEAD") or None


def changed(root: Path) -> list[str] | None:
    """The files that differ from that commit, and uncommitted ones; None if there is no such commit."""
    base = since(root)
    if base is None:
        return None
    listed = _git(root, "diff", "--name-only", base)
    new = _git(root, "ls-files", "--others", "--exclude-standard")
    return sorted({*listed.splitlines(), *new.splitlines()})


def commit(root: Path) -> str:
    """The commit that is checked out; "" outside a checkout."""
    return _git(root, "rev-parse", "HEAD")


def _git(root: Path, *words: str) -> str:
    try:
        done = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
