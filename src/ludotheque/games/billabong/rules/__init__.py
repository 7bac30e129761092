"""The rules of Billabong, one file for each chapter: placing, moving, racing, the finish, refusals."""

from __future__ import annotations

from ludotheque.games.billabong.rules.finish import ending, ranking
from ludotheque.games.billabong.rules.placing import setup
from ludotheque.games.billabong.rules.refusals import why_not
from ludotheque.games.billabong.rules.turns import actors, legal, play

__all__ = ["actors", "ending", "legal", "play", "ranking", "setup", "why_not"]
