"""Whether a server can take people: it is not stopping, and what happens at tables can be written.

That is tried and not guessed: a transaction that changes nothing goes the way of all others, through the writer and onto the disk.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Literal

from ludotheque.server.store.log import StoreError

if TYPE_CHECKING:
    from ludotheque.server.services import Services

Why = Literal["", "stopping", "store", "cluster"]
"""Why a server is not ready; "" if it is."""

PROBE_S = 2.0
"""A server that cannot write within this time is not ready."""
FRESH_S = 1.0
"""How long an answer holds, so that asking often costs nothing."""


class Readiness:
    """Tells whether a server is ready."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self._known: Why = ""
        self._until_s = 0.0
        self._asking: asyncio.Task[Why] | None = None

    async def why_not(self) -> Why:
        """Why the server cannot take people; "" if it can. All who ask at the same moment get one answer."""
        if self.services.tables.is_stopping:
            return "stopping"
        if time.monotonic() < self._until_s:
            return self._known
        if self._asking is None:
            self._asking = asyncio.create_task(self._ask())
        return await asyncio.shield(self._asking)

    async def _ask(self) -> Why:
        try:
            self._known = await self._tried()
            self._until_s = time.monotonic() + FRESH_S
            return self._known
        finally:
            self._asking = None

    async def _tried(self) -> Why:
        cluster = self.services.cluster
        if cluster is not None and not cluster.membership.is_sure:
            return "cluster"
        try:
            async with asyncio.timeout(PROBE_S):
                await self.services.store.probe()
        except (StoreError, TimeoutError):
            return "store"
        return ""
