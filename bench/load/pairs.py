"""A player and a watcher at a table: how many moves per second, and how long until the other side has one."""

from __future__ import annotations

import asyncio
import itertools
import statistics
import time
from collections.abc import Callable
from typing import Any

from load import words
from load.line import Page
from load.server import Server

WAIT_S = 0.02
SETTLE_S = 30.0
"""Seconds that a table may take until nothing is under way there."""


class Pair:
    """A table of two seats that one socket plays, with another socket that watches.

    A move counts once its player has the answer and the new state, and the watcher has that state too.
    """

    def __init__(self, server: Server, game: str, number: int) -> None:
        self.server, self.game, self.number = server, game, number
        chairs = [{"who": "me", "name": "A"}, {"who": "here", "name": "B"}]
        made, self.cookie = server.http("/api/tables", {"game": game, "seats": 2, "chairs": chairs})
        self.table: str = made["id"]
        self.delays: list[float] = []
        """Seconds from sending each move until the watcher had it."""
        self.own: list[float] = []
        """Seconds from sending each move until the player had the new state."""
        self.moves = 0
        self.failed = ""
        self.then: Callable[[], None] | None = None
        """What to do when a move is done; None: nothing."""
        self.idle = asyncio.Event()
        self._numbers = itertools.count()
        self._choices: words.Choices | None = None
        self._seq = self._seen = self._due = -1
        self._name = ""
        self._sent, self._unanswered = 0.0, b""
        self._over = self._moving = False
        self._next: str | None = None

    async def open(self) -> None:
        """Connect both, and wait until the first move can be made."""
        self.player = Page(self.server.base, self._played, self.table, self.cookie)
        self.watcher = Page(self.server.base, self._watched, self.table)
        self.player.again = self._send_again
        for page in (self.player, self.watcher):
            await page.open()
        self._greet()
        await self.quiet()

    async def quiet(self) -> None:
        """Wait until nothing is under way and a move can be made; `SystemExit` says what went wrong."""
        try:
            async with asyncio.timeout(SETTLE_S):
                await self.idle.wait()
        except TimeoutError:
            self.failed = self.failed or self.player.closed or self.watcher.closed or "nothing more was heard"
        if self.failed:
            raise SystemExit(f"{self.game}, table {self.table}: {self.failed}")

    def close(self) -> None:
        """Hang up."""
        self.player.close()
        self.watcher.close()

    @property
    def can_move(self) -> bool:
        """Whether there is a legal move; in a game against time there may be none for a moment."""
        return self._choices is not None and bool(self._choices.actions())

    def move(self) -> None:
        """Send any legal move."""
        assert self._choices is not None
        self.idle.clear()
        actions = self._choices.actions()
        number = next(self._numbers)
        self._name, self._due, self._moving = f"m{number}", self._seq + 1, True
        sent = words.command(
            self.table, self._name, self._seq, kind="act", seat=self._choices.seat, action=actions[number * 7919 % len(actions)]
        )  # fmt: skip
        self._sent, self._unanswered = time.perf_counter(), sent
        self.player.send(sent)

    def _send_again(self) -> None:
        """The player's socket was opened again: what was not answered is sent again."""
        if self._name:
            self.player.send(self._unanswered)

    def _greet(self) -> None:
        self.idle.clear()
        self._seq = self._seen = -1
        self._due, self._over, self._choices = 0, False, None
        for page in (self.player, self.watcher):
            page.greet(self.table)

    def _played(self, text: bytes) -> None:
        heard = words.read(text)
        if heard.t == "rejected" and heard.command_id == self._name and heard.seq >= self._due:
            self._name, self._moving, self._due = "", False, heard.seq  # time was quicker than the move
            self._check()
        elif heard.t in ("rejected", "error"):
            self.failed = f"{heard.t}: {bytes(heard.reason).decode()}"
            self.idle.set()
        elif heard.t in ("applied", "duplicate") and heard.command_id == self._name:
            self._name = ""
            self._check()
        elif heard.t == "choices":
            self._choices = heard.choices
            self._check()
        elif heard.t in words.SHOWN:
            if self._seq < self._due <= heard.seq and self._moving:
                self.own.append(time.perf_counter() - self._sent)
            self._seq, table = heard.seq, heard.table
            self._choices = words.choices_of(heard, self._choices)
            self._ask_more()
            if not isinstance(table, words.Table):
                self._check()
                return
            if table.rematch:
                self.table = table.rematch
                self._greet()
                return
            if table.phase == "over" and not self._over:
                self._over = True
                self.player.send(words.command(self.table, "again", self._seq, kind="rematch"))
            self._check()

    def _ask_more(self) -> None:
        """Ask for the actions behind one of the first clicks, where the server has sent only these."""
        choices = self._choices
        if choices is not None and choices.more and not choices.actions():
            clicks = choices.clicks()
            click = clicks[self._seq % len(clicks)].click
            self.player.send(words.other("more", self.table, id="more", seat=choices.seat, click=click))

    def _watched(self, text: bytes) -> None:
        told = words.look(text)
        if told.t in words.SHOWN:
            self._seen = told.seq
            if self._moving and told.seq >= self._due:
                self.delays.append(time.perf_counter() - self._sent)
                self._moving = False
                self.moves += 1
            self._check()

    def _check(self) -> None:
        """Go on where everybody has everything."""
        if self._name or self._moving or not self.can_move or min(self._seq, self._seen) < self._due:
            return
        if self.then is not None:
            self.then()
        else:
            self.idle.set()


async def tables(server: Server, game: str, count: int) -> list[Pair]:
    """So many tables, each ready for its first move."""
    pairs = [Pair(server, game, number) for number in range(count)]
    await asyncio.gather(*(pair.open() for pair in pairs))
    return pairs


async def flat_out(pairs: list[Pair], seconds: float) -> dict[str, Any]:
    """Each table as fast as it is answered."""
    return await _measured(pairs, seconds, _hurry)


async def paced(pairs: list[Pair], rate: float, seconds: float) -> dict[str, Any]:
    """So many moves a second over all tables, as long as they come to it."""

    def start(pairs: list[Pair], until: float) -> None:
        pause = len(pairs) / rate
        for number, pair in enumerate(pairs):
            _Metronome(pair, pause, asyncio.get_running_loop().time() + pause * number / len(pairs), until)

    return await _measured(pairs, seconds, start)


def _hurry(pairs: list[Pair], until: float) -> None:
    loop = asyncio.get_running_loop()

    def again(pair: Pair) -> None:
        if loop.time() < until:
            if pair.can_move:
                pair.move()
        else:
            pair.then = None
            pair.idle.set()

    for pair in pairs:
        pair.then = lambda pair=pair: again(pair)  # type: ignore[misc]  # one for each pair
        again(pair)


class _Metronome:
    """Moves of a table, one a beat; a beat that comes while a move is under way is made up for when that is done, as long as time is left."""

    def __init__(self, pair: Pair, pause: float, due: float, until: float) -> None:
        self.pair, self.pause, self.due, self.until = pair, pause, due, until
        self.loop = asyncio.get_running_loop()
        self.loop.call_at(due, self._beat)
        pair.then = self._done
        self._free = True

    def _beat(self) -> None:
        if not self._free or self.pair.then is None:
            return
        if self.loop.time() >= self.until:
            self._end()
        elif self.pair.can_move:
            self._free = False
            self.due += self.pause
            self.pair.move()
        else:
            self.loop.call_later(WAIT_S, self._beat)

    def _end(self) -> None:
        self.pair.then = None
        self.pair.idle.set()

    def _done(self) -> None:
        self._free = True
        if self.due >= self.until or self.loop.time() >= self.until:
            self._end()
        else:
            self.loop.call_at(self.due, self._beat)


async def _measured(
    pairs: list[Pair], seconds: float, start: Callable[[list[Pair], float], None]
) -> dict[str, Any]:
    """What a run found: moves a second, the delays, and what of the processors a move took."""
    server = pairs[0].server
    for pair in pairs:
        pair.delays.clear()
        pair.own.clear()
        pair.moves = 0
    heard = _received(pairs)
    used, own, began = server.cpu_s(), time.process_time(), time.perf_counter()
    start(pairs, asyncio.get_running_loop().time() + seconds)
    await asyncio.sleep(seconds)
    moves, took = sum(pair.moves for pair in pairs), time.perf_counter() - began
    used, own = server.cpu_s() - used, time.process_time() - own
    bytes_sent = _received(pairs) - heard
    await asyncio.gather(*(pair.quiet() for pair in pairs))
    delays = [1000 * delay for pair in pairs for delay in pair.delays]
    return {
        "moves_per_s": moves / took,
        "p50_ms": quantile(delays, 0.5),
        "p99_ms": quantile(delays, 0.99),
        "server_ms_a_move": 1000 * used / max(1, moves),
        "client_ms_a_move": 1000 * own / max(1, moves),
        "bytes_to_a_screen": bytes_sent / 2 / max(1, moves),
    }


def _received(pairs: list[Pair]) -> int:
    return sum(page.received for pair in pairs for page in (pair.player, pair.watcher))


def quantile(values: list[float], share: float) -> float:
    """The value below which this share lies (0 where there are none)."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def middle(runs: list[dict[str, Any]]) -> dict[str, Any]:
    """The median of each figure of several runs."""
    return {name: round(statistics.median(run[name] for run in runs), 3) for name in runs[0]}
