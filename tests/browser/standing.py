"""Tables that many tests look at and none touches: opening one takes ten times as long as measuring it on another screen."""

from __future__ import annotations

import json
from typing import Any

from browser.hands import make_table
from browser.house import House
from tools.telling import COUNTED

WIDEST_PHONE = 932
"""Screens of up to this width are touched, px."""
KEPT = 6
"""So many tables stay open; the one that was not looked at for longest is closed for another."""
UNTOUCHED = """() => [location.href, document.documentElement.style.cssText, document.querySelector('.moves > ol')?.dataset.count,
  document.querySelectorAll('[aria-pressed=true], dialog[open], .prompt .reason, .board .tapped').length].join()"""
"""What changes on a page where somebody does more than look."""


def opened(
    chromium: Any, errors: list[str], viewport: dict[str, int], locale: str = "fr-FR", **more: Any
) -> Any:
    """A page in a browser of its own (its own cookies); errors in its console are added to a list."""
    more.setdefault("reduced_motion", "reduce")
    COUNTED["pages"] += 1
    context = chromium(viewport=viewport, locale=locale, **more)
    context.set_default_timeout(20_000)
    page = context.new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    return page


class Standing:
    """Pages that show the first decision at a table."""

    def __init__(self, chromium: Any, house: House) -> None:
        self.chromium, self.house = chromium, house
        self.pages: dict[str, tuple[Any, list[str], str]] = {}
        self.looked_at: set[str] = set()

    def show(
        self,
        viewport: dict[str, int],
        *,
        touch: bool | None = None,
        shown: str = ".prompt.yours",
        **wanted: Any,
    ) -> Any:
        """A page of this size with a table such as `make_table` makes, once `shown` is there.

        It is a phone if it is not wider than one, unless `touch` says otherwise.
        """
        phone = viewport["width"] <= WIDEST_PHONE if touch is None else touch
        key = json.dumps([phone, shown, wanted], sort_keys=True)
        kept = self.pages.pop(key, None)
        if kept is None or kept[0].is_closed():
            while len(self.pages) >= KEPT:
                self.close(next(iter(self.pages)))
            errors: list[str] = []
            page = opened(self.chromium, errors, viewport, has_touch=phone, is_mobile=phone)
            make_table(page, self.house, **wanted)
            page.locator(shown).first.wait_for()
            page.locator(".board .spot").first.wait_for(state="attached")
            kept = page, errors, page.evaluate(UNTOUCHED)
        self.pages[key] = kept
        self.looked_at.add(key)
        kept[0].set_viewport_size(viewport)
        return kept[0]

    def leave(self) -> list[str]:
        """A test is over: pages on which it did more than look are closed. The errors in the consoles of those that it saw."""
        found: list[str] = []
        for key in self.looked_at & self.pages.keys():
            page, errors, untouched = self.pages[key]
            found += errors
            if errors or page.evaluate(UNTOUCHED) != untouched:
                self.close(key)
        self.looked_at.clear()
        return found

    def close(self, key: str) -> None:
        page, *_ = self.pages.pop(key)
        if not page.is_closed():
            page.context.close()
