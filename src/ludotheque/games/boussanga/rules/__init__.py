"""The rules of Boussanga, a file a chapter: setting up, laying cards, alignments, the two kinds of turn, the finish, refusals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludotheque.games.boussanga.judgement import judge
from ludotheque.games.boussanga.prospects import promising
from ludotheque.games.boussanga.rules.finish import ending, ranking, returns
from ludotheque.games.boussanga.rules.refusals import why_not
from ludotheque.games.boussanga.rules.setup import setup
from ludotheque.games.boussanga.rules.turns import actors, chance_outcomes, legal, play

VERBS: dict[str, Callable[..., Any]] = {
    "setup": setup,
    "actors": actors,
    "legal": legal,
    "why_not": why_not,
    "play": play,
    "chance_outcomes": chance_outcomes,
    "returns": returns,
    "ranking": ranking,
    "ending": ending,
    "judge": judge,
    "promising": promising,
}
