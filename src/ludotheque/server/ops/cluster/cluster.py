"""One of several server processes: it is told apart from the others, reaches them, and takes over from them."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING

import uvicorn

from ludotheque.server.base.listening import listen, split
from ludotheque.server.base.logs import Logger
from ludotheque.server.ops.cluster.gossip import Gone, Gossip, Renamed, Told
from ludotheque.server.ops.cluster.inner import ASK_S, Commanded, Key, Nothing, ToClose, call, inner_app
from ludotheque.server.ops.cluster.membership import Membership
from ludotheque.server.ops.cluster.relay import InnerProtocol, Tunnel, Unreachable
from ludotheque.server.ops.side_server import SideServer
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
OPENED = 4
"""How many tables of the dead are opened at once."""


class Cluster:
    """One process among the others.

    Attributes:
        secret: what processes know each other by.
        tunnels: the WebSockets that are relayed.
        reaching: how many others wait until it is known where their table lives.
        gossip: what processes tell each other in passing.
    """

    gossip: Gossip

    def __init__(self, url: str, inner_address: str, bus_url: str = "") -> None:
        self.membership = Membership(url)
        self.secret = ""
        self.tunnels: set[Tunnel] = set()
        self.reaching = 0
        self._inner_address = inner_address
        self._bus_url = bus_url
        self._opening = asyncio.Semaphore(OPENED)
        self._services: Services
        self._server: uvicorn.Server | None = None
        self._serving: asyncio.Task[None] | None = None

    async def open(self, services: Services, app: ASGIApp) -> None:
        """Listen to the others and join them. Raises `StoreError` or `CannotStart`."""
        self._services = services
        self.gossip = Gossip(
            self.membership.me,
            services.shared_limits,
            self._renamed,
            self._gone,
            self._tell_each,
            self._blocks,
            self._ended,
        )
        host, port = split(self._inner_address)
        listening = listen(host, port)
        port = listening.getsockname()[1]
        membership = self.membership
        membership.lost = services.tables.lost
        membership.taken = self._taken
        membership.heard.append(self._cut)
        try:
            self.secret = await membership.open(f"[{host}]:{port}" if ":" in host else f"{host}:{port}")
            if self._bus_url:
                await self._board_bus()
        except BaseException:
            listening.close()
            await membership.close()
            raise
        self.gossip.open()
        protocol = type("KnowingProtocol", (InnerProtocol,), {"secret": self.secret})
        from ludotheque.server.ops.side_server import uvicorn_settings

        inner = inner_app(app, services, self.secret, self.gossip.hear)
        config = uvicorn.Config(inner, **(uvicorn_settings() | {"ws": protocol}))
        self._server = SideServer(config)
        self._serving = asyncio.create_task(self._server.serve(sockets=[listening]))

    async def leave(self) -> None:
        """Take no table any more, and let the others have those that are here."""
        self.membership.is_leaving = True
        await self._services.tables.hand_over()
        await self.membership.leave()

    async def close(self) -> None:
        """Let everything go."""
        for tunnel in list(self.tunnels):
            tunnel.close()
        await self.gossip.close()
        if self._server is not None and self._serving is not None:
            self._server.should_exit = True
            await self._serving
        await self.membership.close()

    # -- tables -------------------------------------------------------------------------------------------------

    def is_here(self, table: str) -> bool:
        """Whether a table surely lives in this process."""
        return self.membership.is_sure and self.membership.lease_of(table) is not None

    @property
    def is_full(self) -> bool:
        """Whether there is no room for one more WebSocket that is relayed: it takes two connections."""
        services = self._services
        return services.sockets.get("all", 0) + self.relayed >= services.room.sockets

    @property
    def relayed(self) -> int:
        """How many connections are relayed WebSockets, or may become some."""
        return 2 * (len(self.tunnels) + self.reaching)

    async def reach(self, table: str, make: Callable[[], Tunnel]) -> Tunnel | None:
        """A connection to the process of a table; None if the table is served here. Raises `Unreachable`."""
        loop, membership = asyncio.get_running_loop(), self.membership
        until = loop.time() + REACH_S
        while loop.time() < until:
            try:
                await membership.sure()
                place = await membership.place(table)
            except StoreError as error:
                raise Unreachable(str(error)) from error
            if place is None or (membership.judges and not place.is_alive):
                return None
            with contextlib.suppress(OSError, TimeoutError):
                async with asyncio.timeout(CONNECT_S):
                    _, tunnel = await loop.create_connection(make, *split(place.address))
                tunnel.process = place.process
                return tunnel
            await asyncio.sleep(AGAIN_S)
        raise Unreachable(table)

    def _cut(self) -> None:
        """Cut what is relayed to processes that are dead: their pages connect again."""
        if self.membership.judges:
            for tunnel in [each for each in self.tunnels if each.process not in self.membership.others]:
                tunnel.close()

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

    async def _board_bus(self) -> None:
        """Use the bus from now on. Raises `StoreError`."""
        from ludotheque.server.ops.cluster.bus import Bus

        bus = Bus(self._bus_url, self.secret, self.gossip.read, self._services.guests.forget_all)
        await bus.open()
        self.gossip.bus = bus

    def _renamed(self, told: Renamed) -> None:
        self._services.guests.forget_name(told.guest)
        self._services.tables.renamed(told.guest, told.name)

    def _gone(self, told: Gone) -> None:
        self._services.departures.hear(told.guest, told.erased)

    def _blocks(self, guest: int) -> None:
        tables = self._services.tables
        tables.tasks.spawn(tables.blocks_changed(guest))

    def _ended(self, head: str) -> None:
        if self._services.sessions is not None:
            self._services.sessions.ended(head)

    async def _tell_each(self, told: Told) -> None:
        await asyncio.gather(*(self._tell(each, told) for each in self.membership.others.values()))

    async def _tell(self, address: str, told: Told) -> None:
        try:
            await call(address, self.secret, "told", told)
        except (OSError, TimeoutError) as error:
            logger.warning("not_told", process=address, why=str(error))

    def key_of(self, key: str) -> str:
        """A key for another device, with which every process finds out who made it."""
        return f"{self.membership.me}.{key}"

    async def guest_of(self, key: str, use_up: bool) -> int:
        """The guest behind such a key; 0 if there is none."""
        process, _, rest = key.partition(".")
        if process == self.membership.me:
            return self._services.guests.links.find(rest, use_up=use_up)
        address = self.membership.others.get(process)
        if address is None:
            return 0
        try:
            return int(await call(address, self.secret, "link", Key(rest, use_up)))
        except (OSError, TimeoutError) as error:
            logger.warning("not_asked", process=address, why=str(error))
            return 0

    async def ask_others(self, what: str) -> list[bytes | None]:
        """What each other process answers to a question; None for one that answers nothing."""

        async def asked(address: str) -> bytes | None:
            try:
                return await call(address, self.secret, what, Nothing(), ASK_S)
            except (OSError, TimeoutError) as error:
                logger.warning("not_asked", process=address, why=str(error))
                return None

        return list(await asyncio.gather(*(asked(each) for each in self.membership.others.values())))

    async def close_there(self, table: str, closed: bool) -> bool:
        """Have the process of a table close it, or open it again. Returns whether it has."""
        try:
            place = await self.membership.place(table)
            if place is None:
                return False
            await call(place.address, self.secret, "close", ToClose(table, closed))
        except (OSError, TimeoutError, StoreError) as error:
            logger.warning("not_forwarded", table=table, why=str(error))
            return False
        return True

    async def forward(self, guest: int, command: wire.Command) -> bytes | None:
        """What the process of the command's table answers; None if nobody does."""
        try:
            place = await self.membership.place(command.table)
            if place is None:
                return None
            return await call(place.address, self.secret, "command", Commanded(guest, command))
        except (OSError, TimeoutError, StoreError) as error:
            logger.warning("not_forwarded", table=command.table, why=str(error))
            return None
