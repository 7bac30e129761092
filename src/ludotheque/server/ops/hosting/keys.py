"""The key of the host's page: given at the start, or made by the server and kept in the data folder."""

from __future__ import annotations

import contextlib
import os
import secrets
from dataclasses import dataclass
from pathlib import Path

from ludotheque.core.data_folder import make_private
from ludotheque.core.message import Message
from ludotheque.server.base.listening import CannotStart
from ludotheque.server.store.sqlite import unusable

FILE = "host.key"
SHORTEST = 16
"""The fewest characters of a key: whoever has it can close tables."""


@dataclass(frozen=True)
class HostKey:
    """The key of the host's page, and the file that it is in; None if it was given in the environment."""

    key: str
    file: Path | None

    def __repr__(self) -> str:
        return f"HostKey(file={self.file})"


def host_key(data: Path, file: Path | None = None, given: str = "") -> HostKey:
    """The key in a file, or the one that was `given`; without either that of the data folder, made if there is none.

    Raises `CannotStart` if it cannot be read or made, or is too short.
    """
    if file is None and given:
        return HostKey(_checked(given.strip(), "LUDOTHEQUE_HOST_KEY"), None)
    path = file or data / FILE
    try:
        if file is None:
            _make(path)
        return HostKey(_checked(path.read_text("utf-8").strip(), str(path)), path)
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else type(error).__name__
        if (
            file is None and isinstance(error, OSError) and not _can_read(path)
        ):  # the folder itself is to blame
            raise CannotStart(unusable(data, error)) from error
        raise CannotStart(Message("cli.serve.host_key", {"file": str(path), "why": why})) from error


def _can_read(path: Path) -> bool:
    return os.access(path.parent, os.W_OK | os.X_OK) and (not path.exists() or os.access(path, os.R_OK))


def _make(path: Path) -> None:
    """Make a key that only this user may read, unless there is one."""
    make_private(path.parent)
    with contextlib.suppress(FileExistsError):
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(24) + "\n")
        return
    path.chmod(0o600)


def _checked(key: str, where: str) -> str:
    if len(key) < SHORTEST:
        raise CannotStart(Message("cli.serve.host_key_short", {"where": where, "n": SHORTEST}))
    return key
