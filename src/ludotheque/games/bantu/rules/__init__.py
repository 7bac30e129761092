"""The rules of Bantu, one file for each chapter: setting up, moving and capturing, turns, the finish."""

from __future__ import annotations

from ludotheque.games.bantu.rules.finish import ending, ranking
from ludotheque.games.bantu.rules.setting import setup
from ludotheque.games.bantu.rules.turns import actors, legal, play, why_not

__all__ = ["actors", "ending", "legal", "play", "ranking", "setup", "why_not"]
