"""Laws that compiling changes nothing, whenever it happens."""

from __future__ import annotations

import contextlib

import numpy as np

from ludotheque.core import artefact, entry, state
from ludotheque.testing.law import Case, law
from ludotheque.testing.mirror import MirrorFailed, mirrored
from ludotheque.testing.trace import difference, trace

REASONS = 12
"""The number of actions whose reasons are asked in each situation."""

CHANGES = 8
"""The least number of times that a game switches between interpreted and compiled rules."""


@law("compiled", "Compiled and interpreted, the rules say the same of the same game.", about=("play",))
def compiled(case: Case) -> None:
    table = case.walk.table
    looked_at = case.points(max(3, case.effort.situations // 2))
    try:
        there = mirrored(case.variant, case.seed, table, looked_at, REASONS)
    except MirrorFailed as failed:
        case.broken(f"the other process failed, {failed}", source=failed.source)
    here = trace(table.copy(), table.events, looked_at, REASONS)
    for number, (one, other) in enumerate(zip(here, there, strict=True)):
        case.events = number
        found = difference(one, other)
        if found:
            case.broken(f"compiled and interpreted differ (this process, the other one): {found}")


@law(
    "changeover",
    "In mid-game rules may change over from interpreted to compiled, and to another copy of the state.",
    about=("play",),
)
def changeover(case: Case) -> None:
    table = case.walk.table
    game, going = table.game, state.copy(table.journal.start())
    count = len(table.events)
    points = set(case.rng.integers(0, count + 1, CHANGES).tolist())
    looked_at = set(case.points(2))
    interpreted = True
    for number, (event, _, after) in enumerate(case.walk.steps()):
        if number in points:
            interpreted = not interpreted
            going = state.load(game, going.tobytes())
        with artefact.interpreting() if interpreted else contextlib.nullcontext():
            table.journal.step(going, event)
            legal = _legal(case, going) if number + 1 in looked_at else None
        case.events = number + 1
        if going.tobytes() != after.tobytes():
            case.broken(f"{_path(interpreted)} from here on, the state becomes another one by {event.text!r}")
        if legal is not None and legal != _legal(case, after):
            case.broken(f"{_path(interpreted)} from here on, other actions are legal")


def _path(interpreted: bool) -> str:
    return "interpreted" if interpreted else "compiled"


def _legal(case: Case, states: object) -> list[list[int]]:
    """The legal actions of every seat."""
    table = case.walk.table
    found, out = [], np.empty(table.game.max_legal, np.int32)
    mask = int(entry.actors(table.journal.box, states))
    for seat in range(table.seats):
        count = int(entry.legal(table.journal.box, states, seat, out)) if mask >> seat & 1 else 0
        found.append(out[:count].tolist())
    return found
