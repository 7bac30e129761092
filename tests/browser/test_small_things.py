"""What is small at a table and met all the time: Escape, Tab, greyed buttons, robots' marks, words that stand upright."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from browser.conftest import PHONE
from browser.hands import button, is_apart, make_table, tap, words
from browser.test_phones import still

pytestmark = pytest.mark.browser

LAPTOP = {"width": 1366, "height": 768}
TABS = "list => [...list.querySelectorAll('button, a')].filter((one) => !one.disabled && one.tabIndex === 0).length"
TURNED = """() => [...document.querySelectorAll('svg.board use[data-part]')].map((one) => {
  const matrix = one.getScreenCTM();
  const angle = Math.round(Math.atan2(matrix.b, matrix.a) * 180 / Math.PI);
  return [(angle + 360) % 360, (angle + parseFloat(getComputedStyle(one).getPropertyValue('--upright')) + 720) % 360];
})"""
"""By how many degrees each part of a folded board is turned, and by how many its words are."""
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


@pytest.mark.deep
def test_the_numbers_of_the_podium_stand_upright_on_a_course_that_is_folded(person: Any, house: Any) -> None:
    page = person(LAPTOP)
    course = "C1:A C2:B:left C4:A C6:A"
    make_table(page, house, game="banjooli-cross", options={"course": course})
    page.locator("svg.board use[data-part]").first.wait_for(state="attached")
    parts = page.evaluate(TURNED)
    assert any(part != 0 for part, _words in parts), "some tiles are turned"
    assert [words for _part, words in parts] == [0] * len(parts)


DUE = {
    "game": "boussanga", "seats": 1, "options": {"mode": "cooperative"}, "phase": "put-back", "to_play": 0,
    "board": ["TEFTFEAT", "AETATATF", "TT.A.EEF", "AET.A..E", "ATEFE.T.", "F..TTETF", "EA.TAAFF", "EF.FFAFF"],
    "hands": [[".TF/FT./...", "T../T../TE.", "F../F../FT.", "FT./.TF/..."]],
    "discarded": [".T./.EA/...", "E../E../EA.", ".FA/AF./..."], "turns": [2],
    "zone": {"T": 1, "E": 4, "A": 4, "F": 2}, "due": {"E": 3, "A": 3},
}  # fmt: skip
"""Three water tokens, then three of air, have to go back to the board."""


@pytest.mark.deep
def test_a_colour_is_named_and_drawn(person: Any, situated: Any) -> None:
    page = person(LAPTOP)
    situated.begin_with(DUE)
    alone = {"seats": 1, "options": {"mode": "cooperative"}, "chairs": [{"who": "me"}]}
    make_table(page, situated, game="boussanga", **alone)
    water = words("boussanga.element.water")
    expect(page.locator(".sentence")).to_have_text(words("boussanga.prompt.back.you", n=3, what=water))
    assert page.locator(".sentence use").get_attribute("href") == "#eau"
    expect(page.locator(".sentence .mark")).to_have_count(0)
    tap(page, "c6")
    expect(page.locator(".thumb .wide")).to_have_text(words("boussanga.choice.back", what=water, last="c6"))
