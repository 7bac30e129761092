"""The rules of Billabong, one file for each chapter: turns and refusals, placing, the race, the finish."""

from __future__ import annotations

from ludotheque.games.billabong.rules.finish import ending, ranking
from ludotheque.games.billabong.rules.placing import setup
from ludotheque.games.billabong.rules.turns import actors, legal, play, why_not

__all__ = ["actors", "ending", "legal", "play", "ranking", "setup", "why_not"]
