"""One process of several: its heart, the tables that live here, and the ones that it takes from the dead."""

from __future__ import annotations

import asyncio
import secrets
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

from ludotheque.core.message import Message
from ludotheque.server.base.logs import Logger
from ludotheque.server.live.tasks import Tasks
from ludotheque.server.ops.cluster.registry import BEAT_S, DEAD_S, Heard, Place, Registry, Taken
from ludotheque.server.store.leases import Elsewhere
from ludotheque.server.store.log import Lease, StoreError
from ludotheque.server.store.postgres import Failure

logger = Logger(__name__)

Found = TypeVar("Found")

HUNG_S = 10.0
"""A process whose event loop has not turned for so long does not count as alive."""
ORPHANS = 50
"""How many tables of the dead are taken at once."""
PATIENCE_S = 10.0
"""How long somebody waits for this process to be heard of again."""


def boot_s() -> float:
    """A clock that goes on while the machine sleeps, in seconds."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.time()


def _nothing(_table: str) -> None:
    """Nobody wants to know."""


@dataclass(frozen=True)
class Held:
    """A table that lives here, and when that was known (seconds of `boot_s`)."""

    lease: Lease
    since_s: float


class Membership:
    """Keeps this process alive in the registry, and knows which tables live here.

    Attributes:
        others: where the other living processes are reached, by their ids.
        lost: called with a table that has been taken by another process.
        taken: called with a table that was taken from a dead process.
        heard: called after each beat of the heart.
    """

    def __init__(self, url: str) -> None:
        self.me = secrets.token_hex(8)
        self.registry = Registry(url, self.me)
        self.address = ""
        self.others: dict[str, str] = {}
        self.lost: Callable[[str], None] = _nothing
        self.taken: Callable[[str], None] = _nothing
        self.heard: list[Callable[[], None]] = []
        self._held: dict[str, Held] = {}
        self._taking: dict[str, int] = {}
        self._silent_ms: dict[str, int] = {}
        self._asking = ThreadPoolExecutor(1, "leases")
        self._tasks = Tasks()
        self._heart: threading.Thread | None = None
        self._stops = threading.Event()
        self._turned_s = boot_s()
        self._beat_s = 0.0
        """When the last beat began of which the database knows."""
        self._sure_until_s = 0.0
        self._judges_s = 0.0
        """From when on this process has been alive for long enough to say of others that they are dead."""
        self._news = asyncio.Event()
        self.is_leaving = False

    async def open(self, address: str) -> str:
        """Join, with the address under which the others reach this process. Returns the secret that all share. Raises `StoreError`."""
        self.address = address
        self._loop = asyncio.get_running_loop()
        try:
            secret = await asyncio.to_thread(self.registry.secret)
            await asyncio.to_thread(self._join, False)
        except Failure as error:
            raise _unread(error) from error
        self._sure_until_s = self._beat_s + DEAD_S
        self._heart = threading.Thread(target=self._live, name="heart", daemon=True)
        self._heart.start()
        return secret

    async def leave(self) -> None:
        """Hand the tables over: the others take them at once."""
        self.is_leaving = True
        if self._heart is None:
            return
        heart, self._heart = self._heart, None
        self._stops.set()
        await asyncio.to_thread(heart.join)
        try:
            await asyncio.to_thread(self.registry.leave)
        except Failure as error:
            logger.warning("not_left", why=str(error).strip())

    async def close(self) -> None:
        """Let everything go."""
        await self.leave()
        await self._tasks.close()
        await asyncio.to_thread(self._asking.shutdown)
        self.registry.close()

    # -- tables -------------------------------------------------------------------------------------------------

    def lease_of(self, table: str) -> Lease | None:
        """The lease of a table that lives here."""
        held = self._held.get(table)
        return held.lease if held is not None else None

    async def take(self, table: str) -> Lease:
        """Have a table live here. Raises `Elsewhere` if it lives in another process, `StoreError` if the database is away."""
        await self.sure()
        known = self._held.get(table)
        if known is not None:
            return known.lease
        if self.is_leaving:
            raise Elsewhere(table)
        self._taking[table] = self._taking.get(table, 0) + 1
        try:
            taken = await self._ask(self.registry.take, table, self.judges)
            if taken is None:
                raise Elsewhere(table)
            self._hold(table, taken)
            return taken.lease
        finally:
            self._taking[table] -= 1
            if not self._taking[table]:
                del self._taking[table]

    def _hold(self, table: str, taken: Taken) -> None:
        self._held[table] = Held(taken.lease, boot_s())
        if taken.silent_ms >= 0:
            self._silent_ms[table] = taken.silent_ms

    def silent_since(self, table: str) -> int:
        """Since when nothing could happen at a table before it was taken (Unix ms); -1 if it lived nowhere. Told once."""
        return self._silent_ms.pop(table, -1)

    async def place(self, table: str) -> Place | None:
        """Where a table lives; None if it lives here, or nowhere."""
        if table in self._held:
            return None
        found = await self._ask(self.registry.place, table)
        return None if found is None or found.process == self.me else found

    def give_back(self, table: str, lease: Lease) -> None:
        """A table lives here no longer."""
        if self.lease_of(table) == lease:
            del self._held[table]
        if not self.is_leaving:
            self._tasks.spawn(self._give_back(table, lease.epoch))

    async def _give_back(self, table: str, epoch: int) -> None:
        try:
            await self._ask(self.registry.give_back, table, epoch)
        except StoreError as error:
            logger.warning("lease_not_given_back", table=table, why=str(error))

    def is_gone(self, table: str, lease: Lease) -> None:
        """An append was refused, because another process has taken the table."""
        if self.lease_of(table) == lease:
            del self._held[table]
            self.lost(table)

    async def _ask(self, work: Callable[..., Found], *given: Any) -> Found:
        try:
            return await self._loop.run_in_executor(self._asking, work, *given)
        except Failure as error:
            raise _unread(error) from error
        except RuntimeError as error:  # the server is being closed
            raise _unread(error) from error

    # -- the heart ----------------------------------------------------------------------------------------------

    @property
    def is_sure(self) -> bool:
        """Whether the tables that live here surely do: nobody may have taken this process for dead."""
        return boot_s() < self._sure_until_s

    async def sure(self) -> None:
        """Wait until it is sure which tables live here. Raises `StoreError` if that takes too long."""
        if self.is_sure:
            return
        try:
            async with asyncio.timeout(PATIENCE_S):
                while not self.is_sure:
                    await self._news.wait()
        except TimeoutError as error:
            raise _unread(error) from error

    @property
    def judges(self) -> bool:
        """Whether this process may say of another one that it is dead: it would have been heard of itself."""
        return boot_s() >= self._judges_s

    def _join(self, again: bool) -> None:
        began_s = boot_s()
        others_would_be_heard = self.registry.join(self.address, again)
        self._judges_s = boot_s() + (0.0 if others_would_be_heard and not again else DEAD_S)
        self._beat_s = began_s

    def _live(self) -> None:
        """The heart's thread."""
        while not self._stops.wait(BEAT_S):
            self._say(self._turn)
            if boot_s() - self._turned_s > HUNG_S:
                continue
            try:
                self._beat()
            except Failure as error:
                logger.warning("not_heard", why=str(error).strip())

    def _beat(self) -> None:
        began_s = boot_s()
        if began_s - self._beat_s > DEAD_S:
            self._join(True)
        found = self.registry.beat()
        if not found.is_known:
            self._join(True)
        asked_s = boot_s()
        mine = None
        if self.is_sure and found.is_known and found.leases == len(self._held):
            self._sure_until_s = began_s + DEAD_S
        else:
            mine = self.registry.mine()
        orphans: dict[str, Taken] = {}
        if self.judges and not self._stops.is_set():
            orphans = self.registry.take_orphans(ORPHANS)
        self._beat_s = began_s
        self._say(self._beaten, found, began_s, asked_s, mine, orphans)

    def _say(self, what: Callable[..., None], *given: object) -> None:
        try:
            self._loop.call_soon_threadsafe(what, *given)
        except RuntimeError:  # the loop is closed
            self._stops.set()

    def _turn(self) -> None:
        self._turned_s = boot_s()

    def _beaten(
        self,
        found: Heard,
        began_s: float,
        asked_s: float,
        mine: dict[str, int] | None,
        orphans: dict[str, Taken],
    ) -> None:
        """The database has heard of this process. `mine` are the tables that lived here after `asked_s`, if they were asked for."""
        self.others = found.others
        if mine is not None:
            for table, held in list(self._held.items()):
                if held.since_s < asked_s and mine.get(table) != held.lease.epoch:
                    del self._held[table]
                    self.lost(table)
            for table, epoch in mine.items():
                if table not in self._held and table not in self._taking:
                    self.give_back(table, Lease(self.me, epoch))
        for table, taken in orphans.items():
            self._hold(table, taken)
        self._sure_until_s = max(self._sure_until_s, began_s + DEAD_S)
        self._news.set()
        self._news = asyncio.Event()
        for table in orphans:
            logger.info("table_taken_over", table=table)
            self.taken(table)
        for each in self.heard:
            each()


def _unread(error: Exception) -> StoreError:
    return StoreError(Message("cli.serve.log_unread", {"why": str(error).strip()}))
