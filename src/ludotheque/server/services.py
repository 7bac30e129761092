"""The parts of a running server, opened and closed together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from ludotheque.server import logs
from ludotheque.server.bots_pool import Bots
from ludotheque.server.guests import Guests
from ludotheque.server.limits import Buckets, Limits
from ludotheque.server.log import Store
from ludotheque.server.logs import Logger
from ludotheque.server.origins import Origins
from ludotheque.server.preparation import Preparation
from ludotheque.server.tables import Tables

logger = Logger(__name__)

STATIC = Path(__file__).with_name("static")


@dataclass(frozen=True)
class Settings:
    """How a server runs.

    Attributes:
        data: the data folder.
        bot_pause: the seconds that bots seem to think.
        countdown: the seconds before a raced game begins.
        origins: the host names and origins that are allowed.
        limits: the rate limits.
        static: the folder of the built client.
        prepare: the games whose rules are prepared at once; None for all.
        compile_after_s: the seconds in which nothing is compiled, so that people who return to their tables are served first.
    """

    data: Path
    bot_pause: float = 0.7
    countdown: float = 0.0
    origins: Origins = field(default_factory=Origins)
    limits: Limits = field(default_factory=Limits)
    static: Path = STATIC
    prepare: tuple[str, ...] | None = None
    compile_after_s: float = 0.0


class Services:
    """The server's parts, for the code that answers requests."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.store = store
        self.preparation = Preparation(settings.compile_after_s)
        self.bots = Bots()
        self.guests = Guests(store)
        self.tables = Tables(store, self.bots, self.preparation, settings.bot_pause, settings.countdown)
        limits = settings.limits
        self.by_guest = Buckets(limits.guest)
        self.by_address = Buckets(limits.address)
        self.new_tables = Buckets(limits.new_tables)
        self.new_guests = Buckets(limits.new_guests)
        self.requests = Buckets(limits.requests)
        self.sockets: dict[object, int] = {}
        self.compiling: asyncio.Task[None]
        """Done once all games that are wanted from the beginning are asked for."""


@asynccontextmanager
async def running(settings: Settings) -> AsyncIterator[Services]:
    """Open the store, start the rest, and close everything at the end. Raises `StoreError` if the data folder cannot be used."""
    store = Store(settings.data)
    await store.open()
    services = Services(settings, store)
    services.compiling = asyncio.create_task(_compile(services))
    sweeper = asyncio.create_task(_sweep(services))
    try:
        yield services
    finally:
        sweeper.cancel()
        services.compiling.cancel()
        await asyncio.gather(sweeper, services.compiling, return_exceptions=True)
        await services.tables.close()
        await services.preparation.close()
        await services.bots.close()
        await store.close()


async def _compile(services: Services) -> None:
    """Have games compiled, once people who returned to their tables are served."""
    await asyncio.sleep(services.settings.compile_after_s)
    await asyncio.to_thread(_import_the_rest)
    try:
        for game in await asyncio.to_thread(_wanted, services.settings.prepare):
            services.preparation.want(game)
    except (
        Exception
    ):  # another package's declaration may be broken; games being played are compiled all the same
        logger.exception("games_not_listed")


def _import_the_rest() -> None:
    """Import what the first message, the first QR code and the first log line need, so that the event loop does not wait later."""
    import babel.messages.pofile  # noqa: F401  (asked for by name where it is used)
    import segno  # noqa: F401  (likewise)

    logs.prepare()


def _wanted(games: tuple[str, ...] | None) -> Iterable[str]:
    from ludotheque.core import registry

    return registry.names() if games is None else games


async def _sweep(services: Services) -> None:
    while True:
        await asyncio.sleep(30)
        services.tables.drop_idle()
