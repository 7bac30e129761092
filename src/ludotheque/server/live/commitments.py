"""Which table published which commitment, so that a record of a game still in progress is recognised."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from itertools import islice
from typing import NamedTuple

from ludotheque.core import chance
from ludotheque.server.base.clocks import wall_ms
from ludotheque.server.room import log_events
from ludotheque.server.store.log import Store

PAGE = 500
"""How many tables are read at once."""
LATE_MS = 600_000
"""How far the clocks of processes may be apart."""


class _Made(NamedTuple):
    """The facts about a table from its first event."""

    table: str
    game: str
    seats: int


class Commitments:
    """The commitments of all tables whose game is not known to be over. They are read from the store when somebody first asks, and kept from then on.

    If there `are_others`, other processes that make tables, their new tables are read each time.
    """

    def __init__(self, store: Store, are_others: bool = False) -> None:
        self._store, self._are_others = store, are_others
        self._read_ms = 0
        self._tables: dict[str, _Made] = {}
        self._alike: defaultdict[tuple[str, int], dict[str, None]] = defaultdict(dict)
        """The same tables by game and number of seats, in the order in which they were noted."""
        self._reading = asyncio.Lock()
        self._is_asked = self._is_read = False

    def note(self, table: str, created: log_events.Created) -> None:
        """A table was made, or its game goes on after all. The store has it by now, so nothing needs to be kept before the first question."""
        if self._is_asked:
            made = self._tables[_commitment(created)] = _Made(table, created.game, created.seats)
            self._alike[made.game, made.seats][table] = None

    def drop(self, created: log_events.Created) -> None:
        """A table's game is over."""
        made = self._tables.pop(_commitment(created), None)
        if made is not None:
            self._alike[made.game, made.seats].pop(made.table, None)

    async def table_of(self, commitment: str) -> str | None:
        """The table with this commitment; None if there is none, or if its game is over."""
        await self._catch_up()
        found = self._tables.get(commitment)
        return None if found is None else found.table

    async def tables_alike(self, game: str, seats: int, most: int) -> list[str]:
        """Tables of a game with this number of seats whose game is not known to be over, at most `most` of them."""
        await self._catch_up()
        return list(islice(self._alike.get((game, seats), ()), most))

    async def _catch_up(self) -> None:
        async with self._reading:
            self._is_asked = True
            since_ms, self._read_ms = self._read_ms - LATE_MS, wall_ms()
            if not self._is_read:
                await self._read()
                self._is_read = True
            elif self._are_others:
                for table, event in await self._store.new_tables(since_ms):
                    if isinstance(event, log_events.Created):
                        self.note(table, event)

    async def _read(self) -> None:
        """Read the tables that were made before the server started."""
        last = ""
        while found := await self._store.unfinished(last, PAGE):
            for table, event in found:
                if isinstance(event, log_events.Created):
                    self.note(table, event)
            last = found[-1][0]


def _commitment(created: log_events.Created) -> str:
    return chance.commitment(bytes.fromhex(created.seed))
