"""Tests share the tables that they only look at: what one changes there, no other sees."""

from __future__ import annotations

from typing import Any

import pytest

from browser.conftest import DESKTOP, PHONE
from browser.lent import Lent
from browser.standing import KEPT, UNTOUCHED, Standing

pytestmark = pytest.mark.browser

BANTU: dict[str, Any] = {"game": "bantu", "options": {}}


CHANGES = [
    "() => { document.documentElement.style.fontSize = '200%'; }",
    "() => document.querySelector('.board .spot.can').dispatchEvent(new MouseEvent('click', { bubbles: true }))",
]
"""Larger letters, and a tap."""


def test_one_table_serves_all_sizes_until_somebody_changes_it(chromium: Any, house: Any) -> None:
    tables = Standing(Lent(chromium), house)
    page = tables.show(PHONE, **BANTU)
    _, *new = page.evaluate(UNTOUCHED).split(",")
    assert tables.leave() == []
    assert tables.show({"width": 360, "height": 640}, **BANTU) is page
    assert page.evaluate("() => [innerWidth, innerHeight]") == [360, 640]
    desk = tables.show(DESKTOP, **BANTU)
    assert desk is not page, "a desk is not touched"
    assert len(tables.pages) == 2 <= KEPT
    for change in CHANGES:
        seen = page.url
        page.evaluate(change)
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert tables.leave() == []
        page = tables.show(PHONE, **BANTU)
        assert page.url != seen, "another table"
        assert page.evaluate(UNTOUCHED).split(",")[1:] == new
    page.evaluate("() => setTimeout(() => { throw new Error('on purpose'); })")
    page.wait_for_timeout(50)
    assert tables.leave() == ["on purpose"]
    assert page.is_closed()
    desk.context.close()
