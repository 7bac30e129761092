"""The rules of Billabong, a file a chapter: placing, moving, racing, the finish, refusals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludotheque.games.billabong.judgement import judge
from ludotheque.games.billabong.rules.finish import ending, ranking
from ludotheque.games.billabong.rules.placing import setup
from ludotheque.games.billabong.rules.refusals import why_not
from ludotheque.games.billabong.rules.turns import actors, legal, play

VERBS: dict[str, Callable[..., Any]] = {
    "setup": setup,
    "actors": actors,
    "legal": legal,
    "why_not": why_not,
    "play": play,
    "ranking": ranking,
    "ending": ending,
    "judge": judge,
}
