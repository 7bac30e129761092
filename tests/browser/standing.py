"""Tables that many tests look at and none touches: opening one takes ten times as long as measuring it on another screen."""

from __future__ import annotations

import json
from typing import Any

from browser.hands import make_table
from browser.house import House
from browser.lent import Lent, Page

WIDEST_PHONE = 932
"""Screens of up to this width are touched, px."""
KEPT = 6
"""So many tables stay open; the one that was not looked at for longest is left for another."""
UNTOUCHED = """() => [location.href, document.documentElement.style.cssText, document.querySelector('.moves > ol')?.dataset.count,
  document.querySelectorAll('[aria-pressed=true], dialog[open], .prompt .reason, .board .tapped').length].join()"""
"""What changes on a page where somebody does more than look."""


class Standing:
    """Pages that show the first decision at a table."""

    def __init__(self, lent: Lent, house: House) -> None:
        self.lent, self.house = lent, house
        self.pages: dict[str, tuple[str, Page, str]] = {}
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
        if kept is None or kept[1].page.is_closed():
            while len(self.pages) >= KEPT:
                self.leave_table(next(iter(self.pages)))
            like, each = self.lent.lend(viewport, "fr-FR", has_touch=phone, is_mobile=phone)
            make_table(each.page, self.house, **wanted)
            each.page.locator(shown).first.wait_for()
            each.page.locator(".board .spot").first.wait_for(state="attached")
            kept = like, each, each.page.evaluate(UNTOUCHED)
        self.pages[key] = kept
        self.looked_at.add(key)
        kept[1].page.set_viewport_size(viewport)
        return kept[1].page

    def leave(self) -> list[str]:
        """A test is over: tables at which it did more than look are left. The errors in the consoles of the pages that it saw."""
        found: list[str] = []
        for key in self.looked_at & self.pages.keys():
            _, each, untouched = self.pages[key]
            found += each.errors
            if each.errors or each.page.evaluate(UNTOUCHED) != untouched:
                self.leave_table(key)
        self.looked_at.clear()
        return found

    def leave_table(self, key: str) -> None:
        """Nobody looks at a table any more; its page is lent to others, emptied."""
        like, each, _ = self.pages.pop(key)
        self.lent.receive(like, each)
