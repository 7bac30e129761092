"""Does slow work only if what it is made from has changed: a stamp holds the hash of the contents, not a time."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

IGNORED = {"node_modules", "dist", "__pycache__", "test-results", "coverage", ".vite"}


def digest(paths: Iterable[Path], *words: str) -> str:
    """A hash of files and folders (names and contents) and of some words."""
    total = hashlib.sha256(repr(words).encode())
    for path in paths:
        for file in _files(path):
            total.update(f"{file.relative_to(path.parent)}\0".encode())
            total.update(hashlib.sha256(file.read_bytes()).digest())
    return total.hexdigest()


def _files(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    if not path.is_dir():
        return []
    inside = (file for file in path.rglob("*") if file.is_file())
    return sorted(file for file in inside if not IGNORED & set(file.relative_to(path).parts))


def fresh(stamp: Path, value: str) -> bool:
    """Whether the stamp holds this value."""
    return stamp.is_file() and stamp.read_text(encoding="utf-8").strip() == value


def write(stamp: Path, value: str) -> None:
    """Remember that the work for this value is done."""
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(value + "\n", encoding="utf-8")
