"""`backup` and `restore`: copies of a server's data folder."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludotheque.cli.errors import ASKED_WRONGLY, Problem, need
from ludotheque.cli.options import Language
from ludotheque.cli.words import Words
from ludotheque.core.data_folder import data_folder
from ludotheque.core.message import Message
from ludotheque.core.output import say

Data = Annotated[
    str | None,
    typer.Option("--data", metavar="DIR", help="The server's data folder. Default: your user's data folder."),
]


def backup(
    to: Annotated[Path, typer.Argument(metavar="FOLDER", help="Folder to make, which will hold the backup.")],
    data: Data = None,
    lang: Language = None,
) -> None:
    """Back up a server's data folder, also while people play.

    The backup is a data folder itself. It holds all that was acknowledged before it began. For a PostgreSQL database, use pg_dump (see docs/hosting.md).
    """
    need("server")
    from ludotheque.server.store import backup as backups
    from ludotheque.server.store.log import StoreError

    folder = _folder(data, "pg_dump")
    try:
        tables = backups.back_up(folder, to)
    except StoreError as error:
        raise Problem(error.message) from error
    say(Words(str(lang))("cli.backup.done", n=tables, folder=str(to)))


def restore(
    backup: Annotated[Path, typer.Argument(metavar="FOLDER", help="Folder that holds the backup.")],
    data: Data = None,
    lang: Language = None,
) -> None:
    """Restore a backup into a data folder that has no database yet.

    Nothing is overwritten. For a PostgreSQL database, use pg_restore (see docs/hosting.md).
    """
    need("server")
    from ludotheque.server.store import backup as backups
    from ludotheque.server.store.log import StoreError

    folder = _folder(data, "pg_restore")
    try:
        tables = backups.restore(backup, folder)
    except StoreError as error:
        raise Problem(error.message) from error
    say(Words(str(lang))("cli.restore.done", n=tables, folder=str(folder)))


def _folder(data: str | None, program: str) -> Path:
    if data is not None and "://" in data:
        raise Problem(Message("cli.backup.database", {"program": program}), code=ASKED_WRONGLY)
    return Path(data) if data is not None else data_folder()
