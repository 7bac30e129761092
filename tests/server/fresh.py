"""New databases, made once by the migrations and then copied: making one takes longer than all else that a server does until it is ready."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from ludotheque.server.store import migrating
from ludotheque.server.store.sqlite import FILE

make = migrating.upgrade
"""Makes a database, or brings it to the present schema."""


@cache
def made() -> str:
    """The path of a new database file."""
    folder = Path(tempfile.mkdtemp(prefix="ludotheque-fresh-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    path = folder / FILE
    make(sa.URL.create("sqlite", database=str(path)), path, "")
    return str(path)


def copy(path: str = "") -> None:
    """From now on new database files of this process are copies of one, see `made`; others are changed as ever."""

    def upgrade(url: str | sa.URL, where: Any, before: str) -> None:
        if before or not isinstance(where, Path) or where.stat().st_size:
            make(url, where, before)
        else:
            where.write_bytes(Path(path or made()).read_bytes())

    migrating.upgrade = upgrade
