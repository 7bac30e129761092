"""In which ways each registered game is held to the laws: a few always, all of them deep."""

from __future__ import annotations

import importlib
from pathlib import Path

from ludotheque.core import registry
from ludotheque.core.components import read_toml
from ludotheque.testing import Variant, variants

TESTS = Path(__file__).resolve().parents[1]
BOXES = {path.stem: read_toml(path.read_bytes()) for path in (Path(__file__).parent / "boxes").glob("*.toml")}
"""For a game whose own box makes long games: one in which they are short."""

GAMES = registry.names()


def all_variants(game: str) -> list[Variant]:
    """Each number of players, and each option changed alone; and the game's telling ways."""
    known = variants(game, BOXES.get(game), tests=TESTS)
    return list(dict.fromkeys([*known, *telling_variants(game)]))


def few_variants(game: str) -> list[Variant]:
    """The telling ways, and those with the fewest and the most players."""
    plain = [variant for variant in variants(game, BOXES.get(game), tests=TESTS) if not variant.options]
    return list(dict.fromkeys([*telling_variants(game), plain[0], plain[-1]]))


def telling_variants(game: str) -> list[Variant]:
    """The ways of the game's `checks.py` (see `tests/mutating`), in which its rules show most; without one, its first."""
    folder = game.replace("-", "_")
    if not (TESTS / folder / "checks.py").is_file():
        return variants(game, BOXES.get(game), tests=TESTS)[:1]
    chosen = importlib.import_module(f"tests.{folder}.checks").LAW_WAYS
    return [Variant(game, seats, options, BOXES.get(game), TESTS) for seats, options in chosen]
