"""Arguments and options that several commands share."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludotheque.cli.errors import ASKED_WRONGLY, Problem, read_text
from ludotheque.cli.helping import LANGUAGE
from ludotheque.core.message import Message

if TYPE_CHECKING:
    from ludotheque.core.game import Game, Option, Value

GameName = Annotated[str, typer.Argument(metavar="GAME", help="Name of a game, for example billabong.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]


class Lang(StrEnum):
    """The languages of the command line."""

    FR = "fr"
    EN = "en"


def _note(context: typer.Context, asked: Lang | None) -> Lang:
    """Remember the language, so that errors use it too."""
    context.meta[LANGUAGE] = str(language := asked or environment_language())
    return language


Language = Annotated[
    Lang | None,
    typer.Option(
        "--lang",
        callback=_note,
        is_eager=True,
        help="Language of the output. Default: the language of your environment.",
    ),
]

GameOptions = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        metavar="NAME=VALUE",
        help="Set an option of the game. Can be given several times.",
        show_default=False,
    ),
]
ComponentFile = Annotated[
    Path | None,
    typer.Option(
        "--components",
        metavar="FILE",
        help="Use your own component file instead of the printed box (see `ludotheque components`).",
    ),
]


def environment_language() -> Lang:
    """French if the environment asks for it, else English."""
    from ludotheque.core import catalogue

    return Lang(catalogue.environment())


def options_of(game: Game, pairs: list[str]) -> dict[str, Value]:
    """The options typed as `name=value`, converted to their types. Raises `Problem` if one is not of that form."""
    known = {option.name: option for option in game.options}
    values: dict[str, Value] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        name = name.strip().replace("-", "_")
        if not equals:
            raise Problem(
                Message("cli.option.pair", {"pair": pair}),
                Message("cli.option.known", {"game": game.name, "known": ", ".join(known)}),
                ASKED_WRONGLY,
            )
        option = known.get(name)
        values[name] = value if option is None else _value(option, value.strip())
    return values


def _value(option: Option, text: str) -> Any:
    """The text as a value of the option's type; unchanged if it is not one, so that the game refuses it."""
    if option.choices is not None:
        return text
    if isinstance(option.default, bool):
        return {"true": True, "yes": True, "on": True, "oui": True, "1": True,
                "false": False, "no": False, "off": False, "non": False, "0": False}.get(text.lower(), text)  # fmt: skip
    try:
        return int(text)
    except ValueError:
        return text


def own_components(path: Path | None) -> dict[str, Any] | None:
    """The content of the component file named; None if none was."""
    if path is None:
        return None
    from ludotheque.core.components import read_toml

    return read_toml(read_text(path, "components"))
