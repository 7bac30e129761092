"""The parts of a running server, opened and closed together."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludotheque.bots.own import lent
from ludotheque.server.access.connections import Connections, files, space
from ludotheque.server.access.limits import Buckets, Rate, Refusals
from ludotheque.server.access.newcomers import Newcomers
from ludotheque.server.base import logs
from ludotheque.server.base.cache import Cache
from ludotheque.server.base.logs import Logger
from ludotheque.server.base.timed import Times
from ludotheque.server.live import abandoned
from ludotheque.server.live.tables import Tables
from ludotheque.server.ops.cluster import news
from ludotheque.server.ops.hosting.announcements import Announcements
from ludotheque.server.ops.hosting.facts import Watched
from ludotheque.server.ops.hosting.keys import Sessions
from ludotheque.server.ops.house import House
from ludotheque.server.ops.metrics import Metrics
from ludotheque.server.ops.readiness import Readiness
from ludotheque.server.people import forgetting
from ludotheque.server.people.departures import Departures
from ludotheque.server.people.evenings.evenings import Evenings
from ludotheque.server.people.guests import Guests
from ludotheque.server.people.notices.calling import Notices
from ludotheque.server.people.phrases import Phrases
from ludotheque.server.people.ratings.index import Ratings
from ludotheque.server.settings import Settings
from ludotheque.server.store.log import Result, Store, StoreError
from ludotheque.server.store.results import read_result
from ludotheque.server.store.uptime import BEAT_S, Uptime
from ludotheque.server.thinking.chances import Chances
from ludotheque.server.thinking.pool import BotFailed, Bots
from ludotheque.server.thinking.preparation import Preparation
from ludotheque.server.thinking.running import Running

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection

    from ludotheque.server.ops.cluster.cluster import Cluster
    from ludotheque.server.people.guests import Guest
    from ludotheque.server.web.sockets import Socket

logger = Logger(__name__)

SHOWN_BYTES = 64 * 2**20
"""How much is kept of replays as they were sent."""

STOP_S = 10.0
"""The most seconds that finishing what was begun, and handing tables over, may take."""

SWEEP_S = 30.0


def build_of(static: Path) -> str:
    """Which build of the pages this is, by their `index.html`, which names all files by what is in them; "" if none is built."""
    try:
        return hashlib.sha256((static / "index.html").read_bytes()).hexdigest()[:12]
    except OSError:
        return ""


class Services:
    """The server's parts, for the code that answers requests."""

    def __init__(self, settings: Settings, store: Store, bots: Bots | None = None) -> None:
        self.settings = settings
        self.store = store
        self.build = build_of(settings.static)
        self.preparation = Preparation(builds=settings.compiles)
        self.bots = bots or Bots(named=settings.bots)
        self.guests, self.phrases = Guests(store), Phrases()
        self.departures = Departures(self)
        self.open_sockets: set[Socket] = set()
        self.cluster = _cluster(self)
        limits = settings.limits
        self.space = space(settings.files or files(), limits)
        self.connections = Connections(self.space.requests)
        leases = self.cluster.membership if self.cluster is not None else None
        self.tables = Tables(store, self.bots, self.preparation, settings, leases)
        self.ratings, self.evenings = Ratings(store), Evenings(self.tables)
        self.chances = Chances(self.bots, self.preparation)
        self.shown: Cache[tuple[Any, ...], bytes] = Cache(SHOWN_BYTES)
        self.running = Running(self.tables)
        self.notices = Notices(settings.notices, self.tables, store)
        if self.cluster is not None:
            self.tables.opening = self.notices.read
        self.by_guest = Buckets(limits.guest)
        self.by_address = Buckets(limits.address)
        self.shared_limits: dict[str, Buckets] = {}
        """Those that count for all processes together. What comes over sockets comes to one process."""
        self.new_tables = self._shared("tables", limits.new_tables)
        self.tables_of_address = self._shared("tables_of_address", limits.tables_of_address)
        self.new_guests = self._shared("guests", limits.new_guests)
        self.newcomers = Newcomers(self.new_guests)
        self.device_links = self._shared("links", limits.device_links)
        self.replays = self._shared("replays", limits.replays)
        self.requests = self._shared("requests", limits.requests)
        self.notified = self._shared("notices", limits.notices)
        self.mailed = self._shared("mails", limits.mails)
        self.personal = self._shared("personal", limits.personal)
        self.phrases_of_one = self._shared("phrases", limits.phrases)
        self.phrases_of_address = self._shared("phrases_of_address", limits.phrases_of_address)
        self.keepers_of_address = self._shared("keepers_of_address", limits.phrases_of_address)
        self.host_keys = self._shared("host_keys", limits.host_keys)
        self.sessions = Sessions(settings.host_key) if settings.host_key else None
        self.house = House(self)
        self.watched, self.announcements = Watched(self), Announcements(store)
        self.sockets: dict[object, int] = {}
        self.refusals = Refusals()
        self.times, self.readiness, self.metrics = Times(), Readiness(self), Metrics(self)
        self.compiling: asyncio.Task[None]
        """Done once all games that are wanted from the beginning are asked for, and the results of an older data folder are noted."""

    def _shared(self, name: str, rate: Rate) -> Buckets:
        """A limit that counts for all processes together, by the name under which they tell what was spent."""
        return self.shared_limits.setdefault(name, Buckets(rate))

    def forget_shown(self, table: str) -> None:
        """Forget replays of a table as they were sent: somebody's name is in them no longer, or the table is gone."""
        self.shown.drop_those(lambda key: str(key[0]).startswith(f"{table}/"))

    def renamed(self, guest: int, name: str) -> None:
        """A guest has another name now: the tables that they watch show it."""
        self.tables.renamed(guest, name)
        self._tell(news.GuestRenamed(guest, name))

    async def rename(
        self, request: HTTPConnection, guest: Guest, name: str, lang: str | None = None
    ) -> Guest:
        """Give a guest another name, and another language unless that is None. The tables that they watch show it."""
        changed = await self.guests.change(request, guest, name, guest.lang if lang is None else lang)
        self.renamed(guest.id, name)
        return changed

    async def blocks_changed(self, guest: int) -> None:
        """A guest has blocked somebody, or blocks them no longer: their pages show it, in whatever process."""
        await self.tables.blocks_changed(guest)
        self._tell(news.Blocks(guest))

    async def gone(self, guest: int, erased: bool) -> None:
        """A guest's tokens are worth nothing any more, or the guest is being erased. The other processes have been told afterwards."""
        if self.cluster is not None:
            await self.cluster.news.tell(news.Gone(guest, erased))

    def session_ended(self, head: str) -> None:
        """A session of the host's page was ended: no process knows it any more."""
        self._tell(news.SessionEnded(head))

    def _tell(self, item: news.Item) -> None:
        """Tell the other processes, if there can be any."""
        if self.cluster is not None:
            self.tables.tasks.spawn(self.cluster.news.tell(item))

    async def hand_over(self) -> None:
        """The server stops: it takes no tables any more, finishes what was begun, and other processes go on with its tables.

        Where the database does not answer, this ends after `STOP_S`. What was acknowledged is in the log all the same.
        """
        self.tables.is_stopping = True
        try:
            async with asyncio.timeout(STOP_S):
                if self.cluster is not None:
                    await self.cluster.leave()
                else:
                    await self.tables.finish()
        except TimeoutError:
            logger.warning("not_handed_over", seconds=STOP_S)


def _cluster(services: Services) -> Cluster | None:
    """What this process has to do with others; None if its tables are in a file, which only one can have."""
    settings = services.settings
    if not settings.database:
        return None
    from ludotheque.server.ops.cluster.cluster import Cluster

    return Cluster(settings.database, settings.inner, services)


@asynccontextmanager
async def running(
    settings: Settings, store: Store | None = None, bots: Bots | None = None
) -> AsyncIterator[Services]:
    """Open the store, start the rest, and close everything at the end. Raises `StoreError` if the data folder cannot be used.

    `store` and `bots` are those that the settings ask for, unless others are given.
    """
    with lent(settings.bots):
        async with _running(settings, store or Store(settings.folder, settings.database), bots) as services:
            yield services


@asynccontextmanager
async def _running(settings: Settings, store: Store, bots: Bots | None) -> AsyncIterator[Services]:
    await store.open()
    services = Services(settings, store, bots)
    tasks: list[asyncio.Task[None]] = []
    try:
        await services.notices.open()
        if services.cluster is not None:
            from ludotheque.server.app import make_app

            await services.cluster.open(make_app(services))
        if settings.metrics_at:
            await services.metrics.open(settings.metrics_at)
        if services.sessions is not None:
            services.watched.open()
        uptime = services.tables.uptime
        await uptime.open()
        services.compiling = asyncio.create_task(_compile(services))
        tasks += [
            services.compiling,
            asyncio.create_task(_sweep(services)),
            asyncio.create_task(_beat(uptime)),
        ]
        yield services
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await _close(services)


async def _close(services: Services) -> None:
    await services.hand_over()
    await services.house.close("stopping")
    await services.metrics.close()
    await services.watched.close()
    await services.chances.close()
    await services.notices.close()
    await services.tables.close()
    if services.cluster is not None:
        await services.cluster.close()
    await services.preparation.close()
    await services.bots.close()
    await services.store.close()


async def _compile(services: Services) -> None:
    """Have games compiled, once people who returned to their tables are served."""
    await asyncio.sleep(services.settings.compile_after_s)
    if not services.settings.in_page:
        await asyncio.to_thread(_import_the_rest)
    from ludotheque.core import registry

    try:
        for game in await asyncio.to_thread(registry.names) if services.settings.compiles else ():
            services.preparation.want(game)
    except Exception:  # another package may be broken; games being played are compiled all the same
        logger.exception("games_not_listed")
    try:
        await note_old_results(services)
    except StoreError:  # they are looked for again after the next start
        logger.exception("old_results_not_noted")


def _import_the_rest() -> None:
    """Import what the first message, the first QR code and the first log line need, so that the event loop does not wait later."""
    import segno  # noqa: F401  (asked for by name where it is used)

    logs.prepare()


async def _beat(uptime: Uptime) -> None:
    while True:
        await asyncio.sleep(BEAT_S)
        with contextlib.suppress(StoreError):  # a full disk is said where something is lost
            await uptime.beat()


async def note_old_results(services: Services) -> None:
    """Find out how the games of an older data folder ended, so that its people find them in their lists. Done once for each folder.

    A game that cannot be read is left out until somebody opens its table.
    """
    store = services.store
    while tables := await store.unknown_results():
        for table in tables:
            game = await store.game_of(table)
            found: Result | None = None
            try:
                found = await services.bots.study(read_result, table, await store.events(table))
            except StoreError:  # with another game it would be the same
                raise
            except BotFailed as error:
                logger.warning("old_result_unread", table=table, why=str(error))
            except Exception:
                logger.exception("old_result_unread", table=table)
            await store.add_result(found or Result(table, game or "", 0, "", ""), old=True)


async def _sweep(services: Services) -> None:
    """What is done every half minute. A database that is away is tried again then."""
    looked = -abandoned.LOOK_S
    while True:
        try:
            services.tables.drop_idle()
            for socket in services.open_sockets:
                services.guests.saw(socket.guest)
            await services.guests.note_seen()
            await services.departures.go_on()
            if services.settings.forget_after_h:
                await forgetting.forget(services, services.settings.forget_after_h)
            is_time = time.monotonic() - looked >= abandoned.LOOK_S
            if is_time:
                looked = time.monotonic()
                await abandoned.close_abandoned(services.tables)
            if is_time or services.guests.made >= forgetting.MANY_NEW:
                await forgetting.drop_unused(services)
        except StoreError as error:
            logger.warning("not_swept", why=str(error))
        except Exception:
            logger.exception("not_swept")
        await asyncio.sleep(SWEEP_S)
