"""One process of several: its heart, the tables that live here, and the ones that it takes from the dead."""

from __future__ import annotations

import asyncio
import secrets
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from ludotheque.core.message import Message
from ludotheque.server.base.logs import Logger
from ludotheque.server.live.tasks import Tasks
from ludotheque.server.ops.cluster import registry
from ludotheque.server.ops.cluster.registry import BEAT_S, DEAD_S, Held, Home
from ludotheque.server.store.leases import Elsewhere
from ludotheque.server.store.log import Lease, StoreError
from ludotheque.server.store.postgres import Failure, LastingConnection

logger = Logger(__name__)

HUNG_S = 10.0
"""A process whose event loop has not turned for so long does not count as alive."""
PATIENCE_S = 10.0
"""How long somebody waits for this process to be heard of again."""


def boot_s() -> float:
    """A clock that goes on while the machine sleeps, in seconds."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.time()


def _nothing(_table: str) -> None:
    """Nobody wants to know."""


class Membership:
    """Keeps this process alive in the registry, and knows which tables live here. The heart has a thread and a connection of its own.

    Attributes:
        others: where the other living processes are reached, by their ids.
        lost: called with a table that has been taken by another process.
        taken: called with a table that was taken from a dead process.
        heard: called after each beat of the heart.
    """

    def __init__(self, url: str) -> None:
        self.me = secrets.token_hex(8)
        self.address = ""
        self.others: dict[str, str] = {}
        self.lost: Callable[[str], None] = _nothing
        self.taken: Callable[[str], None] = _nothing
        self.heard: Callable[[], None] = lambda: None
        self.is_leaving = False
        self._beating, self._asking = LastingConnection(url), LastingConnection(url, registry.LOCK_MS)
        self._asker = ThreadPoolExecutor(1, "asking")
        self._held: dict[str, Held] = {}
        self._taking: list[str] = []
        self._tasks = Tasks()
        self._heart: threading.Thread | None = None
        self._stops = threading.Event()
        self._news = asyncio.Event()
        self._joined: Any = None
        """When it joined, by the database's clock."""
        self._turned_s = boot_s()
        self._beat_s = 0.0
        """When the last beat began of which the database knows."""
        self._sure_until_s = 0.0
        self._judges_s = 0.0
        """From when on this process has been alive for long enough to say of others that they are dead."""

    async def open(self, address: str) -> str:
        """Join, with the address under which the others reach this process. Returns the secret that all share. Raises `StoreError`."""
        self.address = address
        self._loop = asyncio.get_running_loop()
        ((secret,),) = await self.ask(registry.SECRET, new=secrets.token_urlsafe(32))
        try:
            await asyncio.to_thread(self._join, False)
        except Failure as error:
            raise _unread(error) from error
        self._sure_until_s = self._beat_s + DEAD_S
        self._heart = threading.Thread(target=self._live, name="heart", daemon=True)
        self._heart.start()
        return str(secret)

    async def leave(self) -> None:
        """Hand the tables over: the others take them at once."""
        self.is_leaving = True
        if self._heart is None:
            return
        heart, self._heart = self._heart, None
        self._stops.set()
        await asyncio.to_thread(heart.join)
        try:
            await self.ask(registry.LEAVE, DEAD_S)
        except StoreError as error:
            logger.warning("not_left", why=str(error))

    async def close(self) -> None:
        """Let everything go."""
        await self.leave()
        await self._tasks.close()
        await asyncio.to_thread(self._asker.shutdown)
        self._beating.close()
        self._asking.close()

    async def ask(self, query: str, patience_s: float | None = None, /, **given: Any) -> list[Any]:
        """The rows of a statement, which may name `me`. Raises `StoreError` if the database is away."""
        try:
            work = self._asking.rows
            return await self._loop.run_in_executor(
                self._asker, work, query, given | {"me": self.me}, patience_s
            )
        except (Failure, RuntimeError) as error:  # RuntimeError: the server is being closed
            raise _unread(error) from error

    # -- tables -------------------------------------------------------------------------------------------------

    def lease_of(self, table: str) -> Lease | None:
        """The lease of a table that lives here."""
        held = self._held.get(table)
        return held.lease if held is not None else None

    async def take(self, table: str) -> Lease:
        """Have a table live here. Raises `Elsewhere` if it lives in another process, `StoreError` if the database is away."""
        await self.sure()
        if (known := self.lease_of(table)) is not None:
            return known
        if self.is_leaving:
            raise Elsewhere(table)
        self._taking.append(table)
        try:
            rows = await self.ask(registry.TAKE, table=table, judges=self.judges)
            if not rows:
                raise Elsewhere(table)
            epoch, silent_ms = rows[0]
            return self._hold(table, epoch, silent_ms)
        finally:
            self._taking.remove(table)

    def _hold(self, table: str, epoch: int, silent_ms: int) -> Lease:
        lease = Lease(self.me, epoch)
        self._held[table] = Held(lease, boot_s(), silent_ms)
        return lease

    def silent_since(self, table: str) -> int:
        """Since when nothing could happen at a table before it was taken (Unix ms); -1 if it lived nowhere. Told once."""
        held = self._held.get(table)
        if held is None:
            return -1
        self._held[table] = held._replace(silent_ms=-1)
        return held.silent_ms

    async def place(self, table: str) -> Home | None:
        """Where a table lives; None if it lives here, or nowhere."""
        if table in self._held:
            return None
        found = [Home(*row) for row in await self.ask(registry.PLACE, table=table)]
        return found[0] if found and found[0].process != self.me else None

    def give_back(self, table: str, lease: Lease) -> None:
        """A table lives here no longer."""
        if self.lease_of(table) == lease:
            del self._held[table]
        if not self.is_leaving:
            self._tasks.spawn(self._give_back(table, lease.epoch))

    async def _give_back(self, table: str, epoch: int) -> None:
        try:
            await self.ask(registry.GIVE_BACK, table=table, epoch=epoch)
        except StoreError as error:
            logger.warning("lease_not_given_back", table=table, why=str(error))

    def is_gone(self, table: str, lease: Lease) -> None:
        """An append was refused, because another process has taken the table."""
        if self.lease_of(table) == lease:
            del self._held[table]
            self.lost(table)

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
        """Whether this process may declare another one dead: by now it would have heard from a living one."""
        return boot_s() >= self._judges_s

    def _join(self, again: bool) -> None:
        began_s = boot_s()
        joined, others_would_be_heard = self._beating.run(
            lambda connection: registry.join(connection, self.me, self.address, again), 0
        )
        self._joined = self._joined or joined
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
        given = {
            "me": self.me,
            "held": len(self._held) if self.is_sure else -1,
            "judges": self.judges and not self._stops.is_set(),
            "joined": self._joined,
        }
        is_known, others, mine, taken = self._beating.rows(registry.BEAT, given, 0)[0]
        if is_known:
            self._beat_s = began_s
            self._say(self._beaten, began_s, others, mine, taken)
        else:
            self._join(True)

    def _say(self, what: Callable[..., None], *given: object) -> None:
        try:
            self._loop.call_soon_threadsafe(what, *given)
        except RuntimeError:  # the loop is closed
            self._stops.set()

    def _turn(self) -> None:
        self._turned_s = boot_s()

    def _beaten(
        self, began_s: float, others: dict[str, str], mine: dict[str, int] | None, taken: list[Any]
    ) -> None:
        """The database has heard of this process. `mine` are the tables that lived here after `began_s`, if they are not those that are held."""
        self.others = others
        if mine is not None:
            for table, held in list(self._held.items()):
                if held.since_s < began_s and mine.get(table) != held.lease.epoch:
                    del self._held[table]
                    self.lost(table)
            for table, epoch in mine.items():
                if table not in self._held and table not in self._taking:
                    self.give_back(table, Lease(self.me, epoch))
        for orphan in taken:
            self._hold(*orphan)
        self._sure_until_s = max(self._sure_until_s, began_s + DEAD_S)
        self._news.set()
        self._news = asyncio.Event()
        for table, *_ in taken:
            logger.info("table_taken_over", table=table)
            self.taken(table)
        self.heard()


def _unread(error: Exception) -> StoreError:
    return StoreError(Message("cli.serve.log_unread", {"why": str(error).strip()}))
