"""Tests share the tables that they only look at: what one changes there, no other sees."""

from __future__ import annotations

from typing import Any

import pytest

from browser.conftest import DESKTOP, PHONE
from browser.standing import KEPT, Standing

pytestmark = pytest.mark.browser

BANTU: dict[str, Any] = {"game": "bantu", "options": {}}


@pytest.fixture
def tables(chromium: Any, house: Any) -> Any:
    standing = Standing(chromium, house)
    yield standing
    for key in list(standing.pages):
        standing.close(key)


def test_a_table_is_opened_once_for_all_sizes(tables: Standing) -> None:
    page = tables.show(PHONE, **BANTU)
    assert tables.leave() == []
    assert tables.show({"width": 360, "height": 640}, **BANTU) is page
    assert page.evaluate("() => [innerWidth, innerHeight]") == [360, 640]
    assert tables.show(DESKTOP, **BANTU) is not page, "a desk is not touched"
    assert len(tables.pages) <= KEPT


@pytest.mark.parametrize(
    "change",
    [
        "() => { document.documentElement.style.fontSize = '200%'; }",
        "() => document.querySelector('.board .spot.can').dispatchEvent(new MouseEvent('click', { bubbles: true }))",
    ],
    ids=["larger letters", "a tap"],
)
def test_a_page_that_was_changed_is_shown_to_nobody_else(tables: Standing, change: str) -> None:
    page = tables.show(PHONE, **BANTU)
    page.evaluate(change)
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert tables.leave() == []
    assert page.is_closed()
    assert tables.show(PHONE, **BANTU) is not page


def test_errors_of_a_page_are_told_and_it_is_closed(tables: Standing) -> None:
    page = tables.show(PHONE, **BANTU)
    page.evaluate("() => setTimeout(() => { throw new Error('on purpose'); })")
    page.wait_for_timeout(50)
    assert tables.leave() == ["on purpose"]
    assert page.is_closed()
