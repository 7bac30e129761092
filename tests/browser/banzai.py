"""What a person does at a table of Banzaï!, by clicks; and lines of different lengths between a browser and the house."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import Iterator
from typing import Any

from browser.house import House, free_port

LOOK = """() => {
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.getClientRects().length);
  return {
    grab: !!document.querySelector('.live.grab'),
    pawns: seen('.spot.can[data-spot^="at."]').map((each) => each.getAttribute('data-spot')),
    calls: seen('.call.lit').map((each) => each.getAttribute('data-call')),
    cards: seen('.card.can').map((each) => each.getAttribute('data-card')),
    laid: seen('.spot[data-spot="front.0"]').length > 0 && seen('.card').length > 0,
    over: seen('.ranking').length > 0,
  };
}"""
"""What there is to do on this page now."""


def table_of(page: Any, house: House, chairs: list[dict[str, Any]], **options: Any) -> str:
    """A new table, made over the wire by the person of this page, who then looks at it; its id."""
    page.goto(house.url)
    body = {"game": "banzai", "seats": len(chairs), "options": options, "chairs": chairs}
    identity: str = page.evaluate(
        """async (body) => (await (await fetch('/api/tables', {method: 'POST',
           headers: {'content-type': 'application/json'}, body: JSON.stringify(body)})).json()).id""",
        body,
    )
    page.goto(f"{house.url}/t/{identity}")
    return identity


class Lines:
    """A proxy with a port for each delay (ms each way): what passes is held for so long, in its order."""

    def __init__(self, house: House, *delays_ms: float) -> None:
        self.house = house
        self.ports = {delay: free_port() for delay in delays_ms}
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def url(self, delay_ms: float) -> str:
        """The house's address through this line."""
        return f"http://127.0.0.1:{self.ports[delay_ms]}"

    def __enter__(self) -> Lines:
        self._thread.start()
        deadline = time.monotonic() + 10
        for port in self.ports.values():
            while time.monotonic() < deadline:
                with contextlib.suppress(OSError):
                    _connect(port)
                    break
                time.sleep(0.02)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        for delay, port in self.ports.items():
            serve = asyncio.start_server(lambda r, w, d=delay: self._meet(r, w, d), "127.0.0.1", port)
            self._loop.run_until_complete(serve)
        self._loop.run_forever()

    async def _meet(self, reader: Any, writer: Any, delay_ms: float) -> None:
        with contextlib.suppress(OSError):
            there, here = await asyncio.open_connection("127.0.0.1", self.house.port)
            await asyncio.gather(
                self._carry(reader, here, delay_ms),
                self._carry(there, writer, delay_ms),
                return_exceptions=True,
            )

    async def _carry(self, reader: Any, writer: Any, delay_ms: float) -> None:
        waiting: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

        async def late() -> None:
            while True:
                due, data = await waiting.get()
                await asyncio.sleep(max(0.0, due - self._loop.time()))
                if not data:
                    writer.close()
                    return
                writer.write(data)
                await writer.drain()

        sender = asyncio.create_task(late())
        while data := await reader.read(65536):
            waiting.put_nowait((self._loop.time() + delay_ms / 1000, data))
        waiting.put_nowait((self._loop.time() + delay_ms / 1000, b""))
        await sender


def _connect(port: int) -> None:
    import socket

    socket.create_connection(("127.0.0.1", port), 1).close()


def until(seconds: float, every: float = 0.1) -> Iterator[None]:
    """Again and again for so long."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        yield
        time.sleep(every)
    raise TimeoutError(f"not within {seconds} s")
