"""The rules of Banjooli Cross, a file a chapter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludotheque.games.banjooli_cross.judgement import judge
from ludotheque.games.banjooli_cross.preferring import prefer
from ludotheque.games.banjooli_cross.rules.refusals import why_not
from ludotheque.games.banjooli_cross.rules.scoring import ending, ranking, returns
from ludotheque.games.banjooli_cross.rules.setup import setup
from ludotheque.games.banjooli_cross.rules.turns import actors, chance_outcomes, legal, play
from ludotheque.games.banjooli_cross.view import hide, redeal

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
    "hide": hide,
    "redeal": redeal,
    "judge": judge,
    "prefer": prefer,
}
