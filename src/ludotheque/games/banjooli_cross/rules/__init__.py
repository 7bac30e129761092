"""The rules of Banjooli Cross, one file for each chapter."""

from __future__ import annotations

from ludotheque.games.banjooli_cross.rules.scoring import ending, ranking, returns
from ludotheque.games.banjooli_cross.rules.secrets import hide, redeal
from ludotheque.games.banjooli_cross.rules.setup import setup
from ludotheque.games.banjooli_cross.rules.turns import actors, chance_outcomes, legal, play, why_not

__all__ = [
    "actors",
    "chance_outcomes",
    "ending",
    "hide",
    "legal",
    "play",
    "ranking",
    "redeal",
    "returns",
    "setup",
    "why_not",
]
