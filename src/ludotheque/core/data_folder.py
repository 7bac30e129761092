"""The folder of a user's tables and games, and keeping it from other users of the machine."""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path

from ludotheque.core.errors import BadInput
from ludotheque.core.message import Message

DATABASE = "ludotheque.db"
FOLDER_MODE, FILE_MODE = 0o700, 0o600
COPY = f"{DATABASE}.schema-"
"""Prefix of a copy that was made before the database was changed."""
FILES = (
    *(f"{DATABASE}{ending}" for ending in ("", "-wal", "-shm", "-journal")),
    "ludotheque.lock",
    "alive",
    "host.key",
    "vapid.pem",
)
FOLDERS = ("terminal", "cache")
PROBE = ".write-"
"""Prefix of the files that test whether a folder can be written."""


def data_folder() -> Path:
    """`$LUDOTHEQUE_DATA`, or a folder in the user's data folder. It is not made. Raises `BadInput` where this user has no home."""
    given = os.environ.get("LUDOTHEQUE_DATA")
    if given:
        return Path(given)
    of_user = os.environ.get("XDG_DATA_HOME")
    if of_user:
        return Path(of_user) / "ludotheque"
    own = home()
    if own is None:
        raise BadInput("LUDOTHEQUE_DATA", Message("error.no_home"))
    return own / ".local" / "share" / "ludotheque"


def home() -> Path | None:
    """The user's home; None if there is none: no `$HOME`, and a user whom the system does not know, as in containers."""
    try:
        return Path(os.environ.get("HOME") or _home_as_known())
    except KeyError:
        return None


def make_private(folder: Path) -> None:
    """Create a data folder that no other user may enter; close an existing one to them. Raises `OSError`.

    A folder that others use, too, keeps its permissions; only our files in it are closed.
    """
    folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    if all(_is_ours(each) for each in folder.iterdir()):
        _close(folder, FOLDER_MODE)
    for name in FOLDERS:
        _close(folder / name, FOLDER_MODE)
    for each in (*(folder / name for name in FILES), *folder.glob(f"{COPY}*")):
        _close(each, FILE_MODE)


def make_file(path: Path) -> None:
    """Make an empty file that no other user may read, unless there is one. Raises `OSError`."""
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE))


def _home_as_known() -> str:
    """The home that the system knows of this user. Raises `KeyError` if it knows none."""
    try:
        import pwd
    except ImportError:  # Windows
        return str(Path.home())
    return pwd.getpwuid(os.getuid()).pw_dir


def _is_ours(path: Path) -> bool:
    return (
        path.name in (*FILES, *FOLDERS) or path.name.startswith((PROBE, COPY)) or (path / DATABASE).is_file()
    )


def _close(path: Path, mode: int) -> None:
    """Remove the permissions of others, if the file or folder is ours. A folder with the sticky bit, such as `/tmp`, is everybody's."""
    with contextlib.suppress(OSError):
        found = path.stat()
        if found.st_mode & (stat.S_IRWXG | stat.S_IRWXO) and not found.st_mode & stat.S_ISVTX:
            path.chmod(found.st_mode & mode)
