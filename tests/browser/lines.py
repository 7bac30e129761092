"""A proxy whose lines have a length: `python lines.py HOUSE-PORT PORT:DELAY…`, what passes is held for so many ms each way."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from typing import Any


async def carry(reader: Any, writer: Any, delay_ms: float) -> None:
    """What comes from one side reaches the other so much later, in its order."""
    loop = asyncio.get_running_loop()
    waiting: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

    async def late() -> None:
        while True:
            due, data = await waiting.get()
            await asyncio.sleep(max(0.0, due - loop.time()))
            if not data:
                writer.close()
                return
            writer.write(data)
            await writer.drain()

    sender = asyncio.create_task(late())
    data = b"."
    while data:
        try:
            data = await reader.read(65536)
        except OSError:  # broken off, which is an end, too
            data = b""
        waiting.put_nowait((loop.time() + delay_ms / 1000, data))
    with contextlib.suppress(OSError):
        await sender


async def serve(house: int, port: int, delay_ms: float) -> None:
    """Listen on a port and carry everything to the house and back."""

    async def meet(reader: Any, writer: Any) -> None:
        with contextlib.suppress(OSError):
            there, here = await asyncio.open_connection("127.0.0.1", house)
            await asyncio.gather(carry(reader, here, delay_ms), carry(there, writer, delay_ms))

    server = await asyncio.start_server(meet, "127.0.0.1", port)
    await server.serve_forever()


async def main(house: str, *lines: str) -> None:
    """All lines at once, until the process is ended."""
    pairs = [line.split(":") for line in lines]
    await asyncio.gather(*(serve(int(house), int(port), float(delay)) for port, delay in pairs))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
