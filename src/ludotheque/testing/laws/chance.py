"""Laws about chance and about numbers that stay within bounds."""

from __future__ import annotations

import numpy as np

from ludotheque.core import entry
from ludotheque.core import state as states
from ludotheque.core.memory import array_of, dtype_of
from ludotheque.core.verbs import CHANCE, CHANCE_SEAT
from ludotheque.testing.law import Case, law

SAME = 1e-9


@law(
    "chance",
    "What chance may give is listed once each, with probabilities that sum to 1, and can be played.",
    about=("chance_outcomes",),
)
def chance(case: Case) -> None:
    table = case.walk.table
    for event, before, _ in case.steps():
        if not int(entry.actors(table.journal.box, before)) & CHANCE:
            continue
        whole = before.tobytes()
        codes, probabilities = table.journal.results(before)
        if before.tobytes() != whole:
            case.broken("asking for the results of chance changes the state")
        if not codes or len(set(codes)) != len(codes):
            case.broken(f"the results of chance are {codes}")
        if abs(sum(probabilities) - 1) > SAME or min(probabilities) <= 0:
            case.broken(f"the probabilities {probabilities} sum to {sum(probabilities)}")
        if min(codes) < 0 or max(codes) >= table.game.num_actions(table.journal.b):
            case.broken(f"a result of chance is none of the actions: {codes}")
        if event.seat == CHANCE_SEAT and event.code not in codes:
            case.broken(f"chance gave {event.code}, not among {codes}")
        other = states.copy(before)
        entry.play(table.journal.box, other, CHANCE_SEAT, int(case.rng.choice(codes)))


@law("ranges", "Every whole number in the state stays in its declared range.", about=("play", "setup"))
def ranges(case: Case) -> None:
    table = case.walk.table
    game = table.game
    seats = (min(game.seats), max(game.seats))
    declared = {"seats": seats, "first": (0, seats[1] - 1), game.name.replace("-", "_"): (1, 1)}
    declared |= {option.name: _of_option(option) for option in game.options}
    declared |= dict(game.ranges)
    for name in game.state.names or ():
        kind = dtype_of(game.state)[name].base.kind
        if kind in "iu" and name not in declared:
            case.broken(
                f"the field {name!r} has no range; a field that may hold anything declares all of its type"
            )
    for name in declared:
        if name not in (game.state.names or ()):
            case.broken(f"a range is declared for {name!r}, which is no field of the state")
    for state in [table.journal.start(), *(after for _, _, after in case.steps())]:
        for name, (low, high) in declared.items():
            values = np.atleast_1d(array_of(state)[name])
            if values.min() < low or values.max() > high:
                case.broken(f"{name} is {values.tolist()}, its range is {low} to {high}")


def _of_option(option: object) -> tuple[int, int]:
    """The numbers that stand for an option's values in the state."""
    from ludotheque.core.game import Option

    if not isinstance(option, Option):
        raise TypeError(f"{option!r} is not an option")
    if option.choices is not None:
        return (0, len(option.choices) - 1)
    if isinstance(option.default, bool):
        return (0, 1)
    low = option.minimum if option.minimum is not None else -(1 << 31)
    high = option.maximum if option.maximum is not None else (1 << 31) - 1
    return (low, high)


@law(
    "conserved",
    "What the game declares as conserved, pieces above all, is the same from beginning to end.",
    about=("conserved", "play"),
)
def conserved(case: Case) -> None:
    table = case.walk.table
    count = table.game.conserved
    if count is None:
        case.broken(
            "nothing is declared: give the game a `conserved(b, s)` that counts its pieces wherever they are"
        )
    case.events = 0
    first = dict(count(table.journal.b, table.journal.start()[0]))
    for _, _, after in case.steps():
        now = dict(count(table.journal.b, after[0]))
        if now != first:
            changed = {
                name: (first.get(name), now.get(name))
                for name in first | now
                if first.get(name) != now.get(name)
            }
            case.broken(f"not conserved, (at first, now): {changed}")
