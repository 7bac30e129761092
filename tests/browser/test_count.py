"""The end of a game on a phone: the card says who came where and what it is made of, and uncovers what was covered; it can be called back."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from browser.boxes import still
from browser.hands import button, make_table, words
from browser.test_folded_course import near_the_end

pytestmark = pytest.mark.browser

LOW = {"width": 360, "height": 640}
UPRIGHT = {"width": 390, "height": 844}


def test_the_card_at_the_end_counts_and_uncovers_and_comes_back(person: Any, situated: Any) -> None:
    situated.begin_with(near_the_end())
    page = person(LOW, has_touch=True, is_mobile=True)
    bot = {"who": "bot", "level": "easy"}
    make_table(
        page, situated, game="banjooli-cross", options={}, seats=2, first=0, chairs=[{"who": "me"}, bot]
    )
    page.locator(".thumb .wide:enabled").tap()
    page.locator('[data-spot="5l2"].can').tap()
    page.locator('[data-spot^="podium"].can').first.tap()
    page.locator(".thumb .wide:enabled").tap()
    card = page.locator(".curtain")
    card.wait_for()
    expect(card).to_have_count(0, timeout=20_000)  # it goes by itself
    button(page, "ui.over.account").tap()
    card.wait_for()
    expect(page.get_by_role("dialog", name=words("ui.over.account"))).to_be_focused()
    for screen in (UPRIGHT, LOW):
        page.set_viewport_size(screen)
        still(page, ".ending")
        expect(card.locator("[data-hand]")).to_have_count(2)
        for seat in (0, 1):
            hand = card.locator(f'[data-hand="{seat}"]')
            expect(hand.locator("[data-piece]")).to_have_count(4)
            expect(hand).to_be_in_viewport(ratio=1)
        expect(card.locator(".rest .line").first).to_contain_text("+")
        button(page, "ui.end.share").wait_for()
        assert card.locator(".name").evaluate_all(
            "all => all.every(one => one.getBoundingClientRect().height < 30)"
        ), "no name is broken"
    card.get_by_text(words("ui.end.on")).tap()
    expect(card).to_have_count(0)
    expect(page.locator(".account")).to_be_focused()
    page.locator(".prompt.over .won").wait_for()
