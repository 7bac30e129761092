"""Laws about takebacks, and about choices made at the same time."""

from __future__ import annotations

from typing import Any

from ludotheque.core import entry
from ludotheque.core import state as states
from ludotheque.core.game import HIDDEN
from ludotheque.core.takeback import last_of
from ludotheque.table import Table
from ludotheque.table.views import hidden
from ludotheque.testing.law import Case, law, legal_in

GUESSES = 3


@law("undo", "Taking an action back leads to where one was.", about=("play",))
def undo(case: Case) -> None:
    for table in case.situations():
        if not table.actors:
            continue
        before, events = table.journal.state.tobytes(), list(table.events)
        seat = int(case.rng.choice(table.actors))
        code = int(case.rng.choice(list(table.legal_actions(seat))))
        table.play(code, seat)
        keeps = last_of(table.journal, seat)
        assert keeps is not None
        undone = table.events[keeps]
        table.journal.rewind(keeps)
        table.journal.draw()
        if undone.code != code or table.events != events:
            case.broken(f"action {code} was done, {undone!r} was taken back", seat)
        if table.journal.state.tobytes() != before:
            case.broken(f"action {code}, taken back, leaves another state", seat)


@law(
    "takeback",
    "Nobody takes back alone across another's action, a result of chance, or something that was revealed.",
    about=("reveals",),
)
def takeback(case: Case) -> None:
    for table in case.situations(2 * case.effort.situations):
        if not table.events:
            continue
        last = table.events[-1]
        for seat in range(case.variant.seats):
            may = table.can_undo(seat)
            if may and seat != last.seat:
                case.broken(f"may take back across {last!r}", seat)
            shown = _shown(case, table) if may and table.game.secrets else ""
            if shown:
                case.broken(f"may take back {last.text!r}, which {shown}: declare it in `reveals`", seat)
            if not may and seat == last.seat and not table.game.secrets:
                case.broken(f"may not take back {last.text!r}, although nothing is ever revealed", seat)


def _shown(case: Case, table: Table) -> str:
    """What the last action showed a seat beyond the action itself; "" if nothing."""
    last, before = table.events[-1], states.copy(table.journal.before)
    if last.at_ms >= 0:
        entry.advance(table.journal.box, before, last.at_ms)
    for observer in range(case.variant.seats):
        audience = 1 << observer
        seen = hidden(table.journal, table.journal.state, audience).tobytes()
        for _ in range(GUESSES):
            guess = hidden(table.journal, before, audience)
            entry.redeal(table.journal.box, guess, audience, case.luck)
            if int(entry.why_not(table.journal.box, guess, last.seat, last.code)) != 0:
                continue
            entry.play(table.journal.box, guess, last.seat, last.code)
            if hidden(table.journal, guess, audience).tobytes() != seen:
                return f"showed seat {observer} something new"
    return ""


@law(
    "sealed",
    "The order in which sealed choices are made does not matter once all have chosen.",
    about=("play",),
)
def sealed(case: Case) -> None:
    for table in case.situations():
        chosen = {seat: code for seat in table.actors if (code := _sealed(case, table, seat)) is not None}
        if len(chosen) < 2:
            continue
        seats = list(chosen)
        one = _all_done(table, [(seat, chosen[seat]) for seat in seats])
        for order in (seats[::-1], case.rng.permutation(seats).tolist()):
            other = _all_done(table, [(seat, chosen[seat]) for seat in order])
            if one is not None and other is not None and one.tobytes() != other.tobytes():
                case.broken(
                    f"the choices {chosen}, made in the order {order}, make another state than in {seats}"
                )


def _sealed(case: Case, table: Table, seat: int) -> int | None:
    """A choice of this seat that no other seat sees, if it has one."""
    codec, everybody = table.game.codec, (1 << table.seats) - 1
    for code in case.rng.permutation(list(table.legal_actions(seat))).tolist():
        if codec.veil(table.journal.b, table.journal.s, seat, code, everybody & ~(1 << seat)) == HIDDEN:
            return int(code)
    return None


def _all_done(table: Table, choices: list[tuple[int, int]]) -> Any:
    """The state after these choices in this order; None if an earlier one makes a later one impossible, or changes what is asked.

    That happens if some seats had chosen before and only change their minds: the last of the others ends the choice, and all are asked again.
    """
    state = states.copy(table.journal.state)
    for seat, code in choices:
        if legal_in(table, state, seat) != legal_in(table, table.journal.state, seat):
            return None
        entry.play(table.journal.box, state, seat, code)
    return state
