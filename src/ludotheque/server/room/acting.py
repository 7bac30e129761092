"""Actions of the game: whether one is legal now, when it happens, and what the clocks bring next."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.core import entry
from ludotheque.core.errors import Illegal, LudothequeError
from ludotheque.core.state import copy as copy_of_state
from ludotheque.core.verbs import CHANCE_SEAT
from ludotheque.server.room import log_events, wire
from ludotheque.server.room.log_events import LogEvent
from ludotheque.server.room.permits import own_seat, playing_person
from ludotheque.server.room.refused import Refused
from ludotheque.server.room.state import TableState


def up_to_date(state: TableState, guest: int, do: wire.Act, expected_seq: int) -> None:
    """Check that the seat is this guest's and that its decision is the one the guest saw. Raises `Refused` otherwise."""
    own_seat(state, guest, do.seat)
    if expected_seq < state.decision_since.get(do.seat, 0) or expected_seq > state.seq:
        raise Refused("error.stale")


def act_for(state: TableState, guest: int, do: wire.Act, expected_seq: int, now_ms: int) -> list[LogEvent]:
    """The events of a guest's action, or of a result of dice that they enter. Raises `Refused`."""
    if do.seat == CHANCE_SEAT:
        return [_tell(state, guest, do, expected_seq)]
    up_to_date(state, guest, do, expected_seq)
    if state.is_paused:
        raise Refused("error.paused")
    event = act(state, do.seat, do.action, do.path, now_ms)
    return [*playing_on(state, do.seat), event]


def playing_on(state: TableState, seat: int) -> list[LogEvent]:
    """Events that a person's action implies: acting withdraws a resignation, and shows that the person is back."""
    chair, found = state.chairs[seat], list[LogEvent]()
    if chair.resigns_ms >= 0:
        found.append(log_events.Stayed(seat))
    if chair.declined or chair.stand_in:
        found.append(log_events.Returned(seat))
    return found


def act(state: TableState, seat: int, action: int, path: Sequence[str], now_ms: int) -> LogEvent:
    """The event of a legal action, for a seat that may act. Refused with the game's own reason otherwise."""
    table = state.table
    assert table is not None
    journal, later, ms = table.journal, None, -1
    if state.game.timed:
        later, ms = copy_of_state(journal.state), instant(state, now_ms)
        entry.advance(journal.box, later, ms)
    actors = journal.actors if later is None else int(entry.actors(journal.box, later))
    if not actors >> seat & 1:
        raise Refused("error.not_your_turn")
    if not 0 <= action < journal.setup.num_actions:
        raise Refused("error.unreadable", text=str(action))
    try:
        journal.accept(seat, action, tuple(path), later)
    except LudothequeError as error:
        raise Refused.of(error) from error
    return log_events.Act(seat, action, tuple(path), ms)


def _tell(state: TableState, guest: int, do: wire.Act, expected_seq: int) -> LogEvent:
    """The event of entering what a die shows. Any player may do so."""
    table = state.table
    if table is None or state.phase != "playing" or not table.awaits_chance:
        raise Refused("error.no_chance")
    playing_person(state, guest)
    if not state.decision_since.get(CHANCE_SEAT, 0) <= expected_seq <= state.seq:
        raise Refused("error.stale")
    try:
        table.journal.check_result(do.action)
    except Illegal as error:
        raise Refused.of(error) from error
    return log_events.Act(CHANCE_SEAT, do.action)


def game_ms(state: TableState, now_ms: int) -> int:
    """The time on the game's clock by the wall clock: milliseconds since it began, without pauses.

    It may be earlier than the last event if the wall clock was set back, or if time was given back after the server was away.
    """
    return max(0, (min(now_ms, state.paused_ms) if state.is_paused else now_ms) - state.started_ms)


def instant(state: TableState, now_ms: int) -> int:
    """The instant for an event that happens now. The game's clock never runs back; it stands still instead."""
    return max(game_ms(state, now_ms), state.clock_ms)


def next_due(state: TableState) -> tuple[int, LogEvent] | None:
    """What is due next at a table whatever its game (a resignation takes effect, a time is up), and its instant on the table's clock; None if nothing is."""
    if state.phase != "playing":
        return None
    found: list[tuple[int, int, LogEvent]] = [
        (chair.resigns_ms, seat, log_events.Resigned(seat))
        for seat, chair in enumerate(state.chairs)
        if chair.resigns_ms >= 0
    ]
    up = state.clocks.due() if state.clocks is not None else None
    if up is not None:
        found.append((*up, log_events.TimedOut(up[1])))
    first = min(found, key=lambda each: each[:2], default=None)
    return None if first is None else (first[0], first[2])
