"""Whatever happens at a table, in whatever order: each acknowledged command is in the log once, all see one order, and nobody sees a secret."""

from __future__ import annotations

import asyncio
import signal
import tempfile
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from ludotheque.server.room.log_events import Sat
from ludotheque.server.store import archive
from tests.depth import few_or_many
from tests.server.clusters import Cluster
from tests.server.harness import PATIENT, Person, Process, Tab
from tests.server.history import ACKNOWLEDGED, History
from tests.server.killing import GONE
from tests.server.meddling import Meddler
from tests.server.test_playing import LINK, ME

NAMES = ("Léa", "Tom", "Zoé")
"""Who plays on seat 0 and on seat 1, and who watches."""

LONG = PATIENT.replace("rounds = 2", "rounds = 6")

WHO, PICK = st.sampled_from(NAMES), st.integers(0, 9)


class Protocol(RuleBasedStateMachine):
    """Three people at a table, a server that is killed, a disk, and a clock. With a cluster its games are in a new database of it."""

    def __init__(self, cluster: Cluster | None = None) -> None:
        super().__init__()
        self.database = cluster.new() if cluster else ""
        self.runner, self.folder = asyncio.Runner(), tempfile.TemporaryDirectory()
        self.data = Path(self.folder.name) / "data"
        self.meddler = Meddler(Path(self.folder.name))
        self.history, self.sent, self.port = History(), list[tuple[str, dict[str, Any]]](), 0
        self.tabs: dict[str, Tab] = {}
        self.old: dict[str, list[Tab]] = {}
        self.seq = 0
        self.waiting: dict[str, set[str]] = {name: set() for name in NAMES}
        self.people: dict[str, Person] = {}

    def run(self, what: Coroutine[Any, Any, Any]) -> Any:
        return self.runner.run(what)

    async def start(self) -> None:
        self.process = await Process(self.data, self.port, self.database, first=self.meddler.first).start()
        self.port = self.process.port

    async def sit(self) -> None:
        await self.start()
        self.people = {name: await Person(self.process.base, name).arrive() for name in NAMES}
        self.table = await self.people["Léa"].make([ME, LINK], components=LONG)
        await (await self.tab("Tom")).do("sit", seat=1, name="Tom", command_id="sit")
        for who in NAMES:
            await (await self.tab(who)).until(lambda view: view["table"]["phase"] == "playing")

    async def tab(self, who: str, back: int = 0) -> Tab:
        """Somebody's socket; a new one says what the page has already, or less than that."""
        if who not in self.tabs:
            known = max((tab.view.get("seq", 0) for tab in self.old.get(who, [])), default=0)
            more = {"last_seq": max(0, known - back)} if known else {}
            self.tabs[who] = await self.history.open(self.people[who], 0, self.table, **more)
            self.old.setdefault(who, []).append(self.tabs[who])
        return self.tabs[who]

    async def gone(self, who: str) -> None:
        tab = self.tabs.pop(who, None)
        self.waiting[who].clear()
        if tab is not None:
            await tab.ws.close()

    async def send(self, who: str, message: dict[str, Any]) -> None:
        """Send a command and do not wait for its answer."""
        try:
            await (await self.tab(who)).send(message)
            self.waiting[who].add(message["command_id"])
        except GONE:
            await self.gone(who)

    async def read(self, who: str) -> None:
        """Read until everything that somebody sent on this socket is answered."""
        try:
            tab = await self.tab(who)
            while self.waiting[who]:
                answer = await tab.receive()
                if answer["t"] in ACKNOWLEDGED:
                    self.seq = max(self.seq, answer["seq"])
                self.waiting[who].discard(answer.get("command_id", answer.get("id", "")))
        except GONE:
            await self.gone(who)

    @initialize(pick=PICK)
    def sits(self, pick: int) -> None:
        self.run(self.sit())
        self.run(self.play(pick))

    @rule(who=WHO, seat=st.integers(0, 1), action=st.integers(0, 7), late=st.integers(-2, 1))
    def sends(self, who: str, seat: int, action: int, late: int) -> None:
        """A command of anybody for any seat, possible or not, by what they see or by something older."""
        known = self.tabs[who].view.get("seq", 0) if who in self.tabs else 0
        self.run(self.command(who, seat, action, max(0, known + late)))

    @rule(picks=st.lists(PICK, min_size=1, max_size=4))
    def plays(self, picks: list[int]) -> None:
        """Commands that are possible, of whose turn it is; where two may act, both are on their way at once."""
        for pick in picks:
            self.run(self.play(pick))

    async def play(self, pick: int) -> None:
        for who in NAMES[:2]:
            await self.read(who)
        for seat, who in enumerate(NAMES[:2]):
            try:
                view = await (await self.tab(who)).until(lambda view: view["seq"] >= self.seq)
            except GONE:
                await self.gone(who)
                continue
            own = [one for one in view["scene"]["choices"] if one["seat"] == seat]
            actions = [node["action"] for one in own for node in one["nodes"] if node.get("action", -1) >= 0]
            if actions:
                await self.command(who, seat, actions[pick % len(actions)], view["seq"])

    async def command(self, who: str, seat: int, action: int, seq: int) -> None:
        """Send a new command and do not wait for its answer."""
        do = {"kind": "act", "seat": seat, "action": action}
        message = {
            "t": "command", "table": self.table, "command_id": f"c{len(self.sent)}", "expected_seq": seq, "do": do,
        }  # fmt: skip
        self.sent.append((who, message))
        await self.send(who, message)

    @rule(n=st.integers(0, 30), pick=PICK)
    def repeats(self, n: int, pick: int) -> None:
        """The same command again, on whatever socket there is now."""
        if self.sent:
            who, message = self.sent[-1 - n % len(self.sent)]
            self.run(self.send(who, message))
        self.run(self.play(pick))

    @rule(who=WHO)
    def reads(self, who: str) -> None:
        self.run(self.read(who))

    @rule(who=WHO, back=st.integers(0, 3), pick=PICK)
    def is_cut(self, who: str, back: int, pick: int) -> None:
        """The line is cut, and the page comes back with what it had, or with less."""
        self.run(self.play(pick))
        self.run(self.gone(who))
        self.run(self.again(who, back))

    async def again(self, who: str, back: int) -> None:
        try:
            await self.tab(who, back)
        except GONE:
            await self.gone(who)

    @rule(what=st.sampled_from(("kill", "full", "room", -86400, -60, 0, 3600)), pick=PICK)
    def happens(self, what: str | int, pick: int) -> None:
        """The server is killed, the disk is full or has room again, or the wall's clock jumps by seconds."""
        if what == "kill":
            self.run(self.kill())
        elif isinstance(what, int):
            self.meddler.jump(what)
        else:
            self.meddler.fill(what == "full")
        self.run(self.play(pick))

    async def kill(self) -> None:
        code, said = await self.process.kill(signal.SIGKILL)
        assert code == -signal.SIGKILL, said
        for who in NAMES:
            await self.gone(who)
        self.meddler.fill(False)  # no server starts on a full disk
        await self.start()

    def teardown(self) -> None:
        try:
            if self.people:
                self.run(self.end())
        finally:
            self.runner.close()
            self.folder.cleanup()

    async def end(self) -> None:
        """Everybody reads to the end; then what they saw is held against the log."""
        self.meddler.fill(False)
        for who in NAMES:
            await self.read(who)
            await self.gone(who)
            await self.tab(who)
            await self.people[who].http.aclose()
        await self.process.kill()
        rows = dict(archive.tables(self.database or self.data))[self.table]
        for row in rows:
            if isinstance(row.event, Sat):
                self.history.clients[NAMES[row.event.seat]].guest = row.event.guest
        assert self.history.faults(self.table, rows) == []


@pytest.mark.parametrize("stored", ["sqlite", "postgres"])
@pytest.mark.deep
@few_or_many("examples", 6, 300)
def test_in_any_order_every_command_is_done_once(
    request: pytest.FixtureRequest, stored: str, examples: int
) -> None:
    cluster = request.getfixturevalue("postgres") if stored == "postgres" else None
    run_state_machine_as_test(
        lambda: Protocol(cluster),
        settings=settings(
            max_examples=examples, stateful_step_count=40, deadline=None, derandomize=True, database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )  # fmt: skip
