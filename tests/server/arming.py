"""A server that kills itself with SIGKILL at a chosen point of a command. It imports no more than a server does."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from typing import Any

from ludotheque.server.access.frames import Text
from ludotheque.server.store.log import Batch, Store
from ludotheque.server.web.sockets import Socket

POINTS = ("before", "within", "after", "answered")
"""Before a command is appended, within its transaction, after it is committed and before anybody knows, and after its answer has left."""


class _Last(list[Any]):
    """What a transaction writes; whoever has gone through all of it is killed."""

    def __iter__(self) -> Iterator[Any]:
        yield from super().__iter__()
        _die()


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def arm(point: str, at: int) -> None:
    """Have this process killed at one of `POINTS` of the command that it is the `at`-th to append, counted from 1."""
    append, send = Store.append, Socket._send
    count, hit = 0, False

    async def counted(self: Store, *batches: Batch) -> None:
        nonlocal count, hit
        count += any(row.command_id is not None for batch in batches for row in batch.rows)
        if count != at or hit:
            await append(self, *batches)
            return
        hit = True
        if point == "before":
            _die()
        if point == "within":
            write = self.database.write
            self.database.write = lambda written: write(_Last(written))  # type: ignore[method-assign]
        await append(self, *batches)
        if point == "after":
            _die()

    async def sent(self: Socket, texts: list[Text]) -> None:
        await send(self, texts)
        if hit and any(b'"applied"' in text.text for text in texts):
            _die()

    Store.append = counted  # type: ignore[method-assign]
    Socket._send = sent  # type: ignore[method-assign]
