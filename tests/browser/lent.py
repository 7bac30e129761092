"""Pages that one person after another uses: a browser that has shown the house before shows it in half the time or less."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import wraps
from typing import Any
from urllib.parse import urlsplit

from tools.telling import COUNTED

KEPT = 10
"""So many pages are kept while nobody uses them."""
USUAL = {"has_touch": False, "is_mobile": False, "color_scheme": "light", "reduced_motion": "reduce"}
"""What a browser is if nobody says otherwise."""
REST = "/robots.txt"
"""Where a page waits: nothing runs there, and it is of the house, so that its process goes on. To leave for `about:blank` ends it."""
FORGET = "() => { localStorage.clear(); sessionStorage.clear(); }"
"""What the process of a page would tell its next pages is gone at once."""
BRIEFED = "try { localStorage['ludotheque.briefed'] ??= JSON.stringify(['banjooli-cross', 'bantu', 'billabong', 'boussanga']); } catch {}"
"""Who sits here has read what the games are about in a few lines: a test that wants them makes this an empty list."""
LASTING = ("add_init_script", "expose_binding", "expose_function", "grant_permissions", "new_cdp_session", "new_page", "on", "route_web_socket", "set_offline")  # fmt: skip
"""What cannot be taken from a page or its browser again: whoever does that has the page for themselves."""


def opened(
    chromium: Any, errors: list[str], viewport: dict[str, int], locale: str = "fr-FR", **more: Any
) -> Any:
    """A page in a browser of its own (its own cookies); errors in its console are added to a list."""
    more.setdefault("reduced_motion", "reduce")
    COUNTED["pages"] += 1
    context = chromium(viewport=viewport, locale=locale, **more)
    context.set_default_timeout(20_000)
    context.add_init_script(BRIEFED)
    page = context.new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    return page


@dataclass
class Page:
    """A page, the errors in its console, the origins that it showed, and whether it can be lent again."""

    page: Any
    errors: list[str] = field(default_factory=list)
    shown: set[str] = field(default_factory=set)
    spent: bool = False


class Lent:
    """Open pages. Whoever gets one begins as in a new browser: nothing is stored, known or intercepted."""

    def __init__(self, chromium: Any) -> None:
        self.chromium = chromium
        self.free: list[tuple[str, Page]] = []
        self.out: list[tuple[str, Page]] = []

    def take(self, viewport: dict[str, int], locale: str, **more: Any) -> Any:
        """A page of this size, and its browser like that."""
        found = self.lend(viewport, locale, **more)
        self.out.append(found)
        return found[1].page

    def lend(self, viewport: dict[str, int], locale: str, **more: Any) -> tuple[str, Page]:
        """The same to keep until it is given to `receive`, with what it is."""
        more = {what: how for what, how in more.items() if (what, how) not in USUAL.items()}
        key = json.dumps([locale, more], sort_keys=True)
        found = next((each for each in reversed(self.free) if each[0] == key), None)
        if found is None:
            return key, self._open(viewport, locale, more)
        self.free.remove(found)
        found[1].page.set_viewport_size(viewport)
        return found

    def _open(self, viewport: dict[str, int], locale: str, more: dict[str, Any]) -> Page:
        errors: list[str] = []
        page = opened(self.chromium, errors, viewport, locale, **more)
        made = Page(page, errors)
        page.on("framenavigated", lambda frame: made.shown.add("://".join(urlsplit(frame.url)[:2])))
        for owner in (page, page.context):
            for name in LASTING:
                if hasattr(owner, name):
                    setattr(owner, name, _spending(made, getattr(owner, name)))
        return made

    def take_back(self) -> list[str]:
        """Pages come back without what was done on them. The errors in their consoles; a page with some is not lent again."""
        found: list[str] = []
        for key, each in self.out:
            found += each.errors
            self.receive(key, each)
        self.out.clear()
        return found

    def receive(self, key: str, each: Page) -> None:
        """A page comes back; it is closed if it cannot be lent again."""
        if not each.spent and not each.errors and _emptied(each):
            self.free.append((key, each))
        else:
            _close(each)
        while len(self.free) > KEPT:
            _close(self.free.pop(0)[1])


def _spending(made: Page, do: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(do)
    def done(*words: Any, **more: Any) -> Any:
        made.spent = True
        return do(*words, **more)

    return done


def _emptied(each: Page) -> bool:
    """Whether nothing of a person is left on a page; otherwise it was closed, or hangs."""
    page = each.page
    if page.is_closed() or page.context.pages != [page]:
        return False
    with suppress(Exception):
        page.unroute_all(behavior="ignoreErrors")
        page.mouse.move(0, 0)
        rest(page)
        page.context.clear_cookies()
        spent = each.spent
        wire = page.context.new_cdp_session(page)
        each.spent = spent
        for origin in each.shown:
            if origin.startswith("http"):
                wire.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        wire.detach()
        return True
    return False


def rest(page: Any) -> None:
    """Leave what a page shows."""
    scheme, host = urlsplit(page.url)[:2]
    if scheme == "http":
        with suppress(Exception):  # the house may be closed
            page.goto(f"{scheme}://{host}{REST}")
            page.evaluate(FORGET)
            return
    page.goto("about:blank")


def _close(each: Page) -> None:
    with suppress(Exception):  # it may be closed
        each.page.context.close()
