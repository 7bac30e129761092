"""The rules of Banjooli Cross, one file for each chapter."""

from __future__ import annotations

from ludotheque.games.banjooli_cross.rules.refusals import why_not
from ludotheque.games.banjooli_cross.rules.scoring import ending, ranking, returns
from ludotheque.games.banjooli_cross.rules.setup import setup
from ludotheque.games.banjooli_cross.rules.turns import actors, chance_outcomes, legal, play

__all__ = ["actors", "chance_outcomes", "ending", "legal", "play", "ranking", "returns", "setup", "why_not"]
