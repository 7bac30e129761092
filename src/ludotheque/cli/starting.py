"""`new-game`: makes the package of a new game, ready to be played and changed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludotheque.cli.errors import ASKED_WRONGLY, Problem
from ludotheque.cli.options import Language
from ludotheque.cli.words import Words
from ludotheque.core.output import say


def new_game(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Name of the game in Python, for example pebbles.")
    ],
    to: Annotated[
        Path, typer.Option("--to", metavar="DIR", help="Folder in which the game's own folder is made.")
    ] = Path(),
    title_fr: Annotated[str, typer.Option("--title-fr", help="Title of the game in French.")] = "",
    title_en: Annotated[str, typer.Option("--title-en", help="Title of the game in English.")] = "",
    seats: Annotated[str, typer.Option("--seats", metavar="N-M", help="Number of players.")] = "2-4",
    lang: Language = None,
) -> None:
    """Make a package for your own game: a small game that works, for you to change.

    For example: `ludotheque new-game pebbles --title-fr "Les cailloux" --title-en "Pebbles" --seats 2-4`.
    """
    from ludotheque.scaffold import CannotMake, make, seats_of

    try:
        folder = make(name, to, title_fr=title_fr, title_en=title_en, seats=seats_of(seats))
    except CannotMake as error:
        raise Problem(error.message or error.text, error.next_step, ASKED_WRONGLY) from None
    say(Words(str(lang))("cli.new_game.made", folder=str(folder)))
