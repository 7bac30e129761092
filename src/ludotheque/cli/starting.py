"""`new-game`: makes the package of a new game, ready to be played and changed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludotheque.cli.errors import ASKED_WRONGLY, Problem
from ludotheque.cli.options import Language
from ludotheque.cli.words import Words


def new_game(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="The game's name in Python, for example pebbles.")
    ],
    to: Annotated[
        Path, typer.Option("--to", metavar="DIR", help="The folder in which the game's own is made.")
    ] = Path(),
    title_fr: Annotated[str, typer.Option("--title-fr", help="The game's title in French.")] = "",
    title_en: Annotated[str, typer.Option("--title-en", help="The game's title in English.")] = "",
    seats: Annotated[str, typer.Option("--seats", metavar="N-M", help="How many may play.")] = "2-4",
    lang: Language = None,
) -> None:
    """Make a package for a game of your own: a small game that works, to be changed into yours."""
    from ludotheque.scaffold import CannotMake, make, seats_of

    try:
        folder = make(name, to, title_fr=title_fr, title_en=title_en, seats=seats_of(seats))
    except CannotMake as error:
        raise Problem(error.text, error.next_step, ASKED_WRONGLY) from None
    typer.echo(Words(str(lang))("cli.new_game.made", folder=str(folder)))
