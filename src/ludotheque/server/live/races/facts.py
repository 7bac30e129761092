"""What pages learn about a race: with the cue, the same for all; with the state, for their own seats."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.core import entry
from ludotheque.core.memory import room
from ludotheque.core.racing import Cue, Racing
from ludotheque.server.live.room import Room
from ludotheque.server.room import wire
from ludotheque.server.room.races.race import Race
from ludotheque.table import Table, views


def facts(
    room: Room, racing: Racing, race: Race | None, cue: Cue | None, seats: Sequence[int]
) -> wire.RaceFacts | None:
    """The race as a page with these seats sees it; None if there is none."""
    state = room.state
    if race is None or cue is None or state.table is None:
        return None
    mine = [seat for seat in seats if race.may_act(seat) and seat not in state.resigned]
    b, s = state.table.journal.b, state.table.journal.s
    actions = {code for seat in mine for code in state.table.legal_actions(seat)}
    raced = sorted(code for code in actions if racing.is_claim(b, s, code))
    return wire.RaceFacts(race.identity, race.kind, cue.at_ms, race.by, mine, raced)


def for_all(identity: str, table: Table | None, racing: Racing, race: Race, cue: Cue) -> wire.Cue:
    """The cue as everybody receives it, word for word the same. What can be grabbed is taken from a spectator's view."""
    if table is None or cue.kind != "grab":
        return wire.Cue(identity, race.identity, cue.kind)
    seats = [seat for seat in range(table.seats) if race.may_act(seat)]
    seen, out = views.view(table.journal, ()), room("int32", table.game.max_legal)
    actions: set[int] = set()
    for seat in seats:
        actions.update(int(code) for code in out[: entry.legal(table.journal.box, seen, seat, out)])
    raced = sorted(code for code in actions if racing.is_claim(table.journal.b, seen[0], code))
    return wire.Cue(identity, race.identity, cue.kind, cue.at_ms, race.by, seats, raced)
