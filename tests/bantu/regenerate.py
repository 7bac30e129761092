"""The golden games and the counts of Bantu, made anew by `python -m tests.bantu.regenerate`; see `tests/regenerating.py`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.bantu.boards import small
from tests.regenerating import Regenerate

GAMES: dict[str, dict[str, Any]] = {
    "two": {"seats": 2, "bots": "greedy greedy"},
    "two-short-at-random": {"seats": 2, "options": {"short": True}, "bots": "random random"},
    "three": {"seats": 3, "bots": "greedy random greedy"},
    "three-short": {"seats": 3, "options": {"short": True}, "bots": "greedy greedy greedy"},
    "four": {"seats": 4, "bots": "greedy greedy greedy random"},
    "four-teams": {"seats": 4, "options": {"teams": True}, "bots": "greedy random greedy greedy"},
    "four-teams-short": {
        "seats": 4,
        "options": {"teams": True, "short": True},
        "bots": "greedy greedy random greedy",
    },
    "two-to-the-limit": {"seats": 2, "components": small(limit={"turns": 12}), "bots": "random random"},
    "four-on-a-small-track": {"seats": 4, "components": small(), "bots": "random greedy random random"},
}
"""Each number of players, each option, both endings, a track of one's own; who plays, seat by seat."""


AGAIN = Regenerate("bantu", Path(__file__).parent, GAMES)
GOLDEN, COUNTS = AGAIN.golden, AGAIN.counts

if __name__ == "__main__":
    AGAIN.main()
