"""Taking moves back: at once, or after asking the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from ludotheque.core.errors import Illegal
from ludotheque.core.takeback import Takeback, takeback
from ludotheque.core.verbs import CHANCE_SEAT
from ludotheque.server.room import absence, log_events
from ludotheque.server.room.log_events import LogEvent
from ludotheque.server.room.permits import own_seat, playing_person
from ludotheque.server.room.refused import Refused
from ludotheque.server.room.state import TableState


def undo(state: TableState, guest: int, seat: int, expected_seq: int, now_ms: int) -> LogEvent:
    """Take a seat's last action back, ask the people at other screens, or withdraw the request. Raises `Refused`."""
    if seat == CHANCE_SEAT:
        return _untell(state, guest, expected_seq)
    own_seat(state, guest, seat)
    asking = state.asking
    if asking is not None and (asking.kind, asking.seat) == ("undo", seat):
        return log_events.Withdrawn("undo", seat)
    found = _takeback(state, seat)
    if expected_seq < max(state.event_seqs[found.remaining], state.undone_seq) or expected_seq > state.seq:
        raise Refused("error.stale")
    if found.is_free:
        return log_events.Undone(seat, found.remaining)
    if asking is not None:
        raise Refused("error.already_asking")
    judges = _judges(state, seat)
    if not judges:
        raise Refused("error.revealed")
    asked = _elsewhere(state, seat, judges)
    if not asked:
        if expected_seq < state.event_seqs[-1]:
            raise Refused("error.stale")
        return log_events.Undone(seat, found.remaining)
    absence.check_asking(state, "undo", seat, now_ms)
    return log_events.Asked("undo", seat, tuple(asked))


def _untell(state: TableState, guest: int, expected_seq: int) -> LogEvent:
    """The event that takes back a die's result, if nothing has followed from it."""
    playing_person(state, guest)
    found = _takeback(state, CHANCE_SEAT)
    if not max(state.event_seqs[found.remaining], state.undone_seq) <= expected_seq <= state.seq:
        raise Refused("error.stale")
    return log_events.Undone(CHANCE_SEAT, found.remaining)


def _takeback(state: TableState, seat: int) -> Takeback:
    """What a seat needs to take back its last action here. Raises `Refused` if there is nothing to take back."""
    if state.table is None or state.phase != "playing":
        raise Refused("error.nothing_to_undo")
    judges = _judges(state, seat)
    try:
        found = takeback(state.table.journal, seat, judges)
    except Illegal as error:
        raise Refused.of(error) from error
    if found.is_free and _costs_time(state, judges, found.remaining):
        return replace(found, is_free=False)
    return found


def _costs_time(state: TableState, seats: Sequence[int], move: int) -> bool:
    """Whether one of these seats spends its time on a decision that follows from the event at this index. While pieces are set up, none does."""
    clocks = state.clocks
    return (
        clocks is not None
        and not state.is_setting_up
        and any(clocks.thinks_about(seat, move) for seat in seats)
    )


def _judges(state: TableState, seat: int) -> list[int]:
    """The seats that must agree to a takeback: those of other people still in the game, unless a bot replaces them."""
    chairs = state.chairs
    return [
        other
        for other in state.remaining
        if other != seat and chairs[other].who == "person" and not chairs[other].stand_in
    ]


def _elsewhere(state: TableState, seat: int, judges: Sequence[int]) -> list[int]:
    """The judges at other screens, who have to be asked: people at the same screen can simply talk."""
    own = state.chairs[seat].guest
    return [judge for judge in judges if state.chairs[judge].guest != own]


def may_undo(state: TableState, seat: int) -> Literal["at once", "asks", "no"]:
    """Whether a seat can take back its last action (seat -1: the last die entered): at once, or if others agree."""
    if seat in state.resigned:
        return "no"
    try:
        if _takeback(state, seat).is_free:
            return "at once"
    except Refused:
        return "no"
    judges = _judges(state, seat)
    if state.asking is not None or not judges:
        return "no"
    return "asks" if seat == CHANCE_SEAT or _elsewhere(state, seat, judges) else "at once"
