"""What the host says to all pages: one sentence, for a while. It is in the database, so all processes tell it."""

from __future__ import annotations

import contextlib
import secrets
import time
from typing import Any

import msgspec

from ludotheque.server.base.clocks import wall_ms
from ludotheque.server.room.asking import clean_line
from ludotheque.server.room.refused import Refused
from ludotheque.server.store.log import Store, StoreError

LONGEST = 200
NAME = "announcement"
FRESH_S = 2.0
"""How long a process believes what it has read: pages ask often."""


class Announcement(msgspec.Struct, frozen=True):
    """A sentence, told until `until_ms` (Unix ms). Pages know by its `id` that somebody has put it away."""

    id: str
    text: str
    until_ms: int


class Announcements:
    """The present announcement."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: Announcement | None = None
        self._until_s = 0.0

    async def say(self, text: str, minutes: int) -> None:
        """Say something to all pages from now on. Raises `Refused` if it is no sentence."""
        line = clean_line(text)
        if not 1 <= len(line) <= LONGEST:
            raise Refused("error.host.text", limit=LONGEST)
        await self._put(Announcement(secrets.token_hex(6), line, wall_ms() + minutes * 60_000))

    async def end(self) -> None:
        """Say nothing any more."""
        await self._put(None)

    async def told(self) -> dict[str, Any] | None:
        """What pages are told now. While the database is away it is what was known before."""
        if time.monotonic() >= self._until_s:
            with contextlib.suppress(StoreError):
                self._known = _read(await self._store.shared(NAME))
            self._until_s = time.monotonic() + FRESH_S
        known = self._known
        left_ms = 0 if known is None else known.until_ms - wall_ms()
        return (
            None
            if known is None or left_ms <= 0
            else {"id": known.id, "text": known.text, "left_ms": left_ms}
        )

    async def _put(self, announcement: Announcement | None) -> None:
        await self._store.put_shared(NAME, msgspec.json.encode(announcement).decode())
        self._known, self._until_s = announcement, time.monotonic() + FRESH_S


def _read(text: str) -> Announcement | None:
    try:
        return msgspec.json.decode(text or "null", type=Announcement | None)
    except msgspec.MsgspecError:  # of another version
        return None
