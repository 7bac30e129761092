"""Decides commands: a guest's command in, and the events it causes out, or `Refused` with the reason. Changes nothing of the table."""

from __future__ import annotations

from ludotheque.server.room import acting, asking, doors, seating, takebacks, wire
from ludotheque.server.room.log_events import LogEvent
from ludotheque.server.room.permits import Now
from ludotheque.server.room.refused import Refused
from ludotheque.server.room.state import TableState


def decide(state: TableState, guest: int, do: wire.Do, expected_seq: int, now: Now) -> list[LogEvent]:
    """The events that a command causes. `spec.next_table` decides a `Rematch`.

    Args:
        state: the table.
        guest: the guest who sent the command.
        do: what to do.
        expected_seq: the last event that the guest's screen showed.
        now: the time, and what else the server knows.

    Raises:
        Refused: the command cannot be carried out.
    """
    if guest in state.removed:
        raise Refused(doors.NO_SEAT)
    if state.is_closed:
        raise Refused("error.table_closed")
    if state.abandoned is not None and state.phase == "lobby":
        raise Refused("error.table_abandoned", n=state.abandoned)
    match do:
        case wire.Sit():
            return seating.sit(state, guest, do, now)
        case wire.SitBot():
            return seating.sit_bot(state, guest, do, now)
        case wire.Stand():
            return [seating.stand(state, guest, do.seat)]
        case wire.Start():
            return [seating.start(state, guest, now)]
        case wire.Ready():
            return seating.ready(state, guest)
        case wire.StandIn():
            return [seating.stand_in(state, guest, do, now)]
        case wire.Rename():
            return [seating.rename(state, guest, do, now)]
        case wire.Act():
            return acting.act_for(state, guest, do, expected_seq, now.ms)
        case wire.Undo():
            return [takebacks.undo(state, guest, do.seat, expected_seq, now.ms)]
        case wire.Consent():
            return asking.consent(state, guest, do, expected_seq)
        case wire.Resign():
            return [asking.resign(state, guest, do.seat, now)]
        case wire.Stay():
            return [asking.stay(state, guest, do.seat)]
        case wire.End():
            return asking.end(state, guest, do.seat, now)
        case wire.Nudge():
            return [asking.nudge(state, guest, do.seat, now)]
        case wire.Decline():
            return [asking.decline(state, guest, do.seat)]
        case wire.Say():
            return [asking.say(state, guest, do)]
        case wire.Invite():
            return [doors.invite(state, guest, do, now.ms)]
        case wire.Remove():
            return [doors.remove(state, guest, do, now.named)]
        case wire.LetIn():
            return [doors.let_in(state, guest, do)]
        case wire.Rematch():
            raise TypeError("a rematch concerns two tables: see `Tables.create_next`")
