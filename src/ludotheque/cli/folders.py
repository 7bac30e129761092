"""`new-game`, `site`, `backup` and `restore`: commands that write a folder."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

from ludotheque.cli.errors import ASKED_WRONGLY, Problem, need
from ludotheque.cli.options import Argument, AsJson, Option, report
from ludotheque.cli.words import Words
from ludotheque.core.data_folder import data_folder
from ludotheque.core.message import Message
from ludotheque.core.output import say


def new_game(
    name: Annotated[str, Argument("NAME")],
    to: Annotated[Path, Option(metavar="DIR")] = Path(),
    title_fr: str = "",
    title_en: str = "",
    seats: Annotated[str, Option(metavar="N-M")] = "2-4",
    one_file: bool = False,
) -> None:
    """Make a package for your own game: a small game that works, for you to change.

    For example: `ludotheque new-game pebbles --title-fr "Les cailloux" --title-en "Pebbles" --seats 2-4`.

    To begin with a game of one file, `ludotheque new-game pebbles --one-file`.

    Options:
        name: Name of the game in Python, for example pebbles.
        to: Folder in which the game's own folder is made.
        title_fr: Title of the game in French.
        title_en: Title of the game in English.
        seats: Number of players.
        one_file: Write the whole game in one file, in one language.
    """
    from ludotheque.scaffold import CannotMake, make, seats_of

    try:
        folder = make(
            name, to, title_fr=title_fr, title_en=title_en, seats=seats_of(seats), one_file=one_file
        )
    except CannotMake as error:
        raise Problem(error.message or error.text, error.next_step, ASKED_WRONGLY) from None
    key = "cli.new_game.made.one_file" if one_file else "cli.new_game.made"
    say(Words()(key, folder=str(folder), name=name))


def site(
    folder: Annotated[Path, Argument("FOLDER")],
    packages: Annotated[tuple[str, ...], Option("--with", metavar="PACKAGE")] = (),
    as_json: AsJson = False,
) -> None:
    """Write the library without a server: the games as a folder of files that any web host can hold.

    Whoever opens it plays against bots or with others at the same screen, and what they play stays in their browser.

    Options:
        folder: Folder for a web host; one from an earlier run is overwritten.
        packages: Installed package whose games to include. Can be given several times.
    """
    need("server")
    from ludotheque.site import CannotBuild, building

    try:
        size = building.build(folder, packages)
    except CannotBuild as error:
        raise Problem(error.message or error.text) from error
    words = Words()
    done = words("cli.site.done", folder=str(folder), size=words.number(size / 1e6, 1))
    report({"folder": str(folder), "bytes": size}, [done, words("cli.site.try", folder=str(folder))], as_json)


Data = Annotated[
    str | None,
    Option("--data", metavar="DIR", help="The server's data folder. Default: your user's data folder."),
]


def backup(
    to: Annotated[Path, Argument("FOLDER")],
    data: Data = None,
) -> None:
    """Back up a server's data folder, also while people play.

    The backup is a data folder itself. It holds all that was acknowledged before it began. For a PostgreSQL database, use pg_dump (see docs/hosting.md).

    Options:
        to: Folder to make, which will hold the backup.
    """
    need("server")
    from ludotheque.server.store import backup as backups

    _copy("cli.backup.done", backups.back_up, _folder(data, "pg_dump"), to)


def restore(
    backup: Annotated[Path, Argument("FOLDER")],
    data: Data = None,
) -> None:
    """Restore a backup into a data folder that has no database yet.

    Nothing is overwritten. For a PostgreSQL database, use pg_restore (see docs/hosting.md).

    Options:
        backup: Folder that holds the backup.
    """
    need("server")
    from ludotheque.server.store import backup as backups

    _copy("cli.restore.done", backups.restore, backup, _folder(data, "pg_restore"))


def _copy(done: str, copying: Callable[[Path, Path], int], here: Path, there: Path) -> None:
    """Copy the tables of a folder, and say how many there were. Raises `Problem` with the reason if that fails."""
    from ludotheque.server.store.log import StoreError

    try:
        tables = copying(here, there)
    except StoreError as error:
        raise Problem(error.message) from error
    say(Words()(done, n=tables, folder=str(there)))


def _folder(data: str | None, program: str) -> Path:
    if data is not None and "://" in data:
        raise Problem(Message("cli.backup.database", {"program": program}), code=ASKED_WRONGLY)
    return Path(data) if data is not None else data_folder()
