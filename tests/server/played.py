"""A table without a server: commands are decided, and their events applied, as a server does; time passes when a test says so."""

from __future__ import annotations

from typing import Any

import pytest

from ludotheque.core.message import Message
from ludotheque.server.room import wire
from ludotheque.server.room.decide import decide
from ludotheque.server.room.log_events import LogEvent, Row
from ludotheque.server.room.permits import Now
from ludotheque.server.room.refused import Refused
from ludotheque.server.room.spec import ChairSpec, TableSpec, next_table, opening
from ludotheque.server.room.state import fold
from ludotheque.server.room.views import table_object

HOST, GUEST, STRANGER = 1, 2, 3
ME, LINK = ChairSpec("me", "Ada"), ChairSpec("link")
BEGAN_MS, STEP_MS = 1000, 50
"""When the table is made, and how much later each event is."""


class Played:
    """A table at which commands are carried out as a server does."""

    def __init__(self, spec: TableSpec | list[LogEvent]) -> None:
        events = opening(HOST, "Ada", spec) if isinstance(spec, TableSpec) else spec
        self.rows = [Row(seq, None, BEGAN_MS, event) for seq, event in enumerate(events)]
        self.state = fold("t", self.rows)
        self.waited_ms = 0

    @property
    def now_ms(self) -> int:
        return BEGAN_MS + STEP_MS * len(self.rows) + self.waited_ms

    def wait(self, seconds: float) -> Played:
        """So much time passes."""
        self.waited_ms += round(seconds * 1000)
        return self

    def do(self, guest: int, do: wire.Do, **more: Any) -> Played:
        for event in decide(self.state, guest, do, self.state.seq, Now(self.now_ms, **more)):
            self.happen(event)
        return self

    def why_not(self, guest: int, do: wire.Do, **more: Any) -> Message:
        """Why a command is refused."""
        with pytest.raises(Refused) as refused:
            decide(self.state, guest, do, self.state.seq, Now(self.now_ms, **more))
        return refused.value.message

    def refuses(self, guest: int, do: wire.Do, **more: Any) -> str:
        """The key of why a command is refused."""
        return self.why_not(guest, do, **more).key

    def happen(self, event: LogEvent) -> Played:
        self.rows.append(Row(len(self.rows), f"c{len(self.rows)}", self.now_ms, event))
        self.state.apply(self.rows[-1])
        return self

    def act(self, seat: int) -> Played:
        """The first action that this seat may take."""
        assert self.state.table is not None
        return self.do(self.state.chairs[seat].guest, wire.Act(seat, self.state.table.legal_actions(seat)[0]))

    def rematch(self, guest: int) -> Played:
        """The table of the next game, which this guest wants."""
        return Played(next_table(self.state, guest))

    def shown(self, guest: int) -> Any:
        """The table as this guest is shown it; nobody is there."""
        return table_object(self.state, guest, (), "ready")

    @property
    def events(self) -> list[LogEvent]:
        return [row.event for row in self.rows]


def begun(game: str = "tiny", **more: Any) -> Played:
    """A game of two."""
    return Played(TableSpec(game, 2, [ME, LINK], first=0, **more)).do(GUEST, wire.Sit(1, "Ben"))


def billabong(**more: Any) -> Played:
    """Two people at Billabong, where one plays after the other."""
    return begun("billabong", options={"mode": "duel"}, **more)
