"""How often what differs between A and B was reached: games of A walked through once more, by the rules and the box of A and of B.

A change that no game reaches makes no difference, and that says nothing about the change. So this counts the decisions at which other
actions are legal under B. From there on the two games may be different ones, so a walk ends where what A did is not possible under B.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ludotheque.core import entry
from ludotheque.core.verbs import TIME_SEAT
from ludotheque.lab.matches import Match, course, setting_of
from ludotheque.lab.runs import COMPILED_LEVELS, Setting

LOOKED, SLOWLY = 20, 2
"""How many games are looked at, and how many where a bot searches."""


@dataclass(frozen=True)
class Reach:
    """What was found.

    Attributes:
        games: the number of games of A that were looked at.
        reached: the number of those in which something differed.
        decisions: the number of decisions looked at, draws included.
        differing: the number of those at which other actions, or other results of chance, are possible under B.
    """

    games: int
    reached: int
    decisions: int
    differing: int


def reach(a: Match, b: Match, matches: Iterable[Match]) -> Reach:
    """Play matches of A once more, and look at what is legal in them under A and under B.

    Args:
        a: a match of A.
        b: a match of B, with the same game and seats.
        matches: the matches of A to look at.
    """
    ours, theirs = setting_of(a), setting_of(b)
    counts = [_walk(ours, theirs, match) for match in matches]
    return Reach(
        len(counts),
        sum(differing > 0 for _, differing in counts),
        sum(decisions for decisions, _ in counts),
        sum(differing for _, differing in counts),
    )


def looked_at(match: Match) -> int:
    """How many games of these bots are looked at."""
    return LOOKED if set(match.levels) <= set(COMPILED_LEVELS) else SLOWLY


def at_random(match: Match) -> Match:
    """The same match between bots that play at random: they reach more situations."""
    return replace(match, levels=("random",) * match.seats)


def _walk(ours: Setting, theirs: Setting, match: Match) -> tuple[int, int]:
    first, events = course(match)
    states = [each.begun(first) for each in (ours, theirs)]
    decisions = differing = 0
    for seat, code, at_ms in events:
        if at_ms >= 0:
            for setting, state in zip((ours, theirs), states, strict=True):
                entry.advance(setting.boxes, state, at_ms)
        if seat == TIME_SEAT:
            continue
        one, other = (
            _possible(setting, state, seat) for setting, state in zip((ours, theirs), states, strict=True)
        )
        decisions += 1
        differing += one != other
        if code not in other:
            break
        for setting, state in zip((ours, theirs), states, strict=True):
            entry.play(setting.boxes, state, seat, code)
    return decisions, differing


def _possible(setting: Setting, state: Any, seat: int) -> frozenset[int]:
    """What a seat may do, or chance may bring."""
    game = setting.game
    if seat >= 0:
        out = np.zeros(game.max_legal, np.int32)
        return frozenset(out[: entry.legal(setting.boxes, state, seat, out)].tolist())
    out, likely = np.zeros(game.max_chance, np.int32), np.zeros(game.max_chance)
    return frozenset(out[: entry.chance_outcomes(setting.boxes, state, out, likely)].tolist())
