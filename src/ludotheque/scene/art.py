"""The drawings of a game: those in the folder `art` of its package, and plain pieces where it has no `sprites.svg`.

The plain pieces are `stone`, and `pawn`, `disc` and `cube`, which take the tint of their piece.
"""

from __future__ import annotations

import re
from importlib.resources import files

from ludotheque.core import packaged
from ludotheque.core.game import Game

SPRITES = "sprites.svg"

_SYMBOL = re.compile(r'<symbol[^>]*id="([^"]+)"')


def drawing(game: Game, name: str) -> bytes | None:
    """A drawing of a game, such as `cover.svg`; None if there is none of this name."""
    if not name.endswith(".svg") or "/" in name or "\\" in name:
        return None
    file = packaged.file_of(game.package, "art", name)
    if file is None and name == SPRITES:
        file = files("ludotheque.scene") / SPRITES
    return None if file is None else file.read_bytes()


def sprites_of(game: Game) -> str:
    """The file of a game's symbols."""
    return (drawing(game, SPRITES) or b"").decode("utf-8")


def symbols_in(sprites: str) -> set[str]:
    """The ids of the symbols in a file of symbols."""
    return set(_SYMBOL.findall(sprites))
