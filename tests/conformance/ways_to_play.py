"""In which ways each registered game is held to the laws: a few always, all of them deep."""

from __future__ import annotations

import importlib
from pathlib import Path

from ludotheque.core import registry
from ludotheque.core.components import read_toml
from ludotheque.testing import Way, ways

TESTS = Path(__file__).resolve().parents[1]
BOXES = {path.stem: read_toml(path.read_bytes()) for path in (Path(__file__).parent / "boxes").glob("*.toml")}
"""For a game whose own box makes long games: one in which they are short."""

GAMES = registry.names()


def all_ways(game: str) -> list[Way]:
    """Each number of players, and each option changed alone; and the game's telling ways."""
    known = ways(game, BOXES.get(game), tests=TESTS)
    return list(dict.fromkeys([*known, *telling_ways(game)]))


def few_ways(game: str) -> list[Way]:
    """The telling ways, and those with the fewest and the most players."""
    plain = [way for way in ways(game, BOXES.get(game), tests=TESTS) if not way.options]
    return list(dict.fromkeys([*telling_ways(game), plain[0], plain[-1]]))


def telling_ways(game: str) -> list[Way]:
    """The ways of the game's `checks.py` (see `tests/mutating`), in which its rules show most; without one, its first."""
    folder = game.replace("-", "_")
    if not (TESTS / folder / "checks.py").is_file():
        return ways(game, BOXES.get(game), tests=TESTS)[:1]
    chosen = importlib.import_module(f"tests.{folder}.checks").LAW_WAYS
    return [Way(game, seats, options, BOXES.get(game), TESTS) for seats, options in chosen]
