"""Laws about what an audience may know."""

from __future__ import annotations

from ludotheque.core import entry
from ludotheque.core import state as states
from ludotheque.core.game import HIDDEN
from ludotheque.core.sight import mask
from ludotheque.testing.law import Case, law
from ludotheque.testing.laws.scenes import audiences


@law(
    "redeal",
    "A guess at what is hidden looks like what was seen, leaves the same seats to act, and can be played.",
)
def redeal(case: Case) -> None:
    for table in case.situations():
        for audience in map(mask, audiences(case.way.seats)):
            view = states.copy(table.state)
            entry.hide(table.box, view, audience)
            twice = states.copy(view)
            entry.hide(table.box, twice, audience)
            if twice.tobytes() != view.tobytes():
                case.broken("hiding twice hides more")
            if not table.game.secrets and view.tobytes() != table.state.tobytes():
                case.broken("something is hidden, but the game declares no secrets")
            guess = states.copy(view)
            entry.redeal(table.box, guess, audience, case.rng)
            if int(entry.actors(table.box, guess)) != int(entry.actors(table.box, table.state)):
                case.broken("in a guess other seats may act")
            seen = states.copy(guess)
            entry.hide(table.box, seen, audience)
            if seen.tobytes() != view.tobytes():
                case.broken("a guess does not agree with what was seen")


@law(
    "veil",
    "Who acts knows what was done, all seats together know everything, and nothing is veiled without secrets.",
)
def veil(case: Case) -> None:
    table = case.walk.table
    for event, before, _ in case.steps():
        if table.veiled(event, before[0], (1 << case.way.seats) - 1) != event.code:
            case.broken("an action is veiled from all seats together")
        for seat in range(case.way.seats):
            seen = table.veiled(event, before[0], 1 << seat)
            if seen not in (event.code, HIDDEN):
                case.broken(f"action {event.code} is shown as {seen}", seat)
            if seen != event.code and (seat == event.seat or not table.game.secrets):
                case.broken(f"action {event.code} is veiled from who may know it", seat)
