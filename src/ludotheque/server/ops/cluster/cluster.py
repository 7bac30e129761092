"""One of several server processes: it hears the others, reaches them, and takes over from them."""

from __future__ import annotations

import asyncio
import contextlib
from functools import partial
from typing import TYPE_CHECKING, Any

import uvicorn

from ludotheque.server.base.listening import listen, split
from ludotheque.server.base.logs import Logger
from ludotheque.server.ops.cluster.asking import CloseTable, Commanded, Facts, WhoseKey, ask, inner_app
from ludotheque.server.ops.cluster.membership import Membership
from ludotheque.server.ops.cluster.news import News, Spent, hear
from ludotheque.server.ops.cluster.relay import InnerProtocol, Pipe, ProcessAway
from ludotheque.server.ops.side_server import SideServer, uvicorn_settings
from ludotheque.server.room import wire
from ludotheque.server.room.refused import Refused
from ludotheque.server.store.log import StoreError

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from ludotheque.server.services import Services

logger = Logger(__name__)

REACH_S = 6.0
"""How long a page waits until the process of its table is reached, or another one has taken the table. Less than a page's own patience."""
AGAIN_S = 0.1
CONNECT_S = 1.0
FACTS_S = 1.5
"""The seconds within which a process answers what can be left out."""
OPENED = 4
"""How many tables of the dead are opened at once."""


class Cluster:
    """One process among the others.

    Attributes:
        secret: what processes know each other by.
        pipes: the WebSockets that are relayed.
        reaching: how many others wait until it is known where their table lives.
        news: what processes tell each other in passing.
    """

    def __init__(self, url: str, inner_address: str, services: Services) -> None:
        self.membership = Membership(url)
        heard, missed = partial(hear, services), services.guests.forget_all
        self.news = News(url, self.membership, heard, missed)
        self.secret = ""
        self.pipes: set[Pipe] = set()
        self.reaching = 0
        self._inner_address, self._services = inner_address, services
        self._opening = asyncio.Semaphore(OPENED)
        self._server: SideServer | None = None

    async def open(self, app: ASGIApp) -> None:
        """Listen to the others and join them. Raises `StoreError` or `CannotStart`."""
        host, port = split(self._inner_address)
        listening = listen(host, port)
        port = listening.getsockname()[1]
        membership = self.membership
        membership.lost = self._services.tables.lost
        membership.taken = self._taken
        membership.heard = self._cut
        try:
            self.secret = await membership.open(f"[{host}]:{port}" if ":" in host else f"{host}:{port}")
        except BaseException:
            listening.close()
            await membership.close()
            raise
        for each in self._services.shared_limits.values():
            each.spent = {}
        self.news.open(self.secret, self._spent)
        protocol = type("KnowingProtocol", (InnerProtocol,), {"secret": self.secret})
        inner = inner_app(app, self._services, self.secret)
        config = uvicorn.Config(inner, **(uvicorn_settings() | {"ws": protocol}))
        self._server = SideServer(config, listening)

    async def leave(self) -> None:
        """Take no table any more, and let the others have those that are here."""
        self.membership.is_leaving = True
        await self._services.tables.hand_over()
        await self.membership.leave()

    async def close(self) -> None:
        """Let everything go."""
        for pipe in list(self.pipes):
            pipe.cut()
        await self.news.close()
        if self._server is not None:
            await self._server.close()
        await self.membership.close()

    # -- tables -------------------------------------------------------------------------------------------------

    def is_here(self, table: str) -> bool:
        """Whether a table surely lives in this process."""
        return self.membership.is_sure and self.membership.lease_of(table) is not None

    @property
    def is_full(self) -> bool:
        """Whether there is no room for one more WebSocket that is relayed: it takes two connections."""
        services = self._services
        return services.sockets.get("all", 0) + self.relayed >= services.space.sockets

    @property
    def relayed(self) -> int:
        """How many connections are relayed WebSockets, or may become some."""
        return 2 * (len(self.pipes) + self.reaching)

    async def reach(self, table: str, browser: Any) -> Pipe | None:
        """A connection from this browser's to the process of a table; None if the table is served here. Raises `ProcessAway`."""
        loop, membership = asyncio.get_running_loop(), self.membership
        until = loop.time() + REACH_S
        while loop.time() < until:
            try:
                await membership.sure()
                place = await membership.place(table)
            except StoreError as error:
                raise ProcessAway(str(error)) from error
            if place is None or (membership.judges and not place.is_alive):
                return None
            with contextlib.suppress(OSError, TimeoutError):
                async with asyncio.timeout(CONNECT_S):
                    _, pipe = await loop.create_connection(lambda: Pipe(browser), *split(place.address))
                pipe.process = place.process
                return pipe
            await asyncio.sleep(AGAIN_S)
        raise ProcessAway(table)

    def _cut(self) -> None:
        """Cut what is relayed to processes that are dead: their pages connect again."""
        if self.membership.judges:
            for pipe in [each for each in self.pipes if each.process not in self.membership.others]:
                pipe.cut()

    def _taken(self, table: str) -> None:
        self._services.tables.tasks.spawn(self._take_over(table))

    async def _take_over(self, table: str) -> None:
        """Go on with the table of a dead process."""
        async with self._opening:
            try:
                await self._services.tables.get(table)
            except (Refused, StoreError) as error:
                logger.warning("table_not_taken_over", table=table, why=str(error))

    # -- the others ---------------------------------------------------------------------------------------------

    def _spent(self) -> list[Spent]:
        return [
            Spent(name, who, tokens)
            for name, limit in self._services.shared_limits.items()
            for who, tokens in limit.take_spent().items()
            if isinstance(who, int | str)
        ]

    def key_of(self, key: str) -> str:
        """A key for another device, with which every process finds out who made it."""
        return f"{self.membership.me}.{key}"

    async def guest_of(self, key: str, use_up: bool) -> int:
        """The guest behind a key of `key_of`; 0 if there is none."""
        process, _, rest = key.partition(".")
        if process == self.membership.me:
            return self._services.guests.links.find(rest, use_up=use_up)
        address = self.membership.others.get(process)
        return int(await ask(address, self.secret, WhoseKey(rest, use_up)) or 0) if address else 0

    async def facts(self) -> list[bytes | None]:
        """What each other process tells of itself; None for one that answers nothing."""
        others = self.membership.others.values()
        return await asyncio.gather(*(ask(each, self.secret, Facts(), FACTS_S) for each in others))

    async def close_there(self, table: str, closed: bool) -> bool:
        """Have the process of a table close it, or open it again. Returns whether it has."""
        return await self._ask_for(table, CloseTable(table, closed)) is not None

    async def forward(self, guest: int, command: wire.Command) -> bytes | None:
        """What the process of the command's table answers; None if nobody does."""
        return await self._ask_for(command.table, Commanded(guest, command))

    async def _ask_for(self, table: str, question: CloseTable | Commanded) -> bytes | None:
        try:
            place = await self.membership.place(table)
        except StoreError as error:
            logger.warning("not_placed", table=table, why=str(error))
            return None
        if place is None or not place.is_alive:
            return None
        return await ask(place.address, self.secret, question)
