"""A game in a page goes on as it does outside: the same states, the same scenes, the same choices of bots."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from ludotheque.core import registry
from tests.website import parts
from tests.website.trail import trail

BUILT_IN = [name for name in registry.names() if registry.package_of(name).startswith("ludotheque.")]


def in_page(start: Path, games: Sequence[str], count: int, seed: int) -> list[str]:
    """The hashes of games by lot, played in a page."""
    words = (",".join(games), str(count), str(seed))
    return parts.run_in_node(
        parts.HERE / "in_page.mjs", parts.made(), start, parts.HERE / "trail.py", *words
    ).split()


def test_games_by_lot(start: Path) -> None:
    assert in_page(start, BUILT_IN, 60, 5) == [trail(game, 60, 5) for game in BUILT_IN]


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("game", BUILT_IN)
def test_ten_thousand_actions_in_ten_parts(start: Path, game: str, seed: int) -> None:
    assert in_page(start, [game], 1_000, seed) == [trail(game, 1_000, seed)]
