"""Tables of a fast game: several simulated people at each play, race and wave their hands, and we measure how late the server's loop is."""

from __future__ import annotations

import asyncio
import itertools
import random
import time
from typing import Any

import msgspec

from load import words
from load.line import Page
from load.server import Server, say

THINK_S = 0.9
"""Seconds between two things that a person does without hurry, on average."""
CALLS = 0.03
"""Share of those at which they call although nothing makes them (a Stop that their hand carries or not)."""
REACTION_S = (0.20, 0.06)
"""Least time, and the mean of what comes on top of it, from a cue to the press."""
GRABS = 0.97
"""Share of the cues to grab that a person does not sleep through."""
IDLE_S = {"grab": 0.1}
CALM_S = 0.25
"""How often a page says that nothing was pressed so far, by the kind of cue, as the browser's does."""
WAVE_S = 0.5
"""How often a hand is seen to move, on average."""
START_S = 60.0


class Person:
    """Somebody at a table of their own choice of seat, with a socket; they react to what they are shown, at random."""

    def __init__(self, crowd: Crowd, seat: int) -> None:
        self.crowd, self.seat = crowd, seat
        self.rng = random.Random(crowd.number * 100 + seat)
        self.cookie = ""
        self.seq = -1
        self.choices: words.Choices | None = None
        self.race: words.Race | None = None
        self.cue, self.kind, self.seen = "", "", 0.0
        self.welcomed = asyncio.Event()
        self._numbers = itertools.count()

    async def open(self) -> None:
        """Connect, and begin to live."""
        self.loop = asyncio.get_running_loop()
        self.line = Page(self.crowd.server.base, self._take, self.crowd.table, self.cookie)
        await self.line.open()
        self.line.greet(self.crowd.table)

    def live(self) -> None:
        """Act, wave and say that they are idle from now on, each at its own times."""
        for what, mean in ((self._think, THINK_S), (self._wave, WAVE_S)):
            self.loop.call_later(self.rng.random() * mean, self._keep, what, mean)
        self.loop.call_later(CALM_S * self.rng.random(), self._say_idle)

    def _keep(self, what: Any, mean: float) -> None:
        if self.line.closed:
            return
        what()
        self.loop.call_later(self.rng.expovariate(1 / mean), self._keep, what, mean)

    def do(self, **do: Any) -> None:
        """Send a command."""
        self.line.send(words.command(self.crowd.table, f"{self.seat}.{next(self._numbers)}", self.seq, **do))

    def _take(self, text: bytes) -> None:
        heard = words.read(text)
        if heard.t in words.SHOWN:
            self._shown(heard, heard.table if isinstance(heard.table, words.Table) else words.Table())
        elif heard.t == "cue":
            cue = words.read_cue(text)
            self._cue(cue.cue, cue.kind)
        elif heard.t == "applied":
            self.crowd.applied += 1
        elif heard.t == "rejected":
            self.crowd.rejected += 1
        elif heard.t == "error":
            self.crowd.failed = bytes(heard.reason).decode()

    def _shown(self, heard: words.Heard, table: words.Table) -> None:
        self.crowd.updates += 1
        self.welcomed.set()
        self.seq = heard.seq
        self.race = self.race if heard.race is msgspec.UNSET else heard.race
        self.choices = words.choices_of(heard, self.choices)
        if table.phase == "playing":
            self.crowd.playing.set()
        if table.rematch and self.seat == 0:
            self.crowd.moved(table.rematch)
        elif table.phase == "over" and self.seat == 0 and not self.crowd.over:
            self.crowd.over = True
            self.do(kind="rematch")
        if self.race is not None and self.race.cue != self.cue:
            self._cue(self.race.cue, self.race.kind)

    def _cue(self, cue: str, kind: str) -> None:
        self.cue, self.kind, self.seen = cue, kind.strip(), self.loop.time()
        if self.kind == "grab" and self.rng.random() < GRABS:
            least, more = REACTION_S
            self.loop.call_later(least + self.rng.expovariate(1 / more), self._press, cue)

    def _press(self, cue: str) -> None:
        """Claim anything of the race of this cue."""
        race = self.race
        if (
            race is None
            or race.cue != cue
            or self.cue != cue
            or self.seat not in race.seats
            or self.choices is None
        ):
            return
        mine = [action for action in self.choices.actions() if action in set(race.actions)]
        if mine:
            self.crowd.claims += 1
            ms = round(1000 * (self.loop.time() - self.seen), 1)
            name = f"{self.seat}.{next(self._numbers)}"
            self.line.send(
                words.other("claim", self.crowd.table, command_id=name, cue=cue, seat=self.seat, action=self.rng.choice(mine), reaction_ms=ms)
            )  # fmt: skip

    def _think(self) -> None:
        """Do something that is not raced for; seldom, call."""
        if self.choices is None:
            return
        if self.kind == "call" and self.rng.random() < CALLS:
            self._press(self.cue)
            return
        raced = set(self.race.actions) if self.race is not None else set()
        calm = [
            node.action
            for node in self.choices.clicks()
            if node.action >= 0 and not node.raced and node.action not in raced
        ]
        if calm:
            self.do(kind="act", seat=self.seat, action=self.rng.choice(calm))

    def _wave(self) -> None:
        x, y = self.rng.uniform(-1, 1), self.rng.uniform(-1, 1)
        self.line.send(words.other("wave", self.crowd.table, seat=self.seat, x=x, y=y))

    def _say_idle(self) -> None:
        if self.line.closed:
            return
        ms = int(1000 * (self.loop.time() - self.seen) - 17)
        if self.race is not None and self.race.cue == self.cue and self.seat in self.race.seats and ms > 0:
            self.line.send(words.other("idle", self.crowd.table, cue=self.cue, seat=self.seat, ms=ms))
        self.loop.call_later(IDLE_S.get(self.kind, CALM_S), self._say_idle)


class Crowd:
    """A table and the people who sit at it."""

    def __init__(self, server: Server, game: str, seats: int, number: int) -> None:
        self.server, self.number = server, number
        self.applied = self.rejected = self.claims = self.updates = 0
        self.failed, self.over = "", False
        self.playing = asyncio.Event()
        self.people = [Person(self, seat) for seat in range(seats)]
        for person in self.people:
            _, person.cookie = server.http("/api/me", {"name": f"P{person.seat}"}, method="PUT")
        chairs = [{"who": "me", "name": "P0"}, *({"who": "link"} for _ in range(seats - 1))]
        made, _ = server.http(
            "/api/tables", {"game": game, "seats": seats, "chairs": chairs}, self.people[0].cookie
        )
        self.table: str = made["id"]

    async def open(self) -> None:
        """Everybody takes a seat, and the game begins."""
        for person in self.people:
            await person.open()
            await (
                person.welcomed.wait()
            )  # where several processes serve, the table lives in one of them from then on
        for person in self.people[1:]:
            person.do(kind="sit", seat=person.seat, name=f"P{person.seat}")
        async with asyncio.timeout(START_S):
            await self.playing.wait()

    def moved(self, table: str) -> None:
        """All go to the table of the next game."""
        self.table, self.over = table, False
        for person in self.people:
            person.choices = person.race = None
            person.line.greet(table)


async def measure(server: Server, game: str, tables: int, people: int, seconds: float) -> dict[str, Any]:
    """How late the loop is while so many tables play; everything in milliseconds is the server's own figure."""
    crowds = [Crowd(server, game, people, number) for number in range(tables)]
    await asyncio.gather(*(crowd.open() for crowd in crowds))
    for crowd in crowds:
        for person in crowd.people:
            person.live()
    await asyncio.sleep(2)  # until everybody has arrived
    say(f"{game}: {tables} tables of {people} for {seconds:g} s")
    await asyncio.to_thread(server.http, "/api/health?reset=1")
    used, own, began = server.cpu_s(), time.process_time(), time.perf_counter()
    before, heard = _counts(crowds), _received(crowds)
    await asyncio.sleep(seconds)
    took = time.perf_counter() - began
    heard = _received(crowds) - heard
    counted = {name: (count - before[name]) / took for name, count in _counts(crowds).items()}
    used, own = server.cpu_s() - used, time.process_time() - own
    health, _ = await asyncio.to_thread(server.http, "/api/health")
    for crowd in crowds:
        for person in crowd.people:
            person.line.close()
    failed = sorted({crowd.failed for crowd in crowds} - {""})
    return {
        "tables": tables,
        "people_each": people,
        **{f"{name}_per_s": round(rate, 1) for name, rate in counted.items()},
        "bytes_to_a_screen": round(heard / took / max(1, counted["updates"])),
        "server_cpu_share": round(used / took, 3),
        "client_cpu_share": round(own / took, 3),
        **{name: health[name] for name in ("loop_lag_ms", "loop_own_ms") if name in health},
        **({"errors": failed} if failed else {}),
    }


def _received(crowds: list[Crowd]) -> int:
    return sum(person.line.received for crowd in crowds for person in crowd.people)


def _counts(crowds: list[Crowd]) -> dict[str, int]:
    names = ("applied", "rejected", "claims", "updates")
    return {name: sum(getattr(crowd, name) for crowd in crowds) for name in names}
