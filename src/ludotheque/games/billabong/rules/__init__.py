"""The rules of Billabong, a file a chapter: placing, moving, racing, the finish, refusals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludotheque.games.billabong.judgement import judge
from ludotheque.games.billabong.rules.finish import ending, ranking, returns
from ludotheque.games.billabong.rules.placing import setup
from ludotheque.games.billabong.rules.refusals import why_not
from ludotheque.games.billabong.rules.turns import actors, advance, chance_outcomes, due, legal, play
from ludotheque.games.billabong.view import hide, redeal

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
    "due": due,
    "advance": advance,
}
