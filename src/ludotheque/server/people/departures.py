"""Who has gone: guests whose tokens are worth nothing any more, and guests who are erased. Every process hears of it.

A guest is erased in two rounds. The first takes the guest's row with tokens, kept name, browsers and address, then goes through the logs of
all their tables (`erasing.py`), then has every process read those tables again. A process that had one in memory may have written a name down
meanwhile (a rematch, a result), so `SETTLED_MS` later the same tables are gone through once more, and the last trace of the number goes, too.
What was begun is in the database and is finished by whichever process runs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotheque.server.base.clocks import wall_ms
from ludotheque.server.base.logs import Logger
from ludotheque.server.people.evenings import events
from ludotheque.server.store import erasing
from ludotheque.server.store.log import Conflict

if TYPE_CHECKING:
    from ludotheque.server.services import Services

logger = Logger(__name__)

SETTLED_MS = 90_000
"""By then every process has heard of it, or has found it in the database by itself (each looks every 30 s)."""


class Departures:
    """Handles this for one process."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self._heard: set[int] = set()
        """Those who are being erased, whose tables in memory have been read again."""

    async def tell(self, guest: int, erased: bool = False) -> None:
        """A guest has gone: close their pages in every process; if they are erased, forget them in its memory."""
        await self._gone(guest, erased)
        await self.services.gone(guest, erased)

    def hear(self, guest: int, erased: bool) -> None:
        """Another process has told that."""
        self.services.tables.tasks.spawn(self._gone(guest, erased))

    async def _gone(self, guest: int, erased: bool) -> None:
        services = self.services
        services.guests.forget(guest)
        for socket in [each for each in services.open_sockets if each.guest == guest]:
            socket.moved()
        if erased:
            self._heard.add(guest)
            services.notices.forget(guest)
            for table in await services.tables.read_again_without(guest):
                services.forget_shown(table)

    async def erase(self, guest: int, now_ms: int | None = None, aloud: bool = True) -> None:
        """Erase a guest. Without `aloud`, other processes find it out by themselves: for guests who are not there."""
        now_ms = wall_ms() if now_ms is None else now_ms
        await self.services.store.people.begin_erasing(guest, now_ms)
        await (self.tell(guest) if aloud else self._gone(guest, False))
        await self._go_through(guest)
        await (self.tell(guest, True) if aloud else self._gone(guest, True))

    async def go_on(self, now_ms: int | None = None) -> None:
        """Finish what was begun, here or in another process. Called every half minute."""
        now_ms = wall_ms() if now_ms is None else now_ms
        found = await self.services.store.people.being_erased()
        self._heard &= {guest for guest, _ in found}
        for guest, since_ms in found:
            if guest not in self._heard:
                await self._gone(guest, True)
            if now_ms - since_ms >= SETTLED_MS:
                await self._go_through(guest)
                await self._gone(guest, True)
                await self.services.store.people.end_erasing(guest)

    async def _go_through(self, guest: int) -> None:
        """Take a guest out of the logs of all their tables and evenings. Tables where nobody else ever sat are erased."""
        store, tables = self.services.store, self.services.tables
        names: set[str] = set()
        for table in await store.people.tables_with(guest):
            names |= erasing.names_in(await store.events(table), guest)
        await self._take_out(names, {*await store.people.tables_with(guest)})
        for table in await store.people.tables_with(guest):
            changed = erasing.changed(
                table, await store.events(table), await store.people.told_of(table), guest
            )
            if changed is not None:
                await store.people.write_over(changed)
                continue
            try:
                await store.people.erase_table(table)
            except Conflict:  # another process is just opening it; there is a second round
                logger.warning("table_not_erased", table=table)
            tables.vanish(table)
            self.services.forget_shown(table)
        for evening in await store.people.evenings_with(guest):
            rows, host = events.without(await store.evening_events(evening), guest)
            await store.people.write_over_evening(evening, rows, host)

    async def _take_out(self, names: set[str], tables: set[str]) -> None:
        """Take these names out of what others tried out in the games of these tables, and in games from files."""
        store, found = self.services.store, set(tables)
        wanted = {branch for name in names for branch in await store.people.branches_naming(name)} - tables
        while wanted:
            taken: set[str] = set()
            for table in wanted:
                rows = await store.events(table)
                origin = erasing.origin_of(rows)
                if origin == "none":
                    taken.add(table)
                elif origin is None or origin.table in found or await store.game_of(origin.table) is None:
                    changed = erasing.copies(table, rows, await store.people.told_of(table), names)
                    if changed is not None:
                        await store.people.write_over(changed)
                    taken.add(table)
                    found.add(table)
                    self.services.forget_shown(table)
            wanted -= taken
            if not taken:
                return
