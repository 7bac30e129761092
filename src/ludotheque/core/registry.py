"""The installed games: the built-in ones, and those that other packages announce as `ludotheque.games` entry points."""

from __future__ import annotations

import importlib
import sys
import traceback
import warnings
from functools import cache
from pathlib import Path

from ludotheque.core import announced
from ludotheque.core.errors import BrokenGame, UnknownGame
from ludotheque.core.game import Game
from ludotheque.core.message import Message

GROUP = "ludotheque.games"
_CORE = Path(__file__).resolve().parent
_games: dict[str, Game] = {}
_wrong: dict[str, str] = {}
"""The games that could not be loaded, with the reason."""


def names() -> tuple[str, ...]:
    """The names of all games, built-in ones first, without importing them."""
    return tuple(_homes())


def get(name: str) -> Game:
    """A game by its name, such as `billabong`.

    Raises:
        UnknownGame: no such game is installed; the text lists those that are.
        BrokenGame: the game cannot be loaded; the text says why.
    """
    if name not in _games:
        home = _built_in().get(name)
        if home is None and name not in _homes():
            _installed.cache_clear()  # it may have been installed since
        home = home or _homes().get(name)
        if home is None:
            known = ", ".join(names())
            raise UnknownGame(message=Message("error.no_such_game", {"game": name, "known": known}))
        _games[name] = _load(name, home)
    return _games[name]


def is_known(game: Game) -> bool:
    """Whether this very game is what `get` gives for its name."""
    return _games.get(game.name) is game


def package_of(name: str) -> str:
    """The package or module that defines a game, without importing it. Raises `UnknownGame` if there is none."""
    home = (_built_in().get(name) or _homes().get(name, "")).partition(":")[0]
    return home or get(name).package


def installed_games() -> dict[str, Game]:
    """Every game by its name; imports them all. A game of another package that cannot be loaded is left out, with a warning."""
    found = {}
    for name in names():
        try:
            found[name] = get(name)
        except BrokenGame as error:
            warnings.warn(error.text, RuntimeWarning, stacklevel=2)
    return found


def _load(name: str, home: str) -> Game:
    if name in _wrong:
        raise _broken(name, home, _wrong[name])  # not tried again: half of it is already loaded
    module, _, attribute = home.partition(":")
    try:
        found = getattr(importlib.import_module(module), attribute or "GAME")
    except Exception as error:
        raise _broken(name, home, f"{type(error).__name__}: {error}{_place(error)}") from error
    if not isinstance(found, Game):
        raise _broken(name, home, f"it must be a Game, not {found!r}")
    if found.name != name:
        raise _broken(name, home, f"its name is {found.name!r}; its entry point must have the same name")
    return found


def _broken(name: str, home: str, why: str) -> BrokenGame:
    _wrong[name] = why
    said = Message("error.broken_game", {"game": name, "why": why})
    return BrokenGame(f"the game {name!r} ({home}) cannot be loaded: {why}", said)


def _place(error: Exception) -> str:
    """Where in a game's package an error occurred: the last line that is not part of this library."""
    frames = [
        frame for frame in traceback.extract_tb(error.__traceback__) if not frame.filename.startswith("<")
    ]
    own = [frame for frame in frames if not Path(frame.filename).is_relative_to(_CORE)]
    return f" ({own[-1].filename}, line {own[-1].lineno})" if own else ""


def add(game: Game) -> Game:
    """Register a game in this process. For tests and notebooks; packages use the entry point."""
    known = _games.setdefault(game.name, game)
    if known is not game:
        raise ValueError(f"there is already a game named {game.name!r}")
    return game


def _homes() -> dict[str, str]:
    homes = dict(_installed(tuple(sys.path), announced.packages()))
    for name in _games if announced.packages() is None else ():
        homes.setdefault(name, "")
    return homes


@cache
def _built_in() -> dict[str, str]:
    """Where the built-in games are. Playing one does not search other packages."""
    homes: dict[str, str] = {}
    from importlib.resources import files

    for folder in sorted((files("ludotheque") / "games").iterdir(), key=lambda entry: entry.name):
        if folder.is_dir() and any((folder / f"__init__{end}").is_file() for end in (".py", ".pyc")):
            homes[folder.name.replace("_", "-")] = f"ludotheque.games.{folder.name}:GAME"
    return homes


@cache
def _installed(_path: tuple[str, ...], _packages: tuple[str, ...] | None = None) -> dict[str, str]:
    homes = dict(_built_in())
    for point in announced.entry_points(GROUP):
        homes.setdefault(point.name, point.value)
    return homes
