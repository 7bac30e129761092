"""The rules of Bantu, a file a chapter: setting up, moving, capturing, the list of moves, turns, the finish, refusals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludotheque.games.bantu.judgement import judge
from ludotheque.games.bantu.rules.finish import ending, ranking
from ludotheque.games.bantu.rules.refusals import why_not
from ludotheque.games.bantu.rules.setting import setup
from ludotheque.games.bantu.rules.turns import actors, legal, play

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
