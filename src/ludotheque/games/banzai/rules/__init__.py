"""The rules of Banzaï!, a file a chapter: setting up, the exchange, calls and Stops, the race, the end of a round, refusals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludotheque.games.banzai.bots.reflex import reflex, stir
from ludotheque.games.banzai.judgement import judge
from ludotheque.games.banzai.rules.clock import advance, due
from ludotheque.games.banzai.rules.ending import ending, ranking
from ludotheque.games.banzai.rules.reach import reach
from ludotheque.games.banzai.rules.refusals import why_not
from ludotheque.games.banzai.rules.setup import setup
from ludotheque.games.banzai.rules.turns import actors, chance_outcomes, legal, play
from ludotheque.games.banzai.view import hide, redeal

VERBS: dict[str, Callable[..., Any]] = {
    "setup": setup,
    "actors": actors,
    "legal": legal,
    "why_not": why_not,
    "play": play,
    "chance_outcomes": chance_outcomes,
    "ranking": ranking,
    "ending": ending,
    "hide": hide,
    "redeal": redeal,
    "judge": judge,
    "reflex": reflex,
    "stir": stir,
    "reach": reach,
    "due": due,
    "advance": advance,
}
