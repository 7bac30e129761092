"""Pages that one person after another uses: a browser that has shown the house before shows it in half the time or less."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlsplit

from browser.standing import opened


class Lent:
    """Open pages. Whoever gets one begins as in a new browser: nothing is stored, known or intercepted.

    What cannot be taken from a page, listeners and scripts that are added to it, is for pages of one's own.
    """

    def __init__(self, chromium: Any) -> None:
        self.chromium = chromium
        self.free: dict[str, list[tuple[Any, list[str], set[str]]]] = {}
        self.out: list[tuple[str, Any, list[str], set[str]]] = []

    def take(self, viewport: dict[str, int], locale: str, **more: Any) -> Any:
        """A page of this size, and its browser like that."""
        key = json.dumps([locale, more], sort_keys=True)
        kept = self.free.setdefault(key, [])
        while kept and kept[-1][0].is_closed():
            kept.pop()
        if kept:
            page, errors, seen = kept.pop()
            page.set_viewport_size(viewport)
        else:
            errors, seen = [], set()
            page = opened(self.chromium, errors, viewport, locale, **more)
            page.on("framenavigated", lambda frame: seen.add("://".join(urlsplit(frame.url)[:2])))
        self.out.append((key, page, errors, seen))
        return page

    def take_back(self) -> list[str]:
        """Pages come back without what was done on them. The errors in their consoles; a page with some is not lent again."""
        found: list[str] = []
        for key, page, errors, seen in self.out:
            found += errors
            if page.is_closed():
                continue
            if errors:
                page.context.close()
                continue
            page.unroute_all(behavior="ignoreErrors")
            page.mouse.move(0, 0)
            page.goto("about:blank")
            page.context.clear_cookies()
            wire = page.context.new_cdp_session(page)
            for origin in [each for each in seen if each.startswith("http")]:
                wire.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
            wire.detach()
            self.free[key].append((page, errors, seen))
        self.out.clear()
        return found
