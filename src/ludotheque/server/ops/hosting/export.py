"""All records as one ZIP file, made while it is sent: of finished games everything, of others what somebody who watches may see."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator, Sequence
from typing import TYPE_CHECKING
from zipfile import ZIP_DEFLATED, ZipFile

from ludotheque.core.record import dumps
from ludotheque.server.base.logs import Logger
from ludotheque.server.room.log_events import Row
from ludotheque.server.room.state import TableState, fold
from ludotheque.server.thinking.pool import BotFailed

if TYPE_CHECKING:
    from ludotheque.server.services import Services

logger = Logger(__name__)

LEFT_OUT = "left-out.txt"
"""The tables whose records could not be made, each with why."""


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
