"""`site`: writes the library without a server, a folder for any web host."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludotheque.cli.errors import Problem, need
from ludotheque.cli.options import AsJson, Language
from ludotheque.cli.words import Words
from ludotheque.core.output import say, say_data


def site(
    folder: Annotated[
        Path,
        typer.Argument(
            metavar="FOLDER", help="Folder for a web host; one from an earlier call is written anew."
        ),
    ],
    packages: Annotated[
        list[str] | None,
        typer.Option(
            "--with", metavar="PACKAGE", help="Installed package whose games come along; may be given again."
        ),
    ] = None,
    lang: Language = None,
    as_json: AsJson = False,
) -> None:
    """Write the library without a server: the games as a folder of files that any web host can hold.

    Whoever opens it plays against bots or with others at the same screen, and what they play stays in their browser.
    """
    need("server")
    from ludotheque.site import CannotBuild, building

    try:
        size = building.build(folder, packages or ())
    except CannotBuild as error:
        raise Problem(error.message or error.text) from error
    if as_json:
        say_data({"folder": str(folder), "bytes": size})
        return
    words = Words(str(lang))
    say(words("cli.site.done", folder=str(folder), size=words.number(size / 1e6, 1)))
    say(words("cli.site.try", folder=str(folder)))
