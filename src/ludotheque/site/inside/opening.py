"""Opens the server in a page. `client/src/site/worker.ts` calls `begin`, and then what it returns."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import fields, replace
from functools import partial
from importlib import import_module
from typing import Any

from ludotheque.server.access.limits import Limits, Rate
from ludotheque.server.app import make_app
from ludotheque.server.base import logs
from ludotheque.server.services import Services, running
from ludotheque.server.settings import Settings
from ludotheque.site.inside.asking import Asker
from ludotheque.site.inside.backups import Backups
from ludotheque.site.inside.storing import PageStore
from ludotheque.site.inside.thinking import PageBots, Worker

COOKIES = "page.cookies"
"""Under which name the store keeps the cookies of the page."""
COUNTDOWN_S = 3.0
"""As `serve` has it: whoever comes back to a game of speed is not thrown into it."""
AT_WILL = Rate(1e6, 1e6)
"""No limit: all requests come from this page."""

_open = AsyncExitStack()


class PageServer(Asker):
    """The server of a page, asked by it."""

    def __init__(self, services: Services, store: PageStore, cookies: str) -> None:
        super().__init__(Backups(make_app(services), store), cookies, partial(store.put_shared, COOKIES))
        self.tables = services.tables

    async def looked_at(self, is_seen: bool, at_ms: float) -> None:
        """The page is seen since this instant (Unix ms), or hidden. While it is hidden nobody's time runs."""
        await (self.tables.wake() if is_seen else self.tables.rest(int(at_ms)))


async def begin(folder: str) -> PageServer:
    """Start serving what lies in this folder of the page's own files."""
    logs.tell_instead(_say)
    usual = Limits()
    at_will: dict[str, Any] = {
        each.name: AT_WILL for each in fields(usual) if isinstance(getattr(usual, each.name), Rate)
    }
    settings = Settings(
        data=folder, countdown=COUNTDOWN_S, limits=replace(usual, **at_will), files=4096, in_page=True
    )
    store = PageStore(settings.folder)
    services = await _open.enter_async_context(running(settings, store, PageBots(_thinker())))
    return await served(services, store)


async def served(services: Services, store: PageStore) -> PageServer:
    """These services, with the cookies that the store has."""
    return PageServer(services, store, await store.shared(COOKIES))


def _thinker() -> Callable[[], Worker] | None:
    """What starts a worker in which bots think; None if the page lends none."""
    page = import_module("ludotheque_page")
    return partial(Lent, page.thinker) if hasattr(page, "thinker") else None


class Lent:
    """A worker as JavaScript lends it, for Python."""

    def __init__(self, start: Any) -> None:
        self._ffi = import_module("pyodide.ffi")  # only a page has it
        try:
            self._worker = start()
        except self._ffi.JsException as error:
            raise OSError(str(error)) from error

    async def ask(self, packed: bytes) -> bytes:
        """What the worker answers."""
        try:
            answered = await self._worker.ask(self._ffi.to_js(packed))
        except self._ffi.JsException as error:
            raise OSError(str(error)) from error
        return answered.to_bytes()  # type: ignore[no-any-return]  # of JavaScript

    def end(self) -> None:
        """End it."""
        self._worker.end()


def _say(level: str, event: str, values: dict[str, Any]) -> None:
    """A line of the log, for the browser's console."""
    import traceback

    told = " ".join(f"{name}={value}" for name, value in values.items() if name != "exc_info")
    print(f"{level} {event} {told}".rstrip())
    if level in ("error", "exception"):
        traceback.print_exc()
