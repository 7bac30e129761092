"""What the host can do with tables: close one and open it again, and take the records of all.

What was played at a closed table stays in its log, and nobody's time runs meanwhile. Of finished games a record holds everything, of others what
somebody who watches may see.
"""

from __future__ import annotations

import io
from collections.abc import AsyncIterator, Sequence
from typing import TYPE_CHECKING
from zipfile import ZIP_DEFLATED, ZipFile

from ludotheque.core.record import dumps
from ludotheque.server.base.logs import Logger
from ludotheque.server.live.room import Room
from ludotheque.server.room import log_events
from ludotheque.server.room.log_events import LogEvent, Row
from ludotheque.server.room.refused import Refused
from ludotheque.server.room.state import TableState, fold
from ludotheque.server.store.leases import Elsewhere
from ludotheque.server.thinking.pool import BotFailed

if TYPE_CHECKING:
    from ludotheque.server.services import Services

logger = Logger(__name__)

LEFT_OUT = "left-out.txt"
"""The tables whose records could not be made, each with why."""


async def set_closed(services: Services, table: str, closed: bool) -> None:
    """Close a table, or open it again. Done already, it changes nothing. Raises `Refused` if there is no such table, or nobody answers for it."""
    try:
        room = await services.tables.get(table)
        if room is None:
            raise Refused("error.unknown_table", (), 404)
        await close_here(room, closed)
    except Elsewhere as error:
        if services.cluster is None or not await services.cluster.close_there(table, closed):
            raise Refused("error.host.unreached", (), 503) from error


async def close_here(room: Room, closed: bool) -> None:
    """The same for a table that lives here. Raises `Refused` or `Elsewhere` if it cannot be written."""
    async with room.lock:
        if room.state.is_closed == closed:
            return
        await room.let_pass()
        state = room.state
        events: list[LogEvent] = [log_events.Closed() if closed else log_events.Reopened()]
        if closed and state.game.racing is not None and state.phase == "playing" and not state.is_paused:
            events.insert(0, log_events.Paused())  # a race stands still as when all have left
        await room.append(events)


def record_of(state: TableState) -> str:
    """A table's record; "" if its game has not begun."""
    if state.table is None:
        return ""
    return dumps(state.table.record(None if state.phase == "over" else ()))


def read_record(identity: str, rows: Sequence[Row]) -> tuple[str, str, str]:
    """The game of these events, its record, and why there is none. Runs in another process."""
    try:
        state = fold(identity, rows)
        return state.game.name, record_of(state), ""
    except Exception as error:  # such a table is closed, and says why when it is opened
        return "", "", type(error).__name__


class _Pipe(io.RawIOBase):
    """What is written to a file that nobody keeps."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: bytes | bytearray | memoryview) -> int:  # type: ignore[override]
        self._parts.append(bytes(data))
        return len(self._parts[-1])

    def take(self) -> bytes:
        """What was written since."""
        parts, self._parts = self._parts, []
        return b"".join(parts)


async def zipped(services: Services) -> AsyncIterator[bytes]:
    """The file, part by part. One table at a time is in memory."""
    pipe, left_out, count = _Pipe(), list[str](), 0
    with ZipFile(pipe, "w", ZIP_DEFLATED) as archive:
        for table in await services.store.every_table():
            try:
                rows = await services.store.events(table)
                game, text, why = await services.bots.study(read_record, table, rows)
            except BotFailed as error:
                game, text, why = "", "", type(error).__name__
            if why:
                left_out.append(f"{table}: {why}\n")
            if text:
                count += 1
                archive.writestr(f"{game}-{table}.jsonl", text)
                yield pipe.take()
        if left_out:
            archive.writestr(LEFT_OUT, "".join(left_out))
    yield pipe.take()
    logger.info("host_records_sent", records=count, left_out=len(left_out))
