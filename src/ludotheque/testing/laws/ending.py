"""Laws about who may act, how a game ends, and its returns."""

from __future__ import annotations

import math

import numpy as np

from ludotheque.core import entry
from ludotheque.core.verbs import CHANCE
from ludotheque.table import views
from ludotheque.testing.law import Case, law

SAME = 1e-9


@law(
    "ends",
    "Every random game ends within the declared number of actions, with a declared ending.",
    about=("play", "ending"),
)
def ends(case: Case) -> None:
    table = case.walk.table
    case.events = len(table.events)
    if case.walk.endless:
        case.broken(case.walk.endless)
    actions = sum(event.seat >= 0 for event in table.events)
    if actions > table.game.max_actions:
        case.broken(f"{actions} actions, but max_actions is {table.game.max_actions}")
    outcome = table.outcome
    if outcome is None or outcome.ending not in table.game.terminations[1:]:
        case.broken(f"the game ends by {outcome and outcome.ending!r}, which is not among its terminations")
    for seat in range(case.variant.seats):
        if len(table.legal_actions(seat)):
            case.broken("somebody may still act at the end", seat)


@law(
    "actors",
    "Whoever may act has something to do, and only when nobody may is there an ending.",
    about=("actors", "legal"),
)
def actors(case: Case) -> None:
    table = case.walk.table
    game, out = table.game, np.empty(table.game.max_legal, np.int32)
    every = [table.journal.start(), *(after.copy() for _, _, after in case.steps())]
    for number, state in enumerate(every):
        case.events = number
        mask, ending = (
            int(entry.actors(table.journal.box, state)),
            int(entry.ending(table.journal.box, state)),
        )
        seats = [seat for seat in range(case.variant.seats) if mask >> seat & 1]
        if mask & ~CHANCE & ~((1 << case.variant.seats) - 1) or mask < 0:
            case.broken(f"the actors {mask:#x} are more than the seats of the table")
        if (mask == 0) != (ending != 0):
            case.broken(f"the actors are {mask:#x} while the ending is {ending}")
        if len(seats) > 1 and not game.simultaneous:
            case.broken(f"the seats {seats} may act at once, but the game is not declared simultaneous")
        for seat in seats:
            if int(entry.legal(table.journal.box, state, seat, out)) < 1:
                case.broken("may act, but has no legal action", seat)
        due = int(entry.due(table.journal.box, state))
        if due < -1 or (due >= 0 and not game.timed):
            case.broken(
                f"something is due at {due} ms" + ("" if game.timed else ", but no clock is declared")
            )


@law(
    "returns",
    "At the end shares of the win are non-negative and sum to 1, and ranks agree with them.",
    about=("returns", "ranking"),
)
def returns(case: Case) -> None:
    table = case.walk.table
    case.events = len(table.events)
    outcome = table.outcome
    if outcome is None:
        case.broken("the game has no outcome")
    shares, ranks = outcome.returns, outcome.ranking
    if not all(math.isfinite(share) and share >= 0 for share in shares):
        case.broken(f"the shares are {shares}")
    if any(rank != 1 + sum(other < rank for other in ranks) for rank in ranks):
        case.broken(f"the ranks {ranks} are not those of a competition (1 for the first, equal ranks shared)")
    together = table.game.cooperative is not None and table.game.cooperative(table.journal.b, table.journal.s)
    if together:
        if max(shares) > 1 or len(set(shares)) > 1 or set(ranks) != {1}:
            case.broken(f"all play together, but shares are {shares} and ranks {ranks}")
        return
    if abs(sum(shares) - 1) > SAME:
        case.broken(f"the shares {shares} sum to {sum(shares)}, not to 1")
    best = {seat for seat, share in enumerate(shares) if share > 0}
    if best != set(outcome.winners):
        case.broken(f"the shares are {shares}, but the seats of rank 1 are {outcome.winners}")


@law("judge", "Every position looks, to each seat, from 0 (bad) to 1 (good).", about=("judge",))
def judge(case: Case) -> None:
    for table in case.situations():
        guess = views.view(table.journal, {0})
        entry.redeal(table.journal.box, guess, 1, case.luck)
        for state in (table.journal.state, guess):
            before, scores = state.tobytes(), np.full(case.variant.seats, np.nan)
            entry.judge(table.journal.box, state, scores)
            if not all(0 <= score <= 1 for score in scores.tolist()):
                case.broken(f"judge gives {scores.tolist()}")
            if state.tobytes() != before:
                case.broken("judging changes the position")
