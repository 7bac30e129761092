"""What clients sent and were told, and whether it agrees with the log: each acknowledged command once, one order for all, no secrets."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ludotheque.core.errors import LudothequeError
from ludotheque.server.room.log_events import Act, Row
from ludotheque.server.room.reading import BrokenLog
from ludotheque.server.room.state import TableState, fold
from ludotheque.server.room.views import ViewCache
from tests.server.harness import Person, Tab
from tests.server.merging import Merged

ACKNOWLEDGED = ("applied", "duplicate")
SHOWN = ("welcome", "update")
OWN = ("host", "may_undo", "may_ask", "advice", "bots", "paused", "setting_up", "origin", "weighs", "alone")
"""What of a table differs from guest to guest, or is not in the log alone."""
OWN_OF_CHAIRS = ("yours", "online")


@dataclass
class Client:
    """A guest with their sockets, one after another or side by side: for each, what it sent and what it was told, in order."""

    guest: int
    sockets: list[list[tuple[str, str]]] = field(default_factory=list)

    def heard(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Every message that came, as text and as JSON."""
        for socket in self.sockets:
            yield from ((text, json.loads(text)) for way, text in socket if way == "got")

    def commands(self) -> Iterator[str]:
        """The id of every command that was sent, as often as it was sent."""
        for socket in self.sockets:
            messages = (json.loads(text) for way, text in socket if way == "sent")
            yield from (message["command_id"] for message in messages if message["t"] == "command")


class _Noted:
    """A socket that notes what passes."""

    def __init__(self, ws: Any, notes: list[tuple[str, str]]) -> None:
        self.ws, self.notes = ws, notes
        self._merged = Merged()

    async def send(self, text: str) -> None:
        self.notes.append(("sent", text))
        await self.ws.send(text)

    async def recv(self) -> str:
        text = str(await self.ws.recv())
        self.notes.append(("got", json.dumps(self._merged.take(json.loads(text)))))
        return text

    def __getattr__(self, name: str) -> Any:
        return getattr(self.ws, name)


@dataclass
class History:
    """What several clients saw of one table."""

    clients: dict[str, Client] = field(default_factory=dict)

    async def open(self, person: Person, guest: int, table: str, **hello: Any) -> Tab:
        """A socket at the table that is noted. `hello` may say what the page has already."""
        tab = await person.tab(table, greet=False)
        client = self.clients.setdefault(person.name, Client(guest))
        client.sockets.append([])
        tab.ws, tab.table = _Noted(tab.ws, client.sockets[-1]), table
        await tab.hello(**hello)
        return tab

    def faults(self, table: str, rows: Sequence[Row]) -> list[str]:
        """Everything in which the clients and the log disagree."""
        found = [*_numbers(rows), *self._commands(rows)]
        if found:
            return found
        shown = _Shown(table, rows)
        public: dict[int, str] = {}
        for name, client in self.clients.items():
            for notes in client.sockets:
                found += (f"{name}: {fault}" for fault in _seen(client.guest, notes, shown, public))
        return found

    def _commands(self, rows: Sequence[Row]) -> Iterator[str]:
        at = {row.command_id: row.seq for row in rows if row.command_id is not None}
        sent = Counter[str]()
        refused = Counter[str]()
        for client in self.clients.values():
            sent.update(client.commands())
            for _, message in client.heard():
                if message["t"] in ACKNOWLEDGED and at.get(message["command_id"]) != message["seq"]:
                    where = at.get(message["command_id"], "nowhere")
                    yield f"lost: {message['command_id']} was acknowledged as {message['seq']}, and is {where}"
                if message["t"] == "rejected":
                    refused[message["command_id"]] += 1
        yield from (f"unsent: {each} is in the log, and nobody sent it" for each in at if not sent[each])
        for each, times in refused.items():
            if each in at and times >= sent[each]:
                yield f"refused: {each} is in the log, and was refused whenever it was sent"


def _numbers(rows: Sequence[Row]) -> Iterator[str]:
    numbers = [row.seq for row in rows]
    if numbers != list(range(len(rows))):
        yield f"gap: the events are numbered {numbers}"
    ids = Counter(row.command_id for row in rows if row.command_id is not None)
    yield from (f"twice: {each} is in the log {times} times" for each, times in ids.items() if times > 1)


def _seen(guest: int, notes: list[tuple[str, str]], shown: _Shown, public: dict[int, str]) -> Iterator[str]:
    """What is wrong with what one socket was told. `public` gathers what anybody was told by the number of the event."""
    newest, moves = 0, list[Any]()
    for way, text in notes:
        message = json.loads(text)
        if way == "sent":
            continue
        kind, seq = message["t"], message.get("seq", 0)
        if kind == "applied":
            newest = max(newest, seq)
        if kind not in (*SHOWN, "current"):
            continue
        if seq < newest:
            yield f"back: event {seq} was shown after {newest}"
        newest = max(newest, seq)
        if seq >= len(shown.rows):
            yield f"ahead: event {seq} was shown, and the log has {len(shown.rows)}"
            continue
        if kind == "current":
            continue
        moves = moves[: message.get("moves_from", 0)] + message["moves"]
        state = shown.state(seq)
        if message["scene"] is not None:
            audience = frozenset(state.seats_of(guest))
            if (message["scene"], moves) != shown.told(state, audience):
                yield f"other: what was shown at {seq} is not what the log makes"
            for twin in shown.twins(seq, audience):
                if (message["scene"], moves) != shown.told(twin, audience):
                    yield f"secret: what was shown at {seq} depends on what these seats may not know"
        if state.phase != "over" and state.seed.hex() in text:
            yield f"secret: the seed was told at {seq}"
        said = _public(message)
        if public.setdefault(seq, said) != said:
            yield f"apart: two clients were told different things of event {seq}"


def _public(message: dict[str, Any]) -> str:
    """What everybody is told alike."""
    facts = {name: each for name, each in message["table"].items() if name not in OWN}
    facts["chairs"] = [
        {name: each for name, each in chair.items() if name not in OWN_OF_CHAIRS} for chair in facts["chairs"]
    ]
    return json.dumps(facts, sort_keys=True)


class _Shown:
    """What the log makes, at each of its events."""

    def __init__(self, table: str, rows: Sequence[Row]) -> None:
        self.table, self.rows = table, rows
        self._states: dict[int, TableState] = {}
        self._told: dict[tuple[int, frozenset[int]], Any] = {}
        self._twins: dict[tuple[int, frozenset[int]], list[TableState]] = {}

    def state(self, seq: int) -> TableState:
        if seq not in self._states:
            self._states[seq] = fold(self.table, self.rows[: seq + 1])
        return self._states[seq]

    def told(self, state: TableState, audience: frozenset[int]) -> tuple[Any, list[Any]]:
        """The scene and the moves for an audience."""
        key = id(state), audience
        if key not in self._told:
            views = ViewCache(state)
            self._told[key] = (
                json.loads(bytes(views.scene(audience).json)),
                [json.loads(bytes(move)) for move in views.moves(audience)],
            )
        return self._told[key]

    def twins(self, seq: int, audience: frozenset[int]) -> list[TableState]:
        """Tables that differ from the one at this event in the last action, another seat's, and look the same to an audience by the rules."""
        if (seq, audience) not in self._twins:
            self._twins[seq, audience] = list(self._make_twins(seq, audience))
        return self._twins[seq, audience]

    def _make_twins(self, seq: int, audience: frozenset[int]) -> Iterator[TableState]:
        row, here = self.rows[seq], self.state(seq).table
        if not isinstance(row.event, Act) or row.event.seat < 0 or row.event.seat in audience or here is None:
            return
        for action in range(here.game.num_actions(here.box[0])):
            if action == row.event.action:
                continue
            event = Act(row.event.seat, action, (), row.event.ms)
            try:
                twin = fold(self.table, [*self.rows[:seq], replace(row, event=event)])
            except (LudothequeError, BrokenLog):
                continue
            there = twin.table
            if there is not None and there.view(audience).tobytes() == here.view(audience).tobytes():
                yield twin
