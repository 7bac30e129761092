"""The rules of Boussanga, one file for each chapter: setting up, placing cards, alignments, the two kinds of turn, turns in general, the finish."""

from __future__ import annotations

from ludotheque.games.boussanga.rules.finish import ending, ranking, returns
from ludotheque.games.boussanga.rules.setup import setup
from ludotheque.games.boussanga.rules.turns import actors, chance_outcomes, legal, play, why_not

__all__ = ["actors", "chance_outcomes", "ending", "legal", "play", "ranking", "returns", "setup", "why_not"]
