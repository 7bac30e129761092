"""Arguments and options that several commands share."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

GameName = Annotated[str, typer.Argument(metavar="GAME", help="The name of a game, for example billabong.")]
AsJson = Annotated[
    bool, typer.Option("--json", help="Write JSON for a program instead of words for a person.")
]


class Lang(StrEnum):
    """The languages that everything is said in."""

    FR = "fr"
    EN = "en"


Language = Annotated[Lang, typer.Option("--lang", help="Language of the answer.", show_default=True)]


def environment_language() -> Lang:
    """French where the environment asks for it (`LC_ALL`, `LC_MESSAGES`, `LANG`), else English."""
    import os

    asked = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return Lang.FR if asked.lower().startswith("fr") else Lang.EN
