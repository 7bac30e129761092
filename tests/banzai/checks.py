"""What `tests/mutating` looks with at Banzaï!: a quick comparison with the naive game, and the ways of playing for the laws."""

from __future__ import annotations

from typing import Any

from ludotheque.testing import Effort

LAW_WAYS: tuple[tuple[int, dict[str, Any]], ...] = ((3, {}), (4, {"optional_rules": True}))
FEW_GOLDEN = ("three", "four-rich")
EFFORT = Effort((1,), 3, 30, 100)


def naive() -> None:
    """A short game and a few rich situations beside the naive game."""
    from tests.banzai.comparison import play_beside
    from tests.banzai.rich import play_rich

    for seed in range(6):
        play_rich(5, {"optional_rules": True}, seed, most=30)
    play_rich(5, {"optional_rules": True, "unhurried": True}, 6, most=60)
    play_beside(4, {"unhurried": True}, 1, most=150)
    play_beside(3, {}, 2)
