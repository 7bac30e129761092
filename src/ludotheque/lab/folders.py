"""A folder that a run owns: games (`lab.store`) or a tuning (`lab.tuning`). Settings in it say of what run it is.

The errors are messages of the catalogue whose keys begin with the `words` of the caller: `cli.store` or `cli.tune`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from ludotheque.core.errors import LudothequeError
from ludotheque.core.message import Message


def must_be_free(folder: Path, error: type[LudothequeError], words: str) -> None:
    """Raise an error if a path is a file, or a folder with something in it. Hidden files do not count."""
    said = {"folder": str(folder)}
    if folder.exists() and not folder.is_dir():
        raise error(message=Message(f"{words}.file", said))
    if folder.is_dir() and not all(each.name.startswith(".") for each in folder.iterdir()):
        raise error(message=Message(f"{words}.foreign", said))


def owned(settings: Path, error: type[LudothequeError], words: str) -> IO[str]:
    """The open file of a folder's settings, locked until it is closed. Raises an error if another process holds it."""
    import fcntl

    file = settings.open(encoding="utf-8")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise error(message=Message(f"{words}.busy", {"folder": str(settings.parent)})) from None
    return file


def must_be_same(
    folder: Path,
    there: Mapping[str, Any],
    here: Mapping[str, Any],
    error: type[LudothequeError],
    words: str,
    said: Callable[[Any], str] = str,
) -> None:
    """Raise an error that names each setting in which a folder differs from ours; `said` writes its values."""
    ours = json.loads(json.dumps(here))
    names = [name for name in dict.fromkeys([*there, *ours]) if there.get(name) != ours.get(name)]
    if names:
        told = "; ".join(f"{name}: {said(there.get(name))} ≠ {said(ours.get(name))}" for name in names)
        raise error(message=Message(f"{words}.other", {"folder": str(folder), "what": told}))


def whole_lines(path: Path) -> list[Any]:
    """What the lines of a file say, each in JSON, up to the first that is not whole."""
    found: list[Any] = []
    with suppress(FileNotFoundError, ValueError):
        for line in path.read_bytes().splitlines(keepends=True):
            told = json.loads(line)
            if not line.endswith(b"\n"):
                break
            found.append(told)
    return found


def as_lines(told: Iterable[Any]) -> str:
    """The same, to be written."""
    return "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in told)
