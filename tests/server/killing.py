"""Two people who play on through a server that kills itself with SIGKILL at a chosen point of a command, see `arming`."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import websockets

from ludotheque.server.room.log_events import Sat
from ludotheque.server.store import archive
from tests.server.harness import Person, Process, Tab
from tests.server.history import ACKNOWLEDGED, History
from tests.server.test_playing import LINK, ME

SEATS = ("Léa", "Tom")

GONE = (websockets.ConnectionClosed, websockets.InvalidHandshake, httpx2.TransportError, OSError)


class Ordeal:
    """Two people at table after table of a server that is killed again and again. What is not acknowledged they send again.

    Attributes:
        kills: how often the server was killed at each of `arming.POINTS`.
        commands: how many commands were acknowledged.
    """

    def __init__(self, data: Path, database: str, plans: Iterator[tuple[str, int]]) -> None:
        self.data, self.database, self.plans = data, database, plans
        self.kills, self.commands = Counter[str](), 0
        self.histories: dict[str, History] = {}
        self._port, self._table, self._seq = 0, "", 0
        self._people: dict[str, Person] = {}
        self._tabs: dict[str, Tab] = {}

    async def play(self, kills: int) -> None:
        """Play until the server was killed so often."""
        await self._rise()
        try:
            self._people = {name: await Person(self._process.base, name).arrive() for name in SEATS}
            while self.kills.total() < kills:
                await self._one_game()
        finally:
            for person in self._people.values():
                await person.http.aclose()
            await self._process.kill()

    def faults(self) -> list[str]:
        """Everything in which what the two saw and the log disagree."""
        logs = dict(archive.tables(self.database or self.data))
        for table, history in self.histories.items():
            for row in logs[table]:
                if isinstance(row.event, Sat):
                    history.clients[SEATS[row.event.seat]].guest = row.event.guest
        return [
            f"{table}: {fault}"
            for table, history in self.histories.items()
            for fault in history.faults(table, logs[table])
        ]

    async def _one_game(self) -> None:
        self._table, self._seq, self._tabs = await self._new_table(), 0, {}
        self.histories[self._table] = History()
        await self._sure("Tom", "sit", seat=1, name="Tom")
        while True:
            view = await self._seen("Léa", lambda v: v["table"]["phase"] != "lobby")
            if view["table"]["phase"] == "over":
                return
            seat = view["scene"]["actors"][0]
            own = (await self._seen(SEATS[seat], lambda v, seat=seat: seat in v["scene"]["actors"]))["scene"]
            choices = next(one for one in own["choices"] if one["seat"] == seat)
            action = next(node["action"] for node in choices["nodes"] if node.get("action", -1) >= 0)
            await self._sure(SEATS[seat], "act", seat=seat, action=action)

    async def _new_table(self) -> str:
        while True:
            try:
                return await self._people["Léa"].make([ME, LINK])
            except GONE:  # the answer to the last command at the table before had left
                await self._rise()

    async def _sure(self, who: str, kind: str, **fields: Any) -> None:
        """Send a command until it is acknowledged."""
        self.commands += 1
        identity = f"{self._table}-{self.commands}"
        while True:
            try:
                tab = await self._tab(who)
                answer = await tab.do(kind, command_id=identity, **fields)
                break
            except GONE:
                await self._rise()
        assert answer["t"] in ACKNOWLEDGED, answer
        self._seq = answer["seq"]

    async def _seen(self, who: str, so: Any) -> dict[str, Any]:
        """What somebody sees once everything acknowledged is there and it is so."""
        while True:
            try:
                tab = await self._tab(who)
                return await tab.until(so)
            except GONE:
                await self._rise()

    async def _tab(self, name: str) -> Tab:
        if name not in self._tabs:
            opened = self.histories[self._table]
            self._tabs[name] = await opened.open(self._people[name], 0, self._table)
        tab = self._tabs[name]
        await tab.until(lambda view: view["seq"] >= self._seq)
        return tab

    async def _rise(self) -> None:
        """Start the server; if there was one, it must have been killed as planned."""
        if self._port:
            code, said = await self._process.ended()
            assert code == -signal.SIGKILL, said
            self.kills[self._point] += 1
            self._tabs.clear()
        self._point, at = next(self.plans)
        first = f"from tests.server import arming; arming.arm({self._point!r}, {at}); "
        self._process = await Process(
            self.data,
            self._port,
            self.database,
            first=first,
        ).start()
        self._port = self._process.port
