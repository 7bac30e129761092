"""What processes tell each other in passing: guests' new names, who has gone, and what askers have spent of their limits.

It goes over the bus where there is one, else from each process to each other one. What gets lost on the way is missed a little: a limit counts
what one process knows of.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING

import msgspec

from ludotheque.server.access.limits import Buckets
from ludotheque.server.base.logs import Logger

if TYPE_CHECKING:
    from ludotheque.server.ops.cluster.bus import Bus

logger = Logger(__name__)

BUS_S, EACH_S = 0.25, 1.0
"""How often it is told what was spent: over the bus, and from each to each."""


class Renamed(msgspec.Struct, frozen=True):
    """A guest has another name or language now."""

    guest: int
    name: str


class Gone(msgspec.Struct, frozen=True):
    """A guest's tokens are worth nothing any more; if `erased`, the guest is being erased."""

    guest: int
    erased: bool = False


class Spent(msgspec.Struct, frozen=True):
    """What somebody (a guest, an address) has spent of a limit since it was last told."""

    limit: str
    who: int | str
    tokens: int


class Told(msgspec.Struct, frozen=True):
    """What one process tells the others at once."""

    process: str
    renamed: tuple[Renamed, ...] = ()
    spent: tuple[Spent, ...] = ()
    gone: tuple[Gone, ...] = ()
    blocks: tuple[int, ...] = ()
    """The guests who have blocked somebody, or block them no longer."""
    ended: tuple[str, ...] = ()
    """The sessions of the host's page that were ended."""


class Gossip:
    """Tells and hears.

    Args:
        me: this process.
        limits: the limits that count for all processes together, by their names.
        renamed, gone: called with what is heard of a guest.
        ended: called with a session of the host's page that was ended.
        blocks: called with a guest of whom it is heard that they have blocked somebody, or block them no longer.
        to_each: tells all other processes something without a bus.
    """

    def __init__(
        self,
        me: str,
        limits: Mapping[str, Buckets],
        renamed: Callable[[Renamed], None],
        gone: Callable[[Gone], None],
        to_each: Callable[[Told], Awaitable[None]],
        blocks: Callable[[int], None] = lambda _: None,
        ended: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._me, self._limits, self._to_each = me, limits, to_each
        self._renamed, self._gone = renamed, gone
        self._blocks, self._ended = blocks, ended
        self.bus: Bus | None = None
        self._telling: asyncio.Task[None] | None = None
        for each in limits.values():
            each.spent = {}

    def open(self) -> None:
        """From now on, tell what is spent here."""
        self._telling = asyncio.create_task(self._go_on())

    async def close(self) -> None:
        """Tell nothing any more."""
        if self._telling is not None:
            self._telling.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._telling
        if self.bus is not None:
            await self.bus.close()

    async def tell_renamed(self, guest: int, name: str) -> None:
        """Tell the others that a guest has another name."""
        await self._tell(Told(self._me, renamed=(Renamed(guest, name),)))

    async def tell_gone(self, guest: int, erased: bool) -> None:
        """Tell the others that a guest's tokens are worth nothing any more, or that the guest is being erased."""
        await self._tell(Told(self._me, gone=(Gone(guest, erased),)))

    async def tell_blocks(self, guest: int) -> None:
        """Tell the others that a guest has blocked somebody, or blocks them no longer."""
        await self._tell(Told(self._me, blocks=(guest,)))

    async def tell_ended(self, head: str) -> None:
        """Tell the others that a session of the host's page was ended."""
        await self._tell(Told(self._me, ended=(head,)))

    def hear(self, told: Told) -> None:
        """What another process has told."""
        if told.process == self._me:
            return
        for one in told.renamed:
            self._renamed(one)
        for left in told.gone:
            self._gone(left)
        for guest in told.blocks:
            self._blocks(guest)
        for head in told.ended:
            self._ended(head)
        for spent in told.spent:
            limit = self._limits.get(spent.limit)
            if limit is not None:  # another version may have others
                limit.deduct(spent.who, spent.tokens)

    def read(self, said: bytes) -> None:
        """What the bus brings."""
        try:
            self.hear(msgspec.json.decode(said, type=Told))
        except msgspec.MsgspecError as error:  # of another version
            logger.warning("bus_unread", why=str(error))

    async def _go_on(self) -> None:
        while True:
            await asyncio.sleep(BUS_S if self.bus is not None and self.bus.is_there else EACH_S)
            spent = tuple(
                Spent(name, who, tokens)
                for name, limit in self._limits.items()
                for who, tokens in limit.take_spent().items()
                if isinstance(who, int | str)
            )
            if spent:
                await self._tell(Told(self._me, spent=spent))

    async def _tell(self, told: Told) -> None:
        if self.bus is None or not await self.bus.tell(msgspec.json.encode(told)):
            await self._to_each(told)
