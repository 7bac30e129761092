"""The golden games of Banzaï!, made anew by `python -m tests.banzai.regenerate golden`; see `tests/regenerating.py`.

They are played at random beside the naive game, so that whatever a hand allows is done at times, at awkward instants too.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.banzai.comparison import play_beside
from tests.banzai.rich import play_rich
from tests.regenerating import Regenerate

ALL = {"optional_rules": True}
GAMES: dict[str, dict[str, Any]] = {
    "three": {"seats": 3, "options": {}},
    "five-each-player": {"seats": 5, "options": {"once": "player", "time_limit": 0}},
    "four-must-call": {"seats": 4, "options": {"must_call": True}},
    "six-optional": {"seats": 6, "options": ALL},
    "five-unhurried": {"seats": 5, "options": ALL | {"unhurried": True}},
    "four-rich": {"seats": 4, "options": ALL, "rich": True},
    "seven-rich": {"seats": 7, "options": ALL | {"once": "player"}, "rich": True},
}
"""Each option, whole games from the deal, and parts of games from situations rich in calls."""


class Beside(Regenerate):
    """Golden games that are played at random, at random instants."""

    def play(self, name: str, first: int) -> list[dict[str, Any]]:
        """The record of a golden game."""
        asked = self.games[name]
        if asked.get("rich"):
            return play_rich(asked["seats"], asked["options"], 7 + first, most=400).record()
        return play_beside(asked["seats"], asked["options"], 7 + first, most=2000).record()


AGAIN = Beside("banzai", Path(__file__).parent, GAMES)
GOLDEN = AGAIN.golden

if __name__ == "__main__":
    AGAIN.main()
