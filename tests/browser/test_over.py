"""What lies over a page has the focus, waits for nothing behind it, and gives the focus back."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from browser.conftest import PHONE
from browser.hands import button, make_table, tap, words
from browser.house import House

pytestmark = pytest.mark.browser

REACHED = "one => { one.focus(); return document.activeElement === one; }"
"""Whether a thing can have the focus."""
IN_MAIN = "() => document.querySelector('#main').contains(document.activeElement)"
THREE = [{"who": "me"}, {"who": "bot", "level": "easy"}, {"who": "bot", "level": "easy"}]


def at_table(person: Any, house: Any, **screen: Any) -> Any:
    """A person whose turn it is."""
    page = person(**screen)
    make_table(page, house, game="bantu", options={})
    page.locator(".prompt.yours").wait_for()
    return page


def test_the_question_whether_one_gives_up_gives_the_focus_back(person: Any, house: Any) -> None:
    page = at_table(person, house)
    resign = button(page, "ui.resign")
    for close in (lambda: page.keyboard.press("Escape"), lambda: button(page, "ui.resign.no").click()):
        resign.focus()
        page.keyboard.press("Enter")
        expect(button(page, "ui.resign.no")).to_be_focused()
        close()
        expect(page.locator("dialog")).to_have_count(0)
        expect(resign).to_be_focused()


def test_closing_the_rules_returns_the_focus(person: Any, house: Any) -> None:
    page = person()
    make_table(page, house)
    page.locator(".prompt.yours").wait_for()
    tap(page, "h8")
    link = page.locator(".prompt .rule a").first
    for opener in (button(page, "ui.rules"), link):
        opener.focus()
        page.keyboard.press("Enter")
        close = page.locator(".sheet").get_by_role("button", name=words("ui.close"))
        expect(close).to_be_focused()
        assert page.locator(".thumb .round").count() == 1
        assert page.locator(".opener").evaluate(REACHED), "the table goes on beside them"
        close.focus()
        page.keyboard.press("Enter")
        expect(page.locator(".sheet")).to_have_count(0)
        expect(opener).to_be_focused()
    # Who has gone on elsewhere keeps it there.
    button(page, "ui.rules").click()
    page.locator(".sheet").wait_for()
    elsewhere = page.locator(".opener")
    elsewhere.focus()
    page.keyboard.press("Escape")
    expect(page.locator(".sheet")).to_have_count(0)
    expect(elsewhere).to_be_focused()


@pytest.mark.deep
def test_on_a_phone_overlays_block_the_page_and_return_focus(person: Any, house: Any) -> None:
    page = at_table(person, house, viewport=PHONE, has_touch=True, is_mobile=True)
    button(page, "ui.rules").tap()
    page.locator("dialog.sheet:modal").wait_for()
    assert not page.locator(".opener").evaluate(REACHED)
    page.keyboard.press("Escape")
    expect(page.locator(".sheet")).to_have_count(0)
    expect(button(page, "ui.rules")).to_be_focused()
    moves = page.locator(".tabs").get_by_role("button", name=words("ui.moves"), exact=True)
    moves.tap()
    page.locator(".side .shut").focus()
    page.keyboard.press("Enter")
    expect(moves).to_be_focused()


@pytest.mark.deep
def test_the_table_waits_behind_a_first_game_and_regains_focus(person: Any, house: Any) -> None:
    page = at_table(person, house)
    offer = button(page, "ui.first_game.offer")
    offer.focus()
    page.keyboard.press("Enter")
    page.locator("dialog.over:modal .learn").wait_for()
    assert page.locator("dialog.over").evaluate("one => one.contains(document.activeElement)")
    for behind in (page.locator(".page .opener"), page.locator(".page .lamp.button"), offer):
        assert not behind.evaluate(REACHED)
    page.keyboard.press("Escape")
    expect(page.locator("dialog.over")).to_have_count(0)
    expect(offer).to_be_focused()
    offer.click()
    button(page, "ui.first_game.skip").click()
    expect(offer).to_have_count(0)
    assert page.evaluate(IN_MAIN)


@pytest.mark.deep
def test_the_question_about_notices_returns_the_focus(person: Any, house: Any) -> None:
    page = person()
    make_table(page, house, clock={"per": "days", "seconds": 3 * 86_400})
    page.locator(".prompt.yours").wait_for()
    offer = button(page, "ui.notify")
    offer.focus()
    page.keyboard.press("Enter")
    page.locator("dialog:modal .notices").wait_for()
    assert page.locator("dialog").evaluate("one => one.contains(document.activeElement)")
    assert not page.locator(".opener").evaluate(REACHED), "the table waits behind it"
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    expect(offer).to_have_count(0)
    assert page.evaluate(IN_MAIN)


@pytest.mark.deep
def test_declining_notices_keeps_the_focus_on_the_page(person: Any, house: Any) -> None:
    page = person()
    make_table(page, house, clock={"per": "days", "seconds": 3 * 86_400})
    page.locator(".prompt.yours").wait_for()
    decline = button(page, "ui.notify.no")
    decline.focus()
    page.keyboard.press("Enter")
    expect(decline).to_have_count(0)
    assert page.evaluate(IN_MAIN)


@pytest.mark.deep
def test_escape_does_not_dismiss_the_count_before_the_cards(person: Any, tmp_path: Any) -> None:
    served = House(tmp_path / "house", "127.0.0.1", "--countdown", "60").start()
    try:
        page = person()
        make_table(page, served, game="banzai", options={"time_limit": 0}, seats=3, chairs=THREE)
        button(page, "ui.ready.go").click()
        page.locator("dialog.countdown:modal").wait_for()
        for _ in range(3):
            page.keyboard.press("Escape")
        assert page.locator("dialog.countdown:modal").count() == 1
    finally:
        served.stop()
