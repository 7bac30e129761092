"""Tables that are looked at and live elsewhere: their state as the log has it, for lists, records and replays."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence

from ludotheque.server.base.pace import Pace
from ludotheque.server.live.room import Room
from ludotheque.server.room.log_events import Row
from ludotheque.server.room.state import TableState
from ludotheque.server.store.log import Store

MAX_KEPT = 200
"""How many such tables are kept. Of a table that is kept only what is new is read."""


class LookedAt:
    """Reads tables from the log without taking them. Nobody watches them and nothing happens at them by itself.

    `fold` makes a table of its events.
    """

    def __init__(
        self, store: Store, pace: Pace, fold: Callable[[str, Sequence[Row]], Awaitable[TableState]]
    ) -> None:
        self._store, self._pace, self._fold = store, pace, fold
        self._kept: OrderedDict[str, Room] = OrderedDict()

    def drop(self, identity: str) -> None:
        """Forget a table: its log is not what it was, or it is gone."""
        self._kept.pop(identity, None)

    @property
    def kept(self) -> list[Room]:
        """The tables that are kept."""
        return list(self._kept.values())

    async def find(self, identity: str) -> Room | None:
        """A table as the log has it now; None if there is none. Raises what `fold` raises if it cannot be read."""
        kept = self._kept.get(identity)
        if kept is None:
            rows = await self._store.events(identity)
            if not rows:
                return None
            kept = self._kept[identity] = Room(await self._fold(identity, rows), self._pace)
            if len(self._kept) > MAX_KEPT:
                self._kept.popitem(last=False)
            return kept
        self._kept.move_to_end(identity)
        async with kept.lock:
            try:
                for row in await self._store.events_after(identity, kept.state.seq):
                    kept.state.apply(row)
            except Exception:
                self._kept.pop(identity, None)
                raise
        return kept
