"""What the host's page shows of a process, and of all of them: counts and states, no names, no lines and nobody's hand."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import time
from collections import deque
from typing import TYPE_CHECKING, Any

import msgspec

from ludotheque.server.base.clocks import wall_ms
from ludotheque.server.base.logs import Logger
from ludotheque.server.live.room import Room
from ludotheque.server.store.log import StoreError

if TYPE_CHECKING:
    from ludotheque.server.services import Services

logger = Logger(__name__)

SAMPLE_S = 5.0
MINUTE_S = 60.0
SIZE_S = 30.0
"""How long the size of the database holds: asking for it costs something."""


class TableLine(msgspec.Struct, frozen=True):
    """A table in memory. Instants are Unix ms.

    Attributes:
        people: how many people sit there.
        watching: how many guests have its page open, players and others.
        made_ms: when it was made.
        last_ms: when something last happened there.
        last: what that was: the kind of the event.
        closed: whether the host has closed it.
    """

    id: str
    game: str
    phase: str
    people: int
    watching: int
    made_ms: int
    last_ms: int
    last: str
    closed: bool


class ProcessFacts(msgspec.Struct, frozen=True):
    """One process.

    Attributes:
        process: what it is called.
        up_s: for how long it has run.
        sockets: the pages whose table is here.
        relayed: the pages that it passes on to other processes.
        lag_p99_ms: how late the event loop was in the last two minutes, but for one time in a hundred.
        lag_max_ms: how late it was at most.
        bots: how many thoughts of bots are not answered yet.
        moves: how many actions were written in the last minute.
        free_bytes: the room that is left where its data folder is; -1 if that is not known.
    """

    process: str
    up_s: int
    sockets: int
    relayed: int
    lag_p99_ms: float
    lag_max_ms: float
    bots: int
    moves: int
    free_bytes: int
    tables: list[TableLine]


class Watched:
    """Looks at one process while the host's page is served."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self._began = time.monotonic()
        self._moves: deque[tuple[float, int]] = deque([(self._began, 0)])
        self._sampling: asyncio.Task[None] | None = None
        self._size = -1, 0
        self._size_until_s = 0.0

    def open(self) -> None:
        """Begin."""
        self.services.tables.pulse.hold(self)  # so that the loop's lag is known also while nobody plays
        self._sampling = asyncio.create_task(self._sample())

    async def close(self) -> None:
        """End."""
        self.services.tables.pulse.release(self)
        if self._sampling is not None:
            self._sampling.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._sampling

    async def _sample(self) -> None:
        while True:
            await asyncio.sleep(SAMPLE_S)
            self._count(time.monotonic())

    def _count(self, now: float) -> int:
        """Note how many moves there were until now. Returns how many in the last minute."""
        self._moves.append((now, self.services.tables.moves.total()))
        while len(self._moves) > 1 and self._moves[1][0] <= now - MINUTE_S:
            self._moves.popleft()
        return self._moves[-1][1] - self._moves[0][1]

    def here(self) -> ProcessFacts:
        """The facts of this process."""
        services, now = self.services, time.monotonic()
        cluster = services.cluster
        lag = services.tables.pulse.lateness.lately()
        return ProcessFacts(
            process="" if cluster is None else cluster.membership.me,
            up_s=round(now - self._began),
            sockets=services.sockets.get("all", 0),
            relayed=0 if cluster is None else len(cluster.pipes),
            lag_p99_ms=lag["p99"],
            lag_max_ms=lag["max"],
            bots=sum(services.bots.waiting.values()),
            moves=self._count(now),
            free_bytes=_free(services),
            tables=[_line(room) for room in services.tables.in_memory],
        )

    async def everywhere(self) -> dict[str, Any]:
        """All processes, and the database."""
        services = self.services
        found, silent = [self.here()], 0
        if services.cluster is not None:
            others = await services.cluster.facts()
            for answer in others:
                try:
                    found.append(msgspec.json.decode(answer or b"", type=ProcessFacts))
                except msgspec.MsgspecError:  # it does not answer, or is of another version
                    silent += 1
        size, tables = await self._store_size()
        return {
            "now_ms": wall_ms(),
            "processes": [msgspec.to_builtins(each) for each in found],
            "silent": silent,
            "database": await services.readiness.why_not(),
            "log_bytes": size,
            "all_tables": tables,
        }

    async def _store_size(self) -> tuple[int, int]:
        """The bytes of the database (-1 if nobody knows), and how many tables there are in it."""
        if time.monotonic() >= self._size_until_s:
            store = self.services.store
            try:
                async with asyncio.timeout(2):
                    self._size = await store.size(), await store.count_tables()
            except (StoreError, OSError, TimeoutError):
                self._size = -1, self._size[1]
            self._size_until_s = time.monotonic() + SIZE_S
        return self._size


def _free(services: Services) -> int:
    folder = services.settings.folder
    try:
        there = next(each for each in (folder, *folder.absolute().parents) if each.exists())
        return shutil.disk_usage(there).free
    except OSError:
        return -1


def _line(room: Room) -> TableLine:
    state = room.state
    people = {chair.guest for chair in state.chairs if chair.who == "person"}
    return TableLine(
        state.id, state.game.name, state.phase, len(people), len(room.watchers.online), state.made_ms, state.last_ms,
        state.last_kind, state.is_closed,
    )  # fmt: skip
