"""What `tests/mutating` looks with at Boussanga: a quick comparison with the naive game, and the ways of playing for the laws."""

from __future__ import annotations

from typing import Any

from ludotheque.testing import Effort

LAW_WAYS: tuple[tuple[int, dict[str, Any]], ...] = ((2, {"side": "back"}), (1, {"stop_at_13": True}))
SHORT = {
    "board": {"width": 5, "height": 4},
    "tokens": {"earth": 5, "water": 5, "air": 5, "fire": 4},
    "values": {"earth": 1, "water": 1, "air": 2, "fire": 3},
    "hand": {"cards": 2},
    "goal": {"points": 4, "cards_won": 5, "cards_scholar": 4, "cards_master": 3},
    "cards": [
        {"frame": "TTE/.../...", "shifts": 4},
        {"frame": "TE./A../...", "shifts": 4},
        {"frame": "TTT/.../...", "shifts": 1},
    ],
}
FEW_GOLDEN = ("small-box", "small-box-alone", "alone-badly")
EFFORT = Effort((1,), 3, 30, 100)


def naive() -> None:
    """A short game of each kind beside the naive game, the quick ones first."""
    from tests.boussanga.comparison import play_beside

    for seats, options, seed, choose in (
        (1, {"mode": "cooperative"}, 1, "random"),
        (3, {"mode": "cooperative", "stop_at_13": True, "side": "back"}, 2, "random"),
        (2, {"mode": "competitive"}, 3, "best"),
        (4, {"mode": "teams"}, 4, "best"),
    ):
        play_beside(seats, options, seed, choose)
