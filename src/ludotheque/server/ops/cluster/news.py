"""What processes tell each other in passing, through PostgreSQL's `NOTIFY`: guests' new names, who has gone, and what was spent of limits.

A process whose connection breaks hears nothing until it is connected again. So what matters is told again and again for a minute, and names are forgotten and read
again. Of what was spent, a little is lost.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Callable, Sequence
from itertools import count
from typing import TYPE_CHECKING

import msgspec

from ludotheque.server.base.logs import Logger
from ludotheque.server.live.tasks import Tasks
from ludotheque.server.store.log import StoreError

if TYPE_CHECKING:
    from ludotheque.server.ops.cluster.membership import Membership
    from ludotheque.server.services import Services

logger = Logger(__name__)

TELL_S = 0.5
"""How often a process tells what was spent."""
CONNECT_S = 0.5
"""The pause before a lost connection is made again."""
AGAIN_S = (2.0, 10.0, 60.0)
"""The pauses before the same is told again, for processes that were just connecting."""
REMEMBERED = 1000
"""How many items that were heard are remembered, so that they are not done again."""
_TELL = "SELECT pg_notify(%(channel)s, said) FROM unnest(%(said)s::text[]) said"


class GuestRenamed(msgspec.Struct, frozen=True, tag="Renamed"):
    """A guest has another name or language now."""

    guest: int
    name: str


class Gone(msgspec.Struct, frozen=True, tag=True):
    """A guest's tokens are worth nothing any more; if `erased`, the guest is being erased."""

    guest: int
    erased: bool = False


class Blocks(msgspec.Struct, frozen=True, tag=True):
    """A guest has blocked somebody, or blocks them no longer."""

    guest: int


class SessionEnded(msgspec.Struct, frozen=True, tag="Ended"):
    """A session of the host's page was ended."""

    head: str


class Spent(msgspec.Struct, frozen=True, tag=True):
    """What somebody (a guest, an address) has spent of a limit since it was last told."""

    limit: str
    who: int | str
    tokens: int


Item = GuestRenamed | Gone | Blocks | SessionEnded | Spent


class Envelope(msgspec.Struct, frozen=True):
    """One message: which process tells what. What it tells again has the same number; what it tells once has 0."""

    process: str
    item: Item
    number: int = 0


def hear(services: Services, item: Item) -> None:
    """Do what another process tells."""
    tables = services.tables
    if isinstance(item, GuestRenamed):
        services.guests.forget_name(item.guest)
        tables.renamed(item.guest, item.name)
    elif isinstance(item, Gone):
        services.departures.hear(item.guest, item.erased)
    elif isinstance(item, Blocks):
        tables.tasks.spawn(tables.blocks_changed(item.guest))
    elif isinstance(item, SessionEnded):
        if services.sessions is not None:
            services.sessions.ended(item.head)
    elif item.limit in services.shared_limits:  # another version may have others
        services.shared_limits[item.limit].deduct(item.who, item.tokens)


class News:
    """Tells and hears.

    Attributes:
        is_heard: whether this process hears the others now.
    """

    def __init__(
        self, url: str, membership: Membership, hear: Callable[[Item], None], missed: Callable[[], None]
    ) -> None:
        """`hear` gets what others tell; `missed` is called when something may have been missed."""
        self._url, self._membership, self._hear, self._missed = url, membership, hear, missed
        self._channel = ""
        self._numbers = count(1)
        self._done: OrderedDict[tuple[str, int], None] = OrderedDict()
        self._tasks = Tasks()
        self.is_heard = False

    def open(self, secret: str, spent: Callable[[], Sequence[Spent]]) -> None:
        """From now on listen, and tell what is `spent` here. Two servers in one database have channels of their own, by their secrets."""
        self._channel = f"ludotheque_{hashlib.sha256(secret.encode()).hexdigest()[:16]}"
        self._tasks.spawn(self._listen())
        self._tasks.spawn(self._tell_spent(spent))

    async def close(self) -> None:
        """Listen no more."""
        await self._tasks.close()

    async def tell(self, item: Item) -> None:
        """Tell all other processes now, and again later. Tell a name only once, since it may have changed by then."""
        if isinstance(item, GuestRenamed):
            await self._tell([item])
            return
        number = next(self._numbers)
        await self._tell([item], number)
        self._tasks.spawn(self._repeat(item, number))

    async def _repeat(self, item: Item, number: int) -> None:
        for pause_s in AGAIN_S:
            await asyncio.sleep(pause_s)
            await self._tell([item], number)

    async def _tell(self, items: Sequence[Item], number: int = 0) -> None:
        said = [msgspec.json.encode(Envelope(self._membership.me, each, number)).decode() for each in items]
        try:
            await self._membership.ask(_TELL, 0, channel=self._channel, said=said)
        except StoreError as error:
            logger.warning("not_told", why=str(error))

    async def _tell_spent(self, spent: Callable[[], Sequence[Spent]]) -> None:
        while True:
            await asyncio.sleep(TELL_S)
            if items := spent():
                await self._tell(items)

    async def _listen(self) -> None:
        import psycopg

        why = ""
        while True:
            try:
                line = await psycopg.AsyncConnection.connect(
                    self._url, autocommit=True, connect_timeout=5,
                    keepalives_idle=2, keepalives_interval=1, keepalives_count=3,
                )  # fmt: skip
                async with line:
                    await line.execute(f'LISTEN "{self._channel}"')
                    self.is_heard, why = True, ""
                    self._missed()
                    async for heard in line.notifies():
                        self._read(heard.payload)
            except (psycopg.Error, OSError) as error:
                if not why:  # once for each time that they are not heard
                    logger.warning("others_not_heard", why=str(error).strip())
                why = str(error)
            finally:
                self.is_heard = False
            await asyncio.sleep(CONNECT_S)

    def _is_new(self, told: Envelope) -> bool:
        """Whether this was not heard before. It is remembered."""
        name = told.process, told.number
        if not told.number:
            return True
        if name in self._done:
            return False
        self._done[name] = None
        if len(self._done) > REMEMBERED:
            self._done.popitem(last=False)
        return True

    def _read(self, said: str) -> None:
        try:
            told = msgspec.json.decode(said, type=Envelope)
            if told.process != self._membership.me and self._is_new(told):
                self._hear(told.item)
        except msgspec.MsgspecError as error:  # of another version
            logger.warning("news_unread", why=str(error))
        except Exception:  # whatever it is, the next must be heard
            logger.exception("news_not_done")
