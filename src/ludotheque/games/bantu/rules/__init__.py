"""The rules of Bantu, one file for each chapter: setting up, moving, capturing, the list of moves, turns, the finish, refusals."""

from __future__ import annotations

from ludotheque.games.bantu.rules.finish import ending, ranking
from ludotheque.games.bantu.rules.refusals import why_not
from ludotheque.games.bantu.rules.setting import setup
from ludotheque.games.bantu.rules.turns import actors, legal, play

__all__ = ["actors", "ending", "legal", "play", "ranking", "setup", "why_not"]
