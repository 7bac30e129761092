"""Looks at a game again: the chances of each seat through it, what a search would have played, and its turning points.

A seat's *chances* are its mean result in a search from a position, from 0 to 1. The search sees what the seat whose turn it is saw: it is
no better informed than the players were.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from ludotheque.bots.search import Budget, run_search
from ludotheque.core import kernel
from ludotheque.core.journal import Journal
from ludotheque.scene.model import EventView
from ludotheque.table import views
from ludotheque.table.turns import turn_at

SHOWN = 3
"""How many of the best actions are kept."""

LEAST_SWING = 0.1
"""Chances that change by less within a turn make no turning point."""

MAX_TURNING_POINTS = 4


@dataclass(frozen=True)
class Candidate:
    """An action that a search considered.

    Attributes:
        action: the action, an integer.
        value: the seat's mean result after it, from 0 to 1.
        visits: the number of simulations that tried it.
        view: what it would have looked like to everybody, had all been open.
    """

    action: int
    value: float
    visits: int
    view: EventView


@dataclass(frozen=True)
class Weighed:
    """What a search found at one moment of a game.

    Attributes:
        move: the number of events before this moment.
        turn: the number of the turn in which the next event was played, as lists of moves show it; at the end that of the last turn.
        seat: the seat that acted next; -1 at the end of the game.
        chances: the chances of each seat. They add up to 1 unless all seats win or lose together.
        best: the best actions, the one that the search would play first.
        played: the action that was played next, as the search saw it; None if it did not consider it.
        stopped: whether the game ended here because seats gave up, or its players wanted it to; not by its rules.
    """

    move: int
    turn: int
    seat: int
    chances: tuple[float, ...]
    best: tuple[Candidate, ...] = ()
    played: Candidate | None = None
    stopped: bool = False


@dataclass(frozen=True)
class TurningPoint:
    """A turn that changed the chances of a seat more than others did.

    Attributes:
        turn: its number, as lists of moves show it.
        move: the number of events before the turn.
        until: the number of events after it.
        actor: the seat whose turn it was.
        seat: the seat whose chances changed most.
        before: its chances before the turn, from 0 to 1.
        after: its chances after the turn.
    """

    turn: int
    move: int
    until: int
    actor: int
    seat: int
    before: float
    after: float


def can_be_weighed(journal: Journal) -> bool:
    """Whether searching this game means something: it has no clock that decides who is quicker."""
    return not journal.game.timed


@kernel.compiled_throughout
def weigh(journal: Journal, move: int, budget: Budget, seed: int = 0) -> Weighed:
    """Search the decision that followed the first `move` events.

    Args:
        journal: the game.
        move: the number of events before the decision. At the end of the game nothing is searched: its result is known.
        budget: when the search stops. It needs at least one limit.
        seed: where the search's luck comes from.

    Raises:
        ValueError: there is no such moment, no seat acted then, or the game is timed.
    """
    events = journal.events
    if not 0 <= move <= len(events):
        raise ValueError(f"there is no moment {move}: the game has {len(events)} events")
    if not can_be_weighed(journal):
        raise ValueError(
            f"{journal.game.name} is played against the clock: a search does not know who is quicker"
        )
    if move == len(events):
        outcome = journal.outcome or journal.stopped
        if outcome is None:
            raise ValueError("the game goes on: nobody has acted yet")
        return Weighed(move, turn_at(journal, move), -1, outcome.returns, stopped=journal.outcome is None)
    event = events[move]
    if event.seat < 0:
        raise ValueError(f"event {move} is no decision of a seat")
    state = journal.at(move)
    view = views.hidden(journal, state, 1 << event.seat)
    rng = np.random.Generator(np.random.PCG64(seed))
    found = run_search(journal.game, journal.setup.box, view, event.seat, budget, rng)
    of_action = {each.action: each for each in found.considered}

    def candidate(action: int) -> Candidate:
        each = of_action[action]
        return Candidate(action, each.value, each.visits, views.imagined(journal, state, event.seat, action))

    best = tuple(candidate(each.action) for each in found.considered[:SHOWN] if each.visits)
    played = candidate(event.code) if event.code in of_action else None
    shares = _shares(journal, state, found.values)
    return Weighed(move, turn_at(journal, move), event.seat, shares, best, played)


def _shares(journal: Journal, state: Any, values: Sequence[float]) -> tuple[float, ...]:
    """Values of all seats as chances: shares of one win, unless they win or lose together."""
    together = journal.game.cooperative
    if journal.setup.seats == 1 or (together is not None and together(journal.setup.box[0], state[0])):
        return tuple(values)
    total = sum(values)
    return tuple(value / total for value in values) if total > 0 else tuple(1 / len(values) for _ in values)


def turning_points(points: Sequence[Weighed]) -> list[TurningPoint]:
    """The turns that changed chances most, in the order of the game. Giving up is no turn: what it did to the chances is left out.

    Args:
        points: moments of one game in order, each at the beginning of a turn, with the end last.
    """
    found: list[TurningPoint] = []
    for before, after in pairwise(points):
        if after.stopped:
            continue
        swings = [new - old for old, new in zip(before.chances, after.chances, strict=True)]
        widest = max(abs(swing) for swing in swings)
        if widest < LEAST_SWING:
            continue
        near = [seat for seat, swing in enumerate(swings) if abs(swing) >= 0.8 * widest]
        seat = before.seat if before.seat in near else near[0]
        found.append(
            TurningPoint(
                before.turn,
                before.move,
                after.move,
                before.seat,
                seat,
                before.chances[seat],
                after.chances[seat],
            )
        )
    found.sort(key=lambda each: -abs(each.after - each.before))
    return sorted(found[:MAX_TURNING_POINTS], key=lambda each: each.move)
