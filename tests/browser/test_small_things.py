"""What is small at a table and met all the time: Escape, Tab, greyed buttons, robots' marks, words that stand upright."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from browser.boxes import still
from browser.conftest import PHONE
from browser.hands import button, is_apart, make_table, tap, words

pytestmark = pytest.mark.browser

LAPTOP = {"width": 1366, "height": 768}
TABS = "list => [...list.querySelectorAll('button, a')].filter((one) => !one.disabled && one.tabIndex === 0).length"
FACES = [PHONE, {"width": 844, "height": 390}, LAPTOP]


def test_a_high_board_a_greyed_button_and_escape(person: Any, house: Any) -> None:
    """A high board has the height of a laptop; a greyed button says why and covers not whose turn it is; Escape closes one thing at a time."""
    page = person(LAPTOP, has_touch=True)
    make_table(page, house, game="bantu", options={})
    page.locator(".prompt.yours").wait_for()
    still(page, "svg.board")
    board = page.locator("svg.board").bounding_box()
    assert board["height"] > 0.94 * LAPTOP["height"]
    press = page.locator(".thumb .wide").bounding_box()
    assert press["x"] > board["x"] + board["width"]
    assert press["y"] + press["height"] <= LAPTOP["height"]
    assert page.evaluate("() => document.scrollingElement.scrollHeight <= innerHeight")
    robots = page.locator(".seats").get_by_role("img", name=words("ui.seat.bot"))
    expect(robots).to_have_count(1)

    why = words("ui.why.choose")
    confirm = page.locator(".thumb .wide")
    assert confirm.get_attribute("title") == confirm.get_attribute("aria-description") == why
    for screen in FACES:
        page.set_viewport_size(screen)
        still(page, ".thumb .wide")
        confirm.tap(force=True)
        told = page.locator(".why-greyed")
        expect(told).to_have_text(why)
        assert is_apart(told.bounding_box(), page.locator(".prompt .say").bounding_box())
    tap(page, "start.1.0")
    tap(page, "r21a")
    expect(confirm).to_be_enabled()
    assert confirm.get_attribute("title") is None

    begun = page.locator(".thumb .round")
    expect(begun).to_be_enabled()
    button(page, "ui.rules").click()
    page.locator(".opener").press("Enter")
    expect(page.locator("#settings")).to_be_visible()
    expect(page.locator(".sheet")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#settings")).to_have_count(0)
    expect(page.locator(".sheet")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".sheet")).to_have_count(0)
    expect(begun).to_be_enabled()
    page.keyboard.press("Escape")
    expect(confirm).to_be_disabled()
    page.keyboard.press("Escape")
    expect(begun).to_be_disabled()


def test_lists_are_one_stop_of_the_tab_key(person: Any, house: Any) -> None:
    page = person(LAPTOP)
    make_table(page, house, game="bantu", options={})
    page.locator(".prompt.yours").wait_for()
    button(page, "ui.choices").click()
    first = page.locator(".choices ul").first
    expect(first.locator("button")).not_to_have_count(1)
    assert first.evaluate(TABS) == 1
    first.locator("button").first.focus()
    page.keyboard.press("ArrowDown")
    assert (
        first.locator("button").nth(1).evaluate("one => one === document.activeElement && one.tabIndex === 0")
    )
    page.keyboard.press("End")
    assert first.locator("button").last.evaluate("one => one === document.activeElement")
    assert first.evaluate(TABS) == 1
    order = {"game": "billabong", "seats": 2, "options": {}, "chairs": [{"who": "me"}, {"who": "link"}]}
    assert page.request.post(house.url + "/api/tables", data=order).status == 201
    page.goto(house.url)
    tables = page.locator("section[aria-labelledby=mine] ul")
    expect(tables.locator("a")).not_to_have_count(0)
    assert tables.evaluate(TABS) == 1
