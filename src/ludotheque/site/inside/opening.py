"""Opens the server in a page. `client/src/site/worker.ts` calls `begin`, and then what it returns."""

from __future__ import annotations

from contextlib import AsyncExitStack
from dataclasses import fields, replace
from typing import Any

from ludotheque.server.access.limits import Limits, Rate
from ludotheque.server.app import make_app
from ludotheque.server.base import logs
from ludotheque.server.services import running
from ludotheque.server.settings import Settings
from ludotheque.site.inside.asking import Asker
from ludotheque.site.inside.storing import PageStore
from ludotheque.site.inside.thinking import PageBots

COOKIE = "me"
AT_WILL = Rate(1e6, 1e6)
"""No limit: all requests come from this page."""

_open = AsyncExitStack()


async def begin(folder: str) -> Asker:
    """Start serving what lies in this folder of the page's own files."""
    logs.tell_instead(_say)
    usual = Limits()
    at_will: dict[str, Any] = {
        each.name: AT_WILL for each in fields(usual) if isinstance(getattr(usual, each.name), Rate)
    }
    settings = Settings(data=folder, limits=replace(usual, **at_will), files=4096, in_page=True)
    store = PageStore(settings.folder)
    services = await _open.enter_async_context(running(settings, store, PageBots()))
    return Asker(make_app(services), settings.folder / COOKIE)


def _say(level: str, event: str, values: dict[str, Any]) -> None:
    """A line of the log, for the browser's console."""
    import traceback

    told = " ".join(f"{name}={value}" for name, value in values.items() if name != "exc_info")
    print(f"{level} {event} {told}".rstrip())
    if level in ("error", "exception"):
        traceback.print_exc()
