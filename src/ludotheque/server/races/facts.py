"""What a page is told of a race."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.core.racing import Cue, Racing
from ludotheque.server import wire
from ludotheque.server.live import Live
from ludotheque.server.races.race import Race


def facts(
    live: Live, racing: Racing, race: Race | None, cue: Cue | None, seats: Sequence[int]
) -> wire.RaceFacts | None:
    """The race as a page of these seats is told of it; None while there is none."""
    state = live.state
    if race is None or cue is None or state.table is None:
        return None
    mine = [seat for seat in seats if race.may_act(seat) and seat not in state.resigned]
    b, s = state.table.b, state.table.s
    actions = {code for seat in mine for code in state.table.legal_actions(seat)}
    raced = sorted(code for code in actions if racing.is_claim(b, s, code))
    return wire.RaceFacts(race.identity, race.kind, cue.at_ms, race.by, mine, raced)
