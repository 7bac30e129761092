"""Tables that are looked at and live elsewhere: their state as the log has it, for lists, records and replays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotheque.server.base.cache import Cache
from ludotheque.server.live.room import Room

if TYPE_CHECKING:
    from ludotheque.server.live.tables import Tables

MAX_KEPT = 200
"""How many such tables are kept. Only new events are read of a table that is kept."""


class LookedAt:
    """Reads tables from the log without taking them over. Nobody watches them and nothing happens there by itself."""

    def __init__(self, tables: Tables) -> None:
        self._tables, self._store = tables, tables.store
        self._kept: Cache[str, Room] = Cache(MAX_KEPT)

    def drop(self, identity: str) -> None:
        """Forget a table: its log was changed, or it is gone."""
        self._kept.drop(identity)

    @property
    def kept(self) -> list[Room]:
        """The tables that are kept."""
        return self._kept.values()

    async def find(self, identity: str) -> Room | None:
        """A table as the log has it now; None if there is none. Raises what `Tables.folded` raises if it cannot be read."""
        kept = self._kept.get(identity)
        if kept is None:
            rows = await self._store.events(identity)
            if not rows:
                return None
            room = Room(self._tables, await self._tables.folded(identity, rows))
            return self._kept.put(identity, room, 1)
        async with kept.lock:
            try:
                for row in await self._store.events_after(identity, kept.state.seq):
                    kept.state.apply(row)
            except Exception:
                self.drop(identity)
                raise
        return kept
