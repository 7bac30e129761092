"""`components`: shows what is in a game's box, and checks a component file of your own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludotheque.cli.errors import FAILED, Problem, read_text
from ludotheque.cli.options import AsJson, GameName, Language
from ludotheque.core.message import Message
from ludotheque.core.output import say, say_data


def components(
    game: GameName,
    check: Annotated[
        Path | None,
        typer.Option(
            "--check", metavar="FILE", help="Check this component file instead of showing the printed one."
        ),
    ] = None,
    lang: Language = None,
    as_json: AsJson = False,
) -> None:
    """Show a game's component file, or check one of your own.

    To make your own, save what the command prints in a file, change it, then check it with --check.
    """
    from importlib.resources import files

    from ludotheque.cli.words import Words
    from ludotheque.core import components as boxes
    from ludotheque.core import registry
    from ludotheque.core.errors import BadComponents

    found, words = registry.get(game), Words(str(lang))
    if check is None:
        if as_json:
            say_data(boxes.printed(found))
        else:
            say_data((files(found.package) / "components.toml").read_text("utf-8"), nl=False)
        return
    text = read_text(check, "components")
    try:
        box = boxes.load(found, boxes.read_toml(text))
    except BadComponents as error:
        if as_json:
            say_data({"ok": False, "field": error.field, "why": error.why})
            raise typer.Exit(FAILED) from None
        raise Problem(
            Message("cli.components.bad", {"path": str(check), "why": words.refusal(error)}),
            Message("cli.components.bad.next", {"game": game}),
        ) from error
    if as_json:
        say_data({"ok": True, "digest": box.digest})
    else:
        key = "cli.components.printed" if box.data is None else "cli.components.good"
        say(words(key, path=str(check), digest=box.digest))
