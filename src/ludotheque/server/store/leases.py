"""In which process a table lives, as tables see it. With a file there is only one process, and nothing to ask."""

from __future__ import annotations

from typing import Protocol

from ludotheque.server.room.refused import Refused
from ludotheque.server.store.log import Lease


class Elsewhere(Refused):
    """The table lives in another process. Nothing was done; ask there."""

    def __init__(self, table: str) -> None:
        super().__init__("error.moved", (), 503)
        self.table = table


class Leases(Protocol):
    """Knows which tables live in this process."""

    async def sure(self) -> None:
        """Wait until it is sure which tables live here. Raises `StoreError` if that takes too long."""

    async def take(self, table: str) -> Lease:
        """Have a table live here. Raises `Elsewhere` if it lives in another process, `StoreError` if that cannot be known."""

    def silent_since(self, table: str) -> int:
        """Since when nothing could happen at a table before it was taken (Unix ms); -1 if it lived nowhere. Told once."""

    def lease_of(self, table: str) -> Lease | None:
        """The lease of a table that lives here."""

    def give_back(self, table: str, lease: Lease) -> None:
        """A table lives here no longer."""

    def is_gone(self, table: str, lease: Lease) -> None:
        """An append was refused, because another process has taken the table."""
