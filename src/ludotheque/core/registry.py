"""The games that can be played here: the built-in ones, and those of other packages' `ludotheque.games` entry points."""

from __future__ import annotations

import importlib
from importlib.metadata import entry_points
from importlib.resources import files

from ludotheque.core.errors import UnknownGame
from ludotheque.core.game import Game
from ludotheque.core.message import Message

_games: dict[str, Game] = {}


def names() -> tuple[str, ...]:
    """The names of all games, built-in ones first, without importing them."""
    return tuple(_homes())


def get(name: str) -> Game:
    """A game by its name (`billabong`); `UnknownGame` says which there are."""
    if name not in _games:
        home = _homes().get(name)
        if home is None:
            known = ", ".join(names())
            raise UnknownGame(
                f"there is no game {name!r} here; there are: {known}",
                Message("error.no_such_game", {"game": name, "known": known}),
            )
        module, _, attribute = home.partition(":")
        add(getattr(importlib.import_module(module), attribute or "GAME"))
    return _games[name]


def games() -> dict[str, Game]:
    """Every game by its name; imports them."""
    return {name: get(name) for name in names()}


def add(game: Game) -> Game:
    """Make a game known in this process (tests and notebooks; packages use the entry point)."""
    known = _games.setdefault(game.name, game)
    if known is not game:
        raise ValueError(f"there is already a game named {game.name!r}")
    return game


def _homes() -> dict[str, str]:
    homes: dict[str, str] = {}
    for folder in sorted((files("ludotheque") / "games").iterdir(), key=lambda entry: entry.name):
        if folder.is_dir() and (folder / "__init__.py").is_file():
            homes[folder.name.replace("_", "-")] = f"ludotheque.games.{folder.name}:GAME"
    for point in entry_points(group="ludotheque.games"):
        homes.setdefault(point.name, point.value)
    for name in _games:
        homes.setdefault(name, "")
    return homes
