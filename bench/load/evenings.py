"""People who come and go, for `bench/soak.py`: they make tables, play, write to each other, lose their line, look on, resign and leave."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from load import words
from load.line import Page
from load.server import Server

NEWCOMERS = 0.05
"""The share of evenings to which somebody comes who was never there."""
WATCHED = 0.3
"""The share of evenings with somebody who looks on."""
SAYS, CUTS, LEAVES = 0.08, 0.03, 0.02
"""How often, in a moment, somebody writes a line, loses their line, or closes their page for a while, instead of making a move."""
ENDS = ("leave", "resign", "rematch")
AWAY_S = 1.0
START_S = 60.0
PAUSE_AFTER_FAILURE_S = 1.0
TOLD = 20
"""How many different failures are kept with their words."""


class Failed(RuntimeError):
    """A request was refused, or not answered."""


@dataclass
class Company:
    """All people of a soak.

    Attributes:
        counts: what they did and what became of it.
        acknowledged: the commands that were acknowledged, by table.
        failures: what went wrong, in words.
    """

    server: Server
    game: str
    pause_s: float
    moves: int
    luck: random.Random
    counts: Counter[str] = field(default_factory=Counter)
    acknowledged: dict[str, list[str]] = field(default_factory=dict)
    failures: set[str] = field(default_factory=set)
    cookies: list[str] = field(default_factory=list)

    def fail(self, why: str) -> None:
        """Note that something went wrong."""
        self.counts["failures"] += 1
        if len(self.failures) < TOLD:
            self.failures.add(why)

    async def ask(self, path: str, body: Any, cookie: str = "", method: str | None = None) -> tuple[Any, str]:
        """A JSON answer and the cookie that came with it. Raises `Failed`."""
        try:
            return await asyncio.to_thread(self.server.http, path, body, cookie, method)
        except (SystemExit, OSError) as error:
            raise Failed(str(error)) from error

    async def guest(self) -> str:
        """The cookie of somebody who is free, or new."""
        if self.cookies and self.luck.random() >= NEWCOMERS:
            return self.cookies.pop(self.luck.randrange(len(self.cookies)))
        self.counts["guests"] += 1
        _, cookie = await self.ask("/api/me", {"name": f"P{self.counts['guests']}"}, method="PUT")
        return cookie

    async def go_on(self, until: float) -> None:
        """One evening after another, until the loop's clock says so."""
        loop = asyncio.get_running_loop()
        while loop.time() < until:
            evening = Evening(self)
            try:
                async with asyncio.timeout_at(until + START_S):
                    await evening.pass_(until)
            except (Failed, OSError, TimeoutError) as error:
                self.fail(f"{type(error).__name__}: {error}")
                await asyncio.sleep(PAUSE_AFTER_FAILURE_S)
            finally:
                evening.close()


class Sitter:
    """Somebody with a seat and a page."""

    def __init__(self, evening: Evening, seat: int, cookie: str) -> None:
        self.evening, self.seat, self.cookie = evening, seat, cookie
        self.seq, self.numbers = -1, 0
        self.choices: words.Choices | None = None
        self.page = Page(evening.company.server.base, self._take, evening.table, cookie)
        self.waiting: dict[str, bytes] = {}

    async def open(self) -> None:
        """Connect, and look at the table."""
        self.page.again = self._again
        await self.page.open()
        self.page.greet(self.evening.table)

    def do(self, **what: Any) -> None:
        """Send a command; it is sent again where the line breaks before its answer."""
        self.numbers += 1
        name = f"{self.seat}.{self.numbers}"
        text = words.command(self.evening.table, name, self.seq, **what)
        self.waiting[name] = text
        self.page.send(text)

    def _again(self) -> None:
        for text in self.waiting.values():
            self.page.send(text)

    def _take(self, text: bytes) -> None:
        heard, evening = words.read(text), self.evening
        counts = evening.company.counts
        if heard.t in words.SHOWN:
            counts["updates"] += 1
            self.seq = heard.seq
            self.choices = words.choices_of(heard, self.choices)
            if isinstance(heard.table, words.Table):
                evening.shown(heard.table)
        elif heard.t in ("applied", "duplicate", "rejected"):
            counts[heard.t] += 1
            if self.waiting.pop(heard.command_id, None) is not None and heard.t != "rejected":
                evening.company.acknowledged.setdefault(evening.table, []).append(heard.command_id)
        elif heard.t == "error":
            evening.company.fail(bytes(heard.reason).decode())


class Evening:
    """Two people at a table, and perhaps somebody who looks on."""

    def __init__(self, company: Company) -> None:
        self.company, self.luck = company, company.luck
        self.table, self.phase, self.next = "", "lobby", ""
        self.people: list[Sitter] = []
        self.watcher: Page | None = None
        self.changed = asyncio.Event()

    def shown(self, table: words.Table) -> None:
        """Somebody sees how far the table is."""
        if table.id in ("", self.table):
            self.phase, self.next = table.phase or self.phase, table.rematch or self.next
            self.changed.set()

    async def pass_(self, until: float) -> None:
        """Meet, play, and part. Raises `Failed` if the server refuses what it must not."""
        company = self.company
        cookies = [await company.guest(), await company.guest()]
        chairs = [{"who": "me"}, {"who": "link"}]
        spec = {"game": company.game, "seats": 2, "chairs": chairs}
        try:
            made, _ = await company.ask("/api/tables", spec, cookies[0])
            self.table = made["id"]
            company.counts["tables"] += 1
            self.people = [Sitter(self, seat, cookie) for seat, cookie in enumerate(cookies)]
            for sitter in self.people:
                await sitter.open()
            self.people[1].do(kind="sit", seat=1, name="B")
            if self.luck.random() < WATCHED:
                self.watcher = Page(company.server.base, lambda _: None, self.table)
                await self.watcher.open()
                self.watcher.greet(self.table)
            await self._until(lambda: self.phase != "lobby")
            await self._play(until)
            await self._part()
        finally:
            company.cookies += cookies

    def close(self) -> None:
        """All pages are closed."""
        for page in (*(sitter.page for sitter in self.people), self.watcher):
            if page is not None:
                page.close()

    async def _until(self, so: Any) -> None:
        async with asyncio.timeout(START_S):
            while not so():
                self.changed.clear()
                await self.changed.wait()

    async def _play(self, until: float) -> None:
        loop = asyncio.get_running_loop()
        due = loop.time()
        for _ in range(self.company.moves):
            due += self.luck.expovariate(1 / self.company.pause_s)
            await asyncio.sleep(max(0.0, due - loop.time()))
            if loop.time() >= until or self.phase == "over":
                return
            await self._moment()

    async def _moment(self) -> None:
        """A move as a rule; else a line, a broken connection, or a page that is closed for a while."""
        company, what = self.company, self.luck.random()
        sitter = self.luck.choice(self.people)
        if what < SAYS:
            company.counts["lines"] += 1
            sitter.do(kind="say", text=f"…{company.counts['lines']}")
        elif what < SAYS + CUTS:
            company.counts["cuts"] += 1
            sitter.page.cut()
        elif what < SAYS + CUTS + LEAVES:
            company.counts["left"] += 1
            sitter.page.close()
            await asyncio.sleep(AWAY_S * self.luck.random())
            waiting = sitter.waiting
            fresh = self.people[sitter.seat] = Sitter(self, sitter.seat, sitter.cookie)
            fresh.numbers, fresh.waiting = sitter.numbers, waiting
            await fresh.open()
            fresh._again()
        else:
            self._move()

    def _move(self) -> None:
        for sitter in self.people:
            if sitter.choices is not None and not sitter.waiting:
                actions = sitter.choices.actions()
                if actions:
                    self.company.counts["moves"] += 1
                    sitter.do(kind="act", seat=sitter.choices.seat, action=self.luck.choice(actions))
                    return
        self.company.counts["not_ready"] += 1

    async def _part(self) -> None:
        end = self.luck.choice(ENDS)
        self.company.counts[end] += 1
        if end == "resign" and self.phase == "playing":
            self.people[0].do(kind="resign", seat=0)
        elif end == "rematch" and self.phase == "over":
            self.people[0].do(kind="rematch")
            await self._until(lambda: self.next)
        await asyncio.sleep(AWAY_S)
