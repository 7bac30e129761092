"""The rules of Banzaï!, one file for each chapter: setting up, the exchange, calls and Stops, the race, the end of a round, refusals."""

from __future__ import annotations

from ludotheque.games.banzai.rules.clock import advance, due
from ludotheque.games.banzai.rules.ending import ending, ranking
from ludotheque.games.banzai.rules.pawns import reach
from ludotheque.games.banzai.rules.refusals import why_not
from ludotheque.games.banzai.rules.setup import setup
from ludotheque.games.banzai.rules.turns import actors, chance_outcomes, legal, play

__all__ = [
    "actors",
    "advance",
    "chance_outcomes",
    "due",
    "ending",
    "legal",
    "play",
    "ranking",
    "reach",
    "setup",
    "why_not",
]
